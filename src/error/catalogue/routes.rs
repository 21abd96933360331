//! Other ways to DDL.

macro_rules! routes {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            RoutesUnreadable "ROUTES_UNREADABLE" Io {
                what: "A file or directory of the tree, or the inventory, cannot be read, so nothing can be said of the tree.",
                database: "Nothing was connected to.",
                next: "Run the scan as a user who may read every file of the tree."
            }
            RoutesOpen "ROUTES_OPEN" No {
                what: "Something leads to DDL past the runner, or shows a credential, and no record of an inventory permits it; or a record is not in order.",
                database: "Nothing was connected to.",
                next: "mosaic-db-migrator routes explain RULE says of each rule why and what to do instead; correct the places that are listed."
            }
            RoutesInventoryInvalid "ROUTES_INVENTORY_INVALID" BadInput {
                what: "The inventory cannot be read, so nothing is permitted by it.",
                database: "Nothing was connected to.",
                next: "Correct the place that is named; mosaic-db-migrator routes init drafts an inventory of the right form."
            }
            RoutesSelfTestFailed "ROUTES_SELF_TEST_FAILED" No {
                what: "A rule of this program does not find what it is there to find, or finds what it has to leave alone.",
                database: "Nothing was connected to.",
                next: "Use another build of the program: what this one says of a repository proves nothing."
            }
            RoutesUnknownRule "ROUTES_UNKNOWN_RULE" Usage {
                what: "There is no rule of this name.",
                database: "Nothing was connected to.",
                next: "mosaic-db-migrator routes explain"
            }
        }
    };
}
