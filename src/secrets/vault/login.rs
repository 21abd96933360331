//! Who asks: the holder of a token, or an AppRole that gets one.

use super::transport::Transport;
use super::{Error, answer, request};
use crate::safe_fs;
use mosaic_db::secret::Secret;
use std::path::Path;

/// What the server is shown. All of it comes from files of mode 0400, never from an argument or the environment.
#[derive(Debug)]
pub enum Login {
    /// A token as it is.
    Token(Secret),
    /// A role and its secret (Vault manual, "AppRole auth method").
    AppRole {
        /// The role's identifier.
        role_id: Secret,
        /// Its secret.
        secret_id: Secret,
    },
}

impl Login {
    /// Reads a token.
    ///
    /// # Errors
    /// [`Error::File`], [`Error::Credential`].
    pub fn token_file(path: &Path) -> Result<Self, Error> {
        credential(path, "token").map(Self::Token)
    }

    /// Reads an AppRole's two parts.
    ///
    /// # Errors
    /// [`Error::File`], [`Error::Credential`].
    pub fn approle_files(role_id: &Path, secret_id: &Path) -> Result<Self, Error> {
        Ok(Self::AppRole {
            role_id: credential(role_id, "role id")?,
            secret_id: credential(secret_id, "secret id")?,
        })
    }

    /// The token to ask with.
    pub(super) async fn token(self, transport: &Transport) -> Result<Secret, Error> {
        match self {
            Self::Token(token) => Ok(token),
            Self::AppRole { role_id, secret_id } => {
                let request = request::login(transport.address(), &role_id, &secret_id)?;
                answer::token(&transport.exchange(request).await?)
            }
        }
    }
}

/// What goes into an HTTP header or beside one: a line of visible characters (RFC 9110, section 5.5).
fn credential(path: &Path, what: &'static str) -> Result<Secret, Error> {
    let secret = safe_fs::read_secret(path).map_err(|source| Error::File { what, source })?;
    let visible = secret.expose().bytes().all(|byte| byte.is_ascii_graphic());
    if visible { Ok(secret) } else { Err(Error::Credential { what }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{OpenOptions, Permissions, set_permissions};
    use std::io::Write as _;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_token_is_visible_characters_in_a_file_that_nobody_else_reads() {
        let directory = tempfile::tempdir().unwrap();
        for (name, text, mode, expected) in [
            ("good", "s.canary", 0o400, None),
            ("line", "s.canary\n", 0o400, Some("FILE_CONTENT")),
            ("empty", "", 0o400, Some("FILE_CONTENT")),
            ("open", "s.canary", 0o440, Some("FILE_UNSAFE")),
            ("space", "s.canary s.canary", 0o400, Some("VAULT_CREDENTIAL_INVALID")),
            ("accent", "s.can\u{e1}ry-canary", 0o400, Some("VAULT_CREDENTIAL_INVALID")),
        ] {
            let path = directory.path().join(name);
            let mut file = OpenOptions::new().write(true).create_new(true).open(&path).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            let read = Login::token_file(&path);
            assert!(!format!("{read:?}").contains("canary"), "{name}");
            assert_eq!(read.err().map(|error| error.code().entry().code), expected, "{name}");
        }
    }
}
