//! Behaviours of an adapter over a whole run: rules over its requests, what it declares and how it
//! ends, and the options of the run.
//!
//! Zeros are the default everywhere, so that no bytes are an honest adapter in a plain run.

use arbitrary::{Arbitrary, Unstructured};
use codec_conformance::runner::AllowedStatus;
use codec_conformance::suite::Profile;

use super::rule::Rule;
use super::{byte, choose, chosen};

/// What the target `protocol` reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProtocolInput {
    /// Answers, a line each, whatever is asked.
    Lines(String),
    /// A behaviour.
    Behaviour(Behaviour),
}

/// A behaviour of an adapter, and the options of the run that meets it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Behaviour {
    /// How the run is done.
    pub options: Options,
    /// What the adapter says of itself.
    pub declared: Declared,
    /// How it ends.
    pub end: End,
    /// What it does differently from the reference, at most [`Behaviour::MAX_RULES`]: of those that
    /// cover a request, the first one counts.
    pub rules: Vec<Rule>,
}

/// The options of a run; a number of 0 means the default.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// What is asked, by position from 1 on; 0 for nothing, and if all are 0, for everything.
    pub asked: [u8; 3],
    /// How thorough the run is.
    pub profile: Profile,
    /// Whether checks may be declined.
    pub allow_declines: bool,
    /// Which bad ends are allowed.
    pub allow_exit_status: Option<AllowedStatus>,
    /// The run ends after this many failures.
    pub max_fail: u8,
    /// The rest of a pair is not run after this many failures in a row.
    pub in_a_row: u8,
    /// The rest is not run after this many adapter failures.
    pub failures: u8,
    /// Whether no time may be lost.
    pub impatient: bool,
    /// Whether the answers are those of a file: nothing but the planned requests can be asked.
    pub one_shot: bool,
}

/// What the adapter says of itself.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Declared {
    /// How it answers the hello.
    pub greeting: Greeting,
    /// A bit for each capability that it does not declare.
    pub lacks: u8,
    /// One more than the `max_elements` that it declares; 0 where it declares none.
    pub max_elements: u8,
}

/// How a hello is answered.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Greeting {
    /// As it should be.
    #[default]
    Plain,
    /// In words that would act where they are printed.
    Nasty,
    /// In another version of the protocol.
    OtherProtocol,
    /// With something else.
    Other,
    /// Not at all.
    Silent,
}

/// How the adapter ends.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct End {
    /// Its exit status, where that is not a success; `None` for a signal.
    pub status: Option<Option<i32>>,
    /// Whether it breaks the protocol once its input has ended.
    pub problem: bool,
}

const PROFILES: [Profile; 3] = [Profile::Default, Profile::Quick, Profile::Full];

const ALLOWED: [Option<AllowedStatus>; 3] =
    [None, Some(AllowedStatus::Any), Some(AllowedStatus::Code(3))];

const STATUSES: [Option<Option<i32>>; 4] = [None, Some(Some(3)), Some(Some(4)), Some(None)];

const GREETINGS: [Greeting; 5] =
    [Greeting::Plain, Greeting::Nasty, Greeting::OtherProtocol, Greeting::Other, Greeting::Silent];

const BOOLS: [bool; 2] = [false, true];

impl ProtocolInput {
    /// The bytes that decode to the input.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Self::Lines(text) => [b"\0", text.as_bytes()].concat(),
            Self::Behaviour(behaviour) => [vec![1], behaviour.encode()].concat(),
        }
    }
}

impl<'a> Arbitrary<'a> for ProtocolInput {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        if choose(bytes, &BOOLS)? {
            return Ok(Self::Behaviour(bytes.arbitrary()?));
        }
        let rest = bytes.bytes(bytes.len())?;
        Ok(Self::Lines(String::from_utf8_lossy(rest).into_owned()))
    }
}

impl Behaviour {
    /// More rules are not decoded.
    pub const MAX_RULES: usize = 7;

    /// The bytes that decode to the behaviour.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.options.encode();
        let Declared { greeting, lacks, max_elements } = self.declared;
        bytes.extend([chosen(&greeting, &GREETINGS), lacks, max_elements]);
        bytes.extend([chosen(&self.end.status, &STATUSES), self.end.problem.into()]);
        bytes.push(self.rules.len() as u8);
        bytes.extend(self.rules.iter().flat_map(Rule::encode));
        bytes
    }
}

impl<'a> Arbitrary<'a> for Behaviour {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let options = bytes.arbitrary()?;
        let declared = Declared {
            greeting: choose(bytes, &GREETINGS)?,
            lacks: byte(bytes)?,
            max_elements: byte(bytes)?,
        };
        let end = End { status: choose(bytes, &STATUSES)?, problem: choose(bytes, &BOOLS)? };
        let count = usize::from(byte(bytes)?) % (Self::MAX_RULES + 1);
        let rules = (0..count).map(|_| bytes.arbitrary()).collect::<arbitrary::Result<_>>()?;
        Ok(Self { options, declared, end, rules })
    }
}

impl Options {
    fn encode(&self) -> Vec<u8> {
        let mut bytes = self.asked.to_vec();
        bytes.extend([chosen(&self.profile, &PROFILES), self.allow_declines.into()]);
        bytes.push(chosen(&self.allow_exit_status, &ALLOWED));
        bytes.extend([self.max_fail, self.in_a_row, self.failures]);
        bytes.extend([self.impatient, self.one_shot].map(u8::from));
        bytes
    }
}

impl<'a> Arbitrary<'a> for Options {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        Ok(Self {
            asked: bytes.arbitrary()?,
            profile: choose(bytes, &PROFILES)?,
            allow_declines: choose(bytes, &BOOLS)?,
            allow_exit_status: choose(bytes, &ALLOWED)?,
            max_fail: byte(bytes)?,
            in_a_row: byte(bytes)?,
            failures: byte(bytes)?,
            impatient: choose(bytes, &BOOLS)?,
            one_shot: choose(bytes, &BOOLS)?,
        })
    }
}
