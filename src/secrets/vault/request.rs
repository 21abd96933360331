//! The two requests there are (Vault manual, HTTP API). Paths are made of words that were checked, so nothing in them needs
//! an escape.

use super::{Address, Error, Wanted};
use crate::secrets::Environment;
use crate::secrets::record::Kind;
use hyper::header::{CONTENT_TYPE, HOST, HeaderValue};
use hyper::{Method, Request};
use mosaic_db::secret::Secret;
use serde::Serialize;

/// Every request has it: a server may ask for it, so that nobody can be made to send one by a link (Vault manual, HTTP
/// API, "The X-Vault-Request header").
const REQUEST: &str = "x-vault-request";
const TOKEN: &str = "x-vault-token";

#[derive(Serialize)]
struct AppRole<'a> {
    role_id: &'a str,
    secret_id: &'a str,
}

/// For a version of a record.
pub(super) fn read(
    address: &Address,
    token: &Secret,
    environment: &Environment,
    kind: Kind,
    wanted: Wanted,
) -> Result<Request<String>, Error> {
    let version = match wanted {
        Wanted::Newest => String::new(),
        Wanted::Exactly(version) => format!("?version={version}"),
    };
    let path = format!("/v1/{}/data/{}{version}", environment.mount(), kind.path());
    let mut token = HeaderValue::from_str(token.expose()).map_err(|_| Error::Credential { what: "token" })?;
    token.set_sensitive(true);
    let request = Request::builder().method(Method::GET).uri(path).header(TOKEN, token);
    finished(request, address, String::new())
}

/// For a token, by an AppRole.
pub(super) fn login(
    address: &Address,
    role_id: &Secret,
    secret_id: &Secret,
) -> Result<Request<String>, Error> {
    let (role_id, secret_id) = (role_id.expose(), secret_id.expose());
    let body = serde_json::to_string(&AppRole { role_id, secret_id }).map_err(|_| Error::Request)?;
    let request = Request::builder().method(Method::POST).uri("/v1/auth/approle/login");
    finished(request.header(CONTENT_TYPE, "application/json"), address, body)
}

fn finished(
    request: hyper::http::request::Builder,
    address: &Address,
    body: String,
) -> Result<Request<String>, Error> {
    let request = request.header(HOST, address.authority()).header(REQUEST, "true");
    request.body(body).map_err(|_| Error::Request)
}
