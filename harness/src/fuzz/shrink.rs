//! From a trial that shows a mistake to the smallest one that still does.

use super::answers::{Asked, Who};
use super::cast::CastTrial;
use super::class::Class;
use super::declared::covers;
use super::hit::{Hit, Place, Wrongness};
use super::trial::Trial;
use crate::protocol::Capabilities;

/// A mistake is given up as small enough after so many requests.
const MAX_REQUESTS: usize = 600;

/// So many simpler elements are asked at once.
const AT_ONCE: usize = 1024;

/// Where each may cost a restart, or refuses everything, only so many, one after the other.
const ONE_BY_ONE: usize = 8;

/// The search for a smaller trial.
pub(super) struct Shrinker<'s, 'a> {
    pub(super) asked: &'s mut Asked<'a>,
    /// What must be shown.
    pub(super) class: Class,
    /// What may be asked.
    pub(super) declared: &'s Capabilities,
    pub(super) requests: usize,
}

impl Shrinker<'_, '_> {
    /// The smallest trial that is found to show the class.
    pub(super) fn shrink(mut self, trial: Trial, hit: &Hit) -> Trial {
        let trial = self.isolate(trial, hit);
        let trial = self.descend(trial);
        let trial = self.simplify_element(trial);
        self.descend(trial)
    }

    /// The element alone, else its array alone, where that suffices.
    fn isolate(&mut self, trial: Trial, hit: &Hit) -> Trial {
        let Trial::Cast(cast) = &trial else { return trial };
        let parts = match hit.place {
            Place::Element(array, element) => {
                vec![cast.only_element(array, element), cast.only(array)]
            }
            Place::Array(array) => vec![cast.only(array)],
            Place::Whole => Vec::new(),
        };
        let parts: Vec<Trial> = parts.into_iter().flatten().map(Trial::Cast).collect();
        parts.into_iter().find(|part| self.shows(part)).unwrap_or(trial)
    }

    /// Takes the first simpler trial that still shows the class, until none does.
    fn descend(&mut self, mut trial: Trial) -> Trial {
        loop {
            let simpler = trial.simpler().find(|simpler| self.shows(simpler));
            match simpler {
                Some(simpler) => trial = simpler,
                None => return trial,
            }
        }
    }

    fn simplify_element(&mut self, trial: Trial) -> Trial {
        let Trial::Cast(mut cast) = trial else { return trial };
        while let Some(simpler) = self.simpler_element(&cast) {
            cast = simpler;
        }
        Trial::Cast(cast)
    }

    fn simpler_element(&mut self, cast: &CastTrial) -> Option<CastTrial> {
        let wrongness = self.class.wrongness;
        if wrongness.is_failure() || wrongness == Wrongness::RefusedAtOpen {
            let mut each = cast.other_elements(1).into_iter().take(ONE_BY_ONE);
            return each.find(|one| self.shows(&Trial::Cast(one.clone())));
        }
        let bound = self.declared.max_elements.unwrap_or(AT_ONCE).min(AT_ONCE);
        cast.other_elements(bound).into_iter().find_map(|others| {
            let places = self.places(&Trial::Cast(others.clone()));
            others.only(places.into_iter().map(|(array, _)| array).min()?)
        })
    }

    /// Whether the class is shown.
    fn shows(&mut self, trial: &Trial) -> bool {
        let hits = self.ask(trial);
        hits.iter().any(|(who, hit)| self.is_it(trial, *who, hit))
    }

    /// The elements that show the class.
    fn places(&mut self, trial: &Trial) -> Vec<(usize, usize)> {
        let hits = self.ask(trial);
        let shown = hits.iter().filter(|(who, hit)| self.is_it(trial, *who, hit));
        let element = |(_, hit): &(Who, Hit)| match hit.place {
            Place::Element(array, element) => Some((array, element)),
            _ => None,
        };
        shown.filter_map(element).collect()
    }

    fn ask(&mut self, trial: &Trial) -> Vec<(Who, Hit)> {
        self.requests += 1;
        let enough = self.requests > MAX_REQUESTS || self.asked.is_over();
        match enough || !covers(self.declared, trial) {
            true => Vec::new(),
            false => self.asked.hits(trial),
        }
    }

    /// Words and codes have no rule of their own that acts on one input and not on another.
    fn is_it(&self, trial: &Trial, who: Who, hit: &Hit) -> bool {
        let class = Class::of(trial, who, hit).family();
        let this = self.class.family();
        match trial {
            Trial::Packing(..) => class.wrongness == this.wrongness && class.who == this.who,
            _ => class == this,
        }
    }
}
