//! The plan for a database whose extension belongs to a login.

use crate::support::Migrator;

fn plan(more: &[&str]) -> crate::support::Ended {
    let arguments = ["bootstrap", "shadow-plan", "--database", "mosaic", "--owner", "app"];
    Migrator::new(&[&arguments, more].concat()).run()
}

#[test]
fn the_steps_are_the_same_in_both_forms() {
    let json = plan(&["--shadow", "mosaic_2", "--output", "json"]);
    json.assert_reached();
    let text = plan(&["--shadow", "mosaic_2"]);
    text.assert_reached();
    let json = json.json();
    let steps = json["result"]["steps"].as_array().expect("steps");
    let names: Vec<&str> = steps.iter().map(|step| step["name"].as_str().expect("a name")).collect();
    assert_eq!(
        names,
        [
            "backup", "history", "reader", "shadow", "migrate", "attest", "rehearse", "again", "quiesce",
            "copy", "ready", "switch", "window"
        ]
    );
    for step in steps {
        for command in step["commands"].as_array().expect("commands") {
            for line in command.as_str().expect("text").lines() {
                assert!(text.stdout().contains(line), "{line}");
            }
        }
        assert!(
            !step["evidence"].as_str().expect("text").is_empty()
                && !step["back"].as_str().expect("text").is_empty()
        );
    }
}

/// Every command of this program in it is one that the program takes.
#[test]
fn its_commands_are_accepted() {
    let json = plan(&["--shadow", "mosaic_2", "--output", "json"]).json();
    let commands = json["result"]["steps"]
        .as_array()
        .expect("steps")
        .iter()
        .flat_map(|step| step["commands"].as_array().expect("commands"));
    let mut tried = 0;
    for line in commands.flat_map(|command| command.as_str().expect("text").lines()) {
        let Some((_, arguments)) = line.split_once("mosaic-db-migrator ") else { continue };
        if line.starts_with('#') {
            continue;
        }
        let arguments: Vec<&str> =
            arguments.split_whitespace().take_while(|word| !word.starts_with('>')).collect();
        let ended = Migrator::new(&arguments).run();
        assert_ne!(ended.status(), 64, "{line}: {}", ended.stderr());
        tried += 1;
    }
    assert!(tried >= 6, "{tried} commands");
}

#[test]
fn a_shadow_has_a_name_of_its_own() {
    plan(&["--shadow", "mosaic"]).assert_failed(64, "USAGE");
}
