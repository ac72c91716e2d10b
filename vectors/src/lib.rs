//! Golden vectors: the record types of the JSON files, and the files themselves.
pub mod embedded;
mod outcome;
mod record;

pub use outcome::{Bits, Expected, Outcome, Reason};
pub use record::{
    Case, FORMAT, File, Function, Group, Holds, Kind, Level, Manifest, ManifestFile, Rule, Run,
    Spec,
};
