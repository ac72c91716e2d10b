//! Random questions to an implementation, judged by the reference, and the smallest of those that
//! it answers wrongly.
//!
//! A question is drawn (`draw`) as a draft from what the implementation declares, its elements from
//! where casts go wrong (`elements`). With what the reference says of it, it is a unit like those
//! of the vectors: the runner asks and judges it, and the report shows what was found. One finding
//! of each class is kept (`engine`) and shrunk (`shrink`) to a case of the vectors' form
//! (`record`), which can be asked again.
//!
//! This is the one place where the reference decides a verdict at run time.

mod cast;
mod declared;
mod draft;
mod draw;
mod elements;
mod engine;
mod fill_value;
mod known;
mod packing;
mod record;
mod reshape;
mod setup;
mod shrink;

pub use declared::shared;
pub use engine::{Bounds, fuzz, replay};
pub use known::Known;
pub use record::Stored;
