//! The adapter that behaves as a behaviour says.

use std::collections::BTreeSet;
use std::time::Duration;

use codec_conformance::implementation::{BadStatus, Connection, Ending, Failure, InProcess};
use codec_conformance::protocol::{
    Answer, Capabilities, Hello, Implementation, Request, answer_line, parse_answer,
};
use codec_conformance::runner::{Limits, Plan, greet, run};
use codec_faults::Faultless;

use super::acts::{NASTY, act};
use super::plan::Questions;
use crate::layout::{Act, Behaviour, Declared, End, Greeting, Rule, Scope};

/// The reference, but for what a behaviour makes it do.
pub(super) struct Actor<'a> {
    behaviour: &'a Behaviour,
    /// How often each of its rules has covered a request.
    covered: Vec<u8>,
    /// What it was asked.
    asked: Vec<Request>,
    /// Its last answer; none after a failure.
    last: Option<Answer>,
    doubled: BTreeSet<u64>,
    /// All that can be asked, where that is known before.
    file: Option<Vec<Request>>,
}

impl<'a> Actor<'a> {
    pub(super) fn new(behaviour: &'a Behaviour, questions: &Questions) -> Self {
        let file = behaviour.options.one_shot.then(|| planned(behaviour, questions));
        let covered = vec![0; behaviour.rules.len()];
        Self { behaviour, covered, asked: Vec::new(), last: None, doubled: BTreeSet::new(), file }
    }

    /// The first rule that covers the request.
    fn rule(&mut self, request: &Request) -> Option<Rule> {
        let rules = &self.behaviour.rules;
        let index = rules.iter().zip(&self.covered).position(|(rule, covered)| {
            (rule.most == 0 || *covered < rule.most)
                && self.is_due(rule)
                && self.is_in(rule, request)
        })?;
        self.covered[index] = self.covered[index].saturating_add(1);
        Some(rules[index])
    }

    fn is_due(&self, rule: &Rule) -> bool {
        let since = self.asked.len().checked_sub(rule.from.into());
        since.is_some_and(|since| since.is_multiple_of(usize::from(rule.leaves_out) + 1))
    }

    fn is_in(&self, rule: &Rule, request: &Request) -> bool {
        let arrays = arrays(request);
        match rule.scope {
            Scope::Any => true,
            Scope::Several => arrays.len() > 1,
            Scope::Single => arrays.len() == 1,
            Scope::Longer => arrays.iter().any(|array| array.len() > rule.size.into()),
            Scope::Holding => arrays.iter().any(|array| array.contains(&rule.size)),
            Scope::Casts => matches!(request, Request::CastValue(_)),
            Scope::Others => !matches!(request, Request::CastValue(_)),
            Scope::Restarted => self.last.is_none() && !self.asked.is_empty(),
            Scope::Again => self.asked.contains(request),
            Scope::Fresh => !self.asked.contains(request),
        }
    }
}

impl Connection for Actor<'_> {
    fn ask(&mut self, request: &Request) -> Result<Answer, Failure> {
        let honest = InProcess::new("reference", &Faultless).answer(request);
        if let Answer::Hello(hello) = honest {
            return greeting(self.behaviour.declared, *hello);
        }
        if self.file.as_ref().is_some_and(|file| !file.contains(request)) {
            return Err(Failure::NotAsked);
        }
        let rule = self.rule(request).unwrap_or_default();
        self.asked.push(request.clone());
        if rule.act == Act::Twice {
            self.doubled.insert(self.asked.len() as u64);
        }
        let answer = act(&rule, request, honest, self.last.take());
        self.last = answer.clone().ok();
        answer
    }

    fn finish(&mut self) -> Ending {
        let End { status, problem } = self.behaviour.end;
        let problems =
            if problem { vec!["the adapter outlives its input".to_owned()] } else { Vec::new() };
        let bad_status = status.map(|code| BadStatus { code, words: format!("{code:?}") });
        Ending { problems, bad_status }
    }

    fn requests(&self) -> u64 {
        self.asked.len() as u64
    }

    fn answered_twice(&self) -> Vec<u64> {
        self.doubled.iter().copied().collect()
    }
}

fn arrays(request: &Request) -> &[Vec<u8>] {
    match request {
        Request::CastValue(cast) => &cast.arrays,
        Request::Unpack(packing) | Request::Pack(packing) => &packing.arrays,
        _ => &[],
    }
}

/// What is asked of an adapter that declares the same, as long as it behaves.
fn planned(behaviour: &Behaviour, questions: &Questions) -> Vec<Request> {
    let honest = Behaviour { declared: behaviour.declared, ..Behaviour::default() };
    let mut actor = Actor::new(&honest, questions);
    let Ok(hello) = greet(&mut actor) else { return Vec::new() };
    let Questions { units, plan } = questions;
    let plan = Plan { limits: Limits::NONE, ..plan.clone() };
    run(&mut actor, &hello, units.clone(), &plan, &|| ());
    actor.asked
}

/// The answer to a hello, read as every other line is.
fn greeting(declared: Declared, mut hello: Hello) -> Result<Answer, Failure> {
    match declared.greeting {
        Greeting::Plain => {}
        Greeting::Nasty => hello.implementation.name = NASTY.to_owned(),
        Greeting::OtherProtocol => hello.protocol = 2,
        Greeting::Other => return Ok(Answer::Fault("no".to_owned())),
        Greeting::Silent => return Err(Failure::StartTimeout(Duration::from_secs(1))),
    }
    take_away(&mut hello.capabilities, declared.lacks);
    hello.capabilities.max_elements = declared.max_elements.checked_sub(1).map(usize::from);
    let line = answer_line(None, &Answer::Hello(Box::new(hello)));
    parse_answer(&line, &Request::Hello, 0).map_err(|error| Failure::Malformed(error.to_string()))
}

/// Takes away the capabilities whose bits are set.
fn take_away(capabilities: &mut Capabilities, lacks: u8) {
    let lacks = |bit: u8| lacks >> bit & 1 == 1;
    if let Some(cast) = &mut capabilities.cast_value {
        cast.fill_value_result &= !lacks(0);
        cast.configuration &= !lacks(1);
        cast.fill_value &= !lacks(2);
    }
    let Capabilities { cast_value, fill_value, reshape, unpack, pack, .. } = capabilities;
    cast_value.take_if(|_| lacks(3));
    fill_value.take_if(|_| lacks(4));
    reshape.take_if(|_| lacks(5));
    unpack.take_if(|_| lacks(6));
    pack.take_if(|_| lacks(7));
}
