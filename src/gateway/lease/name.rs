//! What identifies, as types: each in one spelling, and none with room for a payload.

use crate::uuid::ids;
use serde::Serialize;

/// The longest name, in bytes.
const LONGEST: usize = 128;

/// The text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a name: 1 to {LONGEST} letters, digits and . _ : @ / - are expected, the first a letter or digit"
)]
pub struct NotAName;

macro_rules! names {
    ($( $(#[$doc:meta])* $name:ident )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
        pub struct $name(String);

        impl $name {
            /// Takes a name.
            ///
            /// # Errors
            /// [`NotAName`].
            pub fn new(text: impl Into<String>) -> Result<Self, NotAName> {
                let text = text.into();
                let good = |byte: u8| byte.is_ascii_alphanumeric() || b"._:@/-".contains(&byte);
                let begins = text.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
                if begins && text.len() <= LONGEST && text.bytes().all(good) { Ok(Self(text)) } else { Err(NotAName) }
            }

            /// The name.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
    )* };
}

names! {
    /// A tenant. It has no way in from a request: nothing deserialises it.
    TenantId
    /// Whoever holds a lease. As the tenant, it comes from whoever authenticated.
    HolderId
    /// The agent in whose name a connector acts, wherever it runs.
    LogicalAgentId
    /// A connector.
    ConnectorId
    /// Something that an operation is asked for. It goes to the policy and nowhere else.
    Scope
}

ids! {
    /// One period of holding: another with each takeover.
    LeaseId
    /// What ties an operation to its row of the audit log.
    CorrelationId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_no_room_for_a_payload() {
        for good in ["a", "Agent-7", "matrix:@ops/bridge.eu_1", &"x".repeat(LONGEST)] {
            assert_eq!(ConnectorId::new(good).map(|name| name.as_str().to_owned()), Ok(good.to_owned()));
        }
        for bad in
            ["", "-a", ".a", " a", "a b", "a\n", "{\"a\":1}", "a=b", "ä", "a\0", &"x".repeat(LONGEST + 1)]
        {
            assert_eq!(ConnectorId::new(bad), Err(NotAName), "{bad:?}");
        }
    }
}
