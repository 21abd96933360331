//! Files to deploy with.

macro_rules! deployment {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            DeployViolation "DEPLOY_VIOLATION" No {
                what: "A file that deploys the parts does not keep them apart as a rule asks.",
                database: "Nothing was connected to; nothing was started.",
                next: "mosaic-db-migrator deploy rules says of each rule what it asks for and why; correct the places that are listed."
            }
            DeployFileInvalid "DEPLOY_FILE_INVALID" BadInput {
                what: "A file cannot be read as what it is, so nothing can be said of it.",
                database: "Nothing was connected to.",
                next: "Correct the place that is named; for a stack that is put together from several files give what docker compose config prints."
            }
            DeployFileUnreadable "DEPLOY_FILE_UNREADABLE" Config {
                what: "A file that was named is not there, cannot be read, or is no regular file.",
                database: "Nothing was connected to.",
                next: "Name a file that this user may read."
            }
            DeployCertificate "DEPLOY_CERTIFICATE" BadInput {
                what: "A file that was given as a server's certificate begins with none.",
                database: "Nothing was connected to.",
                next: "openssl x509 -in FILE -noout -ext subjectAltName shows what a certificate is good for."
            }
        }
    };
}
