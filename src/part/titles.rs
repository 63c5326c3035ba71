//! Discussions without an id, matched by what their titles say. See `docs/formats/protocol-v1.md`, "Discussions".

use std::collections::BTreeMap;

use super::discussions::Subject;
use crate::model::{ChecklistItem, Finding};
use crate::order::Arrange;
use crate::text::inline;

/// The words of findings and items, and where each is said.
#[derive(Debug, Default)]
pub struct Titles {
    said: BTreeMap<String, Vec<Subject>>,
    findings: usize,
    items: usize,
}

/// A word that more subjects than this say tells nothing: it is passed over, which keeps the search linear.
const COMMON: usize = 32;

/// Words that every title may have.
const SMALL: [&str; 16] =
    ["the", "a", "an", "of", "and", "or", "in", "is", "to", "for", "with", "on", "not", "no", "vs", "by"];

impl Titles {
    /// Adds the findings and items that are new since the last time.
    pub fn learn(&mut self, findings: &[Finding], items: &[ChecklistItem]) {
        for (number, finding) in findings.iter().enumerate().skip(self.findings) {
            self.add(finding.title.as_deref().unwrap_or_default(), Subject::Finding(number));
            self.add(&finding.description, Subject::Finding(number));
        }
        for (number, item) in items.iter().enumerate().skip(self.items) {
            self.add(&item.item, Subject::Item(number));
        }
        self.findings = findings.len();
        self.items = items.len();
    }

    fn add(&mut self, text: &str, subject: Subject) {
        for word in inline::words(text).split(' ').filter(|word| is_telling(word)) {
            let subjects = self.said.entry(word.to_owned()).or_default();
            if subjects.len() <= COMMON && subjects.last() != Some(&subject) {
                subjects.push(subject);
            }
        }
    }

    /// The one subject that most of the words of a title speak of: two words at least, three in five of them, and
    /// more than of any other.
    pub fn find(&self, title: &str, is_open: impl Fn(Subject) -> bool) -> Option<Subject> {
        const WORDS: usize = 2;
        let words = inline::words(title);
        let mut telling: Vec<&str> = words.split(' ').filter(|word| is_telling(word)).collect();
        telling.arrange();
        telling.dedup();
        if telling.len() < WORDS {
            return None;
        }
        let mut shared: BTreeMap<Subject, usize> = BTreeMap::new();
        for subjects in
            telling.iter().filter_map(|word| self.said.get(*word)).filter(|subjects| subjects.len() <= COMMON)
        {
            for subject in subjects.iter().filter(|subject| is_open(**subject)) {
                *shared.entry(*subject).or_default() += 1;
            }
        }
        let most = shared.values().copied().max()?;
        let mut best = shared.iter().filter(|(_, count)| **count == most);
        let (subject, _) = best.next()?;
        (best.next().is_none() && most >= WORDS && most * 5 >= telling.len() * 3).then_some(*subject)
    }
}

fn is_telling(word: &str) -> bool {
    !word.is_empty() && !SMALL.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::Titles;
    use crate::model::ChecklistItem;
    use crate::part::discussions::Subject;

    #[test]
    fn a_title_takes_up_a_description() {
        let item = |text: &str| ChecklistItem { item: text.to_owned(), ..ChecklistItem::default() };
        let mut titles = Titles::default();
        titles.learn(
            &[],
            &[item("Event delivery guarantee mismatch between both"), item("data nucleus or storage layer")],
        );
        assert_eq!(titles.find("Event Delivery Guarantee Mismatch", |_| true), Some(Subject::Item(0)));
        assert_eq!(titles.find("Coverage and unchecked items", |_| true), None);
        assert_eq!(titles.find("Event", |_| true), None);
    }
}
