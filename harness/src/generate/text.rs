//! The text of a file: fixed key order, a function or a case a line, so that a diff can be read.

use codec_vectors::{
    Batch, FORMAT, File, Function, Group, Kind, Listing, PackingItem, ReshapeItem, Spec,
};
use serde::Serialize;

/// Version of the data; grows when an expectation changes.
pub(crate) const SUITE: &str = "0.1.0";

/// Name and state of the specification that the `cast_value` vectors follow.
const CAST_VALUE: (&str, &str) = (
    "zarr-v3/cast_value",
    "README of the cast_value codec in zarr-extensions, with the change-log entry that spells \
     positive infinity \"Infinity\"",
);

/// Those that the `reshape` vectors and those of Unpack follow.
const RESHAPE: (&str, &str) = (
    "zarr-v3/reshape",
    "README of the reshape codec in zarr-extensions, whose change log has no entries yet",
);
const UNPACK: (&str, &str) = (
    "onnx/Unpack",
    "page of the operator Unpack in the ONNX documentation, version 29 of the default domain",
);

/// A generated file of `reshape`.
pub(crate) fn reshape_file(batches: &[Batch<ReshapeItem>]) -> String {
    let count = batches.iter().map(|batch| batch.items.len() as u64).sum();
    batches_file(&reshape_head(count), batches)
}

/// A generated file of Unpack and Pack.
pub(crate) fn packing_file(batches: &[Batch<PackingItem>]) -> String {
    let count = batches.iter().flat_map(|batch| &batch.items).map(PackingItem::count).sum();
    batches_file(&batches_head("unpack", UNPACK, count), batches)
}

/// The head of a file of `reshape`, up to the bracket of its batches.
pub(crate) fn reshape_head(count: u64) -> String {
    batches_head("reshape", RESHAPE, count)
}

fn batches_file<T: Serialize + Clone>(head: &str, batches: &[Batch<T>]) -> String {
    let batch = |batch: &Batch<T>| {
        let header = Batch { items: Vec::new(), ..batch.clone() };
        lines(&open(&header), &batch.items, "]}").trim_end().to_owned()
    };
    let batches: Vec<String> = batches.iter().map(batch).collect();
    format!("{head}\n{}\n]}}\n", batches.join(",\n"))
}

fn batches_head(schema: &str, (name, text): (&str, &str), count: u64) -> String {
    open(&File::<()> {
        format: FORMAT,
        suite: SUITE.to_owned(),
        schema: format!("../../schema/{schema}.schema.json"),
        kind: Kind::Batches,
        spec: Spec { name: name.to_owned(), text: text.to_owned() },
        count,
        items: Vec::new(),
    })
}

/// A generated file of `cast_value`.
pub(crate) fn file(kind: Kind, groups: &[Group]) -> String {
    let schema = match kind {
        Kind::Tables => "../../schema/tables.schema.json",
        Kind::Segments => "../../schema/segments.schema.json",
        Kind::Points => "../../schema/points.schema.json",
        Kind::Batches | Kind::Cases => unreachable!("not kinds of cast_value's generated files"),
    };
    let header: File<Group> = File {
        format: FORMAT,
        suite: SUITE.to_owned(),
        schema: schema.to_owned(),
        kind,
        spec: Spec { name: CAST_VALUE.0.to_owned(), text: CAST_VALUE.1.to_owned() },
        count: groups.iter().map(Group::count).sum(),
        items: Vec::new(),
    };
    let groups: Vec<String> = groups.iter().map(group).collect();
    format!("{}\n{}\n]}}\n", open(&header), groups.join(",\n"))
}

/// The head of a list beside the vectors, up to the bracket of its items.
pub(crate) fn listing(name: &str) -> String {
    let schema = format!("schema/{name}.schema.json");
    let (suite, items) = (SUITE.to_owned(), Vec::<()>::new());
    open(&Listing { format: FORMAT, suite, schema, items })
}

/// A JSON array of which each element is on a line of its own.
pub(crate) fn lines<T: Serialize>(open: &str, items: &[T], close: &str) -> String {
    let items: Vec<String> = items.iter().map(json).collect();
    format!("{open}\n{}\n{close}\n", items.join(",\n"))
}

/// The text of a value on one line.
pub(crate) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("records have string keys and no other failure")
}

fn group(group: &Group) -> String {
    let header = Group { functions: Vec::new(), ..group.clone() };
    let functions: Vec<String> = group.functions.iter().map(json::<Function>).collect();
    format!("{}\n{}\n]}}", open(&header), functions.join(",\n"))
}

/// A record whose last member is an empty array, up to that array's bracket.
pub(crate) fn open<T: Serialize>(record: &T) -> String {
    let text = json(record);
    text.strip_suffix("]}").expect("the last member is an array").to_owned()
}
