//! `secrets attestation`: what was handed over becomes objects of the Swarm whose generation it was made for.

use super::site::Site;
use crate::attest::make::Files;
use crate::handoff::site::{IMPORTER, PRODUCER, issue, write};
use crate::support::Migrator;
use mosaic_db::digest::Digest;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::PathBuf;

/// A swarm's generation, and an attestation for it in the hands of its producer.
struct Attested {
    site: Site,
    generation: PathBuf,
    files: Files,
}

impl Attested {
    fn new(change: impl FnOnce(&mut Value)) -> Self {
        let site = Site::new();
        let mut files = Files::valid();
        site.trust(files.trust.as_deref().expect("a trust store"));
        let told = site.render_for("swarm").run().assert_reached().json();
        let name = told["result"]["generation"]["name"].clone();
        let digest = Digest::of(site.url("importer", 1).as_bytes());
        issue(&mut files, 1, |document| {
            document["correlation_id"] = name.clone();
            document["secret_version"] = json!(1);
            document["target_sha256"] = json!(digest);
            change(document);
        });
        for directory in ["made", "handed", "objects"] {
            fs::create_dir(site.within(directory)).expect("a directory");
        }
        let generation = PathBuf::from(told["result"]["generation"]["path"].as_str().expect("a path"));
        Self { site, generation, files }
    }

    /// Lets the handoff carry it over.
    fn hand_over(&self) -> Migrator {
        let made = self.site.within("made");
        let directory = made.join(format!("gen-{:032x}", 1));
        fs::create_dir(&directory).expect("a directory");
        for (name, bytes) in [
            ("migrate-target.v1.json", &self.files.statement),
            ("migrate-target.v1.json.sig", &self.files.signature),
        ] {
            write(&directory.join(name), bytes);
        }
        fs::write(made.join("current"), format!("gen-{:032x}", 1)).expect("a pointer");
        for place in [&directory, &made] {
            chown(place, Some(PRODUCER), Some(PRODUCER)).expect("root gives it away");
        }
        let [descriptor, trust] = ["secrets/handoff", "configs/trust-store"]
            .map(|file| self.generation.join(file).display().to_string());
        let [from, to] = [made, self.site.within("handed")].map(|path| path.display().to_string());
        Migrator::new(&[
            "handoff",
            "--descriptor",
            &descriptor,
            "--trust-store",
            &trust,
            "--from",
            &from,
            "--to",
            &to,
        ])
    }

    fn publish(&self) -> Migrator {
        let generation = self.generation.display().to_string();
        let [from, out] = ["handed", "objects"].map(|name| self.site.within(name).display().to_string());
        let arguments = [["secrets", "attestation"], ["--generation", &generation], ["--from", &from]];
        Migrator::new(&[arguments.as_flattened(), &["--out", &out]].concat()).env("MOSAIC_OUTPUT", "json")
    }
}

#[test]
fn an_attestation_becomes_two_configs_with_the_version_it_is_for() {
    let attested = Attested::new(|_| {});
    attested.hand_over().run().assert_reached();
    let told = attested.publish().run().assert_reached().json();
    assert_eq!(told["result"]["written"], "generation");
    let stack = PathBuf::from(told["result"]["stack"].as_str().expect("a path"));
    let text = fs::read_to_string(&stack).expect("a stack");
    let place = stack.parent().expect("a directory");
    for (name, bytes) in
        [("attestation", &attested.files.statement), ("attestation-signature", &attested.files.signature)]
    {
        let digits = &Digest::of(bytes).to_string()[..12];
        assert!(text.contains(&format!("name: mosaic-test-{name}.v1.{digits}\n")), "{text}");
        let generation = place.file_name().and_then(|name| name.to_str()).expect("a name");
        let file = format!(
            "file: ${{MOSAIC_ATTESTATIONS:?--out of secrets attestation}}/{generation}/configs/{name}\n"
        );
        assert!(text.contains(&file), "{text}");
        let file = place.join("configs").join(name);
        assert_eq!(fs::read(&file).expect("a file"), *bytes);
        assert_eq!(fs::metadata(&file).expect("a file").mode() & 0o7777, 0o400);
    }
    let again = attested.publish().run().assert_reached().json();
    assert_eq!(again["result"]["written"], "nothing");
    // Killed before the pointer, the next run completes it.
    fs::remove_file(attested.site.within("objects/current")).expect("a pointer");
    assert_eq!(attested.publish().run().assert_reached().json()["result"]["written"], "pointer");
    let file = place.join("configs/attestation");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("a mode");
    attested.publish().run().assert_failed(77, "GENERATION_DAMAGED");
}

#[test]
fn what_was_made_for_another_generation_does_not_get_there() {
    let refused = |change: fn(&mut Value), expected: &str| {
        let attested = Attested::new(change);
        // Where the handoff did not look, this does.
        let directory = attested.site.within("handed").join(format!("gen-{:032x}", 1));
        fs::create_dir(&directory).expect("a directory");
        let files = &attested.files;
        for (name, bytes) in
            [("migrate-target.v1.json", &files.statement), ("migrate-target.v1.json.sig", &files.signature)]
        {
            write(&directory.join(name), bytes);
            chown(directory.join(name), Some(IMPORTER), Some(IMPORTER)).expect("root gives it away");
        }
        fs::write(attested.site.within("handed/current"), format!("gen-{:032x}", 1)).expect("a pointer");
        let ended = attested.publish().run();
        assert_eq!(ended.code(), expected);
        assert_eq!(fs::read_dir(attested.site.within("objects")).expect("a directory").count(), 0);
    };
    refused(|document| document["correlation_id"] = json!("gen-7"), "HANDOFF_GENERATION_DIFFERS");
    refused(|document| document["secret_version"] = json!(2), "TARGET_SECRET_VERSION_DIFFERS");
}

#[test]
fn a_generation_for_compose_has_no_objects() {
    let attested = Attested::new(|_| {});
    attested.hand_over().run().assert_reached();
    let site = Site::new();
    site.render().run().assert_reached();
    let compose = Attested { generation: site.current(), ..attested };
    compose.publish().run().assert_failed(77, "GENERATION_FOREIGN");
}
