//! The reference and its faulty variants, in this process.

mod packing;
mod reshape;

use codec_faults::Behaviour;
use codec_reference::{CastValue, ConfigurationError, DataType, Direction};

use super::everything::everything;
use super::results::{Expected, results};
use crate::direction::meant;
use crate::packed;
use crate::protocol::{
    Answer, ArrayResult, CastRequest, CodecText, Implementation, Refusal, Request,
};

/// A behaviour behind the protocol's requests.
pub struct InProcess<'a> {
    name: String,
    behaviour: &'a dyn Behaviour,
}

impl<'a> InProcess<'a> {
    /// An implementation of that name.
    pub fn new(name: &str, behaviour: &'a dyn Behaviour) -> Self {
        Self { name: name.to_owned(), behaviour }
    }

    fn cast(&self, request: &CastRequest) -> Answer {
        let Some(array) = DataType::from_name(&request.data_type) else {
            return Answer::Unsupported(format!("data type {:?}", request.data_type));
        };
        let codec = match &request.codec {
            CodecText::Configuration(text) => self.behaviour.configuration(text, array),
            CodecText::Codec(text) => self.behaviour.codec(text, array),
        };
        match codec.and_then(|codec| self.open(codec, array, &request.fill_value)) {
            Ok((codec, fill_value)) => {
                let direction = meant(request.direction);
                let cast = codec.cast(direction);
                let [from, to] = [cast.source(), cast.target()].map(|one| one.bytes() as u128);
                let convert = |array: &[u8]| self.array(&codec, direction, array);
                let results = results(&request.arrays, Expected { from, to, rank: 0 }, convert);
                let answered = |results| Answer::Results { results, fill_value: Some(fill_value) };
                results.map_or_else(|answer| answer, answered)
            }
            Err(error) => Answer::Refused(Refusal::configuration(error.reason(), &error)),
        }
    }

    fn open(
        &self,
        codec: CastValue,
        array: DataType,
        fill_value: &str,
    ) -> Result<(CastValue, Vec<u8>), ConfigurationError> {
        let fill_value = self.behaviour.fill_value(fill_value, array)?;
        let cast = self.behaviour.check_fill_value(&codec, fill_value)?;
        let cast = packed::pack(codec.cast(Direction::Encode).target(), &[cast]);
        Ok((codec, cast))
    }

    fn array(&self, codec: &CastValue, direction: Direction, array: &[u8]) -> ArrayResult {
        let cast = codec.cast(direction);
        let Some(elements) = packed::unpack(cast.source(), array) else {
            return Err(Refusal::data("other", &"the array ends within an element"));
        };
        match self.behaviour.array(codec, direction, &elements) {
            Ok(results) => Ok(packed::pack(cast.target(), &results)),
            Err(error) => Err(Refusal::data(error.reason(), &error)),
        }
    }

    fn fill_value(&self, data_type: &str, json: &str) -> Answer {
        let Some(data_type) = DataType::from_name(data_type) else {
            return Answer::Unsupported(format!("data type {data_type:?}"));
        };
        let result = self.behaviour.fill_value(json, data_type);
        let result = result.map(|bits| packed::pack(data_type, &[bits]));
        let refused = |error| Refusal::configuration("fill_value", &error);
        Answer::Results { results: vec![result.map_err(refused)], fill_value: None }
    }
}

impl Implementation for InProcess<'_> {
    fn answer(&mut self, request: &Request) -> Answer {
        match request {
            Request::Hello => everything(&self.name).into(),
            Request::CastValue(request) => self.cast(request),
            Request::FillValue { data_type, json } => self.fill_value(data_type, json),
            Request::Reshape(request) => reshape::answer(self.behaviour, request),
            Request::Unpack(request) => packing::unpack(self.behaviour, request),
            Request::Pack(request) => packing::pack(self.behaviour, request),
            Request::Other(_) => Answer::unknown(request),
        }
    }
}
