//! Sorts lists with one non-generic sort, to keep the wasm small.
//!
//! The standard library's sorts are compiled anew for each type and each comparison, at about 5 kB each: they made up a
//! tenth of the module. Here only comparing and swapping two items is compiled for each type. `collect` into a map or a set
//! also sorts; use [`Gather::gather`] instead. Merging keeps the standard sorts for its pairs, terms and edges, of which
//! there can be millions.

use std::cmp::Ordering;

/// Up to this many items are sorted in place.
const FEW: usize = 16;

/// Lists that can be sorted. Equal items keep their order.
pub trait Arrange<T> {
    /// Sorts the items by their own order.
    fn arrange(&mut self)
    where
        T: Ord;

    /// Puts the items in the order that is given.
    fn arrange_by(&mut self, order: impl Fn(&T, &T) -> Ordering);

    /// Puts the items in the order of their keys, which are made anew for each comparison.
    fn arrange_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K);

    /// Puts the items in the order of their keys, each made once.
    fn arrange_by_cached_key<K: Ord>(&mut self, key: impl Fn(&T) -> K);
}

impl<T> Arrange<T> for [T] {
    fn arrange(&mut self)
    where
        T: Ord,
    {
        self.arrange_by(T::cmp);
    }

    fn arrange_by(&mut self, order: impl Fn(&T, &T) -> Ordering) {
        if self.len() > 1 {
            arrange(self.len(), &mut Items { items: self, order });
        }
    }

    fn arrange_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        self.arrange_by(|one, other| key(one).cmp(&key(other)));
    }

    fn arrange_by_cached_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        let keys: Vec<K> = self.iter().map(key).collect();
        let from = places(keys.len(), &|one, other| keys.get(one).cmp(&keys.get(other)));
        take_from(from, &mut |one, other| self.swap(one, other));
    }
}

/// What an iterator yields, put into a map or a set one by one.
pub trait Gather: Iterator + Sized {
    /// The map or the set of all that comes. Of equal keys the first is kept, where `collect` would keep the last.
    fn gather<C: Default + Extend<Self::Item>>(self) -> C {
        let mut gathered = C::default();
        gathered.extend(self);
        gathered
    }
}

impl<I: Iterator> Gather for I {}

/// A list of any type.
trait List {
    fn compare(&self, one: usize, other: usize) -> Ordering;
    fn swap(&mut self, one: usize, other: usize);
}

struct Items<'i, T, O> {
    items: &'i mut [T],
    order: O,
}

impl<T, O: Fn(&T, &T) -> Ordering> List for Items<'_, T, O> {
    fn compare(&self, one: usize, other: usize) -> Ordering {
        match (self.items.get(one), self.items.get(other)) {
            (Some(one), Some(other)) => (self.order)(one, other),
            _ => Ordering::Equal,
        }
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.items.swap(one, other);
    }
}

fn arrange(length: usize, list: &mut dyn List) {
    if length > FEW {
        let places = places(length, &|one, other| list.compare(one, other));
        return take_from(places, &mut |one, other| list.swap(one, other));
    }
    for end in 1..length {
        let mut at = end;
        while at > 0 && list.compare(at - 1, at).is_gt() {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// Where the item stands that comes first, the one that comes second, and so on.
fn places(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    places.sort_by(|one, other| compare(*one, *other));
    places
}

/// Has each place take its item from where that stands.
fn take_from(mut places: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..places.len() {
        // What stood at the start is handed on through a circle of places, until it comes to its own.
        let mut at = start;
        while let Some(from) = places.get_mut(at).map(|from| std::mem::replace(from, at)).filter(|from| *from != start)
        {
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Arrange;

    type Item = (u8, usize);

    proptest! {
        #[test]
        fn lists_are_arranged_as_a_stable_sort_does(keys in prop::collection::vec(0_u8..20, 0..100)) {
            let list: Vec<Item> = keys.into_iter().zip(0..).collect();
            let mut sorted = list.clone();
            sorted.sort_by_key(|(key, _)| *key);
            let ways: [fn(&mut [Item]); 4] = [
                |list| list.arrange(),
                |list| list.arrange_by(|one, other| one.0.cmp(&other.0)),
                |list| list.arrange_by_key(|item| item.0),
                |list| list.arrange_by_cached_key(|item| item.0),
            ];
            for arrange in ways {
                let mut arranged = list.clone();
                arrange(&mut arranged);
                prop_assert_eq!(&arranged, &sorted);
            }
        }
    }
}
