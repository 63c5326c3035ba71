//! The evidence for and against something being a finding. Every decision is the sum of named signs, so that it can be
//! explained by them. See `docs/formats/prose.md`, "Evidence".

use super::lead::{self, Form};
use super::outline::{Kind, Node};
use super::vocabulary::{self, Class};
use crate::model::{Reason, Severity};
use crate::part::severities;

/// A named reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It stands under a severity: `## Critical`.
    UnderSeverity,
    /// It stands under a heading that means problems, or a sentence that announces them.
    UnderProblems,
    /// It stands under "Findings".
    UnderFindings,
    /// It stands under a topic or a file.
    UnderTopic,
    /// It stands under a further heading below "Findings".
    UnderFurther,
    /// It states its severity.
    Severity,
    /// It sets two places of documents against each other, which were to be compared.
    AtOdds,
    /// It has an id.
    Id,
    /// It has an id that only findings have: `F1`.
    FindingId,
    /// It is numbered.
    Number,
    /// It names lines.
    Lines,
    /// It names a file.
    File,
    /// A field says what to do.
    Fix,
    /// A field says what is wrong, where, or why it matters.
    Field,
    /// It begins with where it is.
    LeadingPlace,
    /// It begins with a label of conventional comments: `issue (blocking)`.
    Comment,
    /// A mark such as ❌ stands before its place.
    Flagged,
    /// It says how sure the reviewer is.
    Confidence,
    /// It names lines, as nearly all beside it do.
    Placed,
    /// It is worded as findings are, and so is most beside it.
    WordedAlike,
    /// Its title stands in bold.
    BoldTitle,
    /// In a review, it says or asks what is wrong.
    Complains,
    /// It is worded as findings are.
    Worded,
    /// It is a paragraph that says of something in code what is wrong with it, where such paragraphs are all there is.
    Remark,
    /// Most of its siblings are findings.
    Siblings,
    /// Two of three items of its list are findings.
    Outvoted,
    /// Most of the headings that it is counted with are findings.
    Series,
    /// It has the fields that the others of its section have.
    Alike,
    /// It begins as others do that name places, where nothing else was recognised.
    Recurring,
    /// It is a box that nobody has ticked, beside some that name their findings, and names none.
    OpenBox,
    /// Much else in the reply is a finding.
    InReview,
    /// Nothing but its own form speaks for it, and neither a severity nor a fix is among it.
    Unannounced,
    /// Nothing in the reply says that it is a review.
    NoReview,
    /// What is ranked is how sure something is.
    RanksConfidence,
    /// It is a step of a plan, or one of several ways: `Phase 2: …`.
    Step,
    /// It says what is well.
    Praise,
    /// It was checked, and a field says that it passes.
    Passes,
    /// It asks, and leaves a field for the answer.
    Asks,
    /// It stands under praise, a plan, a verdict or the like.
    UnderOther,
    /// It says that there is nothing, or only how much.
    SaysNothing,
    /// It explains what a word means, or counts on past a scale.
    Legend,
    /// Its heading is not about findings.
    Announces,
}

impl Sign {
    /// How much it weighs; what weighs against is negative.
    #[must_use]
    pub fn weight(self) -> i32 {
        match self {
            Self::AtOdds => 8,
            Self::Severity
            | Self::UnderSeverity
            | Self::UnderProblems
            | Self::Comment
            | Self::Alike
            | Self::Recurring
            | Self::Outvoted
            | Self::OpenBox => 4,
            Self::Lines | Self::FindingId | Self::Series | Self::Remark | Self::Worded => 3,
            Self::File
            | Self::Id
            | Self::Fix
            | Self::Flagged
            | Self::UnderFindings
            | Self::UnderTopic
            | Self::Complains
            | Self::Siblings
            | Self::Placed
            | Self::WordedAlike
            | Self::InReview => 2,
            Self::Number
            | Self::Field
            | Self::Confidence
            | Self::BoldTitle
            | Self::UnderFurther
            | Self::LeadingPlace => 1,
            Self::Unannounced => -1,
            Self::Step => -4,
            Self::RanksConfidence | Self::NoReview => -3,
            Self::Praise => -6,
            Self::Passes | Self::Asks | Self::UnderOther | Self::SaysNothing | Self::Legend | Self::Announces => -100,
        }
    }

    /// Its name, as `--explain` prints it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::UnderSeverity => "under a severity",
            Self::UnderProblems => "under problems",
            Self::UnderFindings => "under findings",
            Self::UnderTopic => "under a topic or a file",
            Self::UnderFurther => "under a further heading",
            Self::FindingId => "id of a finding",
            Self::Step => "a step",
            Self::Severity => "severity",
            Self::AtOdds => "two places at odds",
            Self::Id => "id",
            Self::Number => "number",
            Self::Lines => "lines",
            Self::File => "file",
            Self::Fix => "fix",
            Self::Field => "field",
            Self::LeadingPlace => "begins with its place",
            Self::Comment => "label of a comment",
            Self::Flagged => "flagged",
            Self::Confidence => "confidence",
            Self::BoldTitle => "bold title",
            Self::Complains => "says what is wrong",
            Self::Worded => "worded as findings are",
            Self::Remark => "remark on code",
            Self::Siblings => "siblings are findings",
            Self::Outvoted => "outvoted by its list",
            Self::Placed => "all name lines",
            Self::WordedAlike => "all worded so",
            Self::Series => "counted with findings",
            Self::Alike => "fields of its siblings",
            Self::Recurring => "begins as others do",
            Self::OpenBox => "open box",
            Self::InReview => "among findings",
            Self::Unannounced => "not announced",
            Self::NoReview => "no review",
            Self::RanksConfidence => "ranks a confidence",
            Self::Praise => "praise",
            Self::Passes => "passes",
            Self::Asks => "asks for an answer",
            Self::UnderOther => "under another heading",
            Self::SaysNothing => "says nothing",
            Self::Legend => "legend",
            Self::Announces => "heading is not about findings",
        }
    }

    /// Whether it is a reason of the entry's own, rather than of where it stands.
    fn is_own(self) -> bool {
        !matches!(
            self,
            Self::UnderSeverity
                | Self::UnderProblems
                | Self::UnderFindings
                | Self::UnderTopic
                | Self::UnderFurther
                | Self::Complains
                | Self::Siblings
                | Self::Outvoted
                | Self::Placed
                | Self::WordedAlike
                | Self::Series
                | Self::Alike
                | Self::InReview
                | Self::Unannounced
                | Self::NoReview
        )
    }
}

/// What is a finding weighs as much.
pub const ENOUGH: i32 = 4;

/// The reasons for and against one entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Each reason once, in the order in which they were found.
    pub signs: Vec<Sign>,
}

impl Evidence {
    /// Adds a reason.
    pub fn add(&mut self, sign: Sign) {
        if !self.signs.contains(&sign) {
            self.signs.push(sign);
        }
    }

    /// Whether a reason is among them.
    #[must_use]
    pub fn has(&self, sign: Sign) -> bool {
        self.signs.contains(&sign)
    }

    /// The reasons by their names.
    #[must_use]
    pub fn reasons(&self) -> Vec<Reason> {
        self.signs.iter().map(|sign| Reason { sign: sign.name().to_owned(), weight: sign.weight() }).collect()
    }

    /// The sum of the weights.
    #[must_use]
    pub fn weight(&self) -> i32 {
        self.signs.iter().map(|sign| sign.weight()).sum()
    }

    /// The sum of the weights of its own reasons.
    #[must_use]
    pub fn own(&self) -> i32 {
        self.signs.iter().filter(|sign| sign.is_own()).map(|sign| sign.weight()).sum()
    }

    /// Whether nothing speaks against it for good.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.weight() > Sign::UnderOther.weight() / 2
    }

    /// Whether it is a finding.
    #[must_use]
    pub fn suffices(&self) -> bool {
        self.weight() >= ENOUGH
    }
}

/// What a reply says that it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Genre {
    /// Nothing of it.
    #[default]
    Unknown,
    /// A review, somewhere.
    Review,
    /// A review, in its first heading: `# Architecture review: the booking service`.
    Titled,
}

/// What a reply was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// Anything else.
    #[default]
    Other,
    /// To compare documents, in no form that lists what is at odds.
    Comparison,
}

/// How often a reply is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// For the first time.
    #[default]
    First,
    /// Again, since several findings were read in it: an item that names lines is one, too.
    Second,
    /// Again, since none was read in a letter that reviews: a paragraph that criticises lines is one.
    Letter,
    /// Again, after everything else was tried: it counts how an entry is worded, too.
    Worded,
    /// The same, where several findings were read in it.
    WordedAgain,
    /// Again, since none was read: a paragraph that names lines, and says how much its problem weighs, is one.
    Rated,
    /// At what no rule recognised, by its likeness to findings.
    Likely,
}

impl Look {
    /// Whether several findings were read before.
    #[must_use]
    pub fn is_again(self) -> bool {
        matches!(self, Self::Second | Self::WordedAgain)
    }

    /// Whether it counts how an entry is worded.
    #[must_use]
    pub fn is_by_wording(self) -> bool {
        matches!(self, Self::Worded | Self::WordedAgain)
    }
}

/// What the headings above say of an entry.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The severity that a heading gives, and the node of the heading.
    pub severity: Option<(Severity, usize)>,
    /// The node of a heading that names a file.
    pub file: Option<usize>,
    /// What the headings speak for.
    pub sign: Option<Sign>,
    /// Whether a heading says that nothing under it is a finding.
    pub other: bool,
    /// The heading that says so because it tells in which order to go on, or how well something complies.
    pub planned: Option<usize>,
    /// Whether a heading sums up what is told elsewhere.
    pub summary: bool,
    /// Whether most of what stands there says what is wrong.
    pub complaints: bool,
    /// What the reply says that it is.
    pub genre: Genre,
    /// How often the reply was looked at.
    pub look: Look,
    /// The type and the severity that findings of one kind on two documents have.
    pub usual: Option<(&'static str, Severity)>,
    /// What the reply was asked for.
    pub asked: Asked,
}

impl Context {
    /// The context below a node.
    #[must_use]
    pub fn below(&self, node: &Node<'_>, at: usize) -> Self {
        // A line without marks, such as `so:`, says nothing else of what it stands over.
        let is_label = node.kind == Kind::Bold && !node.text.starts_with(['*', '_']);
        let mut context = Self { complaints: self.complaints && is_label, ..self.clone() };
        let weighed = || {
            let severity = if node.kind == Kind::Heading {
                node.lead().severity
            } else {
                lead::read(node.text, Form::Heading).severity
            };
            severity.and_then(severities::word).map(|severity| (severity, at))
        };
        // `**Found on the way (blocking):**`, `**Major – what is flaky**`
        let stands_over = || {
            let lead = node.lead();
            node.text.trim_end_matches(['*', '_', ' ']).ends_with(':')
                || (node.kind == Kind::Bold && lead.bold && lead.after.is_empty())
        };
        match node.class {
            Class::Severity(severity) => {
                context = Self {
                    severity: Some((severity, at)),
                    sign: Some(Sign::UnderSeverity),
                    genre: self.genre,
                    look: self.look,
                    asked: self.asked,
                    ..Self::default()
                };
                context.file = self.file;
            }
            Class::Problems => {
                context.severity = weighed().or(context.severity);
                context.sign = Some(Sign::UnderProblems);
                context.end_other(node);
            }
            Class::Findings => {
                context.severity = weighed().or(context.severity);
                context.sign = context.sign.or(Some(Sign::UnderFindings));
                context.end_other(node);
            }
            Class::Topic => {
                context.sign = context.sign.or(Some(Sign::UnderTopic));
                context.complaints = vocabulary::section_of(node.text).is_some();
            }
            Class::File => {
                context.file = Some(at);
                context.sign = context.sign.or(Some(Sign::UnderTopic));
            }
            Class::Summary => context.summary = true,
            Class::Other => {
                (context.other, context.planned) = (true, Some(at).filter(|_| vocabulary::plans(node.text)));
            }
            // `## Critical: lost and double charges` over what is lost.
            Class::Plain if (node.kind == Kind::Heading || stands_over()) && weighed().is_some() => {
                context.severity = weighed();
                context.sign = Some(Sign::UnderSeverity);
            }
            Class::Label | Class::Plain => {}
        }
        let names = |text: &str| vocabulary::file_of(text).or_else(|| vocabulary::section_of(text)).is_some();
        if node.kind == Kind::Heading && names(node.text) {
            context.file = Some(at);
        }
        context
    }

    /// A heading that announces findings ends what a heading above said of others; a line in bold does not.
    fn end_other(&mut self, node: &Node<'_>) {
        if node.is_marked_heading() {
            (self.other, self.summary) = (false, false);
        }
    }
}
