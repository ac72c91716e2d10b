//! The target `cast_laws`: what holds for every cast, without knowing any result beforehand.
//!
//! The laws are judged by the values of bits alone, so that they hold the reference itself to
//! account; what is compared with it in the target `cast` need not be asked again.

mod laws;
mod subject;

use codec_reference::{DataType, MapKey};

pub use subject::Reference;

use crate::Finding;
use crate::cast::Codec;
use crate::layout::{CastInput, Function, decode};
use laws::LAWS;
use subject::{Stop, Subject};

/// More elements of an input are not looked at.
const MAX_ELEMENTS: usize = 4;

/// The laws on the reference.
///
/// # Errors
/// The first law that is broken.
pub fn run(data: &[u8]) -> Result<(), Finding> {
    check(&Reference, &decode(data))
}

/// The laws on one implementation. Functions that it does not have are left out.
///
/// # Errors
/// The first law that is broken.
pub fn check(codec: &dyn Codec, input: &CastInput) -> Result<(), Finding> {
    let elements = &input.elements[..input.elements.len().min(MAX_ELEMENTS)];
    let bare = Function { map: Vec::new(), ..input.function.clone() };
    let subject = Subject { codec, function: &bare };
    for (index, bits) in elements.iter().enumerate() {
        // The law on pairs takes each element with the one after it.
        let other = elements[(index + 1) % elements.len()];
        for (name, law) in LAWS {
            subject.judge(name, &[*bits, other], law(&subject, *bits, other))?;
        }
    }
    let mapped = Subject { codec, function: &input.function };
    for bits in elements {
        mapped.judge("the map acts first", &[*bits], map_acts_first(&mapped, &subject, *bits))?;
    }
    mapped.judge("an array is its elements", elements, array_is_its_elements(&mapped, elements))
}

/// CV-MAP-1, CV-MAP-2, CV-MAP-4: the first entry that has the element decides; an element that
/// none has is cast as without a map.
fn map_acts_first(mapped: &Subject<'_>, bare: &Subject<'_>, bits: u64) -> Result<(), Stop> {
    let source = mapped.function.source();
    let entry = mapped.function.map.iter().find(|entry| has(source, entry.key(), bits));
    match entry {
        Some(entry) => mapped.expect(mapped.result(bits)?, Ok(entry.output())),
        None => bare.same(&mapped.result(bits)?, &bare.result(bits)?),
    }
}

/// CV-MAP-5, CV-MAP-6, CV-MAP-7.
fn has(source: DataType, key: MapKey, bits: u64) -> bool {
    let zero = |bits| subject::is_zero(source, bits);
    match key {
        MapKey::AnyNan => source.is_nan(bits),
        MapKey::Bits(key) => key == bits || zero(key) && zero(bits),
    }
}

/// CV-ORDER-3.
fn array_is_its_elements(subject: &Subject<'_>, elements: &[u64]) -> Result<(), Stop> {
    let results = elements.iter().map(|bits| subject.result(*bits));
    let results: Vec<_> = results.collect::<Result<_, _>>()?;
    let results: Option<Vec<u64>> = results.into_iter().map(Result::ok).collect();
    let array = subject.array(elements)?;
    match array == results {
        true => Ok(()),
        false => {
            Err(Stop::Broken(format!("the array gives {array:x?}, its elements {results:x?}")))
        }
    }
}
