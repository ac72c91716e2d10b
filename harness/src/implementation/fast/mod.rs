//! The built-in optimised implementation.
//!
//! JSON is read by the reference's parser; everything numerical is `codec-fast`'s own, the check
//! of the fill value included.

mod packing;
mod reshape;

use codec_fast::{Cast, MapEntry, MapKey, Reason};
use codec_reference::{
    CastValue, ConfigurationError, DataType, Direction, MapKey as ParsedKey, OutOfRange, Readings,
};

use super::everything::everything;
use super::results::{Expected, results};
use crate::direction::meant;
use crate::function::read;
use crate::packed;
use crate::protocol::{
    Answer, ArrayResult, CastRequest, CodecText, Hello, Implementation, Refusal, Request,
};

/// `codec-fast` behind the protocol's requests.
#[derive(Clone, Copy, Debug)]
pub struct Fast;

/// Both directions of a configuration.
struct Codec {
    encode: Cast,
    decode: Cast,
    parsed: CastValue,
}

impl Implementation for Fast {
    fn answer(&mut self, request: &Request) -> Answer {
        match request {
            Request::Hello => hello().into(),
            Request::CastValue(request) => cast(request),
            Request::FillValue { .. } => Answer::Unsupported("reads no JSON".to_owned()),
            Request::Reshape(request) => reshape::answer(request),
            Request::Unpack(request) => packing::unpack(request),
            Request::Pack(request) => packing::pack(request),
            Request::Other(_) => Answer::unknown(request),
        }
    }
}

/// All but what is read from JSON.
fn hello() -> Hello {
    let mut hello = everything("fast");
    let capabilities = &mut hello.capabilities;
    capabilities.fill_value = None;
    if let Some(cast) = &mut capabilities.cast_value {
        (cast.configuration, cast.codec) = (false, false);
    }
    if let Some(reshape) = &mut capabilities.reshape {
        (reshape.configuration, reshape.codec) = (false, false);
    }
    hello
}

fn cast(request: &CastRequest) -> Answer {
    let Some(array) = DataType::from_name(&request.data_type) else {
        return Answer::Unsupported(format!("data type {:?}", request.data_type));
    };
    let codec = match open(&request.codec, array) {
        Ok(codec) => codec,
        Err(error) => {
            return Answer::Refused(Refusal::configuration(error.reason(), &error));
        }
    };
    let fill_value = match codec.fill_value(&request.fill_value, array) {
        Ok(fill_value) => fill_value,
        Err(refusal) => return Answer::Refused(refusal),
    };
    let direction = meant(request.direction);
    let types = codec.parsed.cast(direction);
    let [from, to] = [types.source(), types.target()].map(|one| one.bytes() as u128);
    let convert = |array: &[u8]| codec.array(direction, array);
    let results = results(&request.arrays, Expected { from, to, rank: 0 }, convert);
    let answered = |results| Answer::Results { results, fill_value: Some(fill_value) };
    results.map_or_else(|answer| answer, answered)
}

fn open(text: &CodecText, array: DataType) -> Result<Codec, ConfigurationError> {
    let parsed = read(text, array)?;
    let [encode, decode] = Direction::ALL.map(|direction| optimised(parsed.cast(direction)));
    Ok(Codec { encode, decode, parsed })
}

fn optimised(cast: &codec_reference::Cast) -> Cast {
    let name = |data_type: DataType| {
        codec_fast::DataType::from_name(data_type.name()).expect("both know the same types")
    };
    let rounding = match cast.rounding() {
        codec_reference::RoundingMode::NearestEven => codec_fast::RoundingMode::NearestEven,
        codec_reference::RoundingMode::TowardsZero => codec_fast::RoundingMode::TowardsZero,
        codec_reference::RoundingMode::TowardsPositive => codec_fast::RoundingMode::TowardsPositive,
        codec_reference::RoundingMode::TowardsNegative => codec_fast::RoundingMode::TowardsNegative,
        codec_reference::RoundingMode::NearestAway => codec_fast::RoundingMode::NearestAway,
    };
    let out_of_range = cast.out_of_range().map(|rule| match rule {
        OutOfRange::Clamp => codec_fast::OutOfRange::Clamp,
        OutOfRange::Wrap => codec_fast::OutOfRange::Wrap,
    });
    let entry = |entry: &codec_reference::MapEntry| MapEntry {
        key: match entry.key() {
            ParsedKey::AnyNan => MapKey::AnyNan,
            ParsedKey::Bits(bits) => MapKey::Bits(bits),
        },
        output: entry.output(),
    };
    let entries: Vec<MapEntry> = cast.scalar_map().entries().iter().map(entry).collect();
    let plain = Cast::new(name(cast.source()), name(cast.target()), rounding, out_of_range);
    if entries.is_empty() { plain } else { plain.with_map(&entries) }
}

impl Codec {
    fn array(&self, direction: Direction, array: &[u8]) -> ArrayResult {
        let types = self.parsed.cast(direction);
        let (source, target) = (types.source().bytes(), types.target().bytes());
        if !array.len().is_multiple_of(source) {
            return Err(Refusal::data("other", &"the array ends within an element"));
        }
        let mut output = vec![0; array.len() / source * target];
        let cast = if direction == Direction::Encode { &self.encode } else { &self.decode };
        match cast.convert(array, &mut output) {
            Ok(()) => Ok(output),
            Err(error) => Err(Refusal::data(reason(error.reason), &error)),
        }
    }

    /// The fill value cast into the configuration's type, if it survives the way back.
    fn fill_value(&self, text: &str, array: DataType) -> Result<Vec<u8>, Refusal> {
        let refused = |message: &dyn ToString| Refusal::configuration("fill_value", message);
        let bits = array.parse_fill_value(text, Readings::OURS).map_err(|error| refused(&error))?;
        let forward = self.encode.convert_one(bits).map_err(|reason| refused(&reason))?;
        let back = self.decode.convert_one(forward).map_err(|reason| refused(&reason))?;
        if !self.parsed.survives(bits, back) {
            let back = array.fill_value_json(back);
            return Err(refused(&format!("the fill value comes back as {back}")));
        }
        Ok(packed::pack(self.parsed.cast(Direction::Encode).target(), &[forward]))
    }
}

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Nan => "nan",
        Reason::Infinite => "infinite",
        Reason::OutOfRange => "out_of_range",
    }
}
