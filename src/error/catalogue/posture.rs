//! TLS posture and activation.

macro_rules! posture {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            TlsCheckFailed "TLS_CHECK_FAILED" No {
                what: "Something of the server's TLS is not as it must be, or could not be seen. The answer lists every check.",
                database: "Nothing was changed.",
                next: "Mend what each failed check names, and run tls check again; mosaic-db-migrator tls plan cut-over gives the order."
            }
            TlsCheckBlind "TLS_CHECK_BLIND" Refused {
                what: "The login does not see every session, every setting and the access rules. A check by somebody who sees less would find less.",
                database: "Nothing was changed.",
                next: "As a superuser: GRANT pg_monitor TO the login; GRANT SELECT ON pg_hba_file_rules TO the login; GRANT EXECUTE ON FUNCTION pg_hba_file_rules() TO the login."
            }
            CertificateFileInvalid "CERTIFICATE_FILE_INVALID" Config {
                what: "A file that must hold a server's certificate in PEM form does not.",
                database: "No connection was opened.",
                next: "openssl x509 -in FILE -noout -subject shows what it holds. The server's own certificate comes first."
            }
            PlanOpen "PLAN_OPEN" Pending {
                what: "Steps of the plan are not done, or no document proves that they are.",
                database: "Nothing was connected to.",
                next: "Do the step that the message names, keep its answer among the documents, and ask for the plan again."
            }
            PlanContradictory "PLAN_CONTRADICTORY" No {
                what: "The documents cannot all be true: they are of several databases, of the future, of one run and different, or of another bundle or schema after the same run.",
                database: "Nothing was connected to.",
                next: "Take away the documents that do not belong here, or find out which of the named two is wrong, and make it again."
            }
        }
    };
}
