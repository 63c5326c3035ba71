//! Sections without special markup: prints their blocks.

use super::Anchors;
use super::markdown::markdown;
use super::writer::{Attribute, Html, json};
use crate::model::{Report, Section};
use crate::render::outline::{Block, Cell, Line, Piece, Role, Row, Table, blocks};

/// A section, where the report has anything of it; `first` writes what stands before its blocks.
pub fn section(
    html: &mut Html,
    report: &Report,
    anchors: &Anchors<'_>,
    section: Section,
    first: impl FnOnce(&mut Html),
) {
    let blocks = blocks(section, report);
    let Some((Block::Heading(_, heading), rest)) = blocks.split_first() else { return };
    super::section(html, section, heading, |html| {
        first(html);
        print(html, anchors, heading, rest);
    });
}

/// Blocks under a heading.
fn print(html: &mut Html, anchors: &Anchors<'_>, heading: &str, blocks: &[Block]) {
    let mut heading = heading;
    let mut level = 2;
    let mut blocks = blocks.iter().peekable();
    while let Some(block) = blocks.next() {
        match block {
            Block::Heading(of, text) => {
                heading = text;
                level = usize::from(*of);
                html.line(if level > 2 { "h3" } else { "h2" }, text);
            }
            Block::Text(label) => match blocks.peek() {
                Some(Block::Table(labelled)) => {
                    table(html, anchors, labelled, &label.to_string(), |html| line(html, anchors, label));
                    blocks.next();
                }
                _ => html.element("p", &[], |html| line(html, anchors, label)),
            },
            Block::List(items) => html.element("ul", &[], |html| {
                for item in items {
                    html.element("li", &[], |html| line(html, anchors, item));
                }
            }),
            Block::Checks(items) => html.element("ul", &[], |html| {
                for (done, item) in items {
                    html.element("li", &[], |html| {
                        html.line("strong", if *done { "Done:" } else { "To do:" });
                        html.after_blank(&item.to_string());
                    });
                }
            }),
            Block::Quote(pieces) => html.element("blockquote", &[], |html| {
                for piece in pieces {
                    markdown(html, piece, level);
                }
            }),
            Block::Table(unlabelled) => {
                table(html, anchors, unlabelled, heading, |html| {
                    html.classed("span", "unseen", |html| html.text(heading));
                });
            }
        }
    }
}

/// A table with its caption, in a box that scrolls by itself.
pub fn table(html: &mut Html, anchors: &Anchors<'_>, table: &Table, label: &str, caption: impl FnOnce(&mut Html)) {
    let columns = table.columns();
    html.wide(label, |html| {
        html.classed("table", "stacks", |html| {
            html.element("caption", &[], caption);
            html.element("thead", &[], |html| {
                html.element("tr", &[], |html| {
                    for head in table.heads(&columns) {
                        html.element("th", &[("scope", "col".into())], |html| html.words(head));
                    }
                });
            });
            html.element("tbody", &[], |html| {
                let heads: Vec<&str> = table.heads(&columns).collect();
                for of in table.rows() {
                    row(html, anchors, of, &columns, &heads);
                }
            });
        });
    });
}

/// Each cell names its column: where there is little room, cells stand below each other.
fn row(html: &mut Html, anchors: &Anchors<'_>, row: &Row, columns: &[usize], heads: &[&'static str]) {
    let mut attributes: Vec<Attribute<'_>> = Vec::new();
    if let Some([one, other]) = &row.fingerprints {
        attributes.push(("class", "suggestion".into()));
        attributes.push(("data-fingerprints", json(&[one, other]).into()));
    }
    html.element("tr", &attributes, |html| {
        for (place, (cell, head)) in row.of(columns).zip(heads).enumerate() {
            if place == 0 {
                html.element("th", &[("scope", "row".into())], |html| words(html, anchors, cell));
            } else {
                html.element("td", &[("data-label", (*head).into())], |html| words(html, anchors, cell));
            }
        }
    });
}

fn words(html: &mut Html, anchors: &Anchors<'_>, cell: &Cell) {
    match cell.role {
        Role::Text => html.text(&cell.text),
        Role::Findings => {
            for (place, id) in cell.ids().enumerate() {
                if place > 0 {
                    html.words(",");
                    html.blank();
                }
                anchors.link(html, id);
            }
        }
        Role::Mark(meaning) => mark(html, meaning, &cell.text),
    }
}

/// Words that a colour marks.
pub fn mark(html: &mut Html, meaning: &'static str, text: &str) {
    let class = format!("mark {}", meaning.to_ascii_lowercase());
    html.element("span", &[("class", class.into())], |html| html.text(text));
}

fn line(html: &mut Html, anchors: &Anchors<'_>, line: &Line) {
    if let [Piece::Text(text)] = line.pieces.as_slice() {
        return html.text(text);
    }
    // Blanks at the ends of pieces part words.
    for piece in &line.pieces {
        match piece {
            Piece::Text(text) => {
                if text.starts_with(char::is_whitespace) {
                    html.blank();
                }
                html.text(text);
                if text.ends_with(char::is_whitespace) && !text.trim().is_empty() {
                    html.blank();
                }
            }
            Piece::Finding(id) => anchors.link(html, id),
        }
    }
}
