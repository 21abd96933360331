//! What this program wrote, for a person to look at: pages and drawings. Pure, and nothing of what is read is believed.
//!
//! Invariant: what was read becomes text in a page, never markup ([`html`]), and no document makes a page that grows beyond
//! its bounds ([`table`], [`tree`]).

mod article;
mod checks;
mod document;
mod filter;
pub mod graph;
mod html;
mod import;
mod page;
mod plan;
mod roles;
mod scan;
mod schema;
mod signed;
mod strict;
mod table;
mod timeline;
mod tree;
mod value;

pub use document::{Document, MAX_BYTES, NotADocument};
pub use page::page;
pub use signed::NotVerified;

#[cfg(test)]
mod tests;
