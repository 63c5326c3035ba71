//! HTML as a browser's parser reads it.
#![allow(clippy::expect_used)]

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// An element, with all that is in it.
#[derive(Debug, Default)]
pub struct Element {
    /// Its name.
    pub tag: String,
    /// Its attributes, in order.
    pub attributes: Vec<(String, String)>,
    children: Vec<Node>,
}

#[derive(Debug)]
enum Node {
    Element(Element),
    Text(String),
    /// A comment, or whatever else a page may hold beside elements and text.
    Other,
}

/// What a parser makes of a document, or of a piece of one, which it puts into a document; and what it finds wrong with
/// it. That a piece has no document type is no fault of it.
pub fn parsed(html: &str) -> (Element, Vec<String>) {
    let opts = ParseOpts::default();
    let page = if html.starts_with("<!doctype") {
        html.to_owned()
    } else {
        format!("<!doctype html><html lang=en><head><title>a</title></head><body>{html}</body></html>")
    };
    let dom = parse_document(RcDom::default(), opts).one(page.as_str());
    let errors = dom.errors.borrow().iter().map(|error| error.to_string()).collect();
    let root = dom.document.children.borrow().iter().find_map(|node| match element(node) {
        Node::Element(element) => Some(element),
        _ => None,
    });
    (root.expect("a document has a root"), errors)
}

fn element(node: &Handle) -> Node {
    match &node.data {
        NodeData::Element { name, attrs, .. } => {
            let mut children: Vec<Node> = node.children.borrow().iter().map(element).collect();
            if let NodeData::Element { template_contents, .. } = &node.data
                && let Some(contents) = template_contents.borrow().as_ref()
            {
                children.extend(contents.children.borrow().iter().map(element));
            }
            let attributes =
                attrs.borrow().iter().map(|of| (of.name.local.to_string(), of.value.to_string())).collect();
            Node::Element(Element { tag: name.local.to_string(), attributes, children })
        }
        NodeData::Text { contents } => Node::Text(contents.borrow().to_string()),
        _ => Node::Other,
    }
}

impl Element {
    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(of, _)| of == name).map(|(_, value)| value.as_str())
    }

    /// This element and all below it, in the order of the document.
    pub fn walk<'e>(&'e self, visit: &mut impl FnMut(&'e Element)) {
        visit(self);
        for child in &self.children {
            if let Node::Element(element) = child {
                element.walk(visit);
            }
        }
    }

    /// How many nodes there are below it that are neither elements nor text.
    pub fn others(&self) -> usize {
        let of = |node: &Node| match node {
            Node::Element(element) => element.others(),
            Node::Text(_) => 0,
            Node::Other => 1,
        };
        self.children.iter().map(of).sum()
    }

    /// The text in it; that of different blocks is set apart.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) {
        let is_inline = matches!(self.tag.as_str(), "a" | "code" | "em" | "strong" | "del" | "span");
        for child in &self.children {
            match child {
                Node::Element(element) => element.write(text),
                Node::Text(words) => text.push_str(words),
                Node::Other => {}
            }
        }
        if !is_inline {
            text.push('\n');
        }
    }
}
