//! Requests to a server's administrative socket, as far as they go without TLS: one each connection, whole answers.

use crate::error::{At, Error};
use serde_json::Value;
use std::{
    io::{Read, Write},
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
};

/// Whom requests are sent to, as whom.
pub(super) struct Api {
    socket: PathBuf,
    token: String,
}

impl Api {
    /// As nobody, until there is a token.
    pub(super) fn new(socket: &Path) -> Self {
        Self { socket: socket.to_owned(), token: String::new() }
    }

    pub(super) fn become_holder_of(&mut self, token: &str) {
        token.clone_into(&mut self.token);
    }

    /// Sends one request and returns the answer's document, null where it has none.
    pub(super) fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, Error> {
        let answer = self.exchange(method, path, body).at("talk to the server at", &self.socket)?;
        let (head, document) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).unwrap_or_default().to_owned();
        if !status.starts_with('2') {
            let request = format!("{method} {path}");
            return Err(Error::Answer { request, status, document: document.to_owned() });
        }
        Ok(serde_json::from_str(document).unwrap_or(Value::Null))
    }

    fn exchange(&self, method: &str, path: &str, body: &Value) -> std::io::Result<String> {
        let mut stream = UnixStream::connect(&self.socket)?;
        let body = if body.is_null() { String::new() } else { body.to_string() };
        // In HTTP/1.0 an answer ends with its connection: there are no chunks to put together (RFC 1945, 7.2.2).
        write!(
            stream,
            "{method} /v1/{path} HTTP/1.0\r\nHost: localhost\r\nX-Vault-Token: {}\r\nContent-Length: {}\r\n\r\n{body}",
            self.token,
            body.len(),
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }
}
