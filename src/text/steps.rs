//! A counter of scanning steps, so that a test can show that reading is linear without a clock.
//! Every scanner adds the bytes that it looks at; without the feature `steps` this is nothing.

#[cfg(feature = "steps")]
mod counter {
    use std::cell::Cell;

    thread_local! {
        static STEPS: Cell<u64> = const { Cell::new(0) };
    }

    /// Adds the bytes that a scanner looked at.
    pub fn add(bytes: usize) {
        STEPS.with(|steps| steps.set(steps.get() + bytes as u64));
    }

    /// The steps since the last call, on this thread.
    #[must_use]
    pub fn take() -> u64 {
        STEPS.with(|steps| steps.replace(0))
    }
}

#[cfg(feature = "steps")]
pub use counter::{add, take};

/// Adds the bytes that a scanner looked at.
#[cfg(not(feature = "steps"))]
#[inline]
pub fn add(_bytes: usize) {}
