//! What a word has in common with its other forms.
//!
//! A small suffix stripper for English, not a linguist's: it need only bring the forms of a word together (`define`,
//! `defines`, `defined`, `defining`; `generate`, `generation`; `policy`, `policies`), and may bring a few strangers
//! together that seldom stand in the same two findings. Words of other scripts stay as they are.

/// The shortest stem that a suffix leaves behind, in letters.
const SHORTEST: usize = 3;

/// The shortest stem that `-ate` and `-ation` leave behind: `format` is no form of `form`.
const SHORTEST_BEFORE_ATE: usize = 5;

/// The longest word that is stemmed: what is longer is no word of a language.
const LONGEST: usize = 40;

/// Cuts a word in lower case down to its stem.
pub fn stem(word: &mut String) {
    if word.len() <= SHORTEST || word.len() > LONGEST || !word.bytes().all(|letter| letter.is_ascii_lowercase()) {
        return;
    }
    plural(word);
    if cut(word, "ing") || cut(word, "ed") {
        undouble(word);
    }
    let _ = word.ends_with('n') && (word.ends_with("sion") || word.ends_with("tion")) && cut(word, "ion");
    let _ = cut(word, "ly") || cut(word, "ness");
    let _ = cut(word, "e");
    if word.len() >= SHORTEST_BEFORE_ATE + "at".len() {
        let _ = cut(word, "at");
    }
    let _ = cut(word, "ment") && cut(word, "e");
    if word.len() > SHORTEST && word.ends_with('y') {
        word.pop();
        word.push('i');
    }
}

fn plural(word: &mut String) {
    if !word.ends_with('s') {
        return;
    }
    if word.ends_with("ies") {
        word.truncate(word.len() - "ies".len());
        word.push_str(if word.len() < SHORTEST { "ie" } else { "y" });
    } else if ["sses", "xes", "zes", "ches", "shes"].iter().any(|end| word.ends_with(end)) {
        word.truncate(word.len() - "es".len());
    } else if !["ss", "us", "is"].iter().any(|end| word.ends_with(end)) {
        let _ = cut(word, "s");
    }
}

/// Takes a suffix off where a stem is left: letters enough, a vowel among them.
#[inline]
fn cut(word: &mut String, suffix: &str) -> bool {
    // The last letter tells mostly.
    if word.as_bytes().last() != suffix.as_bytes().last() {
        return false;
    }
    let Some(rest) = word.strip_suffix(suffix) else { return false };
    let has_vowel = rest.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    let cuts = rest.len() >= SHORTEST && has_vowel;
    if cuts {
        word.truncate(rest.len());
    }
    cuts
}

/// `stopp` is `stop`; `call` and `miss` stay.
fn undouble(word: &mut String) {
    let mut letters = word.bytes().rev();
    let (last, before) = (letters.next(), letters.next());
    if last == before && word.len() > SHORTEST && !matches!(last, Some(b'l' | b's' | b'z')) {
        word.pop();
    }
}

#[cfg(test)]
mod tests {
    fn stem(word: &str) -> String {
        let mut word = word.to_owned();
        super::stem(&mut word);
        word
    }

    #[test]
    fn forms_of_one_word_have_one_stem() {
        for forms in [
            &["define", "defines", "defined", "defining"][..],
            &["generate", "generates", "generated", "generating", "generation"],
            &["implement", "implements", "implemented", "implementation", "implementing"],
            &["policy", "policies"],
            &["deny", "denies", "denied"],
            &["stop", "stops", "stopped", "stopping"],
            &["call", "calls", "called"],
            &["status", "status"],
            &["process", "processes", "processed"],
            &["explicit", "explicitly"],
            &["duplicate", "duplication", "duplicates"],
            &["index", "indexes"],
        ] {
            for form in forms {
                assert_eq!(stem(form), stem(forms.first().unwrap_or(&"")), "{form}");
            }
        }
    }

    #[test]
    fn what_is_no_suffix_stays() {
        for word in ["red", "ring", "this", "bus", "class", "need", "straße", "l1", "us", ""] {
            assert_eq!(stem(word), word);
        }
        assert_ne!(stem("format"), stem("form"));
        assert_ne!(stem("state"), stem("stop"));
    }
}
