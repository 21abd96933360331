//! One document as a part of a page: what it says in short, then a section for each thing that has a picture, then all of
//! it.

use super::document::{Document, Kind, Signature};
use super::html::Element;
use super::schema::Between;
use super::table::{Weight, badge, cell, row, table};
use super::value::{list, plain, shown, text, time, took};
use super::{checks, import, plan, roles, scan, schema, timeline, tree};
use mosaic_db::recovery::validate_recovery_posture;
use serde_json::Value;

/// The article, and the sections that it has: their ids and titles.
pub(super) struct Article {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) sections: Vec<(String, &'static str)>,
    pub(super) body: Element,
}

impl Article {
    /// The article of the document at this place of its page.
    pub(super) fn of(place: usize, document: &Document) -> Self {
        let id = format!("document-{place}");
        let title = match document.kind {
            Kind::Answer => format!("Answer of {}", shown(&document.value, "command")),
            kind => kind.title().to_owned(),
        };
        let mut sections = Vec::new();
        let heading = Element::of("h2", &title).with("id", format_args!("{id}-title"));
        let mut body = Element::new("article")
            .with("id", &id)
            .with("aria-labelledby", format_args!("{id}-title"))
            .child(heading)
            .child(summary(document));
        for (name, content) in pictures(&id, document) {
            let Some(content) = content else { continue };
            let anchor = format!("{id}-{}", sections.len());
            let heading = Element::of("h3", name).with("id", format_args!("{anchor}-title"));
            body = body.child(
                Element::new("section")
                    .with("id", &anchor)
                    .with("aria-labelledby", format_args!("{anchor}-title"))
                    .child(heading)
                    .child(content),
            );
            sections.push((anchor, name));
        }
        Self { id, title, sections, body: body.child(tree::tree(&document.value)) }
    }
}

/// Whatever has a picture in a document. Of an answer it is looked for by what is in it, not by its command.
fn pictures(id: &str, document: &Document) -> Vec<(&'static str, Option<Element>)> {
    let value = &document.value;
    let null = Value::Null;
    match document.kind {
        Kind::Answer => {
            let (result, facts) = (value.get("result").unwrap_or(&null), value.get("facts").unwrap_or(&null));
            let evidence = result.get("evidence").unwrap_or(&null);
            vec![
                ("Roles", roles::roles(id, result)),
                ("Checks", checks::checks(id, result)),
                ("Reasons", schema::refusals(facts)),
                (
                    "Schema diff",
                    schema::differences(Between::ExpectedAndObserved, list(facts, "differences")),
                ),
                ("Schema diff", schema::differences(Between::BeforeAndAfter, list(result, "differences"))),
                ("Timeline", timeline::timeline(result)),
                ("Entries", plan::pending(result)),
                ("In the way", plan::blockers(result)),
                ("Steps", plan::steps(result)),
                ("Import", import::rates(result)),
                ("Plan of the import", import::plan(result)),
                ("Backfill", plan::backfill(result)),
                ("Quarantine", plan::quarantine(result)),
                ("Hits", scan::hits(id, result)),
                ("Inventory", scan::faults(result)),
                ("Files", scan::files(result)),
                ("Attempts", checks::attempts(id, evidence)),
                ("Verified beside", checks::verified(evidence)),
                ("Not claimed", checks::not_claimed(evidence)),
            ]
        }
        Kind::Receipt => vec![("Applied entries", entries(value))],
        Kind::Evidence => vec![
            ("Attempts", checks::attempts(id, value)),
            ("Verified beside", checks::verified(value)),
            ("Not claimed", checks::not_claimed(value)),
        ],
        Kind::Certificate => {
            vec![("Parts", parts(value, "parts")), ("Words of people", parts(value, "slots"))]
        }
        Kind::Catalog => vec![("Objects", schema::catalog(value))],
        Kind::Allowances => vec![("Allowances", allowances(value))],
        Kind::Recovery => vec![("Judgement", Some(posture(value)))],
        Kind::Attestation | Kind::Handoff | Kind::SecretGeneration | Kind::Slot | Kind::TrustStore => {
            Vec::new()
        }
    }
}

/// What a document says in short, and what is known of who wrote it.
fn summary(document: &Document) -> Element {
    let value = &document.value;
    let mut head = Element::new("div").with("class", "summary").children(outcome(document));
    head = head.child(match &document.signature {
        Signature::None => {
            Element::of("p", "Documents of this kind are not signed: anybody can have written this.")
                .with("class", "quiet")
        }
        Signature::NotVerified => Element::new("p").child(badge(
            Weight::Warning,
            "Signature NOT VERIFIED: anybody can have written this. --trust-store FILE proves who signed.",
        )),
        Signature::Verified(signers) => {
            let signer = |signer: &String| {
                Element::new("li").child(badge(Weight::Good, format_args!("signed by {signer}")))
            };
            Element::new("ul").with("class", "faults").children(signers.iter().map(signer))
        }
    });
    let mut facts: Vec<(&str, String)> =
        vec![("file", document.name.clone()), ("SHA-256", document.sha256.to_string())];
    let database =
        value.get("database").filter(|it| it.is_object()).or_else(|| value.get("result")?.get("database"));
    if let Some(database) = database.filter(|it| it.is_object()) {
        facts.push(("database", shown(database, "name")));
        facts.push(("database id", shown(database, "id")));
        facts.push(("server", shown(database, "server_version")));
        facts.push(("login", shown(database, "login")));
    }
    match document.kind {
        Kind::Receipt => {
            facts.push(("began", time(text(value, "started").unwrap_or_default())));
            facts.push(("ended", time(text(value, "ended").unwrap_or_default())));
            let took = timeline::span(value).map(|(started, ended)| took(ended.saturating_sub(started)));
            facts.push(("took", took.unwrap_or_default()));
        }
        Kind::Answer => facts.push(("ended", text(value, "ended").map(time).unwrap_or_default())),
        _ => {}
    }
    let told = match document.kind {
        Kind::Answer => value.get("result").and_then(Value::as_object),
        _ => value.as_object(),
    };
    let scalars = told.into_iter().flatten().filter(|(key, value)| {
        !matches!(key.as_str(), "schema" | "started" | "ended" | "outcome")
            && !value.is_object()
            && !value.is_array()
            && !value.is_null()
    });
    facts.extend(scalars.take(40).map(|(key, value)| (key.as_str(), plain(value))));
    let list = facts
        .into_iter()
        .filter(|(_, fact)| !fact.is_empty())
        .fold(Element::new("dl"), |list, (name, fact)| {
            list.child(Element::of("dt", name)).child(Element::of("dd", fact))
        });
    head.child(list)
}

/// How a run of the program ended.
fn outcome(document: &Document) -> Vec<Element> {
    let value = &document.value;
    let line = |weight, words: String| Element::new("p").with("class", "outcome").child(badge(weight, words));
    match document.kind {
        Kind::Receipt if text(value, "outcome") == Some("REACHED") => {
            vec![line(Weight::Good, "REACHED".to_owned())]
        }
        Kind::Receipt => vec![line(Weight::Bad, shown(value, "outcome"))],
        Kind::Answer => {
            let code = shown(value, "code");
            let weight = if code.is_empty() { Weight::Good } else { Weight::Bad };
            let word = if code.is_empty() { shown(value, "outcome") } else { code };
            let mut lines = vec![line(weight, format!("{word} (exit status {})", shown(value, "status")))];
            let sentences = ["message", "database", "next"].map(|key| shown(value, key));
            lines.extend(sentences.iter().filter(|it| !it.is_empty()).map(|it| Element::of("p", it)));
            let notes = list(value, "notes")
                .iter()
                .take(100)
                .map(|note| Element::of("p", format_args!("note: {}", plain(note))));
            lines.extend(notes);
            lines
        }
        _ => Vec::new(),
    }
}

fn entries(receipt: &Value) -> Option<Element> {
    let entries = list(receipt, "entries");
    (!entries.is_empty()).then(|| {
        table("Entries, in the order in which they were applied", &["Entry", "SHA-256"], entries, |entry| {
            row(shown(entry, "tag"), [cell(shown(entry, "sha256"))])
        })
    })
}

/// The documents that a certificate is made of.
fn parts(certificate: &Value, key: &str) -> Option<Element> {
    let parts = list(certificate, key);
    let (caption, name) = if key == "parts" { ("What was seen", "login") } else { ("Who vouches", "kind") };
    (!parts.is_empty()).then(|| {
        table(caption, &["Document", "By", "Issued", "Attempts", "Not denied", "Key"], parts, |part| {
            let statement = part.get("statement").unwrap_or(&Value::Null);
            let attempts = list(statement, "observations");
            let allowed =
                attempts.iter().filter(|it| !matches!(text(it, "outcome"), Some("denied" | "no_object")));
            row(
                shown(statement, name),
                [
                    cell(shown(statement, "by")),
                    cell(shown(statement, "issued")),
                    cell(attempts.len()),
                    cell(allowed.count()),
                    cell(shown(part, "key")),
                ],
            )
        })
    })
}

fn allowances(value: &Value) -> Option<Element> {
    let allowances = list(value, "allowances");
    (!allowances.is_empty()).then(|| {
        table(
            "What may be there for a while",
            &["Object", "Class", "Owner", "Until", "Why"],
            allowances,
            |it| {
                row(
                    shown(it, "name"),
                    ["class", "owner", "expires", "reason"].map(|key| cell(shown(it, key))),
                )
            },
        )
    })
}

/// What this program says of a recovery posture.
fn posture(value: &Value) -> Element {
    match validate_recovery_posture(value.to_string().as_bytes()) {
        Ok(_) => Element::new("p").child(badge(Weight::Good, "It holds together.")),
        Err(refusals) => Element::new("p").child(badge(Weight::Bad, refusals)),
    }
}
