//! Mistakes at one point of `cast_value`, as closures: what differs there from the reference.

use codec_reference::{
    Cast, CastError, CastValue, ConfigurationError, DataType, Direction, FillValueError, Json,
    Readings,
};

use crate::Behaviour;
use crate::json::{Members, edited, read};
use crate::support::each;

/// Another result for some scalars, `None` for all others.
pub(crate) struct Scalar(pub(crate) fn(&Cast, u64) -> Option<Result<u64, CastError>>);

impl Behaviour for Scalar {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        (self.0)(cast, bits).unwrap_or_else(|| cast.scalar(bits))
    }
}

/// Another function in place of some casts, `None` for all others.
pub(crate) struct Function(pub(crate) fn(&Cast) -> Option<Cast>);

impl Behaviour for Function {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let cast = codec.cast(direction);
        each((self.0)(cast).as_ref().unwrap_or(cast), array)
    }
}

/// Another function for decoding, made from those for decoding and encoding.
pub(crate) struct Decoding(pub(crate) fn(&Cast, &Cast) -> Cast);

impl Behaviour for Decoding {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let [encode, decode] = Direction::ALL.map(|direction| codec.cast(direction));
        match direction {
            Direction::Encode => each(encode, array),
            Direction::Decode => each(&(self.0)(decode, encode), array),
        }
    }
}

/// Another cast of whole arrays.
pub(crate) struct Array(pub(crate) fn(&Cast, &[u64]) -> Result<Vec<u64>, CastError>);

impl Behaviour for Array {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        (self.0)(codec.cast(direction), array)
    }
}

/// Another reader of configurations that are JSON.
pub(crate) struct Reader(pub(crate) fn(Json, DataType) -> Result<CastValue, ConfigurationError>);

impl Behaviour for Reader {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        (self.0)(Json::parse(text)?, array)
    }
}

/// A change to the members of a configuration before they are read.
pub(crate) struct Edit(pub(crate) fn(&mut Members, DataType));

impl Behaviour for Edit {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        let json = edited(Json::parse(text)?, |members| (self.0)(members, array));
        read(&json, array)
    }
}

/// Another reader of codec objects.
pub(crate) struct Codec(pub(crate) fn(&str, DataType) -> Result<CastValue, ConfigurationError>);

impl Behaviour for Codec {
    fn codec(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        (self.0)(text, array)
    }
}

/// A valid configuration that is rejected, `None` for all others.
pub(crate) struct Rejected(pub(crate) fn(&CastValue) -> Option<ConfigurationError>);

impl Behaviour for Rejected {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        let codec = CastValue::parse(text, array, Readings::OURS)?;
        (self.0)(&codec).map_or(Ok(codec), Err)
    }
}

/// Another reader of fill values, `None` for those that are read as the text says.
pub(crate) struct FillValue(pub(crate) fn(&str, DataType) -> Option<Result<u64, FillValueError>>);

impl Behaviour for FillValue {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        (self.0)(text, data_type)
            .unwrap_or_else(|| data_type.parse_fill_value(text, Readings::OURS))
    }
}

/// Another check that a fill value survives.
pub(crate) struct Survival(pub(crate) fn(&CastValue, u64) -> Result<u64, ConfigurationError>);

impl Behaviour for Survival {
    fn check_fill_value(&self, codec: &CastValue, bits: u64) -> Result<u64, ConfigurationError> {
        (self.0)(codec, bits)
    }
}
