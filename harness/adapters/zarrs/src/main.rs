//! Adapter for the crate zarrs: its reshape codec.

mod refusals;
mod reshape;

use std::process::ExitCode;

use codec_protocol::{
    Answer, Capabilities, Hello, Implementation, Request, ReshapeCapabilities, serve,
};
use zarrs::version::version_str;

/// The data types that both the suite and zarrs know.
#[rustfmt::skip]
const DATA_TYPES: [&str; 26] = [
    "int2", "int4", "int8", "int16", "int32", "int64",
    "uint2", "uint4", "uint8", "uint16", "uint32", "uint64",
    "float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn", "float8_e3m4", "float8_e4m3",
    "float8_e4m3b11fnuz", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu",
    "bfloat16", "float16", "float32", "float64",
];

fn main() -> ExitCode {
    serve(Zarrs)
}

struct Zarrs;

impl Implementation for Zarrs {
    fn answer(&mut self, request: &Request) -> Answer {
        match request {
            Request::Hello => hello().into(),
            Request::Reshape(request) => match reshape::reshape(request) {
                Ok(shaped) => Answer::Shaped { results: vec![Ok(shaped)] },
                Err(answer) => answer,
            },
            other => Answer::unknown(other),
        }
    }
}

fn hello() -> Hello {
    let reshape = ReshapeCapabilities {
        configuration: true,
        codec: true,
        data: true,
        data_types: DATA_TYPES.map(str::to_owned).to_vec(),
    };
    let capabilities = Capabilities { reshape: Some(reshape), ..Capabilities::default() };
    Hello::new("zarrs", version_str(), capabilities)
}
