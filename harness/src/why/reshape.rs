//! A shape worked out: the sizes, -1, and what must hold of them.

use codec_reference::reshape::{Constraint, Part, constraints, resolve_auto, sizes};
use codec_reference::{OutputDim, Readings, Reshape, ReshapeError};
use num_bigint::BigUint;

use super::page::{Page, quoted};
use super::proof::CODEC;
use crate::outside::bounded;
use crate::protocol::{CodecText, ReshapeRequest};
use crate::shape::extents;

/// At most this many lines of a kind.
const LINES: usize = 8;

/// How the output's shape follows from the input's.
pub(super) fn explain(page: &mut Page, request: &ReshapeRequest) {
    let input = extents(&request.shape).expect("vectors have no negative extents");
    page.say("input", format!("shape {}: {}", list(&input), product(&input)));
    page.say("codec", bounded(request.codec.text(), CODEC));
    let parsed = match &request.codec {
        CodecText::Configuration(text) => Reshape::parse(text, Readings::OURS),
        CodecText::Codec(text) => Reshape::parse_codec(text, Readings::OURS),
    };
    let resolved = parsed.and_then(|reshape| {
        let output = resolve(page, reshape.shape(), &input)?;
        reshape.rules(&input).into_iter().for_each(|rule| page.rule(rule));
        Ok(output)
    });
    match resolved {
        Ok(output) => {
            page.say("output", format!("shape {}", list(&output)));
            if request.data.is_some() {
                page.say(
                    "data",
                    "the elements keep their order: as many, in C order on both sides",
                );
                page.rule("RS-DATA-1");
            }
        }
        Err(error) => {
            page.say("rejected", format!("configuration:{}: {error}", error.reason()));
            page.rule(error.rule());
        }
    }
}

/// The steps of the reference, each said before the next.
fn resolve(
    page: &mut Page,
    shape: &[OutputDim],
    input: &[BigUint],
) -> Result<Vec<BigUint>, ReshapeError> {
    let known = sizes(shape, input)?;
    let resolved = resolve_auto(&known, input);
    for (position, dim) in shape.iter().enumerate().take(LINES) {
        let label = if position == 0 { "sizes" } else { "" };
        let size = resolved.as_ref().ok().map(|output| &output[position]);
        let others = known.iter().flatten().cloned().collect::<Vec<_>>();
        page.say(label, format!("{position}: {}", size_words(dim, size, &others, input)));
    }
    if shape.len() > LINES {
        page.say("", format!("and {} more", shape.len() - LINES));
    }
    let output = resolved?;
    for (index, constraint) in constraints(shape, &output, input)?.into_iter().enumerate() {
        if index < LINES || constraint.check().is_err() {
            page.say(if index == 0 { "holds" } else { "" }, constraint_words(&constraint));
        }
        constraint.check()?;
    }
    Ok(output)
}

fn size_words(
    dim: &OutputDim,
    size: Option<&BigUint>,
    others: &[BigUint],
    input: &[BigUint],
) -> String {
    match dim {
        OutputDim::Size(size) => format!("the size {}", digits(size)),
        OutputDim::InputDims(dims) if dims.is_empty() => {
            "no input dimensions, whose product is 1".to_owned()
        }
        OutputDim::InputDims(dims) => {
            let index =
                |dim: &BigUint| usize::try_from(dim).expect("a dimension that the input has");
            let chosen: Vec<BigUint> = dims.iter().map(|dim| input[index(dim)].clone()).collect();
            format!("input dimensions {}: {}", list(dims), product(&chosen))
        }
        OutputDim::Auto => {
            let quotient = format!("({}) / ({})", product(input), product(others));
            match size {
                Some(size) => format!("-1, what is left over: {quotient} = {}", digits(size)),
                None => format!("-1, but {quotient} is no size"),
            }
        }
    }
}

fn constraint_words(constraint: &Constraint<'_>) -> String {
    let place = match constraint.part {
        Part::All => "in all".to_owned(),
        Part::Before { position } => format!("before position {position}"),
        Part::After { position } => format!("after position {position}"),
    };
    let verdict = if constraint.check().is_ok() { "equal" } else { "DIFFERENT" };
    let (output, input) = (product(constraint.output), product(constraint.input));
    format!("{place}: output {output}, input {input}: {verdict}")
}

/// `4 * 5 = 20`; of long lists only the result.
fn product(extents: &[BigUint]) -> String {
    let total = digits(&extents.iter().product());
    match extents {
        [] => "1 (of no extents)".to_owned(),
        [_] => total,
        _ if extents.len() > LINES => format!("a product of {} extents = {total}", extents.len()),
        _ => {
            let factors: Vec<String> = extents.iter().map(digits).collect();
            format!("{} = {total}", factors.join(" * "))
        }
    }
}

fn list(extents: &[BigUint]) -> String {
    let shown: Vec<String> = extents.iter().take(2 * LINES).map(digits).collect();
    let more = if extents.len() > 2 * LINES { ", ..." } else { "" };
    format!("[{}{more}]", shown.join(", "))
}

fn digits(extent: &BigUint) -> String {
    quoted(&extent.to_string())
}
