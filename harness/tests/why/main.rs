//! Proofs of vectors: the programs run under Python, whose fractions share nothing with the
//! reference, and the texts say what was worked out by hand.

mod programs;
mod texts;

use codec_conformance::report::Style;

const STYLE: Style = Style { width: 100, color: false };
