//! Quotation marks and apostrophes as they stand in a text.

use std::ops::Range;

/// The shape of a pair of marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkPair {
    /// “ ”
    DoubleCurly,
    /// ‘ ’
    SingleCurly,
    /// „ “
    DoubleGerman,
    /// ‚ ‘
    SingleGerman,
    /// « »
    Guillemets,
    /// » «
    ReversedGuillemets,
    /// ‹ ›
    SingleGuillemets,
    /// › ‹
    ReversedSingleGuillemets,
    /// " "
    DoubleStraight,
    /// ' '
    SingleStraight,
    /// 「 」
    Corner,
    /// 『 』
    DoubleCorner,
    /// Any other pair, such as „ ”.
    Mixed,
}

impl MarkPair {
    /// The two marks.
    #[must_use]
    pub fn marks(self) -> (&'static str, &'static str) {
        match self {
            Self::DoubleCurly | Self::Mixed => ("“", "”"),
            Self::SingleCurly => ("‘", "’"),
            Self::DoubleGerman => ("„", "“"),
            Self::SingleGerman => ("‚", "‘"),
            Self::Guillemets => ("«", "»"),
            Self::ReversedGuillemets => ("»", "«"),
            Self::SingleGuillemets => ("‹", "›"),
            Self::ReversedSingleGuillemets => ("›", "‹"),
            Self::DoubleStraight => ("\"", "\""),
            Self::SingleStraight => ("'", "'"),
            Self::Corner => ("「", "」"),
            Self::DoubleCorner => ("『", "』"),
        }
    }

    /// Whether its marks are so.
    #[must_use]
    pub fn is_single(self) -> bool {
        matches!(
            self,
            Self::SingleCurly
                | Self::SingleGerman
                | Self::SingleGuillemets
                | Self::ReversedSingleGuillemets
                | Self::SingleStraight
        )
    }

    /// Whether its marks are so.
    #[must_use]
    pub fn is_straight(self) -> bool {
        matches!(self, Self::DoubleStraight | Self::SingleStraight)
    }

    /// Whether its marks are so.
    #[must_use]
    pub fn is_curly(self) -> bool {
        matches!(self, Self::DoubleCurly | Self::SingleCurly)
    }
}

/// A quotation.
#[derive(Clone, Debug)]
pub struct Quotation {
    /// Its opening mark.
    pub open: Range<usize>,
    /// Its closing mark.
    pub close: Range<usize>,
    /// The shape of both.
    pub pair: MarkPair,
    /// How many quotations enclose it.
    pub depth: usize,
}

/// The quotations and apostrophes of a passage.
#[derive(Debug, Default)]
pub struct Marks {
    /// Quotations, by opening mark.
    pub quotations: Vec<Quotation>,
    /// Apostrophes, and whether each is curly.
    pub apostrophes: Vec<(Range<usize>, bool)>,
    /// From mark to mark of the quotations that nothing encloses, by place.
    pub outer: Vec<Range<usize>>,
}

impl Marks {
    /// Whether a byte stands in a quotation.
    #[must_use]
    pub fn is_quoted(&self, at: usize) -> bool {
        let before = self.outer.partition_point(|range| range.start < at);
        before.checked_sub(1).is_some_and(|last| at < self.outer[last].end)
    }

    /// The quotation whose opening mark starts at this byte.
    #[must_use]
    pub fn quotation_at(&self, start: usize) -> Option<&Quotation> {
        let at = self.quotations.partition_point(|quotation| quotation.open.start < start);
        self.quotations.get(at).filter(|quotation| quotation.open.start == start)
    }
}
