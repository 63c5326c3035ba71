//! Records of a design plan.

use super::{Consumed, Record, Shape, fill, fill_text};
use crate::model::{Component, Extra, MissingComponent, Span};
use crate::part::aliases::Aliases;
use crate::part::columns::Column;
use crate::text::inline;

impl Record for Component {
    const COLUMNS: &'static [Column] = &[
        Column { name: "name", canonical: &["component", "name"], others: &["component name", "element"] },
        Column { name: "usage", canonical: &["usage"], others: &["purpose", "use", "description", "role"] },
        Column { name: "variant", canonical: &["variant"], others: &[] },
        Column {
            name: "tokens",
            canonical: &["tokens", "tokens applied", "tokens used", "design tokens"],
            others: &[],
        },
        Column {
            name: "placement",
            canonical: &["placement", "placement coordinates", "coordinates"],
            others: &["position", "location", "where", "layout"],
        },
    ];
    const REQUIRED: &'static [&'static str] = &["name"];
    const SHAPE: Shape = Shape::Lead("name", "placement");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "name" => fill_text(&mut self.name, inline::bare(value)),
            "usage" => fill(&mut self.usage, value),
            "variant" => fill(&mut self.variant, value),
            "tokens" => fill(&mut self.tokens, value),
            "placement" => fill(&mut self.placement, value),
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

impl Record for MissingComponent {
    const COLUMNS: &'static [Column] = &[
        Column {
            name: "needed",
            canonical: &["needed component", "needed"],
            others: &["missing component", "missing", "component"],
        },
        Column {
            name: "closest",
            canonical: &["closest", "closest existing", "closest match"],
            others: &["closest available", "alternative", "workaround"],
        },
        Column { name: "gap", canonical: &["gap"], others: &["what it lacks", "difference", "lacks", "reason"] },
    ];
    const REQUIRED: &'static [&'static str] = &["needed"];
    const SHAPE: Shape = Shape::Lead("needed", "gap");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "needed" => fill_text(&mut self.needed, inline::bare(value)),
            "closest" => fill(&mut self.closest, value),
            "gap" => fill(&mut self.gap, value),
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}
