//! Ids: `Q1`, `R1.2`, `R12.1a`, `D3`. Each names what it comes from.

use std::fmt;

/// The most digits of a number in an id.
const DIGITS: usize = 6;

/// The id of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Id {
    /// `Q1`.
    Question(u32),
    /// `R1.2`: the second refinement of `Q1`.
    Refinement(u32, u32),
    /// `R1.2a`: the first refinement of `R1.2`.
    Sub(u32, u32, char),
}

impl Id {
    /// The id that it names as its parent.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        match self {
            Self::Question(_) => None,
            Self::Refinement(question, _) => Some(Self::Question(question)),
            Self::Sub(question, refinement, _) => Some(Self::Refinement(question, refinement)),
        }
    }

    /// The number of the question that it comes from in the end.
    #[must_use]
    pub fn root(self) -> u32 {
        let (Self::Question(question) | Self::Refinement(question, _) | Self::Sub(question, _, _)) = self;
        question
    }

    /// Its number among those with the same parent.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Self::Question(number) | Self::Refinement(_, number) => number,
            Self::Sub(_, _, letter) => u32::from(letter) - u32::from('a') + 1,
        }
    }

    /// Reads an id at the beginning of a text; gives how long it is. It ends where no letter or digit follows.
    #[must_use]
    pub fn scan(text: &str) -> Option<(Self, usize)> {
        let mut cursor = Cursor { text, at: 0 };
        let id = match cursor.next()?.to_ascii_lowercase() {
            'q' => Self::Question(cursor.number()?),
            'r' => {
                let question = cursor.number()?;
                cursor.eat('.')?;
                let refinement = cursor.number()?;
                match cursor.peek().filter(char::is_ascii_alphabetic) {
                    Some(letter) => {
                        cursor.next();
                        Self::Sub(question, refinement, letter.to_ascii_lowercase())
                    }
                    None => Self::Refinement(question, refinement),
                }
            }
            _ => return None,
        };
        let ends = !cursor.peek().is_some_and(|next| next.is_alphanumeric() || next == '_');
        ends.then_some((id, cursor.at))
    }

    /// Reads a text that is an id, and nothing else.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim();
        Self::scan(text).filter(|(_, length)| *length == text.len()).map(|(id, _)| id)
    }

    /// Reads `Question 1`, which means `Q1`, at the beginning of a text; gives how long it is.
    #[must_use]
    pub fn scan_words(text: &str) -> Option<(Self, usize)> {
        const WORD: &str = "question ";
        text.get(..WORD.len()).filter(|start| start.eq_ignore_ascii_case(WORD))?;
        let mut cursor = Cursor { text, at: WORD.len() };
        let id = Self::Question(cursor.number()?);
        let ends = !cursor.peek().is_some_and(|next| next.is_alphanumeric() || next == '_');
        ends.then_some((id, cursor.at))
    }

    /// Every id in a text, in order: `Q1 and R1.2`, `Question 1`. The address of a link names none.
    #[must_use]
    pub fn all_in(text: &str) -> Vec<Self> {
        let mut ids = Vec::new();
        let mut before = ' ';
        let mut at = 0;
        while let Some(next) = text.get(at..).and_then(|rest| rest.chars().next()) {
            let begins = !before.is_alphanumeric() && before != '#';
            let rest = text.get(at..).filter(|_| begins).unwrap_or_default();
            let found = Self::scan(rest).or_else(|| Self::scan_words(rest));
            if let Some((id, length)) = found {
                ids.push(id);
                at += length;
                before = '0';
            } else {
                at += next.len_utf8();
                before = next;
            }
        }
        ids
    }
}

impl fmt::Display for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Question(question) => write!(formatter, "Q{question}"),
            Self::Refinement(question, refinement) => write!(formatter, "R{question}.{refinement}"),
            Self::Sub(question, refinement, letter) => write!(formatter, "R{question}.{refinement}{letter}"),
        }
    }
}

/// Reads the number of a word such as `D12` or `R3`; gives how long the word is.
#[must_use]
pub fn scan_numbered(text: &str, letter: char) -> Option<(u32, usize)> {
    let mut cursor = Cursor { text, at: 0 };
    cursor.next().filter(|found| found.eq_ignore_ascii_case(&letter))?;
    let number = cursor.number()?;
    let ends = !cursor.peek().is_some_and(|next| next.is_alphanumeric() || next == '_');
    ends.then_some((number, cursor.at))
}

struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn eat(&mut self, wanted: char) -> Option<()> {
        (self.next()? == wanted).then_some(())
    }

    fn number(&mut self) -> Option<u32> {
        let rest = self.text.get(self.at..)?;
        let digits = rest.bytes().take(DIGITS + 1).take_while(u8::is_ascii_digit).count();
        let number = rest.get(..digits).filter(|_| digits <= DIGITS)?.parse().ok()?;
        self.at += digits;
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::{Id, scan_numbered};

    #[test]
    fn an_id_names_its_parent() {
        let (id, length) = Id::scan("R12.1a: Which?").expect("an id");
        assert_eq!((id, length), (Id::Sub(12, 1, 'a'), 6));
        assert_eq!(id.parent(), Some(Id::Refinement(12, 1)));
        assert_eq!(id.parent().and_then(Id::parent), Some(Id::Question(12)));
        assert_eq!(Id::of("q01").map(|id| id.to_string()), Some("Q1".to_owned()));
    }

    #[test]
    fn what_is_no_id() {
        for text in ["Q", "Q1a", "R1", "R1.", "Q1234567", "X1", "", "Quality", "R1.2ab", "Q1_"] {
            assert_eq!(Id::scan(text), None, "{text}");
        }
    }

    #[test]
    fn ids_in_a_text() {
        let ids: Vec<String> = Id::all_in("Q2, (R1.1) and Q12; not FAQ3 or Q4x").iter().map(Id::to_string).collect();
        assert_eq!(ids, ["Q2", "R1.1", "Q12"]);
        assert_eq!(Id::all_in("[Q1](a.md#q12-gates), Question 3/Q4"), [1, 3, 4].map(Id::Question));
        assert_eq!(scan_numbered("d7:", 'D'), Some((7, 2)));
    }
}
