//! A defect ends like every other failure: with a code, an exit status and no secret.
//!
//! The standard hook would print the panic's payload, which is formatted from whatever the defective code held.
//! Here only the place in the source is told.

use super::exit::Failure;
use std::panic::{self, AssertUnwindSafe, Location};
use std::sync::OnceLock;

/// Where the first panic happened: later ones are its consequences.
static FIRST: OnceLock<String> = OnceLock::new();

/// Replaces the hook that would print payloads.
pub fn install_hook() {
    panic::set_hook(Box::new(|info| {
        FIRST.get_or_init(|| place(info.location()));
    }));
}

/// Runs the body and turns a panic inside it into a failure.
pub fn caught<T>(body: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // Nothing the body touched is used afterwards but the output, which is written from the start.
    panic::catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_payload| {
        let location = FIRST.get().cloned().unwrap_or_else(|| place(None));
        Err(Failure::Internal { location })
    })
}

fn place(location: Option<&Location<'_>>) -> String {
    location.map_or_else(|| "an unknown place".to_owned(), |at| format!("{}:{}", at.file(), at.line()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mosaic_db::error::Code;

    #[test]
    fn a_panic_becomes_a_failure_without_its_payload() {
        install_hook();
        let failure = caught::<()>(|| panic!("canary")).expect_err("the panic");
        assert_eq!(failure.code(), Code::Internal);
        let shown = format!("{failure} {failure:?}");
        assert!(shown.contains("panic.rs") && !shown.contains("canary"), "{shown}");
    }
}
