//! The graph of roles, as text and drawn: what is there is shown, and what must not be there is told apart.

use crate::support::{Database, Migrator};
use mosaic_lab::cluster::Cluster;
use serde_json::Value;

/// A way from the runtime to what the schema owner may, over a role that is not ours.
const DETOUR: &str = "CREATE ROLE \"a <b>\" NOLOGIN; \
     GRANT \"a <b>\" TO mosaic_runtime WITH INHERIT FALSE, SET TRUE; \
     GRANT mosaic_schema_owner TO \"a <b>\" WITH INHERIT TRUE, SET FALSE; \
     CREATE ROLE far NOLOGIN; CREATE ROLE away NOLOGIN; GRANT far TO away";

fn graph(cluster: &Cluster, url: &std::path::Path, more: &[&str]) -> Migrator {
    let url = url.to_str().expect("a path");
    let arguments = [&["roles", "graph", "--url-file", url], more].concat();
    Migrator::new(&arguments).env("DATABASE_TLS_CA_CERT_PATH", cluster.ca_pem_path())
}

#[test]
fn what_is_required_is_shown_without_a_connection() {
    let dot = Migrator::new(&["roles", "graph"]).run();
    let link = "\"mosaic_runtime\" -> \"mosaic_runtime_capability\" [label=\"INHERIT\"];";
    assert!(dot.assert_reached().stdout().contains(link), "{}", dot.stdout());
    let json = Migrator::new(&["roles", "graph", "--output", "json"]).run().json();
    assert_eq!(json["result"]["faults"], Value::Array(Vec::new()));
    assert_eq!(json["result"]["database"], Value::Null);
}

/// Whoever asks: any login sees the memberships.
#[test]
fn a_prepared_server_has_what_is_required_and_nothing_else() {
    let database = Database::bootstrapped();
    let required = Migrator::new(&["roles", "graph"]).run();
    for login in ["mosaic_migrator", "mosaic_runtime", "mosaic_data_importer"] {
        let url = database.secret_path(&format!("{login}.url"));
        let found = graph(database.cluster(), &url, &[]).run();
        assert_eq!(found.assert_reached().stdout(), required.stdout(), "as {login}");
    }
}

#[test]
fn a_way_that_must_not_be_there_is_named_and_drawn() {
    let database = Database::bootstrapped();
    database.execute(DETOUR);
    let url = database.secret_path("mosaic_runtime.url");
    let json = graph(database.cluster(), &url, &["--output", "json"]).run().assert_reached().json();
    let faults: Vec<&str> =
        json["result"]["faults"].as_array().expect("faults").iter().filter_map(Value::as_str).collect();
    assert_eq!(
        faults,
        [
            "forbidden: a <b> –INHERIT→ mosaic_schema_owner",
            "forbidden: mosaic_runtime –SET→ a <b>",
            "forbidden: mosaic_runtime –SET→ a <b> –INHERIT→ mosaic_schema_owner",
        ]
    );
    for (format, there, not_there) in [
        ("dot", "\"mosaic_runtime\" -> \"a <b>\" [label=\"✕ SET\", penwidth=2", "away"),
        ("mermaid", "a #60;b#62;<br>not of this program", "away"),
        ("svg", "a &lt;b&gt; → mosaic_schema_owner: ✕ INHERIT", "away"),
    ] {
        let drawn = graph(database.cluster(), &url, &["--format", format]).run();
        let text = drawn.assert_reached().stdout();
        assert!(text.contains(there) && !text.contains(not_there), "{format}: {text}");
        assert!(drawn.stderr().contains(faults[2]), "{}", drawn.stderr());
    }
}
