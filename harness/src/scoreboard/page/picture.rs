//! Where in the inputs of a type an implementation fails: a figure for each pair of types.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use codec_reference::DataType;
use maud::{Markup, html};

use super::strip::{Axis, Strip};
use super::{Column, anchor};
use crate::report::words::{grouped, value};
use crate::report::{Selected, Shown, describe};
use crate::runner::{Plan, planned};
use crate::suite::{Unit, units};

/// The units of the suite by id.
type Units = HashMap<String, Arc<Unit>>;

/// At most this many stretches of failures are named.
const STRETCHES: usize = 8;

/// Sizes of a figure, in its own units: where the strips begin, how long and how far apart they
/// are.
const LEFT: usize = 215;
const LENGTH: usize = 735;
const WIDTH: usize = LEFT + LENGTH + 10;
const STEP: usize = 18;

pub(super) fn section(columns: &[Column<'_>]) -> Markup {
    let units: Units = units().into_iter().map(|unit| (unit.id.clone(), unit)).collect();
    let figures: Vec<(&Column<'_>, Vec<Figure>)> =
        columns.iter().map(|column| (column, figures(column, &units))).collect();
    html! {
        section id="where" {
            h2 { "Where they fail" }
            @if figures.iter().any(|(_, figures)| !figures.is_empty()) {
                p.quiet {
                    "From left to right all inputs that were asked, in the order of their bits: equal steps are "
                    "neither equal differences nor equal numbers of inputs. A thin line was asked, a block fails. "
                    "A strip for each mode with failures."
                }
                (choice(&figures))
            } @else {
                p.quiet { "No generated check fails." }
            }
            @for (column, figures) in &figures {
                @for figure in figures { (figure.draw(column)) }
            }
        }
    }
}

fn choice(figures: &[(&Column<'_>, Vec<Figure>)]) -> Markup {
    html! {
        p {
            label {
                "Implementation and pair "
                select #choice {
                    @for (column, figures) in figures {
                        @if !figures.is_empty() {
                            optgroup label=(column.name) {
                                @for figure in figures {
                                    option value=(figure.anchor(column)) { (column.name) ": " (figure.pair()) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The failures of an implementation on one pair of types.
struct Figure {
    source: DataType,
    target: DataType,
    axis: Axis,
    strips: Vec<(String, Strip)>,
}

/// Of a mode: what was asked, and what of it failed.
#[derive(Default)]
struct Inputs<'a> {
    units: BTreeSet<&'a str>,
    asked: BTreeSet<u64>,
    failed: BTreeSet<u64>,
}

/// By pair of types, then by rounding and range, then by direction.
type Found<'a> = BTreeMap<&'a str, BTreeMap<String, BTreeMap<&'a str, Inputs<'a>>>>;

fn figures(column: &Column<'_>, units: &Units) -> Vec<Figure> {
    let mut found = Found::new();
    let checks = column.report.classes.iter().flat_map(|class| &class.checks);
    for (unit, input) in checks.filter_map(|id| id.rsplit_once('/')) {
        let parts: Vec<&str> = unit.split('/').collect();
        let ["cast", "tables" | "points" | "segments", pair, rounding, range, way] = parts[..]
        else {
            continue;
        };
        let bits = input.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok());
        let Some(bits) = bits else { continue };
        let modes = found.entry(pair).or_default();
        let inputs =
            modes.entry(format!("{rounding}, {range}")).or_default().entry(way).or_default();
        inputs.failed.insert(bits);
        inputs.asked.insert(bits);
        if inputs.units.insert(unit) {
            inputs.asked.extend(asked(units.get(unit), &column.report.selected));
        }
    }
    found.into_iter().filter_map(|(pair, modes)| Figure::of(pair, modes)).collect()
}

/// The inputs of a unit that were asked.
fn asked(unit: Option<&Arc<Unit>>, selected: &Selected) -> Vec<u64> {
    let plan = Plan::from(selected);
    let checks = planned(unit.map(std::slice::from_ref).unwrap_or_default(), &plan);
    checks.flat_map(|(_, checks)| checks).map(|check| check.input.bits).collect()
}

impl Figure {
    fn of(pair: &str, modes: BTreeMap<String, BTreeMap<&str, Inputs<'_>>>) -> Option<Self> {
        let (source, target) = pair.split_once('-')?;
        let (source, target) = DataType::from_name(source).zip(DataType::from_name(target))?;
        let all = modes.values().flat_map(BTreeMap::values);
        let axis = Axis::of(all.flat_map(|inputs| inputs.asked.iter().copied()).collect());
        let mut strips = Vec::new();
        for (mode, ways) in modes {
            let strip = |inputs: &Inputs<'_>| axis.strip(&inputs.asked, &inputs.failed);
            let ways: Vec<(&str, Strip)> =
                ways.iter().map(|(way, inputs)| (*way, strip(inputs))).collect();
            match &ways[..] {
                [(_, one), (_, other)] if one == other => {
                    strips.push((format!("{mode}, both ways"), one.clone()));
                }
                ways => strips.extend(
                    ways.iter().map(|(way, strip)| (format!("{mode}, {way}"), strip.clone())),
                ),
            }
        }
        Some(Self { source, target, axis, strips })
    }

    fn pair(&self) -> String {
        format!("{} → {}", self.source.name(), self.target.name())
    }

    fn anchor(&self, column: &Column<'_>) -> String {
        anchor(&["where", column.name, self.source.name(), self.target.name()])
    }

    fn draw(&self, column: &Column<'_>) -> Markup {
        let strips: Vec<&Strip> = self.strips.iter().map(|(_, strip)| strip).collect();
        let stretches = self.axis.stretches(&strips);
        let failed: usize = stretches.iter().map(|stretch| stretch.count).sum();
        let summary = format!(
            "{}, {}: {} of {} inputs fail in some mode",
            column.name,
            self.pair(),
            grouped(failed as u64),
            grouped(self.axis.inputs() as u64),
        );
        html! {
            figure.where id=(self.anchor(column)) tabindex="-1" {
                figcaption { (summary) }
                div.wide tabindex="0" role="region" aria-label=(summary) { (self.svg(&summary)) }
                p.quiet { "Failures, in the order of the bits:" }
                ul {
                    @for stretch in stretches.iter().take(STRETCHES) {
                        li {
                            code { (value(&describe(self.source, stretch.first))) }
                            @if stretch.count > 1 {
                                " to " code { (value(&describe(self.source, stretch.last))) }
                                ": " (stretch.count) " inputs"
                            }
                        }
                    }
                    @if stretches.len() > STRETCHES {
                        li { (stretches.len() - STRETCHES) " stretches more" }
                    }
                }
            }
        }
    }

    fn svg(&self, summary: &str) -> Markup {
        let bottom = self.strips.len() * STEP + 4;
        let height = bottom + 40;
        let scale = LENGTH as f64 / self.axis.places() as f64;
        html! {
            svg viewBox={ "0 0 " (WIDTH) " " (height) } role="img" aria-label=(summary) {
                @for (index, (mode, strip)) in self.strips.iter().enumerate() {
                    text x=(LEFT - 10) y=(index * STEP + 13) text-anchor="end" { (mode) }
                    g transform={ "translate(" (LEFT) " " (index * STEP + 2) ") scale(" (format!("{scale:.4}")) " 1)" } {
                        path.asked d=(strip.asked(6, 2)) {}
                        path.failed d=(strip.failed(1, 12)) {}
                    }
                }
                @for (place, bits) in self.axis.ticks() {
                    (label(bottom, (place as f64 * scale).round() as usize, &describe(self.source, bits)))
                }
            }
        }
    }
}

/// A tick below the strips, with the value and its bits.
fn label(bottom: usize, x: usize, shown: &Shown) -> Markup {
    let anchor = match x {
        0 => "start",
        x if x > LENGTH * 7 / 8 => "end",
        _ => "middle",
    };
    let x = x + LEFT;
    html! {
        path.tick d={ "M" (x) " " (bottom) "v6" } {}
        text x=(x) y=(bottom + 18) text-anchor=(anchor) { (shown.meaning) }
        text.bits x=(x) y=(bottom + 31) text-anchor=(anchor) { (shown.text) }
    }
}
