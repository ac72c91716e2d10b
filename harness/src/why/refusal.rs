//! Why a configuration, or a fill value under it, is rejected before any data.

use codec_reference::{Cast, CastValue, ConfigurationError, DataType, Direction, Readings};

use super::fill_value;
use super::page::Page;
use crate::function::read;
use crate::protocol::CodecText;
use crate::suite::{CastCodec, Spelled};

/// What a question about casts opens.
pub(super) struct Opened {
    pub(super) array: DataType,
    /// The function of the question's direction, or why there is none.
    pub(super) cast: Result<Cast, Box<Refused>>,
}

/// Why nothing can be cast.
pub(super) struct Refused {
    pub(super) error: ConfigurationError,
    /// The configuration and the fill value's bits, where only the fill value is at fault.
    pub(super) codec: Option<(CastValue, u64)>,
}

/// Reads the configuration, then the fill value, as a codec does when it is opened.
pub(super) fn open(codec: &CastCodec, fill_value: &str) -> Opened {
    let array = DataType::from_name(codec.array_type()).expect("vectors name known array types");
    let cast = match codec {
        CastCodec::Function(function) => Ok(function.cast()),
        CastCodec::Spelled(Spelled { text, direction, .. }) => {
            spelled_cast(text, *direction, array, fill_value)
        }
    };
    Opened { array, cast }
}

fn spelled_cast(
    text: &CodecText,
    direction: Direction,
    array: DataType,
    fill_value: &str,
) -> Result<Cast, Box<Refused>> {
    let at_fault = |error| Box::new(Refused { error, codec: None });
    let codec = read(text, array).map_err(at_fault)?;
    let bits = array.parse_fill_value(fill_value, Readings::OURS);
    let bits = bits.map_err(|error| at_fault(error.into()))?;
    match codec.cast_fill_value(bits) {
        Ok(_) => Ok(codec.cast(direction).clone()),
        Err(error) => Err(Box::new(Refused { error, codec: Some((codec, bits)) })),
    }
}

/// The rejection, and the cast of the fill value where that is what fails.
pub(super) fn explain(page: &mut Page, refused: &Refused, array: DataType, fill_value: &str) {
    match (&refused.error, &refused.codec) {
        (ConfigurationError::FillValue(_), _) => fill_value::explain(page, array, fill_value),
        (_, Some((codec, bits))) => {
            page.say("fill value", format!("{fill_value} must survive the way there and back"));
            let encode = codec.cast(Direction::Encode);
            super::cast::explain(page, encode, *bits);
            if let Ok(stored) = encode.scalar(*bits) {
                page.say("and back", "the same the other way");
                super::cast::explain(page, codec.cast(Direction::Decode), stored);
            }
        }
        _ => {}
    }
    let message = refused.error.to_string();
    page.say("rejected", format!("configuration:{}: {message}", refused.error.reason()));
    page.rules_named_in(&message);
}
