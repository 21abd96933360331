//! What a witness may not have: its parent shuts out what could be gained, the witness lets go of what it was born with
//! and then looks whether anything is left.
//!
//! It is born with what its parent is, since a program that is started by the standard library under another user comes
//! with a socket pair, and the parent opens no socket of any kind. Changing from root to another user clears the
//! capabilities (capabilities(7)); starting a program that grants some is what could bring them back, and what the parent
//! shuts out with PR_SET_NO_NEW_PRIVS, which nothing undoes.

use super::{IDENTITY, WitnessError};
use rustix::io::Errno;
use rustix::process::{
    Gid, Signal, Uid, getegid, geteuid, getgid, getgroups, getuid, set_parent_process_death_signal,
};
use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set, no_new_privs,
    set_capabilities, set_no_new_privs, set_thread_groups, set_thread_res_gid, set_thread_res_uid,
};

/// Arranges that no process started from here on gets a privilege it is not given. What this process may do itself
/// stays as it is.
pub(super) fn let_none_be_gained() -> Result<(), WitnessError> {
    set_no_new_privs(true).map_err(|errno| WitnessError::Privileges(errno.into()))
}

/// Lets go of every privilege of the user this process was started by, dies from here on with its parent, and goes on
/// only if nothing is left. Users and groups belong to threads: this comes before a second one.
pub(super) fn shed() -> Result<(), WitnessError> {
    let refused = |errno: Errno| WitnessError::Privileges(errno.into());
    if geteuid().is_root() {
        become_identity().map_err(refused)?;
    }
    // To change the user undoes this.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(refused)?;
    crate::process::keep_memory_private();
    left().map_err(refused)?.map_or(Ok(()), |what| Err(WitnessError::Privileged { what }))
}

fn become_identity() -> Result<(), Errno> {
    let (user, group) = (Uid::from_raw(IDENTITY.user), Gid::from_raw(IDENTITY.group));
    clear_ambient_capability_set()?;
    set_thread_groups(&[])?;
    set_thread_res_gid(group, group, group)?;
    set_thread_res_uid(user, user, user)?;
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })
}

/// What this process has that a witness must not have, if anything.
fn left() -> Result<Option<&'static str>, Errno> {
    let sets = capabilities(None)?;
    let given = getuid().as_raw() == IDENTITY.user;
    let found = [
        ("a way to gain privileges", !no_new_privs()?),
        ("capabilities", !(sets.effective | sets.permitted | sets.inheritable).is_empty()),
        ("the user or the group of root", getuid().is_root() || getgid().is_root()),
        ("a second user or group", getuid() != geteuid() || getgid() != getegid()),
        // Whoever keeps the user of its parent, which is not root, keeps its groups as well.
        ("supplementary groups", given && !getgroups()?.is_empty()),
    ];
    Ok(found.into_iter().find(|(_, has)| *has).map(|(what, _)| what))
}
