//! What the provider refuses, or no longer has: each time its own code, and the generation before stays as it is.

use super::site::{Everything, Site, path};
use crate::support::Migrator;
use serde_json::{Value, json};

/// What was there, and has to stay.
struct Rendered<'a> {
    site: &'a Site,
    before: Everything,
}

impl<'a> Rendered<'a> {
    fn of(site: &'a Site) -> Self {
        site.render().run().assert_reached();
        Self { site, before: site.everything() }
    }

    fn assert_refused(&self, render: Migrator, status: i32, code: &str) {
        let ended = render.run();
        ended.assert_failed(status, code);
        self.site.require_no_secret(&ended);
        assert_eq!(self.site.everything(), self.before, "{code}");
    }
}

#[test]
fn a_version_that_is_gone_is_not_replaced_by_the_one_before() {
    let site = Site::new();
    let rendered = Rendered::of(&site);
    let importer = path("importer");
    site.rotate("importer", 2);
    site.bao().soft_delete(&importer, 2).expect("deleted");
    rendered.assert_refused(site.render(), 78, "VAULT_RECORD_DELETED");
    rendered.assert_refused(site.render_with(&["--version", "importer=2"]), 78, "VAULT_RECORD_DELETED");
    rendered.assert_refused(site.render_with(&["--version", "importer=3"]), 78, "VAULT_RECORD_MISSING");
    site.bao().destroy(&importer, 2).expect("destroyed");
    rendered.assert_refused(site.render(), 78, "VAULT_RECORD_DESTROYED");
    // The one before is still there for whoever asks for it.
    let told = site.render_with(&["--version", "importer=1"]).run().assert_reached().json();
    assert_eq!(told["result"]["written"], "nothing");
    site.rotate("importer", 3);
    site.bao().soft_delete(&importer, 3).expect("deleted");
    site.bao().undelete(&importer, 3).expect("brought back");
    let told = site.render().run().assert_reached().json();
    assert_eq!(told["result"]["generation"]["versions"]["importer"], 3);
}

#[test]
fn a_value_that_is_no_text_is_no_value() {
    let site = Site::new();
    let rendered = Rendered::of(&site);
    for value in [json!(5), Value::Null, json!(["canary"])] {
        site.put("importer", &json!({ "url": value }));
        rendered.assert_refused(site.render(), 78, "VAULT_RECORD_INVALID");
    }
}

#[test]
fn whoever_may_not_read_is_refused() {
    let site = Site::new();
    let rendered = Rendered::of(&site);
    let bao = site.bao();
    bao.policy_to_read("elsewhere", "mosaic-stack/queue").expect("a policy");
    let elsewhere = bao.token("elsewhere").expect("a token");
    rendered.assert_refused(site.render_holding(&elsewhere), 77, "VAULT_FORBIDDEN");
    rendered.assert_refused(site.render_holding("s.nobody-has-it"), 77, "VAULT_FORBIDDEN");
    let revoked = bao.token("render").expect("a token");
    site.render_holding(&revoked).run().assert_reached();
    bao.revoke(&revoked).expect("revoked");
    rendered.assert_refused(site.render_holding(&revoked), 77, "VAULT_FORBIDDEN");
    // A policy for some of the records is for none of them.
    bao.policy_to_read("render", "mosaic-stack/database/importer").expect("a policy");
    rendered.assert_refused(site.render(), 77, "VAULT_FORBIDDEN");
}

#[test]
fn an_app_role_with_another_secret_gets_no_token() {
    let site = Site::new();
    let rendered = Rendered::of(&site);
    site.bao().policy_to_read("elsewhere", "mosaic-stack/queue").expect("a policy");
    let other = site.bao().approle("other", "elsewhere").expect("a role");
    rendered.assert_refused(site.render_as("no-such-role", &other.secret_id), 77, "VAULT_LOGIN_REFUSED");
    rendered.assert_refused(site.render_as(&other.role_id, "no-such-secret"), 77, "VAULT_LOGIN_REFUSED");
    // Logged in, and allowed nothing.
    rendered.assert_refused(site.render_as(&other.role_id, &other.secret_id), 77, "VAULT_FORBIDDEN");
}

#[test]
fn a_sealed_server_is_worth_another_try() {
    let site = Site::new();
    let rendered = Rendered::of(&site);
    site.bao().seal().expect("sealed");
    rendered.assert_refused(site.render(), 75, "VAULT_SEALED");
    rendered.assert_refused(site.render_as_role(), 75, "VAULT_SEALED");
    site.bao().unseal().expect("unsealed");
    assert_eq!(site.render().run().assert_reached().json()["result"]["written"], "nothing");
}
