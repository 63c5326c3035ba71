//! The fuzz targets: each is a law of `tests/support/laws`, over any bytes. `npm run fuzz` runs them.

#[path = "../../tests/support/laws/mod.rs"]
pub mod laws;

/// Alters JSON as JSON three times of four, for bytes that are no JSON any more reach no law; the other time, as bytes.
/// Gives how many bytes of `data` are the input now.
pub fn alter(data: &mut [u8], size: usize, longest: usize, seed: u32) -> usize {
    let document = data.get(..size).and_then(|input| reconvene::from_json(input).ok());
    if let Some(document) = document.filter(|_| !seed.is_multiple_of(4)) {
        let altered = laws::altering::altered(document, seed.into()).to_string();
        if let Some(place) = data.get_mut(..altered.len().min(longest)).filter(|place| place.len() == altered.len()) {
            place.copy_from_slice(altered.as_bytes());
            return altered.len();
        }
    }
    libfuzzer_sys::fuzzer_mutate(data, size, longest)
}
