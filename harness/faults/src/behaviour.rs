//! What a codec does, point by point.

use codec_reference::{
    AttributesError, Cast, CastError, CastValue, ConfigurationError, DataType, Direction,
    FillValueError, PackError, Packing, Readings, Reshape, ReshapeError, Tensor, UnpackError, Word,
};
use num_bigint::BigUint;

use crate::packing::AnyPacking;

/// What a codec does at each point where a mistake can sit; by default what the reference does.
pub trait Behaviour: Sync {
    /// Reads a configuration's JSON text for arrays of a data type.
    ///
    /// # Errors
    /// The configuration is rejected.
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        CastValue::parse(text, array, Readings::OURS)
    }

    /// Reads the JSON text of a whole codec object.
    ///
    /// # Errors
    /// The codec object is rejected.
    fn codec(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        CastValue::parse_codec(text, array, Readings::OURS)
    }

    /// Reads the JSON text of a fill value.
    ///
    /// # Errors
    /// The text is rejected.
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        data_type.parse_fill_value(text, Readings::OURS)
    }

    /// Casts the fill value and checks that it survives.
    ///
    /// # Errors
    /// It does not.
    fn check_fill_value(&self, codec: &CastValue, bits: u64) -> Result<u64, ConfigurationError> {
        codec.cast_fill_value(bits)
    }

    /// Casts the elements of one array.
    ///
    /// # Errors
    /// The error of the first element that cannot be cast.
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let cast = codec.cast(direction);
        array.iter().map(|bits| self.scalar(cast, *bits)).collect()
    }

    /// Casts one scalar.
    ///
    /// # Errors
    /// It cannot be cast.
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        cast.scalar(bits)
    }

    /// Resolves a `reshape` configuration's JSON text against an input shape.
    ///
    /// # Errors
    /// The configuration is rejected, or has no output shape.
    fn reshape(&self, text: &str, input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
        self.output_shape(&Reshape::parse(text, Readings::OURS)?, input)
    }

    /// Resolves the JSON text of a whole `reshape` codec object.
    ///
    /// # Errors
    /// The codec object is rejected, or has no output shape.
    fn reshape_codec(&self, text: &str, input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
        self.output_shape(&Reshape::parse_codec(text, Readings::OURS)?, input)
    }

    /// Resolves a valid `reshape` configuration against an input shape.
    ///
    /// # Errors
    /// It has no output shape.
    fn output_shape(
        &self,
        reshape: &Reshape,
        input: &[BigUint],
    ) -> Result<Vec<BigUint>, ReshapeError> {
        reshape.output_shape(input)
    }

    /// The elements of the output of `reshape`, in C order, from those of the input.
    fn reshape_elements(&self, input: &Tensor, output: &[u64]) -> Vec<u64> {
        let _ = output;
        input.elements().to_vec()
    }

    /// Reads the attributes of Unpack and Pack.
    ///
    /// # Errors
    /// They are rejected.
    fn packing(
        &self,
        bits: Option<i64>,
        radix: Option<i64>,
        group_size: Option<i64>,
    ) -> Result<AnyPacking, AttributesError> {
        Packing::from_attributes(bits, radix, group_size).map(AnyPacking::Valid)
    }

    /// Unpacks words along an axis into `count` codes.
    ///
    /// # Errors
    /// The input is rejected.
    fn unpack(
        &self,
        packing: AnyPacking,
        words: &Tensor,
        word: Word,
        axis: i64,
        count: i64,
    ) -> Result<Tensor, UnpackError> {
        packing.unpack(words, word, axis, count)
    }

    /// Packs codes along an axis into words.
    ///
    /// # Errors
    /// The codes are rejected.
    fn pack(
        &self,
        packing: AnyPacking,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        packing.pack(codes, word, axis)
    }
}

/// The reference, unchanged.
#[derive(Clone, Copy, Debug)]
pub struct Faultless;

impl Behaviour for Faultless {}

/// The reference under other readings of the texts.
#[derive(Clone, Copy, Debug)]
pub struct Tolerated(pub Readings);

impl Behaviour for Tolerated {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        CastValue::parse(text, array, self.0)
    }

    fn codec(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        CastValue::parse_codec(text, array, self.0)
    }

    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        data_type.parse_fill_value(text, self.0)
    }

    fn reshape(&self, text: &str, input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
        Reshape::parse(text, self.0)?.output_shape(input)
    }

    fn reshape_codec(&self, text: &str, input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
        Reshape::parse_codec(text, self.0)?.output_shape(input)
    }
}
