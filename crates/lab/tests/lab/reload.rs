//! A running server can be made to present bad certificates and to authenticate badly, and a standby follows it.

use super::{connects, psql, start, superuser_url};
use mosaic_lab::{
    certificates::{Authority, Flaw},
    cluster::{Authentication, SUPERUSER},
};

#[test]
fn certificates_that_clients_must_refuse() {
    let cluster = start();
    for flaw in [Flaw::WrongHost, Flaw::Expired] {
        cluster.present(&cluster.authority().flawed(flaw).unwrap()).unwrap();
        assert!(!connects(&cluster), "{flaw:?}");
    }
    cluster.present(&Authority::new().unwrap().server().unwrap()).unwrap();
    assert!(!connects(&cluster), "another authority");
    cluster.present(&cluster.authority().server().unwrap()).unwrap();
    assert!(connects(&cluster));
    // libpq still accepts the common name; that nothing else is in the certificate shows at the address.
    cluster.present(&cluster.authority().flawed(Flaw::NoSubjectAltName).unwrap()).unwrap();
    assert!(connects(&cluster));
    let by_address = superuser_url(&cluster).replace("localhost", "127.0.0.1");
    assert_eq!(psql(&cluster, &by_address, "SELECT 1").status.code(), Some(2));
}

#[test]
fn a_server_without_tls() {
    let cluster = start();
    cluster.configure(&["ssl = off"]).unwrap();
    assert!(!connects(&cluster));
}

#[test]
fn ways_to_authenticate() {
    let cluster = start();
    let url = |method| superuser_url(&cluster) + "&require_auth=" + method;
    let connects = |url: &str| psql(&cluster, url, "SELECT 1").status.success();
    assert!(connects(&url("scram-sha-256")));
    cluster.authenticate(Authentication::Password).unwrap();
    assert!(connects(&url("password")) && !connects(&url("scram-sha-256")));
    cluster.authenticate(Authentication::Trust).unwrap();
    assert!(connects(&url("none")) && !connects(&url("password")));
    cluster.authenticate(Authentication::Md5).unwrap();
    let with_md5 = format!(
        "SET password_encryption = 'md5'; ALTER ROLE {SUPERUSER} PASSWORD '{}'",
        cluster.superuser_password()
    );
    cluster.admin(SUPERUSER).unwrap().batch_execute(&with_md5).unwrap();
    assert!(connects(&url("md5")) && !connects(&url("scram-sha-256")));
}

#[test]
fn a_standby_follows_and_refuses_writes() {
    let cluster = start();
    let standby = cluster.standby().unwrap();
    assert!(connects(&standby));
    cluster.admin(SUPERUSER).unwrap().batch_execute("CREATE TABLE t ()").unwrap();
    let mut admin = standby.admin(SUPERUSER).unwrap();
    super::cluster::eventually("the table arrives", || {
        admin.query_one("SELECT to_regclass('t') IS NOT NULL", &[]).unwrap().get(0)
    });
    let refused = admin.batch_execute("DROP TABLE t").unwrap_err();
    assert_eq!(refused.code(), Some(&postgres::error::SqlState::READ_ONLY_SQL_TRANSACTION));
}
