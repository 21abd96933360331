//! The laboratory keeps its promises.
#![expect(clippy::disallowed_methods, reason = "the second process of a test is told its part by a variable")]
#![expect(clippy::unwrap_used, reason = "the helpers below belong to tests, and fail like them")]

mod cluster;
mod network;
mod openbao;
mod reload;
mod versions;

use mosaic_lab::{
    cluster::{Cluster, Options, SUPERUSER},
    postgres::{self, Major},
};
use std::process::{Command, Output};

fn start() -> Cluster {
    Cluster::start(&postgres::find(Major::V17).unwrap(), &Options::default()).unwrap()
}

/// psql over TCP with the server verified, as any client would connect. Status 2: no connection.
fn psql(cluster: &Cluster, url: &str, sql: &str) -> Output {
    Command::new(cluster.psql())
        .args(["--no-psqlrc", "--tuples-only", "--no-align", "--command", sql, url])
        .env("PGSSLROOTCERT", cluster.ca_pem_path())
        .output()
        .unwrap()
}

fn superuser_url(cluster: &Cluster) -> String {
    cluster.url(SUPERUSER, cluster.superuser_password(), SUPERUSER)
}

fn connects(cluster: &Cluster) -> bool {
    let output = psql(cluster, &superuser_url(cluster), "SELECT 1");
    assert!(matches!(output.status.code(), Some(0 | 2)), "{output:?}");
    output.status.success()
}
