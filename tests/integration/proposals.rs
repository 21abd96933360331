//! Change proposals on a real server, as the runtime: through the library, and by SQL that goes around it.

mod api;
mod board;
mod raw;
