//! What the program is made of, as CycloneDX 1.6 in JSON: from cargo's own tree of dependencies and the digests in
//! `Cargo.lock`. The same source gives the same document.

use super::{Error, Workshop, printed};
use crate::{
    digest,
    failure::{At, Failure},
    product, step,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

/// The package that all else is there for.
const ROOT: &str = "mosaic-db";

/// A crate of one version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crate {
    name: String,
    version: String,
}

/// What cargo says of crates that depend on each other.
#[derive(Default)]
struct Tree {
    /// Each with its licence, as an SPDX expression.
    crates: BTreeMap<Crate, String>,
    dependencies: BTreeMap<Crate, BTreeSet<Crate>>,
}

/// Writes it to a file, or prints it.
pub(crate) fn run(out: Option<&Path>) -> Result<(), Failure> {
    let bill = of(&Workshop::here()?, None)?;
    match out {
        Some(path) => write(&bill, path),
        None => {
            println!("{bill:#}");
            Ok(())
        }
    }
}

/// The same for a program that has OpenSSL inside.
pub(super) fn with_openssl(workshop: &Workshop, version: &str) -> Result<Value, Failure> {
    of(workshop, Some(version))
}

pub(super) fn write(bill: &Value, path: &Path) -> Result<(), Failure> {
    fs::write(path, format!("{bill:#}\n")).at("write", path)
}

fn of(workshop: &Workshop, openssl: Option<&str>) -> Result<Value, Failure> {
    let lock = workshop.source.join("Cargo.lock");
    let digests = digests(&fs::read_to_string(&lock).at("read", &lock)?);
    let all = tree(workshop, "normal,build")?;
    // Macros and build scripts run where the program is built; they are not in it.
    let inside = tree(workshop, "normal,no-proc-macro")?;
    let time = ["--utc", &format!("--date=@{}", workshop.epoch), "+%Y-%m-%dT%H:%M:%SZ"];
    let bill = document(&all, &inside, &digests, &printed(Command::new("date").args(time))?, openssl);
    match faults(&bill).into_iter().next() {
        Some(fault) => Err(Error::Sbom(fault).into()),
        None => Ok(bill),
    }
}

/// What cargo would build of the product here, with the features that it would choose.
fn tree(workshop: &Workshop, edges: &str) -> Result<Tree, Failure> {
    let mut tree = step::cargo();
    tree.current_dir(&workshop.source).args(["tree", "--locked", "--package", ROOT, "--edges", edges]);
    tree.args(["--no-dedupe", "--prefix", "depth", "--format", "\t{p}\t{l}"]);
    read(&printed(&mut tree)?)
}

/// Reads lines of depth, crate and licence.
fn read(text: &str) -> Result<Tree, Failure> {
    let mut tree = Tree::default();
    let mut above: Vec<Crate> = Vec::new();
    for line in text.lines() {
        let unreadable = || Error::Sbom(format!("cargo tree says {line:?}"));
        let mut fields = line.split('\t');
        let (Some(depth), Some(package), Some(licence)) = (fields.next(), fields.next(), fields.next())
        else {
            return Err(unreadable().into());
        };
        let depth: usize = depth.parse().map_err(|_none| unreadable())?;
        let mut words = package.split(' ');
        let (Some(name), Some(version)) = (words.next(), words.next()) else {
            return Err(unreadable().into());
        };
        let version = version.trim_start_matches('v');
        let found = Crate { name: name.to_owned(), version: version.to_owned() };
        above.truncate(depth);
        if let Some(parent) = above.last() {
            tree.dependencies.entry(parent.clone()).or_default().insert(found.clone());
        }
        // Before SPDX expressions a slash meant a choice.
        tree.crates.insert(found.clone(), licence.replace(" / ", "/").replace('/', " OR "));
        above.push(found);
    }
    Ok(tree)
}

/// SHA-256 of each crate's archive, as `Cargo.lock` has it.
fn digests(lock: &str) -> BTreeMap<Crate, String> {
    let mut digests = BTreeMap::new();
    for package in lock.split("[[package]]") {
        let field = |name: &str| {
            let lines = package.lines().filter_map(|line| line.strip_prefix(name));
            lines.filter_map(|rest| rest.strip_prefix(" = \"")).find_map(|rest| rest.strip_suffix('"'))
        };
        if let (Some(name), Some(version), Some(digest)) =
            (field("name"), field("version"), field("checksum"))
        {
            digests.insert(Crate { name: name.to_owned(), version: version.to_owned() }, digest.to_owned());
        }
    }
    digests
}

fn document(
    all: &Tree,
    inside: &Tree,
    digests: &BTreeMap<Crate, String>,
    timestamp: &str,
    openssl: Option<&str>,
) -> Value {
    let is_root = |found: &Crate| found.name == ROOT;
    let crates = all.crates.iter().filter(|(found, _)| !is_root(found)).map(|(found, licence)| {
        let hashes = digests.get(found).map(|digest| json!({ "alg": "SHA-256", "content": digest }));
        json!({
            "type": "library", "bom-ref": found.purl(), "name": found.name, "version": found.version,
            "purl": found.purl(), "licenses": [{ "expression": licence }],
            "scope": if inside.crates.contains_key(found) { "required" } else { "excluded" },
            "hashes": hashes.into_iter().collect::<Vec<_>>(),
        })
    });
    let system = openssl.map(|version| {
        let purl = format!("pkg:generic/openssl@{version}");
        json!({
            "type": "library", "bom-ref": purl, "name": "openssl", "version": version, "purl": purl,
            "licenses": [{ "expression": "Apache-2.0" }], "scope": "required",
        })
    });
    let root = all.crates.iter().find(|(found, _)| is_root(found)).map(|(found, licence)| {
        json!({
            "type": "application", "bom-ref": found.purl(), "name": product::NAME, "version": found.version,
            "purl": found.purl(), "licenses": [{ "expression": licence }],
        })
    });
    let dependencies = all.crates.keys().map(|found| {
        let on = all.dependencies.get(found).into_iter().flatten().map(Crate::purl);
        let system = openssl.filter(|_| found.name == "openssl-sys");
        let on: Vec<_> = on.chain(system.map(|version| format!("pkg:generic/openssl@{version}"))).collect();
        json!({ "ref": found.purl(), "dependsOn": on })
    });
    let mut bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": timestamp,
            "component": root,
            "tools": { "components": [{ "type": "application", "name": "cargo xtask package sbom" }] },
        },
        "components": crates.chain(system).collect::<Vec<_>>(),
        "dependencies": dependencies.collect::<Vec<_>>(),
    });
    bill["serialNumber"] = serial(&digest::sha256(bill.to_string().as_bytes())).into();
    bill
}

/// A UUID of a digest (RFC 9562, version 8): the same document has the same.
fn serial(digest: &str) -> String {
    let part = |from: usize, until: usize| digest.get(from..until).unwrap_or_default();
    format!("urn:uuid:{}-{}-8{}-8{}-{}", part(0, 8), part(8, 12), part(13, 16), part(17, 20), part(20, 32))
}

impl Crate {
    /// The package URL.
    fn purl(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }
}

/// What a reader of the document would miss: what its schema requires, and what makes a list of parts one to rely on.
fn faults(bill: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let mut require = |holds: bool, what: String| {
        if !holds {
            faults.push(what);
        }
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    require(
        bill["bomFormat"] == "CycloneDX" && bill["specVersion"] == "1.6",
        "format and version".to_owned(),
    );
    require(text(&bill["serialNumber"]).starts_with("urn:uuid:"), "no serial number".to_owned());
    require(!text(&bill["metadata"]["timestamp"]).is_empty(), "no time".to_owned());
    let root = &bill["metadata"]["component"];
    let none = Vec::new();
    let components = bill["components"].as_array().unwrap_or(&none);
    let mut references = BTreeSet::new();
    for component in components.iter().chain([root]) {
        let shown = text(&component["bom-ref"]);
        for field in ["type", "name", "version", "purl"] {
            require(!text(&component[field]).is_empty(), format!("{shown} has no {field}"));
        }
        let licence = text(&component["licenses"][0]["expression"]);
        require(!licence.is_empty() && !licence.contains('/'), format!("{shown} has no licence"));
        let digest = text(&component["hashes"][0]["content"]);
        let of_registry = shown.starts_with("pkg:cargo/") && component != root;
        require(!of_registry || digest.len() == 64, format!("{shown} has no digest"));
        require(references.insert(shown.clone()), format!("{shown} is there twice"));
    }
    for dependency in bill["dependencies"].as_array().unwrap_or(&none) {
        let on = dependency["dependsOn"].as_array().unwrap_or(&none);
        for reference in on.iter().chain([&dependency["ref"]]).map(text) {
            require(references.contains(&reference), format!("{reference} is not there"));
        }
    }
    require(components.len() > 1, "no parts".to_owned());
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = "0\tmosaic-db v0.1.0 (/source)\tMIT OR Apache-2.0\n\
                        1\topenssl v1.2.3\tApache-2.0\n\
                        2\topenssl-sys v0.9.1\tMIT\n\
                        1\tmacro v2.0.0 (proc-macro)\tMIT/Apache-2.0";
    const LOCK: &str = "version = 4\n\n[[package]]\nname = \"openssl\"\nversion = \"1.2.3\"\nchecksum = \"";

    fn lock() -> BTreeMap<Crate, String> {
        let digest = "a".repeat(64);
        let more = |name: &str, version: &str| {
            format!("[[package]]\nname = \"{name}\"\nversion = \"{version}\"\nchecksum = \"{digest}\"\n")
        };
        digests(&format!("{LOCK}{digest}\"\n{}{}", more("openssl-sys", "0.9.1"), more("macro", "2.0.0")))
    }

    fn bill(openssl: Option<&str>) -> Value {
        let all = read(TREE).unwrap();
        let inside = read(TREE.rsplit_once('\n').unwrap().0).unwrap();
        document(&all, &inside, &lock(), "2026-12-01T00:00:00Z", openssl)
    }

    #[test]
    fn everything_is_there_with_what_it_depends_on() {
        let bill = bill(None);
        assert_eq!(faults(&bill), Vec::<String>::new());
        assert_eq!(bill["components"][0]["scope"], "excluded", "a macro is not in the program: {bill:#}");
        assert_eq!(bill["components"][0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        let root = bill["dependencies"]
            .as_array()
            .unwrap()
            .iter()
            .find(|on| on["ref"] == "pkg:cargo/mosaic-db@0.1.0");
        assert_eq!(root.unwrap()["dependsOn"], json!(["pkg:cargo/macro@2.0.0", "pkg:cargo/openssl@1.2.3"]));
        assert_eq!(bill, self::bill(None), "it is the same each time");
    }

    #[test]
    fn a_library_inside_is_named() {
        let bill = bill(Some("3.0.19"));
        assert_eq!(faults(&bill), Vec::<String>::new());
        assert!(
            bill["components"]
                .as_array()
                .unwrap()
                .iter()
                .any(|part| part["purl"] == "pkg:generic/openssl@3.0.19")
        );
    }

    #[test]
    fn what_is_missing_is_told() {
        let mut without_digest = bill(None);
        without_digest["components"][1]["hashes"] = json!([]);
        assert_eq!(faults(&without_digest), ["pkg:cargo/openssl@1.2.3 has no digest"]);
        let mut unknown = bill(None);
        unknown["dependencies"][0]["dependsOn"] = json!(["pkg:cargo/nobody@1.0.0"]);
        assert_eq!(faults(&unknown), ["pkg:cargo/nobody@1.0.0 is not there"]);
        assert!(read("0\tmosaic-db").is_err());
    }
}
