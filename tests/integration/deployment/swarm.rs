//! A swarm: its stack with the part that `secrets render` writes, and the steps of an import as a node would run them.

use super::container::Container;
use super::machine::Machine;
use super::stack::{Service, Stack, shipped};
use crate::support::{Ended, Migrator};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};

/// Several stack files given together, as `docker stack deploy` reads them: a later one adds its entries.
struct Swarm<'a> {
    machine: &'a Machine,
    root: Value,
    first: Stack,
}

impl<'a> Swarm<'a> {
    fn of(machine: &'a Machine, file: &str, parts: &[&Path]) -> Self {
        let first = machine.stack(file);
        let mut root = first.root.clone();
        for part in parts {
            let Value::Object(sections) = machine.stack_at(part).root else { panic!("no stack") };
            for (section, entries) in sections.into_iter().filter(|(section, _)| section != "version") {
                for (key, value) in entries.as_object().expect("entries") {
                    assert!(root[&section][key].is_null(), "{key} is in two files");
                    root[&section][key] = value.clone();
                }
            }
        }
        Self { machine, root, first }
    }

    /// The file of an object: what it is made of, or what the operator made it of.
    fn bytes(&self, form: &str, key: &str) -> PathBuf {
        let object = &self.root[form][key];
        assert!(object.is_object(), "{form} has no {key}");
        assert!(object["name"].as_str().is_some_and(|name| name.len() <= 64), "{object}");
        match (key, object["file"].as_str()) {
            ("mosaic-signing-key", None) => self.machine.provider.within("keys/signing-key"),
            ("mosaic-superuser", None) => self.machine.provider.within("superuser/superuser-password"),
            ("tier-url", None) => self.machine.provider.within("source/tier-url"),
            // No relative path means the same in every order of the parts.
            (_, Some(file)) if file.starts_with('/') => file.into(),
            (_, Some(file)) => panic!("{file} is relative"),
            (_, None) => panic!("{key} is nobody's"),
        }
    }

    /// A service with its objects in place of volumes: each a file of the owner and mode that the stack says.
    fn container(&self, name: &str) -> Container<'a> {
        let mut service: Service = self.first.service(name);
        let objects = self.machine.provider.within(&format!("objects-{name}"));
        fs::create_dir_all(&objects).expect("a directory");
        let mut volumes = service.definition["volumes"].as_array().cloned().unwrap_or_default();
        volumes.retain(|volume| volume["type"] != "tmpfs");
        let tmpfs = service.definition["volumes"].as_array().into_iter().flatten();
        let tmpfs: Vec<_> =
            tmpfs.filter(|volume| volume["type"] == "tmpfs").map(|volume| volume["target"].clone()).collect();
        for (form, place) in [("secrets", "/run/secrets/"), ("configs", "/")] {
            for reference in service.definition[form].as_array().cloned().unwrap_or_default() {
                let text = |key: &str| reference[key].as_str();
                let source = self.bytes(form, text("source").expect("a source"));
                let target = text("target").expect("a target");
                let target =
                    if target.starts_with('/') { target.to_owned() } else { format!("{place}{target}") };
                let copy = objects.join(target.replace('/', "-"));
                fs::copy(&source, &copy).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
                let mode = text("mode").map_or(0o444, |mode| u32::from_str_radix(mode, 8).expect("a mode"));
                fs::set_permissions(&copy, Permissions::from_mode(mode)).expect("its mode");
                let id = |key| text(key).map_or(0, |id| id.parse().expect("a number"));
                chown(&copy, Some(id("uid")), Some(id("gid"))).expect("root gives it away");
                volumes.push(json!({ "source": copy, "target": target, "read_only": "true" }));
            }
        }
        service.definition["volumes"] = volumes.into();
        service.definition["tmpfs"] = tmpfs.into();
        Container::new(self.machine, service).env("MOSAIC_OUTPUT", "json")
    }
}

/// After the same in Compose: the steps that a swarm has, on the server that is there.
pub fn steps_of_a_swarm(machine: &Machine) {
    let out = machine.provider.within("swarm");
    machine.provider.render("swarm", &out);
    let generation = fs::read_to_string(out.join("current")).expect("a pointer");
    machine.set("MOSAIC_SECRETS", &out);
    machine.set("MOSAIC_GENERATION", &generation);
    machine.set("MOSAIC_ETC", shipped("postgres"));
    for name in [
        "MOSAIC_DATABASE_NODE",
        "MOSAIC_RUNNER_NODE",
        "MOSAIC_SIGNING_KEY_VERSION",
        "MOSAIC_SUPERUSER_VERSION",
        "MOSAIC_SETTINGS_VERSION",
        "MOSAIC_TIER_NETWORK",
        "MOSAIC_TIER_URL_VERSION",
    ] {
        machine.set(name, "v1");
    }
    let part = out.join(&generation).join("stack.yml");
    let swarm = Swarm::of(machine, "swarm.yml", &[&part]);
    let services: BTreeSet<_> = swarm.root["services"].as_object().expect("services").keys().collect();
    for service in services {
        require_its_files(&swarm.container(service));
    }
    swarm.container("runner").run().assert_reached();
    swarm.container("gateway").check_health().assert_reached();
    let verified = swarm.container("verify").run();
    verified.assert_reached();

    let handed_over = machine.provider.within("handed-over");
    hand_over(machine, &out.join(&generation), &handed_over).assert_reached();
    let objects = super::provider::directory(&machine.provider.within("objects"), 0o711);
    publish(&out.join(&generation), &handed_over, &objects).assert_reached();
    machine.set("MOSAIC_ATTESTATIONS", &objects);
    let attestation = fs::read_to_string(objects.join("current")).expect("a pointer");
    let attestation = objects.join(attestation).join("stack.yml");
    let import = Swarm::of(machine, "swarm-import.yml", &[&part, &attestation]);
    let importer = import.container("importer");
    require_its_files(&importer);
    // The rows are there already: it gets as far as seeing that.
    importer.run().assert_failed(8, "IMPORT_NOT_EMPTY");
}

/// As root on the node with the attestations (docs/deploy.md).
fn hand_over(machine: &Machine, generation: &Path, to: &Path) -> Ended {
    let from = machine.volume("attestations", "/var/lib/mosaic/attestations");
    let option = |name: &str, path: PathBuf| format!("--{name}={}", path.display());
    Migrator::new(&[
        "handoff",
        &option("descriptor", generation.join("secrets/handoff")),
        &option("trust-store", generation.join("configs/trust-store")),
        &option("from", from),
        &option("to", to.to_owned()),
    ])
    .run()
}

fn publish(generation: &Path, from: &Path, out: &Path) -> Ended {
    let option = |name: &str, path: &Path| format!("--{name}={}", path.display());
    let options = [option("generation", generation), option("from", from), option("out", out)];
    Migrator::new(&["secrets", "attestation", &options[0], &options[1], &options[2]]).run()
}

/// Every file that a variable names is there: an object's, or in a volume.
fn require_its_files(container: &Container<'_>) {
    let mounts = container.service.mounts();
    for (name, value) in container.service.environment() {
        let names_a_file = ["_FILE", "_PATH", "_DIR"].iter().any(|end| name.ends_with(end));
        let there = mounts.iter().any(|mount| mount.target == value);
        assert!(there || !names_a_file, "{}: {name} names {value}", container.service.name);
    }
}
