//! placeholder
use std::path::Path;
fn main() -> anyhow::Result<()> {
    let files = codec_conformance::generate::files(Path::new("."), &|p: &str| eprintln!("{p}"))?;
    let changes = codec_conformance::generate::apply(Path::new("."), files, false)?;
    println!("{}", changes.len());
    Ok(())
}
