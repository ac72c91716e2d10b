//! The account of requests: each ends in one of six ways, and none is forgotten.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Status;

/// How many requests ended how.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Requests {
    /// With an answer that could be judged.
    pub answered: u64,
    /// With `unsupported`, although the capabilities cover it.
    pub declined: u64,
    /// With `fault`, or with a wrong number of results.
    pub failed: u64,
    /// With the end of the adapter.
    pub crashed: u64,
    /// With no answer in time.
    pub timed_out: u64,
    /// With a line that breaks the protocol.
    pub malformed: u64,
}

/// Arrays that test how an array of their length is handled.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Arrays {
    /// Those that were asked.
    pub asked: u64,
    /// Those that `max_elements` leaves no room for.
    pub cut: u64,
}

impl Requests {
    /// All of them.
    pub fn sum(&self) -> u64 {
        let Self { answered, declined, failed, crashed, timed_out, malformed } = self;
        answered + declined + failed + crashed + timed_out + malformed
    }

    pub(super) fn add(&mut self, other: Self) {
        self.answered += other.answered;
        self.declined += other.declined;
        self.failed += other.failed;
        self.crashed += other.crashed;
        self.timed_out += other.timed_out;
        self.malformed += other.malformed;
    }
}

/// In which way a request failed as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Way {
    /// `fault`, or a wrong number of results: the adapter lives on.
    Fault,
    Crash,
    Timeout,
    Malformed,
}

impl Way {
    /// The status of a check that is charged with such a failure.
    pub(super) fn status(self) -> Status {
        match self {
            Self::Fault | Self::Malformed => Status::Error,
            Self::Crash => Status::Crash,
            Self::Timeout => Status::Timeout,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Fault => "failed",
            Self::Crash => "crashed",
            Self::Timeout => "timed out",
            Self::Malformed => "broke the protocol",
        }
    }
}

/// A request that failed as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failed {
    pub(super) way: Way,
    /// What happened.
    pub(super) what: String,
    /// The end of the adapter's log.
    pub(super) log: String,
}

/// Whether a request counts towards the limits of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asking {
    /// A question of the plan, or its rest without a guilty member.
    Planned,
    /// A member of a failed request alone: it neither counts nor resets.
    Alone,
}

/// How a request ended that has no answer to be judged.
pub(super) enum Ended {
    Declined(String),
    Failed(Failed),
    NotAsked,
    Interrupted,
}

/// What happened to the requests of one unit.
#[derive(Default)]
pub(super) struct Account {
    pub(super) requests: Requests,
    /// Requests without a well-formed answer.
    pub(super) losses: Vec<Failed>,
    /// Requests that failed as a whole although every check of theirs has failed otherwise.
    pub(super) unborne: Vec<Failed>,
    /// Of these, the ones that count.
    pub(super) failures: usize,
    /// How many of these had no other request between them.
    pub(super) in_a_row: usize,
    /// The time that went into time-outs.
    pub(super) lost: Duration,
    /// The time that went into waiting for answers.
    pub(super) waited: Duration,
    /// Results of a type narrower than a byte that had upper bits set.
    pub(super) upper_bits: u64,
    /// Arrays asked that test how an array of their length is handled.
    pub(super) arrays: u64,
    /// Arrays that `max_elements` leaves no room for, by reason.
    pub(super) cut: BTreeMap<String, u64>,
    pub(super) interrupted: bool,
}

impl Account {
    /// Both accounts, of two implementations that were asked the same.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.requests.add(other.requests);
        self.losses.extend(other.losses);
        self.unborne.extend(other.unborne);
        self.failures += other.failures;
        self.in_a_row = self.in_a_row.max(other.in_a_row);
        self.lost += other.lost;
        self.waited += other.waited;
        self.upper_bits += other.upper_bits;
        self.interrupted |= other.interrupted;
        self
    }

    /// Books how a request ended.
    pub(super) fn book<T>(&mut self, result: &Result<T, Ended>, asking: Asking, took: Duration) {
        self.waited += took;
        let requests = &mut self.requests;
        let count = match result {
            Ok(_) => &mut requests.answered,
            Err(Ended::Declined(_)) => &mut requests.declined,
            Err(Ended::Failed(Failed { way, .. })) => match way {
                Way::Fault => &mut requests.failed,
                Way::Crash => &mut requests.crashed,
                Way::Timeout => &mut requests.timed_out,
                Way::Malformed => &mut requests.malformed,
            },
            Err(Ended::Interrupted) => {
                self.interrupted = true;
                return;
            }
            Err(Ended::NotAsked) => return,
        };
        *count += 1;
        match result {
            Err(Ended::Failed(failed)) if failed.way != Way::Fault => {
                self.losses.push(failed.clone());
                self.lost += if failed.way == Way::Timeout { took } else { Duration::ZERO };
                let counts = usize::from(asking == Asking::Planned);
                self.failures += counts;
                self.in_a_row += counts;
            }
            _ if asking == Asking::Planned => self.in_a_row = 0,
            _ => {}
        }
    }
}

/// Losses that are worded alike: how many, and the log and the unit of the first.
#[derive(Clone, Default, Debug)]
pub(super) struct Losses(BTreeMap<(Way, String), (u64, String, String)>);

/// At most this many losses are worded apart.
const MAX_WORDED: usize = 50;

impl Losses {
    pub(super) fn add(&mut self, unit: &str, lost: Failed) {
        let Failed { way, what, log } = lost;
        let key = (way, what);
        let key = match self.0.len() < MAX_WORDED || self.0.contains_key(&key) {
            true => key,
            false => (way, "in other ways".to_owned()),
        };
        let first = || (0, log, unit.to_owned());
        self.0.entry(key).or_insert_with(first).0 += 1;
    }

    /// A sentence for each kind of loss.
    pub(super) fn words(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|((way, what), (count, log, unit))| {
            let way = way.words();
            match count {
                1 => format!("a request of {unit} {way}: {what}{log}"),
                _ => format!("{count} requests {way}, the first of {unit}: {what}{log}"),
            }
        })
    }
}
