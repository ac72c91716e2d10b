//! Seeds and regressions through the targets' bodies: none may find anything.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use codec_fuzz::seeds::{dictionary, seeds, write};
use codec_fuzz::{TARGETS, Target, find};

#[test]
fn no_seed_finds_anything() {
    for &Target { name, run } in TARGETS {
        let seeds = seeds(name);
        let names: BTreeSet<_> = seeds.iter().map(|seed| &seed.name).collect();
        assert_eq!(names.len(), seeds.len(), "{name}: two seeds have the same name");
        for seed in &seeds {
            run(&seed.bytes).unwrap_or_else(|finding| panic!("{name}/{}: {finding}", seed.name));
        }
    }
}

/// As many seeds as the vectors give, give or take those that are added.
#[test]
fn every_target_has_seeds() {
    let least = [
        ("cast", 1800),
        ("cast_laws", 3000),
        ("configuration", 250),
        ("fill_value", 150),
        ("pack_unpack", 1000),
        ("protocol", 80),
        ("reshape", 1000),
        ("unpack", 1000),
        ("vectors_file", 50),
    ];
    assert!(least.iter().map(|(name, _)| *name).eq(TARGETS.iter().map(|target| target.name)));
    for (name, least) in least {
        let count = seeds(name).len();
        assert!(count >= least, "{name} has {count} seeds");
    }
}

#[test]
fn the_same_seeds_every_time() {
    let folders = ["one", "other"].map(|name| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("seeds").join(name);
        write(&folder).unwrap_or_else(|error| panic!("{error:#}"));
        folder
    });
    let [one, other] = folders.map(|folder| {
        let files = files(&folder).into_iter();
        let read = |path: PathBuf| {
            let bytes = fs::read(&path).expect("a file just written");
            (path.strip_prefix(&folder).expect("below the folder").to_path_buf(), bytes)
        };
        files.map(read).collect::<Vec<_>>()
    });
    assert!(one == other && one.len() > 9000, "{} and {} files", one.len(), other.len());
}

/// libFuzzer ends with an error at an entry that it cannot read.
#[test]
fn dictionaries_are_quoted() {
    let bare = |target: &&str| dictionary(target).is_empty();
    let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(
        names.iter().filter(|name| bare(name)).collect::<Vec<_>>(),
        [&"pack_unpack", &"unpack"]
    );
    for entry in names
        .iter()
        .flat_map(|name| dictionary(name).lines().map(str::to_owned).collect::<Vec<_>>())
    {
        let inner = entry.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let inner =
            inner.unwrap_or_else(|| panic!("{entry}")).replace("\\\\", "").replace("\\\"", "");
        assert!(!inner.contains('"') && inner.is_ascii(), "{entry}");
    }
}

#[test]
fn no_regression_is_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../regressions");
    let replayed: Vec<_> = files(&folder).iter().filter_map(|path| replay(path)).collect();
    assert!(!replayed.is_empty(), "no regressions in {}", folder.display());
}

/// The name of the target that a file was replayed on; `None` for a note beside the folders.
fn replay(path: &Path) -> Option<&'static str> {
    let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str())?;
    if folder == "regressions" {
        return None;
    }
    let target = find(folder).unwrap_or_else(|| panic!("{}: no such target", path.display()));
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (target.run)(&bytes).unwrap_or_else(|finding| panic!("{}: {finding}", path.display()));
    Some(target.name)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry of a folder").path();
        if path.is_dir() { files.extend(self::files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}
