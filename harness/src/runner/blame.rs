//! Which members caused that a request failed as a whole: a member that fails alone in the same
//! way, or all.

use std::collections::HashSet;

use super::Status;
use super::account::{Asking, Failed, Way};
use super::judge::Got;
use super::probe::Probe;
use super::session::{CheckResult, Place, Sent, Session, got};

impl Session<'_> {
    /// The members of the failed request are asked alone: its arrays and their elements. One that
    /// fails in the same way is charged with the failure, and the rest is asked again together
    /// without it. If none does, the checks of all members take the request's status.
    pub(super) fn blame(&mut self, mut asked: Vec<Probe>, mut failed: Failed) {
        loop {
            if let [only] = asked.as_slice()
                && only.elements.len() == 1
            {
                let (index, got) = (only.elements[0], got(failed.way, failed.what));
                self.fail(index, failed.way.status(), &got, Place::in_probe(only, 0));
                return;
            }
            let guilty = self.guilty(&asked, &failed);
            if guilty.is_empty() {
                break;
            }
            asked = self.answerable(without(&asked, &guilty));
            match self.send(&asked, Asking::Planned) {
                Sent::Failed(again) => failed = again,
                Sent::Judged | Sent::Unasked => return,
            }
        }
        if !self.is_over() {
            self.all_bear(&asked, failed);
        }
    }

    /// The members that fail alone in the same way, once they are charged with it: all of them
    /// where a failure costs nothing, else the first. None is asked again that has been answered
    /// alone.
    fn guilty(&mut self, asked: &[Probe], failed: &Failed) -> Vec<Probe> {
        let mut guilty = Vec::new();
        for member in members(asked, failed.way) {
            if self.answered_alone.contains(&member.elements) {
                continue;
            }
            match self.send(std::slice::from_ref(&member), Asking::Alone) {
                Sent::Failed(alone) => {
                    let alike = alone.way == failed.way;
                    self.blame(vec![member.clone()], alone);
                    guilty.extend(alike.then_some(member));
                    if alike && failed.way != Way::Fault {
                        break;
                    }
                }
                Sent::Judged => drop(self.answered_alone.insert(member.elements)),
                Sent::Unasked => break,
            }
        }
        guilty
    }

    fn all_bear(&mut self, asked: &[Probe], failed: Failed) {
        let (count, what) = match asked {
            [array] => (array.elements.len(), "elements"),
            arrays => (arrays.len(), "arrays"),
        };
        let alone = match self.in_one_shot {
            true => "asked in one shot, which cannot tell them apart",
            false => "passes with each alone",
        };
        let words = format!("failed with {count} {what}, {alone}: {}", failed.what);
        let got = match got(failed.way, words) {
            Got::Nothing(words) => Got::Together(words),
            malformed => malformed,
        };
        let mut is_borne = false;
        for probe in asked {
            for (lane, index) in probe.elements.iter().enumerate() {
                let place = Place::in_probe(probe, lane);
                // What has failed in that way in a shorter array is charged with this too.
                is_borne |= self.fail(*index, failed.way.status(), &got, place)
                    || self.has_failed(*index, failed.way.status());
            }
        }
        if !is_borne {
            self.account.unborne.push(failed);
        }
    }

    fn has_failed(&self, index: usize, how: Status) -> bool {
        matches!(self.results[index], CheckResult::Failed { status, .. } if status == how)
    }
}

/// The arrays of a request, or the elements of its only array. Where a failure costs a restart, the
/// elements of all arrays come first: most often it is one of them.
fn members(asked: &[Probe], way: Way) -> Vec<Probe> {
    let elements = || {
        let all = asked.iter().flat_map(|array| array.elements.iter().copied()).collect();
        Probe::of(all).apart()
    };
    let is_long = |array: &&Probe| array.elements.len() > 1;
    match asked {
        [_] => elements(),
        arrays if way == Way::Fault => arrays.to_vec(),
        arrays => elements().into_iter().chain(arrays.iter().filter(is_long).cloned()).collect(),
    }
}

/// A request without some of its members, in whatever array they are.
fn without(asked: &[Probe], members: &[Probe]) -> Vec<Probe> {
    let alone = members.iter().filter(|member| member.elements.len() == 1);
    let alone: HashSet<usize> = alone.map(|member| member.elements[0]).collect();
    let rest = asked.iter().filter(|array| !members.contains(array));
    rest.filter_map(|array| array.only(|index| !alone.contains(&index))).collect()
}
