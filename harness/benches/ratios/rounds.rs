//! Two sides measured in turn, round by round.

use std::time::Instant;

const ROUNDS: usize = 21;

/// The medians of several rounds.
pub(crate) struct Compared {
    /// Seconds that our side takes.
    pub(crate) ours: f64,
    /// Seconds that the other side takes.
    pub(crate) theirs: f64,
    /// Our speed in relation to theirs: the median of the rounds, each on its own.
    pub(crate) speed: f64,
}

/// Measures both sides in turn, after a round that does not count.
pub(crate) fn compare(mut ours: impl FnMut(), mut theirs: impl FnMut()) -> Compared {
    ours();
    theirs();
    let rounds: Vec<_> = (0..ROUNDS).map(|_| (seconds(&mut ours), seconds(&mut theirs))).collect();
    let median_of = |figure: fn(&(f64, f64)) -> f64| median(rounds.iter().map(figure).collect());
    Compared {
        ours: median_of(|(ours, _)| *ours),
        theirs: median_of(|(_, theirs)| *theirs),
        speed: median_of(|(ours, theirs)| theirs / ours),
    }
}

/// The seconds that something takes.
pub(crate) fn seconds(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
