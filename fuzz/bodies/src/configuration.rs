//! The target `configuration`: arbitrary JSON text as a configuration of `cast_value` or `reshape`.
//!
//! The choice of the input is the reader, and the array's data type for those of `cast_value`.

use codec_reference::{Alternative, CastValue, DataType, Json, Readings, Reshape};

use crate::Finding;
use crate::layout::{TextInput, decode};
use crate::round_trip::round_trip;
use crate::text::reshape_text;

/// What a text is read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// A configuration of `cast_value`, for arrays of that type.
    CastValue(DataType),
    /// A configuration of `reshape`.
    Reshape,
}

/// Reading configurations: the reference's way, or one that is checked against the same laws.
pub trait Read {
    /// A configuration of `cast_value`; `None` where it is rejected.
    fn cast_value(&self, text: &str, array: DataType, readings: Readings) -> Option<CastValue> {
        CastValue::parse(text, array, readings).ok()
    }

    /// A codec object `cast_value`; `None` where it is rejected.
    fn cast_value_codec(&self, text: &str, array: DataType) -> Option<CastValue> {
        CastValue::parse_codec(text, array, Readings::OURS).ok()
    }

    /// A configuration of `reshape`; `None` where it is rejected.
    fn reshape(&self, text: &str, readings: Readings) -> Option<Reshape> {
        Reshape::parse(text, readings).ok()
    }

    /// A codec object `reshape`; `None` where it is rejected.
    fn reshape_codec(&self, text: &str) -> Option<Reshape> {
        Reshape::parse_codec(text, Readings::OURS).ok()
    }
}

/// The reference.
#[derive(Clone, Copy, Debug)]
pub struct Reference;

impl Read for Reference {}

/// The reference neither panics nor hangs, and reads back what it accepts, written from the public
/// parts of what it read.
///
/// # Errors
/// A text that comes back as another configuration.
pub fn run(data: &[u8]) -> Result<(), Finding> {
    let input: TextInput = decode(data);
    check(&Reference, reader(input.choice), &input.text)
}

/// The laws on one reader: under each reading what is accepted comes back, and a configuration is
/// the same within a codec object.
///
/// # Errors
/// A law that is broken.
pub fn check(read: &dyn Read, reader: Reader, text: &str) -> Result<(), Finding> {
    // What is not JSON is rejected under every reading.
    let others = if Json::parse(text).is_ok() { usize::MAX } else { 1 };
    for readings in readings().take(others) {
        match reader {
            Reader::CastValue(array) => {
                let read = |text: &str| read.cast_value(text, array, readings);
                round_trip(&format!("cast_value for {array}"), text, read, CastValue::json)?;
            }
            Reader::Reshape => {
                round_trip("reshape", text, |text| read.reshape(text, readings), reshape_text)?;
            }
        }
    }
    within_codec(read, reader, text)
}

/// CV-CONF-1, RS-CONF-1: the same configuration in a codec object.
fn within_codec(read: &dyn Read, reader: Reader, text: &str) -> Result<(), Finding> {
    let codec = |name: &str| format!(r#"{{"name":"{name}","configuration":{text}}}"#);
    let same = match reader {
        Reader::CastValue(array) => {
            let alone = read.cast_value(text, array, Readings::OURS);
            alone.is_none() || alone == read.cast_value_codec(&codec("cast_value"), array)
        }
        Reader::Reshape => {
            let alone = read.reshape(text, Readings::OURS);
            alone.is_none() || alone == read.reshape_codec(&codec("reshape"))
        }
    };
    let facts = [("text", text.to_owned()), ("reader", format!("{reader:?}"))];
    if same { Ok(()) } else { Err(Finding::of("another configuration in a codec object", &facts)) }
}

/// The reader that the choice of an input names: of `reshape`, or of `cast_value` for a type.
pub(crate) fn reader(choice: u8) -> Reader {
    let index = usize::from(choice) % (DataType::ALL.len() + 1);
    DataType::ALL.get(index).map_or(Reader::Reshape, |data_type| Reader::CastValue(*data_type))
}

/// The choice that names a reader.
pub(crate) fn choice(wanted: Reader) -> u8 {
    (0..=u8::MAX).find(|choice| reader(*choice) == wanted).expect("each has a choice")
}

/// Our own reading, and each of the others in place of it.
fn readings() -> impl Iterator<Item = Readings> {
    let others = Alternative::ALL.map(|other| Readings::OURS.with(other));
    std::iter::once(Readings::OURS).chain(others)
}
