//! The adapter protocol of `codec-conformance`: JSON Lines between the suite and an implementation.
//!
//! An implementation is anything that [answers](Implementation) a [`Request`] with an [`Answer`].
//! [`serve`] puts it on standard input and output, so that an adapter in Rust is the implementation
//! and a `main` of one call. PROTOCOL.md of `codec-conformance` describes every message;
//! `codec-conformance adapter protocol` prints it.
//!
//! ```no_run
//! use codec_protocol::{Answer, Capabilities, Hello, Implementation, Request, serve};
//!
//! struct Nothing;
//!
//! impl Implementation for Nothing {
//!     fn answer(&mut self, request: &Request) -> Answer {
//!         match request {
//!             Request::Hello => Hello::new("nothing", "0.1.0", Capabilities::default()).into(),
//!             other => Answer::unknown(other),
//!         }
//!     }
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     serve(Nothing)
//! }
//! ```

mod answer;
mod answer_line;
mod bounded;
mod capabilities;
pub mod hex;
mod implementation;
mod integer;
mod line;
mod pairs;
mod request;
mod request_line;
mod serve;

pub use answer::{Answer, ArrayResult, Refusal, Shaped, ShapedResult, Stage};
pub use answer_line::{answer_line, answered_id, parse_answer};
pub use capabilities::{
    About, Capabilities, CastCapabilities, FillValueCapabilities, Hello, Limit,
    PackingCapabilities, ReshapeCapabilities,
};
pub use implementation::{Implementation, answer};
pub use integer::{Integer, ParseIntegerError};
pub use line::{Line, LineError, MAX_LINE, read_line};
pub use pairs::{Declared, PairEntry, Pairs};
pub use request::{
    Attributes, CastRequest, CodecText, Direction, Elements, PackingRequest, Request,
    ReshapeRequest,
};
pub use request_line::{parse_request, request_line};
pub use serve::{serve, serve_lines};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The JSON Schema of a request.
pub const REQUEST_SCHEMA: &str = include_str!("../request.schema.json");

/// The JSON Schema of an answer.
pub const ANSWER_SCHEMA: &str = include_str!("../answer.schema.json");

/// The most characters of a message; the rest is cut.
pub const MAX_MESSAGE: usize = 200;
