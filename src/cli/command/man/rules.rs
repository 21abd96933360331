//! The rules of `routes` in the manual: each class with why it is one and what to do instead, and its rules below.

use super::item;
use clap_mangen::roff::{Roff, bold, italic, line_break, roman};
use mosaic_db::routes::inventory::FaultRule;
use mosaic_db::routes::{self, Basis, Class};

pub(super) fn sections(roff: &mut Roff) {
    roff.control("SH", ["RULES OF ROUTES"]);
    roff.text([roman(
        "routes scan finds these. A record of the inventory may permit the exact text of a rule, unless its class is about what a \
         text means: nothing permits that.",
    )]);
    let mut classes: Vec<Class> = Vec::new();
    for rule in routes::rules() {
        if !classes.contains(&rule.class) {
            classes.push(rule.class);
        }
    }
    for class in classes {
        let permitted = match class.basis() {
            Basis::Lexical => "",
            Basis::Semantic => " Nothing permits it.",
        };
        roff.control("SS", [class.name()]);
        roff.text([roman(class.why()), roman(permitted), line_break(), italic(class.instead())]);
        for rule in routes::rules().filter(|rule| rule.class == class) {
            item(roff, [bold(rule.id)], [roman(format!("{}.", rule.title))]);
        }
    }
    roff.control("SS", ["inventory"]);
    roff.text([roman("What is wrong with a record, which then permits nothing.")]);
    for rule in FaultRule::ALL {
        item(roff, [bold(rule.id)], [roman(format!("{}.", rule.title)), line_break(), italic(rule.why)]);
    }
}
