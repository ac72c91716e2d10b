//! The vector files, held to their schemas, to the manifest, to completeness and to the rules.

mod batch_consumers;
mod batch_controls;
mod batches;
mod case_controls;
mod completeness;
mod consumer;
mod controls;
mod decided;
mod deciders;
mod decoding;
mod files;
mod form;
mod manifest;
mod readme;
mod reshape;
mod resolve;
mod samples;
mod schema;
mod shape;
mod traceability;
mod types;
mod unpack;
mod unpack_coverage;
mod values;

/// Fails with the first faults of a list that is not empty.
fn none(faults: &[String]) {
    let shown = &faults[..faults.len().min(10)];
    assert!(faults.is_empty(), "{} faults, the first:\n{}", faults.len(), shown.join("\n"));
}
