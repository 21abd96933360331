//! What this program wrote, for a person to look at: pages and drawings. Pure, and nothing of what is read is believed.

pub mod graph;
mod html;
