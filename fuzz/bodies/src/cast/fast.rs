//! The built-in optimised implementation as a candidate.

use std::borrow::Cow;

use codec_fast::{Cast, DataType, MapEntry, MapKey, OutOfRange, Reason, RoundingMode};

use super::{Codec, Convert};
use crate::layout::{Function, bits};

/// `codec-fast`.
#[derive(Clone, Copy, Debug)]
pub struct Fast;

impl Codec for Fast {
    fn name(&self) -> &str {
        "codec-fast"
    }

    fn open<'a>(&'a self, function: &'a Function) -> Option<Convert<'a>> {
        let (source, target) = (function.source(), function.target());
        let (width, result_width) = (source.bytes(), target.bytes());
        let cast = cast(function)?;
        Some(Box::new(move |array| {
            let mut input = Vec::with_capacity(array.len() * width);
            for bits in array {
                input.extend_from_slice(&bits.to_le_bytes()[..width]);
            }
            let mut output = vec![0; array.len() * result_width];
            cast.convert(&input, &mut output).map_err(|error| Cow::Borrowed(word(error.reason)))?;
            let results: Vec<u64> = output.chunks_exact(result_width).map(bits).collect();
            // A scalar takes another way than an array of one.
            match (array, results.as_slice()) {
                ([bits], [result]) if cast.convert_one(*bits) != Ok(*result) => {
                    let alone = cast.convert_one(*bits);
                    Err(format!("as a scalar {alone:x?}, in an array {result:#x}").into())
                }
                _ => Ok(results),
            }
        }))
    }
}

fn word(reason: Reason) -> &'static str {
    match reason {
        Reason::Nan => "nan",
        Reason::Infinite => "infinite",
        Reason::OutOfRange => "out_of_range",
    }
}

fn cast(function: &Function) -> Option<Cast> {
    let data_type = |data_type: codec_reference::DataType| DataType::from_name(data_type.name());
    let rounding = match function.rounding {
        codec_reference::RoundingMode::NearestEven => RoundingMode::NearestEven,
        codec_reference::RoundingMode::TowardsZero => RoundingMode::TowardsZero,
        codec_reference::RoundingMode::TowardsPositive => RoundingMode::TowardsPositive,
        codec_reference::RoundingMode::TowardsNegative => RoundingMode::TowardsNegative,
        codec_reference::RoundingMode::NearestAway => RoundingMode::NearestAway,
    };
    let out_of_range = function.out_of_range.map(|rule| match rule {
        codec_reference::OutOfRange::Clamp => OutOfRange::Clamp,
        codec_reference::OutOfRange::Wrap => OutOfRange::Wrap,
    });
    let entry = |entry: &codec_reference::MapEntry| MapEntry {
        key: match entry.key() {
            codec_reference::MapKey::AnyNan => MapKey::AnyNan,
            codec_reference::MapKey::Bits(bits) => MapKey::Bits(bits),
        },
        output: entry.output(),
    };
    let (source, target) = (data_type(function.source())?, data_type(function.target())?);
    let cast = Cast::new(source, target, rounding, out_of_range);
    if function.map.is_empty() {
        return Some(cast);
    }
    let entries: Vec<MapEntry> = function.map.iter().map(entry).collect();
    Some(cast.with_map(&entries))
}
