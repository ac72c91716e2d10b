//! All targets by name.

#[cfg(feature = "protocol")]
use crate::protocol;
use crate::{Finding, cast, cast_laws, configuration, fill_value, packing, reshape, vectors_file};

/// A target: what libFuzzer runs on the bytes of an input.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, and that of its folders of seeds and regressions.
    pub name: &'static str,
    /// What it does with an input.
    pub run: fn(&[u8]) -> Result<(), Finding>,
}

/// All targets of this build.
#[rustfmt::skip]
pub const TARGETS: &[Target] = &[
    Target { name: "cast",          run: cast::run },
    Target { name: "cast_laws",     run: cast_laws::run },
    Target { name: "configuration", run: configuration::run },
    Target { name: "fill_value",    run: fill_value::run },
    Target { name: "pack_unpack",   run: packing::run_pack_unpack },
    #[cfg(feature = "protocol")]
    Target { name: "protocol",      run: protocol::run },
    Target { name: "reshape",       run: reshape::run },
    Target { name: "unpack",        run: packing::run_unpack },
    Target { name: "vectors_file",  run: vectors_file::run },
];

/// The target of that name.
pub fn find(name: &str) -> Option<Target> {
    TARGETS.iter().copied().find(|target| target.name == name)
}
