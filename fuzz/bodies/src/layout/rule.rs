//! Rules: which requests of a run are not simply answered, and what is done instead.

use arbitrary::{Arbitrary, Unstructured};

use super::{byte, choose, chosen};

/// What is done with some of the requests.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rule {
    /// The first request that it can cover, from 0 on.
    pub from: u8,
    /// How many are left out between two of them.
    pub leaves_out: u8,
    /// How many it covers at most; 0 for any number.
    pub most: u8,
    /// Which of them it covers.
    pub scope: Scope,
    /// What the scope needs to know.
    pub size: u8,
    /// What is done.
    pub act: Act,
    /// Where it is done: to which array, or which byte of it.
    pub place: u8,
    /// The bits that it changes, or which one of several such acts it is.
    pub bits: u8,
}

/// Which requests a rule covers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Scope {
    /// All.
    #[default]
    Any,
    /// Those of several arrays.
    Several,
    /// Those of one array.
    Single,
    /// Those with an array of more bytes than the rule's size.
    Longer,
    /// Those with an array that has the byte that is the rule's size.
    Holding,
    /// Casts.
    Casts,
    /// All but casts.
    Others,
    /// The first one after a failure.
    Restarted,
    /// Those that came before.
    Again,
    /// Those that did not.
    Fresh,
}

/// What is done instead of giving the reference's answer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Act {
    /// Nothing.
    #[default]
    Honest,
    /// The adapter ends.
    Crash,
    /// It cannot be started again.
    Start,
    /// It hangs.
    Timeout,
    /// It hangs when it is started again.
    StartTimeout,
    /// It prints what is not an answer, or comes back with another hello.
    Malformed,
    /// The user interrupts the run.
    Interrupted,
    /// It says that it failed.
    Fault,
    /// It says that it does not do this.
    Decline,
    /// It rejects the codec at open.
    RefuseAtOpen,
    /// It answers with a hello.
    Hello,
    /// It answers with results of the other form, with shapes or without.
    OtherForm,
    /// It gives the answer of before.
    Previous,
    /// It gives no results.
    NoResults,
    /// One more.
    OneMore,
    /// One fewer.
    OneFewer,
    /// The results in another order.
    Shuffled,
    /// It rejects an array.
    RefuseOne,
    /// It rejects every array.
    RefuseAll,
    /// It accepts what it rejects.
    Accept,
    /// Some bits of a byte are others.
    Wrong,
    /// A byte is missing.
    ShortData,
    /// There is one too many.
    LongData,
    /// All are missing, the shape stays.
    NoData,
    /// A shape has one more extent.
    WrongShape,
    /// The upper bits of all bytes are set.
    UpperBits,
    /// It rejects in a thousand words.
    LongMessage,
    /// It rejects in words that would act where they are printed.
    NastyMessage,
    /// The fill value has other bits.
    WrongFillValue,
    /// The fill value is given twice.
    DoubledFillValue,
    /// The fill value has no bytes.
    EmptyFillValue,
    /// The fill value is missing.
    NoFillValue,
    /// A second answer follows.
    Twice,
    /// The line has something else in a place.
    Edited,
}

impl Scope {
    /// All of them, in the order of their bytes.
    pub const ALL: [Self; 10] = [
        Self::Any,
        Self::Several,
        Self::Single,
        Self::Longer,
        Self::Holding,
        Self::Casts,
        Self::Others,
        Self::Restarted,
        Self::Again,
        Self::Fresh,
    ];
}

impl Act {
    /// All of them, in the order of their bytes.
    pub const ALL: [Self; 34] = [
        Self::Honest,
        Self::Crash,
        Self::Start,
        Self::Timeout,
        Self::StartTimeout,
        Self::Malformed,
        Self::Interrupted,
        Self::Fault,
        Self::Decline,
        Self::RefuseAtOpen,
        Self::Hello,
        Self::OtherForm,
        Self::Previous,
        Self::NoResults,
        Self::OneMore,
        Self::OneFewer,
        Self::Shuffled,
        Self::RefuseOne,
        Self::RefuseAll,
        Self::Accept,
        Self::Wrong,
        Self::ShortData,
        Self::LongData,
        Self::NoData,
        Self::WrongShape,
        Self::UpperBits,
        Self::LongMessage,
        Self::NastyMessage,
        Self::WrongFillValue,
        Self::DoubledFillValue,
        Self::EmptyFillValue,
        Self::NoFillValue,
        Self::Twice,
        Self::Edited,
    ];
}

impl Rule {
    pub(super) fn encode(&self) -> [u8; 8] {
        let Self { from, leaves_out, most, scope, size, act, place, bits } = *self;
        let (scope, act) = (chosen(&scope, &Scope::ALL), chosen(&act, &Act::ALL));
        [from, leaves_out, most, scope, size, act, place, bits]
    }
}

impl<'a> Arbitrary<'a> for Rule {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        Ok(Self {
            from: byte(bytes)?,
            leaves_out: byte(bytes)?,
            most: byte(bytes)?,
            scope: choose(bytes, &Scope::ALL)?,
            size: byte(bytes)?,
            act: choose(bytes, &Act::ALL)?,
            place: byte(bytes)?,
            bits: byte(bytes)?,
        })
    }
}
