//! What no rule could look at, said so that nobody takes it for good.

use super::model::{Orchestrator, Stack};
use super::role::{Cast, Role};
use super::settings;
use super::text::Text;

/// One sentence for each.
pub(super) fn of(stack: &Stack, cast: &[Cast<'_>]) -> Vec<String> {
    let mut unseen = Vec::new();
    if stack.orchestrator == Orchestrator::Swarm {
        unseen.push(
            "no-new-privileges comes from each daemon's configuration, which is not read here: set \"no-new-privileges\": true in daemon.json"
                .to_owned(),
        );
        unseen.push(
            "a swarm starts everything at once: whoever comes too early ends without having changed anything, and is started again by hand"
                .to_owned(),
        );
    }
    for cast in cast.iter().filter(|cast| cast.role == Role::Database) {
        for setting in settings::of_command(&cast.service.words()) {
            if let Some(path) =
                setting.value.as_ref().filter(|_| matches!(setting.name.as_str(), "hba_file" | "config_file"))
            {
                let name = cast.service.name.as_str();
                unseen
                    .push(format!("{name} reads {}, which has to be checked by itself", Text::as_str(path)));
            }
        }
    }
    for cast in cast.iter().filter(|cast| cast.role == Role::Other) {
        unseen.push(format!("{} plays no known part: only the general rules hold for it", cast.service.name));
    }
    unseen
}
