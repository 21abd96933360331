//! One running OpenBao server: a store of secrets that speaks the protocol of HashiCorp Vault.
//!
//! Clients reach it over TLS. The laboratory itself holds the root token and the key that unseals, and talks to it
//! through a Unix socket in a directory that nobody but its owner and root can enter.
//!
//! Invariant: a server does not outlive the process that started it, however that process ends.

mod api;
mod package;
mod server;

pub use package::find;

use crate::{
    certificates::Authority,
    error::{At, Error},
};
use api::Api;
use serde_json::{Value, json};
use server::Server;
use std::{
    fs,
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

/// Where the key-value store (version 2) of a new server is mounted.
pub const MOUNT: &str = "secret-test";

/// Longer than it takes to make a new mount usable.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running server, unsealed, with an empty key-value store at [`MOUNT`].
pub struct OpenBao {
    server: Server,
    authority: Authority,
    api: Api,
    unseal_key: String,
}

/// What an AppRole logs in with.
pub struct AppRole {
    /// The role's identifier.
    pub role_id: String,
    /// The secret that belongs to it.
    pub secret_id: String,
}

impl OpenBao {
    /// Starts a server.
    ///
    /// # Errors
    /// When the program, a file or the server itself fails; the end of the server log is in the error.
    pub fn start() -> Result<Self, Error> {
        let authority = Authority::new()?;
        let server = Server::start(&find()?, &authority.server()?)?;
        let ca = server.directory().join("ca.pem");
        fs::write(&ca, authority.pem()).at("write", &ca)?;
        let mut api = Api::new(&server.socket());
        let made = api.call("PUT", "sys/init", &json!({ "secret_shares": 1, "secret_threshold": 1 }))?;
        api.become_holder_of(&text(&made["root_token"]));
        let bao = Self { server, authority, api, unseal_key: text(&made["keys"][0]) };
        bao.unseal()?;
        bao.api.call("POST", &format!("sys/mounts/{MOUNT}"), &json!({ "type": "kv-v2" }))?;
        bao.api.call("POST", "sys/auth/approle", &json!({ "type": "approle" }))?;
        bao.wait_for_the_mount()?;
        Ok(bao)
    }

    /// A new mount prepares itself in the background and refuses everything until then.
    fn wait_for_the_mount(&self) -> Result<(), Error> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.api.call("GET", &format!("{MOUNT}/config"), &Value::Null) {
                Err(Error::Answer { .. }) if Instant::now() < deadline => {
                    thread::sleep(Duration::from_millis(5));
                }
                ready => return ready.map(drop),
            }
        }
    }

    /// Where clients find it: the scheme, the name in its certificate, the port.
    #[must_use]
    pub fn address(&self) -> String {
        format!("https://localhost:{}", self.server.port())
    }

    /// The authority that signed its certificate.
    #[must_use]
    pub fn authority(&self) -> &Authority {
        &self.authority
    }

    /// The certificate of that authority, as a file.
    #[must_use]
    pub fn ca_pem_path(&self) -> PathBuf {
        self.server.directory().join("ca.pem")
    }

    /// Writes a new version of a secret and returns its number.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn put(&self, path: &str, data: &Value) -> Result<u64, Error> {
        let written = self.api.call("POST", &format!("{MOUNT}/data/{path}"), &json!({ "data": data }))?;
        Ok(written["data"]["version"].as_u64().unwrap_or_default())
    }

    /// Deletes a version so that [`OpenBao::undelete`] brings it back.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn soft_delete(&self, path: &str, version: u64) -> Result<(), Error> {
        self.versions("delete", path, version)
    }

    /// Brings a version back.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn undelete(&self, path: &str, version: u64) -> Result<(), Error> {
        self.versions("undelete", path, version)
    }

    /// Removes a version's data for good.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn destroy(&self, path: &str, version: u64) -> Result<(), Error> {
        self.versions("destroy", path, version)
    }

    fn versions(&self, act: &str, path: &str, version: u64) -> Result<(), Error> {
        let these = json!({ "versions": [version] });
        self.api.call("POST", &format!("{MOUNT}/{act}/{path}"), &these).map(drop)
    }

    /// Makes or replaces a policy.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn policy(&self, name: &str, rules: &str) -> Result<(), Error> {
        self.api.call("PUT", &format!("sys/policies/acl/{name}"), &json!({ "policy": rules })).map(drop)
    }

    /// Makes or replaces a policy that lets its holders read secrets below a path of the store, and nothing else.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn policy_to_read(&self, name: &str, below: &str) -> Result<(), Error> {
        let rule = format!("path \"{MOUNT}/data/{below}/*\" {{ capabilities = [\"read\"] }}");
        self.policy(name, &rule)
    }

    /// A new token under this policy.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn token(&self, policy: &str) -> Result<String, Error> {
        let made = self.api.call("POST", "auth/token/create", &json!({ "policies": [policy] }))?;
        Ok(text(&made["auth"]["client_token"]))
    }

    /// Ends a token's life.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn revoke(&self, token: &str) -> Result<(), Error> {
        self.api.call("POST", "auth/token/revoke", &json!({ "token": token })).map(drop)
    }

    /// A new role under this policy, and a secret for it.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn approle(&self, name: &str, policy: &str) -> Result<AppRole, Error> {
        let role = format!("auth/approle/role/{name}");
        self.api.call("POST", &role, &json!({ "token_policies": [policy] }))?;
        let role_id = self.api.call("GET", &format!("{role}/role-id"), &Value::Null)?;
        let secret_id = self.api.call("POST", &format!("{role}/secret-id"), &json!({}))?;
        Ok(AppRole {
            role_id: text(&role_id["data"]["role_id"]),
            secret_id: text(&secret_id["data"]["secret_id"]),
        })
    }

    /// Seals the server: it forgets the key to what it keeps.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn seal(&self) -> Result<(), Error> {
        self.api.call("PUT", "sys/seal", &Value::Null).map(drop)
    }

    /// Unseals it.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn unseal(&self) -> Result<(), Error> {
        self.api.call("PUT", "sys/unseal", &json!({ "key": self.unseal_key })).map(drop)
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
