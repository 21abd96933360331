//! What a witness is told. It is handed every byte it needs, so that it needs no way to a file.

use super::frame;
use mosaic_db::allowance::Signed;
use mosaic_db::bundle::{File, FileSet};
use mosaic_db::secret::Secret;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::{self, ErrorKind, Read, Write};
use std::time::Duration;

/// What to prove, and with what.
#[derive(Debug)]
pub struct Request {
    /// What the session is called on the server.
    pub application_name: String,
    /// How long connecting may take.
    pub connect_timeout: Duration,
    /// The bundle's directory as it was read; the bundle compiled in when absent.
    pub bundle: Option<FileSet>,
    /// Signed allowances, if there are any.
    pub allowances: Option<Signed>,
    /// The database URL.
    pub url: Secret,
    /// The PEM file with the trusted certificate authorities, as read.
    pub ca: Vec<u8>,
}

/// What is short of it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Details {
    application_name: String,
    connect_timeout: Duration,
    bundle: Option<Vec<Listed>>,
    allowances: Option<Signed>,
}

/// One path of a bundle's directory.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    path: String,
    found: Found,
}

#[derive(Serialize, Deserialize)]
enum Found {
    /// So many of the bytes that follow one another in the last part.
    Regular(usize),
    Unread,
    Directory,
    Link,
    Other,
}

/// The most bytes of each part: details, URL, certificates, the files of the bundle.
const LIMITS: [u32; 4] = [16 * 1024 * 1024, 4 * 1024, 1024 * 1024, 1024 * 1024 * 1024];

impl Request {
    pub(super) fn write(&self, pipe: &mut impl Write) -> io::Result<()> {
        let details = serde_json::to_vec(&Details {
            application_name: self.application_name.clone(),
            connect_timeout: self.connect_timeout,
            bundle: self.bundle.as_ref().map(|files| files.iter().map(Listed::of).collect()),
            allowances: self.allowances.clone(),
        })?;
        let contents: Vec<u8> =
            self.bundle.iter().flat_map(FileSet::iter).fold(Vec::new(), |mut contents, (_, file)| {
                if let File::Regular(bytes) = file {
                    contents.extend_from_slice(bytes);
                }
                contents
            });
        frame::write(pipe, &[&details, self.url.expose().as_bytes(), &self.ca, &contents])
    }

    pub(super) fn read(pipe: &mut impl Read) -> io::Result<Self> {
        let [details, url, ca, contents] = frame::read(pipe, LIMITS)?;
        let url = std::str::from_utf8(&url).map_err(|_| io::Error::from(ErrorKind::InvalidData))?;
        let Details { application_name, connect_timeout, bundle, allowances } =
            serde_json::from_slice(&details)?;
        Ok(Self {
            application_name,
            connect_timeout,
            bundle: bundle.map(|listed| files(listed, &contents)).transpose()?,
            allowances,
            url: Secret::new(url.to_owned()),
            ca: ca.to_vec(),
        })
    }
}

impl Listed {
    fn of((path, file): (&str, &File)) -> Self {
        let found = match file {
            File::Regular(bytes) => Found::Regular(bytes.len()),
            File::Unread => Found::Unread,
            File::Directory => Found::Directory,
            File::Link => Found::Link,
            File::Other => Found::Other,
        };
        Self { path: path.to_owned(), found }
    }
}

fn files(listed: Vec<Listed>, mut contents: &[u8]) -> io::Result<FileSet> {
    let mut files = FileSet::default();
    for Listed { path, found } in listed {
        let file = match found {
            Found::Regular(length) => {
                let (bytes, rest) = contents.split_at_checked(length).ok_or(ErrorKind::InvalidData)?;
                contents = rest;
                File::Regular(Cow::Owned(bytes.to_vec()))
            }
            Found::Unread => File::Unread,
            Found::Directory => File::Directory,
            Found::Link => File::Link,
            Found::Other => File::Other,
        };
        files.insert(path, file);
    }
    if contents.is_empty() { Ok(files) } else { Err(ErrorKind::InvalidData.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_comes_back() {
        let mut files = FileSet::default();
        files.insert("0000_a.sql", File::Regular(Cow::Borrowed(b"SELECT 1;")));
        files.insert("0001_b.sql", File::Regular(Cow::Borrowed(b"")));
        files.insert("meta", File::Directory);
        files.insert("README.md", File::Unread);
        files.insert("away", File::Link);
        files.insert("pipe", File::Other);
        let request = Request {
            application_name: "name".to_owned(),
            connect_timeout: Duration::from_millis(1500),
            bundle: Some(files),
            allowances: Some(Signed { document: vec![1], signature: vec![2], trust_store: vec![3] }),
            url: Secret::new("url".to_owned()),
            ca: b"pem".to_vec(),
        };
        let mut pipe = Vec::new();
        request.write(&mut pipe).unwrap();
        let back = Request::read(&mut &*pipe).unwrap();
        assert_eq!(back.bundle, request.bundle);
        assert_eq!(back.allowances, request.allowances);
        assert_eq!((back.url.expose(), &*back.ca), ("url", &b"pem"[..]));
        assert_eq!(back.application_name, "name");
        assert_eq!(back.connect_timeout, request.connect_timeout);
    }

    #[test]
    fn files_use_up_exactly_what_was_sent() {
        let listed = || vec![Listed { path: "a".to_owned(), found: Found::Regular(2) }];
        assert!(files(listed(), b"ab").is_ok());
        assert!(files(listed(), b"a").is_err() && files(listed(), b"abc").is_err());
    }
}
