//! Golden vectors: the record types of the JSON files, and the files themselves.
//!
//! The README of this folder says how to use the files without this crate. With it,
//! [`embedded`] holds the files as they were when the crate was built.
//!
//! ```
//! use codec_vectors::{Kind, embedded};
//!
//! let tables = embedded::groups(Kind::Tables);
//! let group = tables.iter().find(|group| group.id == "cast/tables/int2-uint2");
//! assert_eq!(group.map(|group| group.source.as_str()), Some("int2"));
//! ```

mod batch;
pub mod embedded;
mod outcome;
mod record;

pub use codec_protocol::{Attributes, Integer};

pub use batch::{Batch, Hex, PackingItem, ReshapeData, ReshapeItem, ShapeResult, Tensor};
pub use outcome::{Bits, Expected, Outcome, Reason};
pub use record::{
    Case, Decided, FORMAT, File, Function, Group, Holds, Kind, Level, Listing, Manifest,
    ManifestFile, Rule, Run, Spec,
};
