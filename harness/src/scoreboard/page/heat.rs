//! A table of implementations against anything: how much of what was asked passed.

use maud::{Markup, html};

use super::Column;
use crate::report::html::short;
use crate::report::words::grouped;

/// What an implementation was asked in a row.
#[derive(Clone)]
pub(super) struct Cell {
    pub(super) asked: u64,
    pub(super) passed: u64,
    /// Where the failures are.
    pub(super) link: Option<String>,
}

/// A row of the table.
pub(super) struct Row {
    /// What the filter looks at.
    pub(super) key: String,
    pub(super) heading: Markup,
    /// One for each column; nothing where nothing was asked.
    pub(super) cells: Vec<Option<Cell>>,
}

/// The table, with a filter over its rows.
pub(super) fn table(
    id: &str,
    title: &str,
    first: &str,
    columns: &[Column<'_>],
    rows: &[Row],
) -> Markup {
    let table = format!("{id}-table");
    html! {
        form.filter data-table=(table) {
            label { "Filter " input type="search" autocomplete="off" aria-controls=(table); }
            label { input type="checkbox"; " only rows with failures" }
            output { (rows.len()) " of " (rows.len()) " rows" }
        }
        div.wide.tall tabindex="0" role="region" aria-label=(title) {
            table.sortable.matrix.heat id=(table) {
                thead {
                    tr {
                        th scope="col" { (first) }
                        @for column in columns { th scope="col" { span { (column.name) } } }
                    }
                }
                tbody { @for row in rows { (line(columns, row)) } }
            }
        }
    }
}

/// What the symbols of the cells mean.
pub(super) fn legend() -> Markup {
    html! {
        ul.legend {
            li { span.good { "✓ 12k" } " all checks passed, and how many these are" }
            li { span.warn { "◐ 40/64" } " or " span.warn { "◐ 98.1%" } " passed of what was asked" }
            li { span.bad { "✗ 3/64" } " less than half passed" }
            li { span.none { "·" } " nothing asked" }
        }
    }
}

fn line(columns: &[Column<'_>], row: &Row) -> Markup {
    let fails = row.cells.iter().flatten().any(|cell| cell.passed < cell.asked);
    html! {
        tr data-key=(row.key) data-fails[fails] {
            th scope="row" { (row.heading) }
            @for (column, cell) in columns.iter().zip(&row.cells) { (square(column, cell.as_ref())) }
        }
    }
}

/// Sorted by the share that passed, what was not asked first.
fn square(column: &Column<'_>, cell: Option<&Cell>) -> Markup {
    let Some(Cell { asked, passed, link }) = cell else {
        return html! { td.none data-value="-1" { "·" } };
    };
    if asked == passed {
        return html! { td.good data-value="1000" { "✓ " (short(*asked)) } };
    }
    let share = passed * 1000 / asked;
    let part = match asked {
        ..1000 => format!("{passed}/{asked}"),
        _ => format!("{}.{}%", share / 10, share % 10),
    };
    let (class, symbol) = if share < 500 { ("bad", "✗") } else { ("warn", "◐") };
    let text = format!("{symbol} {part}");
    let title = format!("{}: {} of {} passed", column.name, grouped(*passed), grouped(*asked));
    html! {
        td class=(class) data-value=(share) title=(title) {
            @match link {
                Some(link) => a href={ "#" (link) } aria-label={ (text) ", " (title) } { (text) },
                None => (text),
            }
        }
    }
}
