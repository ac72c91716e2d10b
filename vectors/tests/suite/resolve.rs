//! The text of `reshape` once more, in integers of 128 bits: a configuration's output shape.

use std::collections::BTreeMap;

use codec_vectors::{Reason, ReshapeItem};
use serde_json::value::RawValue;

/// A configuration, as far as it is one.
pub(crate) struct Configuration {
    /// The elements of `shape`, unread.
    pub(crate) shape: Vec<String>,
    /// Whether `shape` has other members beside it.
    others: bool,
}

/// An element of `shape`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    Size(i128),
    Dims(Vec<i128>),
}

/// What is tolerated where the text is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    Ours,
    /// A number with a fraction or an exponent may be an integer.
    Integral,
    /// A member that is not known is ignored.
    Ignored,
}

impl Configuration {
    pub(crate) fn of(item: &ReshapeItem) -> Option<Self> {
        let configuration = match (&item.configuration, &item.codec) {
            (Some(text), _) => text.clone(),
            (None, codec) => {
                let codec = members(codec.as_ref()?)?;
                let name: String = serde_json::from_str(codec.get("name")?.get()).ok()?;
                let configuration = codec.get("configuration").filter(|_| name == "reshape")?;
                configuration.get().to_owned()
            }
        };
        let configuration = members(&configuration)?;
        let shape = list(configuration.get("shape")?.get())?;
        Some(Self { shape, others: configuration.len() > 1 })
    }

    /// The elements, where each is one and the whole is valid for some input.
    pub(crate) fn elements(&self, reading: Reading) -> Option<Vec<Element>> {
        let elements: Option<Vec<_>> =
            self.shape.iter().map(|text| Element::read(text, reading)).collect();
        elements.filter(|all| is_valid(all) && (!self.others || reading == Reading::Ignored))
    }
}

fn members(text: &str) -> Option<BTreeMap<String, Box<RawValue>>> {
    serde_json::from_str(text).ok()
}

fn list(text: &str) -> Option<Vec<String>> {
    let elements: Vec<&RawValue> = serde_json::from_str(text).ok()?;
    Some(elements.into_iter().map(|element| element.get().to_owned()).collect())
}

impl Element {
    fn read(text: &str, reading: Reading) -> Option<Self> {
        let dims = || list(text)?.iter().map(|text| integer(text, reading)).collect::<Option<_>>();
        integer(text, reading).map(Self::Size).or_else(|| dims().map(Self::Dims))
    }

    fn size(&self) -> Option<i128> {
        match self {
            Self::Size(size) => Some(*size),
            Self::Dims(_) => None,
        }
    }

    pub(crate) fn dims(&self) -> Option<&[i128]> {
        match self {
            Self::Size(_) => None,
            Self::Dims(dims) => Some(dims),
        }
    }
}

/// An integer; one beyond 128 bits counts as the largest, since neither fits any input.
fn integer(text: &str, reading: Reading) -> Option<i128> {
    let huge = text.bytes().all(|digit| digit.is_ascii_digit()).then_some(i128::MAX);
    let float = || text.parse().ok().filter(|float: &f64| float.fract() == 0.0);
    let integral = || float().filter(|_| reading == Reading::Integral).map(|float| float as i128);
    text.parse().ok().or(huge).or_else(integral)
}

/// What must hold before any input is known.
fn is_valid(elements: &[Element]) -> bool {
    let sizes = || elements.iter().filter_map(Element::size);
    let dims = elements.iter().filter_map(Element::dims).flatten();
    sizes().all(|size| size > 0 || size == -1)
        && sizes().filter(|size| *size == -1).count() <= 1
        && dims.is_sorted_by(|a, b| a < b)
}

/// The output's shape, or the reason for a rejection.
pub(crate) fn resolve(elements: Option<&[Element]>, input: &[u128]) -> Result<Vec<u128>, Reason> {
    fit(elements.ok_or(Reason::Configuration)?, input).ok_or(Reason::Shape)
}

fn fit(elements: &[Element], input: &[u128]) -> Option<Vec<u128>> {
    let extent = |dim: &i128| input.get(usize::try_from(*dim).ok()?).copied();
    let mut known = Vec::new();
    for element in elements {
        known.push(match element {
            Element::Size(size) => u128::try_from(*size).ok(),
            Element::Dims(dims) => {
                Some(product(&dims.iter().map(extent).collect::<Option<Vec<_>>>()?)?)
            }
        });
    }
    let total = product(input).expect("the number of elements fits 128 bits");
    let rest = total.checked_div(product(&known.iter().flatten().copied().collect::<Vec<_>>())?);
    let output: Vec<_> = known.into_iter().map(|size| size.or(rest)).collect::<Option<_>>()?;
    let aligned = |(i, element): (usize, &Element)| match element.dims() {
        None | Some([]) => true,
        Some(dims @ [first, ..]) => {
            let last = dims[dims.len() - 1] as usize;
            product(&output[..i]) == product(&input[..*first as usize])
                && product(&output[i + 1..]) == product(&input[last + 1..])
        }
    };
    let fits = product(&output) == Some(total) && elements.iter().enumerate().all(aligned);
    fits.then_some(output)
}

/// The product; `None` where it does not fit 128 bits, and so is not that of an input.
pub(crate) fn product(extents: &[u128]) -> Option<u128> {
    let zero = extents.contains(&0).then_some(0);
    zero.or_else(|| extents.iter().try_fold(1_u128, |product, extent| product.checked_mul(*extent)))
}
