//! What the kernel is told about this process before it holds a secret.

use rustix::process::{DumpableBehavior, Resource, Rlimit, set_dumpable_behavior, setrlimit};

/// No core file, and no other process of the same user may read this one's memory or environment
/// (PR_SET_DUMPABLE, prctl(2)). A kernel that refuses leaves the process as it would be without this.
pub fn keep_memory_private() {
    let _as_before = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    let _as_before = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
}
