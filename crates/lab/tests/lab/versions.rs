//! Every version starts, is the version it says, and has pgvector where it should.

use mosaic_lab::{
    cluster::{Cluster, Options, SUPERUSER},
    postgres::{self, Major},
};

fn version_and_vector(major: Major) -> (i32, bool) {
    let cluster = Cluster::start(&postgres::find(major).unwrap(), &Options::default()).unwrap();
    assert!(super::connects(&cluster));
    let mut admin = cluster.admin(SUPERUSER).unwrap();
    let number: String = admin.query_one("SELECT current_setting('server_version_num')", &[]).unwrap().get(0);
    (number.parse::<i32>().unwrap() / 10_000, admin.batch_execute("CREATE EXTENSION vector").is_ok())
}

#[test]
fn postgresql_15_has_no_vector() {
    assert_eq!(version_and_vector(Major::V15), (15, false));
}

#[test]
fn postgresql_16() {
    assert_eq!(version_and_vector(Major::V16), (16, true));
}

#[test]
fn postgresql_17() {
    assert_eq!(version_and_vector(Major::V17), (17, true));
}

#[test]
fn postgresql_18() {
    assert_eq!(version_and_vector(Major::V18), (18, true));
}
