//! The lines of the table.

use std::fmt;

/// What was measured, and what it is compared with.
pub(crate) struct Row {
    unit: &'static str,
    result: Result<Figures, String>,
}

struct Figures {
    ours: f64,
    peer: Option<Peer>,
    bar: Option<Bar>,
}

/// What our figure is compared with.
pub(crate) struct Peer {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its figure.
    pub(crate) figure: f64,
    /// Our figure in relation to it.
    pub(crate) ratio: f64,
}

/// What is asked of the ratio to a peer, or of a figure on its own.
#[derive(Clone, Copy)]
pub(crate) enum Bar {
    AtLeast(f64),
    AtMost(f64),
    Below(f64),
}

impl Row {
    /// A figure on its own.
    pub(crate) fn alone(unit: &'static str, ours: f64, bar: impl Into<Option<Bar>>) -> Self {
        Self { unit, result: Ok(Figures { ours, peer: None, bar: bar.into() }) }
    }

    /// A figure beside that of a peer.
    pub(crate) fn beside(
        unit: &'static str,
        ours: f64,
        peer: Peer,
        bar: impl Into<Option<Bar>>,
    ) -> Self {
        Self { unit, result: Ok(Figures { ours, peer: Some(peer), bar: bar.into() }) }
    }

    /// A row without a figure, and why.
    pub(crate) fn skipped(unit: &'static str, why: impl Into<String>) -> Self {
        Self { unit, result: Err(why.into()) }
    }
}

/// The titles of the columns.
pub(crate) fn header() -> String {
    line("row", "unit", ["ours", "peer's", "ratio", "bar", "met", "peer"].map(str::to_owned))
}

/// A row under its name.
pub(crate) fn line_of(name: &str, row: &Row) -> String {
    match &row.result {
        Ok(figures) => line(name, row.unit, figures.cells()),
        Err(why) => format!("{name:32}{:<11}skipped: {why}", row.unit),
    }
}

fn line(name: &str, unit: &str, [ours, peers, ratio, bar, met, peer]: [String; 6]) -> String {
    let line = format!("{name:32}{unit:11}{ours:>8}{peers:>9}{ratio:>8}{bar:>9}  {met:5}{peer}");
    line.trim_end().to_owned()
}

impl Figures {
    fn cells(&self) -> [String; 6] {
        let of_peer = |cell: fn(&Peer) -> String| self.peer.as_ref().map(cell).unwrap_or_default();
        let judged = self.peer.as_ref().map_or(self.ours, |peer| peer.ratio);
        let met = |bar: Bar| if bar.is_met(judged) { "yes" } else { "NO" };
        [
            number(self.ours),
            of_peer(|peer| number(peer.figure)),
            of_peer(|peer| format!("{:.2}", peer.ratio)),
            self.bar.map(|bar| bar.to_string()).unwrap_or_default(),
            self.bar.map(met).unwrap_or_default().to_owned(),
            of_peer(|peer| peer.name.to_owned()),
        ]
    }
}

/// Three digits or more.
fn number(figure: f64) -> String {
    let places = if figure < 10.0 { 2 } else { usize::from(figure < 100.0) };
    format!("{figure:.places$}")
}

impl Bar {
    fn is_met(self, figure: f64) -> bool {
        match self {
            Self::AtLeast(bar) => figure >= bar,
            Self::AtMost(bar) => figure <= bar,
            Self::Below(bar) => figure < bar,
        }
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(bar) => write!(f, ">= {bar}"),
            Self::AtMost(bar) => write!(f, "<= {bar}"),
            Self::Below(bar) => write!(f, "< {bar}"),
        }
    }
}
