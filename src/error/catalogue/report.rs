//! Pages for people.

macro_rules! report {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            ReportFileUnreadable "REPORT_FILE_UNREADABLE" Io {
                what: "A document that is to be shown, or the signature beside it, cannot be read. No page was made.",
                database: "Nothing was connected to.",
                next: "Check the path that is named, and that the user of this process may read it."
            }
            ReportUnknownDocument "REPORT_UNKNOWN_DOCUMENT" BadInput {
                what: "A file is no JSON document of this program, or a damaged one. No page was made.",
                database: "Nothing was connected to.",
                next: "Give what a command printed with --output json, or a document that it wrote, unchanged."
            }
        }
    };
}
