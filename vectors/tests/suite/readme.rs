//! What the README shows is in the files.

use codec_vectors::{PackingItem, ReshapeItem};

use crate::batches::{batches, ids_of};
use crate::files::{folder, paths, text};
use crate::none;

/// The fenced blocks of a language.
pub(crate) fn blocks(language: &str) -> Vec<String> {
    let readme = text("README.md");
    let open = format!("```{language}\n");
    let blocks = readme.split(&open).skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn examples_are_lines_of_the_files() {
    let files: Vec<_> = paths().iter().map(|path| text(path)).collect();
    let blocks = blocks("json");
    let lines: Vec<_> = blocks.iter().flat_map(|block| block.lines()).collect();
    assert!(lines.len() >= 10, "the README has examples");
    let missing = lines.iter().filter(|line| !files.iter().any(|file| file.contains(**line)));
    none(&missing.map(|line| (*line).to_owned()).collect::<Vec<_>>());
}

#[test]
fn text_and_samples_fit_the_width() {
    let readme = text("README.md");
    let data = |line: &str| line.starts_with(['|', '{', '[']);
    let long = readme.lines().filter(|line| line.chars().count() > 100 && !data(line));
    none(&long.map(str::to_owned).collect::<Vec<_>>());
}

#[test]
fn consumers_are_short() {
    for name in ["consumer", "consumer_reshape", "consumer_unpack"] {
        let text = text(&format!("consumer/{name}.py"));
        let width = text.lines().map(|line| line.chars().count()).max();
        assert!(text.lines().count() <= 100 && width <= Some(100), "{name}.py: {width:?} columns");
    }
}

#[test]
fn example_ids_begin_with_ids_of_the_files() {
    let files: Vec<_> = paths().iter().map(|path| text(path)).collect();
    let known = |id: &str| {
        let starts = id.match_indices('/').map(|(end, _)| &id[..end]);
        let mut ids = starts.map(|start| format!("{{\"id\":\"{start}\","));
        ids.any(|id| files.iter().any(|file| file.contains(&id)))
    };
    let readme = text("README.md");
    let quoted: Vec<_> = readme.split('`').skip(1).step_by(2).collect();
    let ids = quoted.iter().filter(|text| text.starts_with("cast/") || text.starts_with("fill/"));
    let ids: Vec<_> = ids.map(|id| (*id).to_owned()).collect();
    assert_eq!(ids.len(), 3, "the README names a check of each kind: {ids:?}");
    none(&ids.into_iter().filter(|id| !known(id)).collect::<Vec<_>>());
}

#[test]
fn example_ids_of_batches_are_checks() {
    let reshape = batches::<ReshapeItem>().flat_map(|batch| ids_of(&batch));
    let unpack = batches::<PackingItem>().flat_map(|batch| ids_of(&batch));
    let known: Vec<_> = reshape.chain(unpack).collect();
    let readme = text("README.md");
    let quoted = readme.split('`').skip(1).step_by(2).filter(|text| !text.ends_with(".json"));
    let of_batches = |text: &&str| text.starts_with("reshape/") || text.starts_with("unpack/");
    let ids: Vec<_> = quoted.filter(of_batches).map(str::to_owned).collect();
    assert_eq!(ids.len(), 3, "the README names a check of each kind: {ids:?}");
    none(&ids.into_iter().filter(|id| !known.contains(id)).collect::<Vec<_>>());
}

#[test]
fn links_lead_somewhere() {
    let readme = text("README.md");
    let targets = readme.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let headings: Vec<_> = readme.lines().filter(|line| line.starts_with('#')).map(slug).collect();
    let leads = |target: &str| match target.strip_prefix('#') {
        Some(heading) => headings.iter().any(|known| known == heading),
        None => folder().join(target).is_file(),
    };
    none(&targets.filter(|target| !leads(target)).map(str::to_owned).collect::<Vec<_>>());
}

/// The anchor of a heading.
fn slug(heading: &str) -> String {
    heading.trim_start_matches(['#', ' ']).to_lowercase().replace(' ', "-")
}
