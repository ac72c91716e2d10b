//! Has the crate rebuilt when a vector file comes or goes: the files are embedded.

fn main() {
    for folder in ["cast_value", "reshape", "unpack"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
