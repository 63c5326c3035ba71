//! A self-contained page: it opens from a disk, runs no script and loads nothing.

use super::writer::Html;
use crate::model::Report;

/// The styles of a report, which a host's page may use as well, and those of the page around it.
pub const STYLES: &str = concat!(include_str!("report.css"), include_str!("page.css"));

/// The styles of a report alone, for a host's page that a fragment stands in.
pub const REPORT_STYLE: &str = include_str!("report.css");

/// The SHA-256 of [`STYLES`] in Base64: the one thing that the page's policy lets in.
pub const STYLES_HASH: &str = "XFYoI7HbiGNzh+z3hrMOWG3gTztmJ1D3+O0U4Mzr0tg=";

/// The page of a report.
pub fn page(html: &mut Html, report: &Report, article: impl FnOnce(&mut Html)) {
    html.ours("<!doctype html>");
    html.element("html", &[("lang", "en".into())], |html| {
        html.element("head", &[], |html| {
            html.void("meta", &[("charset", "utf-8".into())]);
            let meta = |html: &mut Html, name: &'static str, content: &'static str| {
                html.void("meta", &[("name", name.into()), ("content", content.into())]);
            };
            let policy =
                format!("default-src 'none'; style-src 'sha256-{STYLES_HASH}'; base-uri 'none'; form-action 'none'");
            html.void("meta", &[("http-equiv", "Content-Security-Policy".into()), ("content", policy.into())]);
            meta(html, "viewport", "width=device-width, initial-scale=1");
            meta(html, "color-scheme", "light dark");
            meta(html, "referrer", "no-referrer");
            html.line("title", &report.title);
            html.element("style", &[], |html| html.ours(STYLES));
        });
        html.element("body", &[("class", "reconvene-page".into())], |html| {
            html.element("main", &[], article);
        });
    });
}
