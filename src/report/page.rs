//! The page: one file that loads nothing and runs nothing.

use super::article::Article;
use super::document::Document;
use super::html::Element;
use super::{filter, graph, timeline};

/// Nothing is fetched, sent or run, whatever a reader's browser makes of the text (W3C, "Content Security Policy Level 3").
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const SHEET: &str = include_str!("page.css");

/// The page of these documents, in their order. The same documents give the same bytes.
pub fn page(documents: &[Document]) -> String {
    let articles: Vec<Article> =
        documents.iter().enumerate().map(|(place, document)| Article::of(place, document)).collect();
    let title = match articles.as_slice() {
        [one] => format!("{}, {}", one.title, documents[0].name),
        several => format!("{} documents", several.len()),
    };
    let html =
        Element::new("html").with("lang", "en").child(head(&title)).child(body(&title, documents, articles));
    format!("<!doctype html>\n{}\n", html.to_markup())
}

fn head(title: &str) -> Element {
    let meta = |name: &'static str, value: &'static str, content: &'static str| {
        Element::new("meta").with(name, value).with("content", content)
    };
    Element::new("head")
        .child(Element::new("meta").with("charset", "utf-8"))
        .child(meta("http-equiv", "Content-Security-Policy", POLICY))
        .child(meta("name", "viewport", "width=device-width, initial-scale=1"))
        .child(meta("name", "color-scheme", "light dark"))
        .child(meta("name", "referrer", "no-referrer"))
        .child(Element::of("title", format_args!("{title} – mosaic-db-migrator")))
        .children([SHEET, graph::SHEET, filter::SHEET].map(Element::style))
}

fn body(title: &str, documents: &[Document], articles: Vec<Article>) -> Element {
    let skip = Element::of("a", "To the documents").with("class", "jump").with("href", "#main");
    let header = Element::new("header").child(Element::of("h1", title));
    let contents = Element::new("nav").with("aria-label", "Contents").child(contents(&articles));
    let chain = timeline::chain(documents).map(|chain| {
        Element::new("section")
            .with("aria-labelledby", "chain-title")
            .child(Element::of("h2", "Runs").with("id", "chain-title"))
            .child(chain)
    });
    let main = Element::new("main")
        .with("id", "main")
        .children(chain)
        .children(articles.into_iter().map(|article| article.body));
    let footer = Element::of(
        "footer",
        concat!(
            "Made by mosaic-db-migrator ",
            env!("CARGO_PKG_VERSION"),
            " from the files that are named above. Times are those of the documents, UTC."
        ),
    );
    Element::new("body").child(skip).child(header).child(contents).child(main).child(footer)
}

fn contents(articles: &[Article]) -> Element {
    let link = |anchor: &str, text: &str| Element::of("a", text).with("href", format_args!("#{anchor}"));
    let item = |article: &Article| {
        let sections =
            article.sections.iter().map(|(anchor, name)| Element::new("li").child(link(anchor, name)));
        Element::new("li")
            .child(link(&article.id, &article.title))
            .child(Element::new("ul").children(sections))
    };
    Element::new("ul").children(articles.iter().map(item))
}
