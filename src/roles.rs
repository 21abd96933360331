//! Who owns what and who may do what, as data compared with data.

pub mod acl;
pub mod fast_load;
pub mod graph;
pub mod path;
pub mod scope;
