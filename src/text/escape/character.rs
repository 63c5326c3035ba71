//! Which characters a reader of Markdown or of replies interprets instead of showing.

use super::Surroundings;

/// The first byte of the full-width colon, which ends the mark of a summary line as a colon does.
const WIDE_COLON_BYTE: u8 = 0xef;

/// Whether a character acts anywhere at all.
pub fn may_act(byte: u8) -> bool {
    matches!(
        byte,
        b'`' | b'<' | b'[' | b']' | b':' | b'.' | b'@' | b'~' | b'#' | b'|' | b'>' | b'-' | b'+' | b'*' | b'_' | b')'
    ) || byte == WIDE_COLON_BYTE
}

/// Whether a character can stand before the `@` of a mail address.
fn is_in_address(character: char) -> bool {
    character.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(character)
}

/// A character of a text, with the backslashes before it.
pub struct Character<'t> {
    /// The text in full.
    pub text: &'t str,
    /// Where the character stands in it.
    pub at: usize,
    /// How many backslashes precede it.
    pub slashes: usize,
    /// Its first byte.
    pub byte: u8,
    /// Whether it stands in code.
    pub code: bool,
}

impl<'t> Character<'t> {
    /// What precedes the character and its backslashes.
    fn before(&self) -> &'t str {
        self.text.get(..self.at - self.slashes).unwrap_or_default()
    }

    fn after(&self) -> &'t str {
        let mut from_here = self.text.get(self.at..).unwrap_or_default().chars();
        from_here.next();
        from_here.as_str()
    }

    fn is_colon(&self) -> bool {
        self.byte == b':' || self.text.get(self.at..).is_some_and(|text| text.starts_with('：'))
    }

    /// Whether a reader would act on the character rather than show it.
    pub fn acts(&self, surroundings: Surroundings) -> bool {
        if self.byte == b'|' {
            return surroundings == Surroundings::Cell;
        }
        if self.code {
            return match surroundings {
                Surroundings::Cell => false,
                Surroundings::Line | Surroundings::Block | Surroundings::Row => {
                    self.is_colon() && self.begins_summary_in_code()
                }
                Surroundings::Fence => self.is_colon() && (self.begins_command() || self.begins_summary_in_code()),
            };
        }
        match self.byte {
            b'`' => true,
            b'<' => self.begins_tag() || self.begins_address(),
            b'[' => self.before().ends_with('!') || (surroundings != Surroundings::Cell && self.begins_definition()),
            b']' => self.after().starts_with(['(', ':']),
            b':' => self.begins_command() || self.begins_summary() || self.ends_scheme(),
            b'.' => self.ends_www() || (surroundings == Surroundings::Line && self.ends_number()),
            b')' => surroundings == Surroundings::Line && self.ends_number(),
            b'>' | b'-' | b'+' | b'*' | b'_' => surroundings == Surroundings::Line && self.begins_block(),
            WIDE_COLON_BYTE => self.is_colon() && self.begins_summary(),
            b'@' => self.joins_address(),
            b'~' => self.begins_run() && self.after().starts_with("~~"),
            b'#' => surroundings == Surroundings::Line && (self.ends_heading() || self.begins_block()),
            _ => false,
        }
    }

    /// Whether it is the first of a run of its kind.
    fn begins_run(&self) -> bool {
        self.slashes > 0 || !self.before().ends_with(char::from(self.byte))
    }

    /// The bracket of `<b>`, `</b>`, `<!-- … -->`, `<? … ?>`, `<https://…>`.
    fn begins_tag(&self) -> bool {
        self.after().starts_with(|next: char| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?'))
    }

    /// The bracket of `<name@host>`.
    fn begins_address(&self) -> bool {
        self.after().trim_start_matches(|next: char| next == '\\' || is_in_address(next)).starts_with('@')
    }

    /// The bracket of `[label]: target` at the start of a line. Its end may stand in what is a code span otherwise.
    fn begins_definition(&self) -> bool {
        let marks = |mark: char| mark.is_ascii_digit() || " \t>-+*.)\\".contains(mark);
        let before = self.before().trim_end_matches(marks);
        let is_box = self
            .after()
            .strip_prefix([' ', 'x', 'X'])
            .is_some_and(|rest| rest.trim_start_matches('\\').starts_with(']'));
        (before.is_empty() || before.ends_with('\n')) && !is_box
    }

    /// `::` at the start of a line: a command to a build server.
    fn begins_command(&self) -> bool {
        let before = self.before().trim_end_matches([' ', '\t']);
        self.after().starts_with(':') && (before.is_empty() || before.ends_with('\n'))
    }

    /// The colon of `RESULT:`, in any case, also decorated (`**RESULT**:`) or glued to the word before it.
    fn begins_summary(&self) -> bool {
        let before = self.before().trim_end_matches(['*', '_', '`', '~', '\\', ' ', '\t']);
        let Some((rest, word)) = before.len().checked_sub("result".len()).and_then(|at| before.split_at_checked(at))
        else {
            return false;
        };
        word == "RESULT" || (word.eq_ignore_ascii_case("result") && !rest.ends_with(char::is_alphanumeric))
    }

    /// As [`begins_summary`](Self::begins_summary), but in code, where a backslash shows: only before a value.
    fn begins_summary_in_code(&self) -> bool {
        let value = self.after().trim_start_matches(['*', '_', ' ', '\t']);
        !value.is_empty() && !value.starts_with(['<', '`', '\n']) && self.begins_summary()
    }

    /// The colon of `https://…`, which some renderers turn into a link.
    fn ends_scheme(&self) -> bool {
        self.after().starts_with("//") && self.before().ends_with(|last: char| last.is_ascii_alphanumeric())
    }

    /// The dot of `www.…`, which some renderers turn into a link.
    fn ends_www(&self) -> bool {
        let before = self.before();
        let word = before.len().checked_sub("www".len()).and_then(|at| before.get(at..));
        word.is_some_and(|word| word.eq_ignore_ascii_case("www")) && self.after().starts_with(char::is_alphanumeric)
    }

    /// The sign of `name@host`, which some renderers turn into a link.
    fn joins_address(&self) -> bool {
        self.before().ends_with(is_in_address) && self.after().starts_with(|next: char| next.is_ascii_alphanumeric())
    }

    /// The mark of a heading, a quote, a list or a rule at the start of the text.
    fn begins_block(&self) -> bool {
        if !self.before().is_empty() {
            return false;
        }
        let mark = char::from(self.byte);
        let rest = if mark == '#' { self.after().trim_start_matches('#') } else { self.after() };
        let is_rule = mark != '#' && rest.chars().all(|next| next == mark || next == ' ');
        mark == '>' || rest.is_empty() || rest.starts_with(' ') || is_rule
    }

    /// The mark after the number of a list item at the start of the text.
    fn ends_number(&self) -> bool {
        let is_number = !self.before().is_empty() && self.before().bytes().all(|digit| digit.is_ascii_digit());
        is_number && (self.after().is_empty() || self.after().starts_with(' '))
    }

    /// The first of the `#` that end a heading, and that Markdown does not show.
    fn ends_heading(&self) -> bool {
        let before = self.before();
        (before.is_empty() || before.ends_with(' '))
            && self.begins_run()
            && self.after().bytes().all(|byte| byte == b'#')
    }
}
