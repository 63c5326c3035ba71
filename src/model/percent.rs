//! A share, without floating point.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A percentage in tenths, so that results never depend on rounding. Serialised as a number: 66.7, or 100.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percent {
    tenths: u32,
}

impl Percent {
    /// All of it.
    pub const FULL: Self = Self { tenths: 1000 };

    /// So many tenths of a percent.
    #[must_use]
    pub fn from_tenths(tenths: u32) -> Self {
        Self { tenths }
    }

    /// A whole number of percents.
    #[must_use]
    pub fn whole(percent: u32) -> Self {
        Self { tenths: percent.saturating_mul(10) }
    }

    /// `part` of `whole`, rounded half up to a tenth; `None` where the whole is nothing. It is 100 of the whole alone, and 0 of
    /// nothing alone: the last tenth is kept where something is missing, and the first where something is there.
    #[must_use]
    pub fn ratio(part: u32, whole: u32) -> Option<Self> {
        if whole == 0 {
            return None;
        }
        let tenths = (u64::from(part) * 1000 + u64::from(whole) / 2) / u64::from(whole);
        let tenths = if 0 < part && part < whole { tenths.clamp(1, 999) } else { tenths };
        Some(Self { tenths: u32::try_from(tenths).unwrap_or(u32::MAX) })
    }

    /// In tenths of a percent.
    #[must_use]
    pub fn tenths(self) -> u32 {
        self.tenths
    }
}

impl std::fmt::Display for Percent {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.tenths % 10 {
            0 => write!(formatter, "{}%", self.tenths / 10),
            tenth => write!(formatter, "{}.{tenth}%", self.tenths / 10),
        }
    }
}

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.tenths.is_multiple_of(10) {
            serializer.serialize_u32(self.tenths / 10)
        } else {
            serializer.serialize_f64(f64::from(self.tenths) / 10.0)
        }
    }
}

impl<'de> Deserialize<'de> for Percent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        if !(0.0..=1_000_000.0).contains(&number) {
            return Err(serde::de::Error::custom("a percentage must be a number of at least 0"));
        }
        // In range by the check above, so nothing is cut off but the fraction of a tenth.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let tenths = (number * 10.0).round() as u32;
        Ok(Self { tenths })
    }
}

#[cfg(test)]
mod tests {
    use super::Percent;

    #[test]
    fn rounds_half_up_to_a_tenth() {
        assert_eq!(Percent::ratio(8, 12).map(|percent| percent.to_string()).as_deref(), Some("66.7%"));
        assert_eq!(Percent::ratio(500, 1498).map(Percent::tenths), Some(334));
        assert_eq!(Percent::ratio(1, 0), None);
    }

    #[test]
    fn only_all_of_it_is_full_and_only_none_of_it_is_nothing() {
        let shown = |part, whole| Percent::ratio(part, whole).map(|percent| percent.to_string()).unwrap_or_default();
        assert_eq!(shown(1999, 2000), "99.9%");
        assert_eq!(shown(1, 2001), "0.1%");
        assert_eq!(shown(u32::MAX - 1, u32::MAX), "99.9%");
        assert_eq!([shown(2000, 2000), shown(0, 2001)], ["100%", "0%"]);
        assert_eq!(shown(3, 2), "150%");
    }

    #[test]
    fn whole_numbers_have_no_fraction() {
        assert_eq!(serde_json::to_string(&Percent::FULL).ok().as_deref(), Some("100"));
        assert_eq!(serde_json::to_string(&Percent::from_tenths(667)).ok().as_deref(), Some("66.7"));
        assert_eq!(serde_json::from_str::<Percent>("66.7").ok(), Some(Percent::from_tenths(667)));
    }
}
