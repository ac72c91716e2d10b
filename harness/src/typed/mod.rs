//! An implementation in this process, made of closures: from a typed question to a result.
//!
//! The suite reads the configuration and hands over its meaning, a [`Function`]. Who reads the JSON
//! text by themselves, or has a fill value, takes [`Codec::cast_text`].
//!
//! ```
//! use codec_conformance::typed::{CastCapabilities, Codec, Function, Refusal, RoundingMode};
//!
//! /// From a byte to a byte nothing is lost but what is negative.
//! fn cast(function: &Function, elements: &[u64]) -> Result<Vec<u64>, Refusal> {
//!     let signs = function.source != function.target;
//!     match elements.iter().find(|element| signs && **element > 127) {
//!         Some(element) => Err(Refusal::data("out_of_range", element)),
//!         None => Ok(elements.to_vec()),
//!     }
//! }
//!
//! let rounding = RoundingMode::ALL.map(RoundingMode::name);
//! let capabilities = CastCapabilities::new(["int8", "uint8"], rounding, ["none"]);
//! let codec = Codec::new("bytes", "1.0.0").cast_elements(capabilities, cast);
//! # use codec_conformance::{implementation::Connection, protocol::Request};
//! # let mut codec = codec;
//! # assert!(codec.ask(&Request::Hello).is_ok());
//! ```

mod cast;

pub use codec_reference::{DataType, Direction, MapEntry, MapKey, OutOfRange, RoundingMode};

pub use crate::function::Function;
pub use crate::protocol::{
    Answer, ArrayResult, CastCapabilities, CastRequest, FillValueCapabilities, PackingCapabilities,
    PackingRequest, Refusal, ReshapeCapabilities, ReshapeRequest, Shaped, ShapedResult,
};

use crate::protocol::{Capabilities, Hello, Implementation, Request};

/// What answers the requests of one operation.
type Operation<R> = Option<Box<dyn FnMut(&R) -> Answer + Send>>;

/// An implementation made of a closure for each operation that it has.
pub struct Codec {
    hello: Hello,
    cast_value: Operation<CastRequest>,
    fill_value: Operation<(String, String)>,
    reshape: Operation<ReshapeRequest>,
    unpack: Operation<PackingRequest>,
    pack: Operation<PackingRequest>,
}

impl Codec {
    /// One of that name and version, which has no operation yet.
    pub fn new(name: &str, version: &str) -> Self {
        Self {
            hello: Hello::new(name, version, Capabilities::default()),
            cast_value: None,
            fill_value: None,
            reshape: None,
            unpack: None,
            pack: None,
        }
    }

    /// Casts the elements of an array: bits of the source type to bits of the target type.
    #[must_use]
    pub fn cast_elements(
        self,
        capabilities: CastCapabilities,
        mut convert: impl FnMut(&Function, &[u64]) -> Result<Vec<u64>, Refusal> + Send + 'static,
    ) -> Self {
        self.cast_bytes(capabilities, move |function, bytes| {
            cast::in_elements(function, bytes, &mut convert)
        })
    }

    /// Casts a packed array: little-endian elements, a byte for a type narrower than a byte.
    #[must_use]
    pub fn cast_bytes(
        self,
        capabilities: CastCapabilities,
        mut convert: impl FnMut(&Function, &[u8]) -> ArrayResult + Send + 'static,
    ) -> Self {
        self.cast_text(capabilities, move |request| cast::answer(request, &mut convert))
    }

    /// Answers a request to cast, in which configuration and fill value are JSON text.
    #[must_use]
    pub fn cast_text(
        mut self,
        capabilities: CastCapabilities,
        answer: impl FnMut(&CastRequest) -> Answer + Send + 'static,
    ) -> Self {
        self.hello.capabilities.cast_value = Some(capabilities);
        self.cast_value = Some(Box::new(answer));
        self
    }

    /// Reads a fill value: from the name of its data type and its JSON text to its packed bits.
    #[must_use]
    pub fn fill_value(
        mut self,
        capabilities: FillValueCapabilities,
        mut read: impl FnMut(&str, &str) -> ArrayResult + Send + 'static,
    ) -> Self {
        self.hello.capabilities.fill_value = Some(capabilities);
        self.fill_value = Some(Box::new(move |(data_type, json)| Answer::Results {
            results: vec![read(data_type, json)],
            fill_value: None,
        }));
        self
    }

    /// Computes a shape, and the elements in their new order where the request has some.
    #[must_use]
    pub fn reshape(
        mut self,
        capabilities: ReshapeCapabilities,
        mut resolve: impl FnMut(&ReshapeRequest) -> ShapedResult + Send + 'static,
    ) -> Self {
        self.hello.capabilities.reshape = Some(capabilities);
        self.reshape =
            Some(Box::new(move |request| Answer::Shaped { results: vec![resolve(request)] }));
        self
    }

    /// Unpacks one of the request's arrays of words.
    #[must_use]
    pub fn unpack(
        mut self,
        capabilities: PackingCapabilities,
        convert: impl FnMut(&PackingRequest, &[u8]) -> ShapedResult + Send + 'static,
    ) -> Self {
        self.hello.capabilities.unpack = Some(capabilities);
        self.unpack = each_array(convert);
        self
    }

    /// Packs one of the request's arrays of codes.
    #[must_use]
    pub fn pack(
        mut self,
        capabilities: PackingCapabilities,
        convert: impl FnMut(&PackingRequest, &[u8]) -> ShapedResult + Send + 'static,
    ) -> Self {
        self.hello.capabilities.pack = Some(capabilities);
        self.pack = each_array(convert);
        self
    }
}

fn each_array(
    mut convert: impl FnMut(&PackingRequest, &[u8]) -> ShapedResult + Send + 'static,
) -> Operation<PackingRequest> {
    Some(Box::new(move |request| Answer::Shaped {
        results: request.arrays.iter().map(|array| convert(request, array)).collect(),
    }))
}

impl Implementation for Codec {
    fn answer(&mut self, request: &Request) -> Answer {
        match request {
            Request::Hello => return self.hello.clone().into(),
            Request::CastValue(request) => self.cast_value.as_mut().map(|answer| answer(request)),
            Request::FillValue { data_type, json } => {
                let question = (data_type.clone(), json.clone());
                self.fill_value.as_mut().map(|answer| answer(&question))
            }
            Request::Reshape(request) => self.reshape.as_mut().map(|answer| answer(request)),
            Request::Unpack(request) => self.unpack.as_mut().map(|answer| answer(request)),
            Request::Pack(request) => self.pack.as_mut().map(|answer| answer(request)),
            Request::Other(_) => None,
        }
        .unwrap_or_else(|| Answer::unknown(request))
    }
}
