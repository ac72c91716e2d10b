//! The commands that take seconds: generating the vectors, and running them all.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use codec_conformance::explain::explain;
use codec_conformance::generate::{Full, generate as generated};
use codec_conformance::implementation::{Child, Connection, Fast, Patience};
use codec_conformance::report::{build, exit_code};
use codec_conformance::runner::{Plan, greet, run};
use codec_conformance::suite::units;

use crate::rounds::seconds;
use crate::table::{Bar, Peer, Row};
use crate::usage::Cpu;

const ADAPTER: &str = "CODEC_BENCH_ADAPTER";

/// Seconds for every generated vector, computed but not written.
pub(crate) fn generate(root: &Path) -> Vec<Row> {
    let mut computed = None;
    let wall = seconds(|| computed = Some(generated(root, Full::Leave, &|_| ())));
    vec![match computed.expect("it ran") {
        Ok(_) => Row::alone("s", wall, Bar::Below(60.0)),
        Err(error) => Row::skipped("s", format!("{error:#}")),
    }]
}

/// Seconds for the whole suite on the built-in implementation, from loading to the report.
pub(crate) fn fast() -> Vec<Row> {
    let mut rows = Vec::new();
    match Spent::on(&mut Fast) {
        Ok(spent) => rows.extend(spent.rows(10.0)),
        Err(why) => rows.push(Row::skipped("s", why)),
    }
    rows
}

/// The same on an adapter, and the processors' time on either side of its pipes.
pub(crate) fn adapter() -> Vec<Row> {
    let Ok(command) = std::env::var(ADAPTER) else {
        let why = format!("set {ADAPTER} to the command of an adapter of cast-value-rs");
        return vec![Row::skipped("s", why)];
    };
    let Ok(words) = shell_words::split(&command) else {
        return vec![Row::skipped("s", format!("{ADAPTER} has an open quote"))];
    };
    let mut adapter = Child::new(words, Patience::default(), Arc::new(AtomicBool::new(false)));
    match Spent::on(&mut adapter) {
        Ok(spent) => spent.rows(15.0).into_iter().chain([spent.cpu_row()]).collect(),
        Err(why) => vec![Row::skipped("s", why)],
    }
}

/// What a run of the suite took.
struct Spent {
    wall: f64,
    cpu: Option<Cpu>,
    asked: u64,
}

impl Spent {
    fn on(implementation: &mut dyn Connection) -> Result<Self, String> {
        let start = Cpu::now();
        let mut asked = Err("nothing was asked".to_owned());
        let wall = seconds(|| asked = ask(implementation));
        let cpu = Cpu::now().zip(start).map(|(end, start)| end.since(start));
        Ok(Self { wall, cpu, asked: asked? })
    }

    fn rows(&self, bar: f64) -> [Row; 2] {
        let rate = self.asked as f64 / self.wall / 1e3;
        [Row::alone("s", self.wall, Bar::Below(bar)), Row::alone("k checks/s", rate, None)]
    }

    fn cpu_row(&self) -> Row {
        let Some(Cpu { own, children }) = self.cpu else {
            return Row::skipped("CPU s", "processor time is not available here");
        };
        let peer = Peer { name: "the adapter", figure: children, ratio: own / children };
        Row::beside("CPU s", own, peer, Bar::AtMost(1.0))
    }
}

/// Runs the whole suite; how many checks were asked.
fn ask(implementation: &mut dyn Connection) -> Result<u64, String> {
    let hello = greet(implementation).map_err(|failure| failure.to_string())?;
    let found = run(implementation, &hello, units(), &Plan::default(), &|| ());
    let report = build(&explain(found), hello, Vec::new());
    match exit_code(&report) {
        // Wrong answers take as long as right ones.
        0 | 100 => Ok(report.totals.planned - report.totals.skip),
        code => Err(format!("the run broke; as a command it would exit with {code}")),
    }
}
