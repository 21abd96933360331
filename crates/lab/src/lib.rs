//! Disposable servers for tests, demonstrations and benchmarks: PostgreSQL, and OpenBao for its secrets. Never a
//! dependency of the product.
//!
//! ```no_run
//! use mosaic_lab::{cluster::{Cluster, Options}, postgres::{self, Major}};
//!
//! let cluster = Cluster::start(&postgres::find(Major::V17)?, &Options::default())?;
//! cluster.create_database("shop")?;
//! cluster.admin("shop")?.batch_execute("CREATE EXTENSION vector")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - **A server is real.** It speaks TLS with certificates made a moment ago, asks for SCRAM on every TCP
//!   connection, and offers pgvector. The superuser `postgres` gets in without a password only through a Unix
//!   socket in a directory that nobody but the server's owner and root can enter.
//! - **Nothing stays behind.** Dropping a [`cluster::Cluster`] stops the server and removes its files. When the
//!   process is killed instead, even with SIGKILL, a watchdog process sees its pipe close and does the same.
//!   A test that panics keeps the server log and prints where it is.
//! - **Starting is cheap.** Test runners that give each test its own process start one cluster per test:
//!   `initdb` runs once per installation, into the cache, and every cluster is a copy of that.
//! - **The system stays as it is.** What has to be fetched is unpacked into the [`cache`] and runs in place.
//! - **No OpenSSL.** This crate builds on a machine without its headers, so that the project's own commands can
//!   install them.
//!
//! As root the servers run as `nobody`, since PostgreSQL refuses root: the cache and the temporary directory
//! must be reachable for that user.
#![expect(
    clippy::disallowed_methods,
    reason = "those rules keep the product's file writes and environment reads in one place; a laboratory has neither operator nor secrets to protect"
)]

pub mod cache;
pub mod certificates;
pub mod cluster;
pub mod drizzle;
pub mod error;
pub mod legacy;
pub mod listener;
pub mod openbao;
pub mod password;
pub mod peers;
pub mod pgbouncer;
pub mod pglite;
pub mod postgres;
pub mod proxy;
pub mod sarif;

mod acceptor;
mod account;
mod debian;
mod port;
mod process;
mod watchdog;
