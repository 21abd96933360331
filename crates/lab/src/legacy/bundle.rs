//! The bundle of the release that wrote such rows: the beginning of the shipped one.

use crate::error::{At, Error};
use serde_json::{Value, json};
use std::{fs, path::Path};

/// The last entry of that release.
const LAST: &str = "0017_relocate_to_mosaic";

/// Writes it into an empty directory. The bytes of its entries are those that were shipped.
///
/// # Errors
/// When a file of the shipped bundle cannot be read or copied.
pub fn release_before(shipped: &Path, directory: &Path) -> Result<(), Error> {
    let meta = directory.join("meta");
    fs::create_dir_all(&meta).at("make", &meta)?;
    for name in ["meta/_journal.json", "manifest.v1.json"] {
        let mut document = read(&shipped.join(name))?;
        if let Some(entries) = document["entries"].as_array_mut() {
            let last = entries.iter().position(|entry| entry["tag"] == json!(LAST));
            entries.truncate(last.map_or(0, |last| last + 1));
            for tag in entries.iter().filter_map(|entry| entry["tag"].as_str()) {
                let file = format!("{tag}.sql");
                fs::copy(shipped.join(&file), directory.join(&file)).at("copy", &shipped.join(&file))?;
            }
        }
        write(&directory.join(name), &document)?;
    }
    let mut grants = read(&shipped.join("grants.v1.json"))?;
    if let Some(entries) = grants["entries"].as_object_mut() {
        entries.retain(|tag, _| tag.as_str() <= LAST);
    }
    write(&directory.join("grants.v1.json"), &grants)
}

fn read(path: &Path) -> Result<Value, Error> {
    let text = fs::read(path).at("read", path)?;
    serde_json::from_slice(&text).map_err(std::io::Error::from).at("understand", path)
}

/// Keys come out in the order in which they were read, which is the canonical one.
fn write(path: &Path, document: &Value) -> Result<(), Error> {
    fs::write(path, document.to_string()).at("write", path)
}
