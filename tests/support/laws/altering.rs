//! JSON made of other JSON of the same kind, so that a law of what was read of it is reached by most.

use std::sync::LazyLock;

use serde_json::Value;

use super::pieces::pieces;
use super::words::hash;

/// Read once: the fuzzer alters many times a second.
static PIECES: LazyLock<Vec<String>> = LazyLock::new(pieces);

/// A document with some of its parts altered; which, and how, a seed says. Texts become others or take in a piece, numbers
/// become others, lists lose, repeat or swap items, a member goes. Now and then anything stands in the place of anything.
pub fn altered(mut document: Value, seed: u64) -> Value {
    const MOST: usize = 4;
    let mut dice = Dice(seed);
    for _ in 0..=dice.roll(MOST) {
        let mut places = vec![String::new()];
        add_places(&document, "", &mut places);
        let [place, other] = [(); 2].map(|()| places[dice.roll(places.len())].clone());
        let other = document.pointer(&other).cloned().expect("a place of the document");
        alter(document.pointer_mut(&place).expect("a place of the document"), other, &mut dice);
    }
    document
}

/// The pointers to all that stands in a value.
fn add_places(value: &Value, pointer: &str, places: &mut Vec<String>) {
    let items = value.as_array().into_iter().flatten().enumerate().map(|(at, item)| (at.to_string(), item));
    let members = value.as_object().into_iter().flatten();
    let members = members.map(|(key, member)| (key.replace('~', "~0").replace('/', "~1"), member));
    for (key, value) in items.chain(members) {
        let pointer = format!("{pointer}/{key}");
        add_places(value, &pointer, places);
        places.push(pointer);
    }
}

fn alter(value: &mut Value, other: Value, dice: &mut Dice) {
    const NUMBERS: [u64; 6] = [0, 1, 2, 99, u32::MAX as u64, u64::MAX];
    const RARELY: usize = 24;
    if dice.roll(RARELY) == 0 {
        *value = other;
        return;
    }
    match value {
        Value::Null => {}
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(_) => *value = NUMBERS[dice.roll(NUMBERS.len())].into(),
        Value::String(text) => match (dice.roll(3), other) {
            (0, Value::String(other)) => *text = other,
            (1, _) => text.truncate(text.floor_char_boundary(dice.roll(text.len() + 1))),
            _ => {
                let at = text.floor_char_boundary(dice.roll(text.len() + 1));
                text.insert_str(at, &PIECES[dice.roll(PIECES.len())]);
            }
        },
        Value::Array(items) if items.is_empty() => {}
        Value::Array(items) => {
            let [one, other] = [(); 2].map(|()| dice.roll(items.len()));
            match dice.roll(3) {
                0 => drop(items.remove(one)),
                1 => items.push(items[one].clone()),
                _ => items.swap(one, other),
            }
        }
        Value::Object(members) => {
            if let Some(key) = members.keys().nth(dice.roll(members.len())).cloned() {
                members.remove(&key);
            }
        }
    }
}

/// Numbers that follow from a seed.
struct Dice(u64);

impl Dice {
    /// A number below another.
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        hash(&self.0.to_le_bytes()) % sides.max(1)
    }
}
