//! Certificates and the self-test.

macro_rules! certificate {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            // ---- certificates ----
            ProbeNotDenied "PROBE_NOT_DENIED" No {
                what: "A deployed login could do what it must not be able to do, or was stopped by something else than the rule that must stop it.",
                database: "Nothing was changed: each attempt was rolled back, or could not have been carried out by anybody.",
                next: "bootstrap check as a superuser names roles and privileges that are not as they must be; take back what lets the named attempts through, and probe again."
            }
            ProbeNotVerified "PROBE_NOT_VERIFIED" No {
                what: "Everything was denied, but the verification that the migrator's evidence includes found something wrong.",
                database: "Nothing was changed.",
                next: "mosaic-db-migrator --verify"
            }
            ProbeTwoDatabases "PROBE_TWO_DATABASES" Refused {
                what: "Two sessions that were opened one after the other with the same URL reached two databases.",
                database: "Nothing was changed in either.",
                next: "Give the host name of one server: evidence speaks of one database."
            }
            NotCertified "NOT_CERTIFIED" No {
                what: "The documents do not amount to a certificate. Each reason is in the answer; in JSON all of them are in facts.reasons.",
                database: "Not connected to.",
                next: "Clear up every reason: probe again as each login, have the empty slots filled, and have all of it reviewed by somebody else with a review key."
            }
            NotYetCertified "NOT_YET_CERTIFIED" Pending {
                what: "Nothing is wrong with the documents, but what is to be certified is not there yet: relations of later entries, or entries that are pending.",
                database: "Not connected to.",
                next: "Deploy the bundle that brings the named relations, mosaic-db-migrator --run, and probe again."
            }

            // ---- self-test ----
            SelfTestServer "SELF_TEST_SERVER" Refused {
                what: "The server is not one for a self-test: it holds roles, databases or settings of somebody's, or the login is no superuser there.",
                database: "Nothing was changed.",
                next: "Name the URL of a superuser on a server that was just set up: roles belong to the whole cluster, and the self-test breaks them on purpose."
            }
            SelfTestRemains "SELF_TEST_REMAINS" Refused {
                what: "What a self-test made is still on the scratch server: it was killed, it is still at work, or the server did not let everything go.",
                database: "Nothing else is on the server, or the self-test would not have begun.",
                next: "Make sure that no self-test is at work, then run the listed statements one by one as the superuser, in the database of the scratch URL; or set the server up anew."
            }
            SelfTestUnprepared "SELF_TEST_UNPREPARED" No {
                what: "The scratch database could not be brought into the state that is then broken, or was not sound in it.",
                database: "Everything that was made is removed.",
                next: "Mend what the message names on the scratch server (pgvector has to be available there), or take another one."
            }
            SelfTestLost "SELF_TEST_LOST" Unavailable {
                what: "The connection to the scratch server ended in the middle of the self-test.",
                database: "What was made is still there.",
                next: "Start the self-test again when the server answers: it lists what is left and how to remove it."
            }
            SelfTestInterrupted "SELF_TEST_INTERRUPTED" Interrupted {
                what: "SIGINT or SIGTERM ended the self-test.",
                database: "Everything that was made is removed.",
                next: "Start it again: it begins anew."
            }
            SelfTestFailed "SELF_TEST_FAILED" No {
                what: "A defect was made and the check that must find it did not, or it was taken back and the check did not pass again.",
                database: "Everything that was made is removed.",
                next: "Do not rely on this program with this server: report the named defects and the server's version."
            }
        }
    };
}
