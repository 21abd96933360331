//! What should not happen.

macro_rules! internal {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            Internal "INTERNAL" Internal {
                what: "This program reached a state it should not be able to reach.",
                database: "Unknown from here; the database itself is always left at a transaction boundary.",
                next: "mosaic-db-migrator status, then report the message."
            }
        }
    };
}
