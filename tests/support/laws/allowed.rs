//! What the HTML of a report is made of.

/// The elements that a report has, and their attributes.
pub fn allowed(tag: &str) -> Option<&'static [&'static str]> {
    Some(match tag {
        "html" => &["lang"],
        "meta" => &["charset", "name", "content", "http-equiv"],
        "head" | "style" | "title" | "main" | "caption" | "thead" | "tbody" | "strong" | "em" | "del" | "br" | "hr"
        | "blockquote" | "figure" | "figcaption" | "pre" | "h1" | "h2" | "h4" | "h5" | "h6" => &[],
        "body" | "h3" | "p" | "ul" | "code" | "table" => &["class"],
        "span" => &["class", "aria-hidden"],
        "td" => &["class", "data-label"],
        "ol" => &["class", "start"],
        "article" => &[
            "class",
            "id",
            "data-finding",
            "data-severity",
            "data-type",
            "data-state",
            "data-baseline",
            "data-decision",
            "data-agreement",
            "data-confidence",
            "data-documents",
            "data-units",
        ],
        "section" => &["data-section", "aria-label"],
        "div" => &["class", "role", "aria-label", "tabindex"],
        "li" => &["class", "data-source"],
        "tr" => &["class", "data-fingerprints"],
        "th" => &["scope"],
        "a" => &["class", "href", "id", "rel"],
        "svg" => &["class", "role", "viewBox", "width", "height"],
        "rect" => &["class", "x", "y", "width", "height"],
        "text" => &["x", "y"],
        _ => return None,
    })
}
