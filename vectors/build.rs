//! Has the crate rebuilt when a vector file comes or goes: the files are embedded.

fn main() {
    println!("cargo::rerun-if-changed=cast_value");
}
