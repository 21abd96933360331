//! From the rows of a platform without workspaces to those of the system of record, while its gateways go on writing.

mod beside;
mod cut;
mod ground;
mod quarantine;
mod rows;
mod turn;
mod whole;
