//! The target `cast`: candidates against the reference.

mod fast;
#[cfg(feature = "peers")]
mod peers;
mod report;

use std::borrow::Cow;

use codec_reference::{Alternative, Cast, Readings};

pub use fast::Fast;

use crate::Finding;
use crate::layout::{CastInput, Function, decode};

/// An implementation of casts.
pub trait Codec: Sync {
    /// What a finding calls it.
    fn name(&self) -> &str;

    /// What casts arrays by that function; `None` for a function that it does not have.
    fn open<'a>(&'a self, function: &'a Function) -> Option<Convert<'a>>;
}

/// Casts an array, bits to bits, or rejects it, with the reason.
pub type Convert<'a> = Box<Conversion<'a>>;

/// What a [`Convert`] holds.
pub type Conversion<'a> = dyn Fn(&[u64]) -> Result<Vec<u64>, Cow<'static, str>> + 'a;

/// The reference and every candidate of this build: the same results, the same rejections.
///
/// # Errors
/// The first difference.
pub fn run(data: &[u8]) -> Result<(), Finding> {
    let input: CastInput = decode(data);
    let expected = Expected::of(&input);
    candidates().iter().try_for_each(|codec| expected.compare(*codec))
}

/// Compares one implementation with the reference. What the text leaves open
/// (`codec_reference::Alternative`) may be done in any of the tolerated ways.
///
/// # Errors
/// The first difference.
pub fn compare(codec: &dyn Codec, input: &CastInput) -> Result<(), Finding> {
    Expected::of(input).compare(codec)
}

fn candidates() -> &'static [&'static dyn Codec] {
    #[cfg(not(feature = "peers"))]
    return &[&Fast];
    #[cfg(feature = "peers")]
    return &[&Fast, &peers::Apfloat, &peers::Float8, &peers::Half, &peers::Microfloat];
}

/// An input and what the reference makes of it.
struct Expected<'a> {
    input: &'a CastInput,
    cast: Cast,
    elements: Vec<Element>,
}

#[derive(Clone, Copy)]
struct Element {
    bits: u64,
    result: Option<u64>,
}

impl<'a> Expected<'a> {
    fn of(input: &'a CastInput) -> Self {
        let cast = input.function.cast();
        let element = |bits: &u64| Element { bits: *bits, result: cast.scalar(*bits).ok() };
        Self { input, elements: input.elements.iter().map(element).collect(), cast }
    }

    fn compare(&self, codec: &dyn Codec) -> Result<(), Finding> {
        let Some(convert) = codec.open(&self.input.function) else { return Ok(()) };
        self.strict(codec.name(), &*convert, &self.elements).or_else(|_| {
            // Elements with several tolerated outcomes are judged apart from the others.
            let (settled, open): (Vec<_>, Vec<_>) =
                self.elements.iter().copied().partition(|element| self.is_settled(element));
            self.strict(codec.name(), &*convert, &settled)?;
            open.iter().try_for_each(|element| self.tolerant(codec.name(), &*convert, element))
        })
    }

    /// The whole array; where some elements have no result, also those that have one, and each of
    /// the others alone (CV-ORDER-3).
    fn strict(
        &self,
        name: &str,
        convert: &Conversion<'_>,
        elements: &[Element],
    ) -> Result<(), Finding> {
        self.array(name, convert, elements)?;
        if elements.iter().all(|element| element.result.is_some()) {
            return Ok(());
        }
        let (good, bad): (Vec<_>, Vec<_>) =
            elements.iter().copied().partition(|element| element.result.is_some());
        self.array(name, convert, &good)?;
        bad.iter().try_for_each(|element| self.array(name, convert, std::slice::from_ref(element)))
    }

    fn array(
        &self,
        name: &str,
        convert: &Conversion<'_>,
        elements: &[Element],
    ) -> Result<(), Finding> {
        let array: Vec<u64> = elements.iter().map(|element| element.bits).collect();
        let found = convert(&array);
        let wrong = match &found {
            Err(_) => elements.iter().all(|element| element.result.is_some()).then_some(0),
            Ok(results) if results.len() != elements.len() => Some(0),
            Ok(results) => {
                let mut pairs = elements.iter().zip(results);
                pairs.position(|(element, result)| {
                    !is_result(&self.cast, element.bits, element.result, *result)
                })
            }
        };
        wrong.map_or(Ok(()), |index| Err(self.difference(name, &array, index, &found)))
    }

    fn is_settled(&self, element: &Element) -> bool {
        self.alternatives().all(|cast| cast.scalar(element.bits).ok() == element.result)
    }

    fn tolerant(
        &self,
        name: &str,
        convert: &Conversion<'_>,
        element: &Element,
    ) -> Result<(), Finding> {
        let found = convert(&[element.bits]);
        let accepts = |cast: &Cast| match (cast.scalar(element.bits).ok(), &found) {
            (None, found) => found.is_err(),
            (result, Ok(results)) => {
                matches!(results.as_slice(), [found] if is_result(cast, element.bits, result, *found))
            }
            _ => false,
        };
        let tolerated = accepts(&self.cast) || self.alternatives().any(|cast| accepts(&cast));
        if tolerated { Ok(()) } else { Err(self.difference(name, &[element.bits], 0, &found)) }
    }

    /// The function under each of the other readings.
    fn alternatives(&self) -> impl Iterator<Item = Cast> {
        Alternative::ALL
            .into_iter()
            .map(|other| self.cast.clone().with_readings(Readings::OURS.with(other)))
    }
}

/// A NaN that no entry maps may be any NaN (CV-NAN-2); all else is exact, what an entry maps
/// included (CV-MAP-4).
fn is_result(cast: &Cast, bits: u64, expected: Option<u64>, found: u64) -> bool {
    let target = cast.target();
    let same_nan = |expected: u64| {
        target.is_nan(expected)
            && target.is_nan(found)
            && cast.scalar_map().get(cast.source(), bits, Readings::OURS).is_none()
    };
    expected.is_some_and(|expected| expected == found || same_nan(expected))
}
