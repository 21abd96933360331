//! Secrets, and the server that keeps them.

macro_rules! secrets {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            // ---- secrets ----
            SecretIncomplete "SECRET_INCOMPLETE" Config {
                what: "A secret of the provider has not exactly the values it must have: one is missing or empty, or there are more.",
                database: "No connection was opened to it. What was rendered before is unchanged and still current.",
                next: "Store the secret again with all its values (bao kv put); the message names the secret and the key. secrets render then makes a generation of the new version."
            }
            SecretUserWrong "SECRET_USER_WRONG" Config {
                what: "A database URL of the provider names another user than the role it is for, so a consumer would have somebody else's rights.",
                database: "No connection was opened to it. What was rendered before is unchanged and still current.",
                next: "Store the right URL as a new version of the secret that the message names."
            }
            SecretTargetsDiffer "SECRET_TARGETS_DIFFER" Config {
                what: "The database URLs of one environment lead to different servers or databases.",
                database: "No connection was opened to any of them. What was rendered before is unchanged and still current.",
                next: "Compare the secrets that the message names, and store the wrong one again."
            }
            SecretVersionLower "SECRET_VERSION_LOWER" Refused {
                what: "The provider has a lower version of a secret than was rendered before: it has not caught up (a standby), was restored from a backup, an old version was asked for, or another process rendered a later one meanwhile.",
                database: "No connection was opened to it. What was rendered before is unchanged and still current.",
                next: "Ask the active node of the provider. To go back to an old value, store it as a new version (bao kv rollback)."
            }
            SecretVersionReused "SECRET_VERSION_REUSED" Refused {
                what: "The provider gives other bytes than before under a version that was rendered already: it was set up anew or restored, and its versions do not count on.",
                database: "No connection was opened to it. What was rendered before is unchanged and still current.",
                next: "Find out what happened to the provider. If what it has now is right, render into a new directory and deploy from there."
            }
            ServerCertificateInvalid "SERVER_CERTIFICATE_INVALID" Config {
                what: "The server's certificate or key in the provider cannot be used: it is not PEM, the key has a passphrase, or the signature (Ed25519) lets no client bind its session to it.",
                database: "The server was given nothing new. What was rendered before is unchanged and still current.",
                next: "Issue the certificate from an RSA or ECDSA authority with SHA-2, and store chain and key in PEM form."
            }
            ServerCertificateKey "SERVER_CERTIFICATE_KEY" Config {
                what: "The server's key in the provider is not the one in its certificate. The server would not start with them.",
                database: "The server was given nothing new. What was rendered before is unchanged and still current.",
                next: "Store certificate and key that belong together, in one write: bao kv put takes both."
            }
            ServerCertificateName "SERVER_CERTIFICATE_NAME" Config {
                what: "The server's certificate is not for the host that the database URLs name, or names no host in its subject alternative names. Every client would refuse the server.",
                database: "The server was given nothing new. What was rendered before is unchanged and still current.",
                next: "Issue the certificate with subjectAltName=DNS:HOST (or IP:ADDRESS), the host of the URLs."
            }
            ServerCertificateTime "SERVER_CERTIFICATE_TIME" Config {
                what: "The server's certificate is not valid yet, or not any more. Every client would refuse the server.",
                database: "The server was given nothing new. What was rendered before is unchanged and still current.",
                next: "Compare the clock (date -u) with the times in the message; then issue and store a new certificate."
            }
            ServerCertificateUntrusted "SERVER_CERTIFICATE_UNTRUSTED" Config {
                what: "The server's certificate leads to none of the authorities that clients are about to be given. Every client would refuse the server.",
                database: "The server was given nothing new. What was rendered before is unchanged and still current.",
                next: "While the authority changes, store both authorities, one after the other, in the secret tls-ca; then the new server certificate."
            }
            GenerationDamaged "GENERATION_DAMAGED" Refused {
                what: "A generation of secrets is not as it was rendered: a file is gone, changed, or has another owner or mode.",
                database: "No connection was opened to it. Nothing was rendered.",
                next: "Find out who changed it. Then remove the directory of that generation, and render again."
            }
            GenerationForeign "GENERATION_FOREIGN" Refused {
                what: "The directory has generations of another environment, or for another orchestrator.",
                database: "No connection was opened to it. Nothing was rendered.",
                next: "Give each environment and each orchestrator a directory of its own (--out)."
            }
            GenerationMissing "GENERATION_MISSING" No {
                what: "The directory has no current generation of secrets.",
                database: "No connection was opened to it.",
                next: "mosaic-db-migrator secrets render"
            }
            GenerationNotWritten "GENERATION_NOT_WRITTEN" Io {
                what: "A generation of secrets could not be written: no space, no permission, or a name that was taken.",
                database: "No connection was opened to it. The generation before is whole and still current.",
                next: "Correct what the message names, and render again; what was left behind is cleaned up then."
            }
            RenderBusy "RENDER_BUSY" Locked {
                what: "Another process renders into the directory right now.",
                database: "No connection was opened to it. Nothing was written by this one.",
                next: "Wait for the other one to end, then render again: it writes nothing if the other one did it all."
            }
            RenderNeedsRoot "RENDER_NEEDS_ROOT" Refused {
                what: "Files are handed to other users, which only root may do.",
                database: "Nothing was read from the provider, and nothing was written.",
                next: "Run it as root."
            }
            SwarmObjectRefused "SWARM_OBJECT_REFUSED" Config {
                what: "Something cannot be a secret or config of a Swarm: its name would have more than 64 characters, or it has 500 KiB or more.",
                database: "No connection was opened to it. Nothing was rendered.",
                next: "Give the environment a shorter name, or store less; the message says which."
            }
            ConsumerBehind "CONSUMER_BEHIND" Pending {
                what: "A consumer has another generation of secrets than the current one: a running container keeps what it was started with.",
                database: "No connection was opened to it. Whether the old credentials still work is for the server to say.",
                next: "Start the consumers that the message names again with the directory of the current generation, then secrets status."
            }

            // ---- the secrets server ----
            VaultAddressInvalid "VAULT_ADDRESS_INVALID" Config {
                what: "The address of the secrets server is not https://HOST or https://HOST:PORT. There is no connection without TLS, and nothing may follow the port.",
                database: "No connection was opened; nothing was rendered.",
                next: "Correct the address. What it held is never shown; if that was a token, revoke it."
            }
            VaultCredentialInvalid "VAULT_CREDENTIAL_INVALID" Config {
                what: "A token, role id or secret id holds a character that none can have: a space, or one outside ASCII.",
                database: "No connection was opened; nothing was rendered.",
                next: "Write the file again: printf '%s' adds no newline."
            }
            VaultUnreachable "VAULT_UNREACHABLE" Unavailable {
                what: "There was no connection to the secrets server: name, route, port, firewall, or a server that is down. Proxies are not used.",
                database: "No database was connected to; what was rendered before stays in use.",
                next: "curl --noproxy '*' --cacert CA https://HOST:PORT/v1/sys/health from this machine."
            }
            VaultNotAuthenticated "VAULT_NOT_AUTHENTICATED" Unavailable {
                what: "What answered at the address of the secrets server could not prove to be it: a certificate that the named CA did not sign, that is for another name or expired, or no TLS 1.2. The system's own authorities do not count.",
                database: "The token was not sent; what was rendered before stays in use.",
                next: "openssl s_client -connect HOST:PORT -CAfile CA -verify_hostname HOST names the failing check."
            }
            VaultTimeout "VAULT_TIMEOUT" Unavailable {
                what: "The secrets server did not give a whole answer in time.",
                database: "No database was connected to; what was rendered before stays in use.",
                next: "Look at the server's load and at what is between; then run again."
            }
            VaultFailed "VAULT_FAILED" Unavailable {
                what: "The secrets server answered with an error of its own, with something that is not HTTP, or hung up in the middle of its answer.",
                database: "No database was connected to; what was rendered before stays in use.",
                next: "The server's log names the reason. If a proxy stands before it, ask the server itself."
            }
            VaultSealed "VAULT_SEALED" Temporary {
                what: "The secrets server is sealed, or not ready to answer yet.",
                database: "No database was connected to; what was rendered before stays in use.",
                next: "bao status (vault status) says whether it is sealed. Unseal it, then run again."
            }
            VaultBusy "VAULT_BUSY" Temporary {
                what: "The secrets server asks to come back later: a quota is used up, or a replica has not caught up yet.",
                database: "No database was connected to; what was rendered before stays in use.",
                next: "Run again in a minute; if it stays so, give the address of the active node."
            }
            VaultRedirect "VAULT_REDIRECT" Refused {
                what: "The secrets server sent this client elsewhere. A redirect is not followed: the token would go to a host that nobody named.",
                database: "The token went to the named server alone; what was rendered before stays in use.",
                next: "Give the address of the active node. If the named server should have answered itself, find out who answered."
            }
            VaultLoginRefused "VAULT_LOGIN_REFUSED" Refused {
                what: "The secrets server gave the AppRole no token: an unknown role id, or a secret id that is wrong, expired or used up.",
                database: "No record was read; what was rendered before stays in use.",
                next: "Issue a new secret id: bao write -f auth/approle/role/ROLE/secret-id, and put it in its file with mode 0400."
            }
            VaultForbidden "VAULT_FORBIDDEN" Refused {
                what: "The token may not read this record: its policy does not allow the path, or the token was revoked or has expired. The server does not say which.",
                database: "The record was not read; what was rendered before stays in use.",
                next: "bao token lookup with this token; if it is alive, its policy needs read on MOUNT/data/PATH."
            }
            VaultAnswerTooLarge "VAULT_ANSWER_TOO_LARGE" BadInput {
                what: "The secrets server's answer is larger than a record can be. The rest was not read.",
                database: "No database was connected to; what was rendered before stays in use.",
                next: "Find out what answers at this address; if the record itself is that large, write it again with its own keys alone."
            }
            VaultAnswerMalformed "VAULT_ANSWER_MALFORMED" BadInput {
                what: "The answer is not what the KV secrets engine, version 2, says: another service, an engine of version 1, or a proxy's own page.",
                database: "No database was connected to; what was rendered before stays in use.",
                next: "bao secrets list -detailed shows whether the mount secret-ENV is of type kv with version 2."
            }
            VaultRecordMissing "VAULT_RECORD_MISSING" Config {
                what: "There is no such record, or it never had the version that was asked for.",
                database: "No database was connected to; what was rendered before stays in use.",
                next: "bao kv metadata get MOUNT/PATH lists the versions; bao kv put writes the first."
            }
            VaultRecordDeleted "VAULT_RECORD_DELETED" Config {
                what: "The version was deleted and can still be brought back. The version before it is not taken in its place.",
                database: "No database was connected to; what was rendered before stays in use.",
                next: "bao kv undelete -versions=N MOUNT/PATH, or write a new version."
            }
            VaultRecordDestroyed "VAULT_RECORD_DESTROYED" Config {
                what: "The data of this version was destroyed and does not come back.",
                database: "No database was connected to; what was rendered before stays in use.",
                next: "Write a new version with bao kv put, after the credential itself has been rotated."
            }
            VaultRecordInvalid "VAULT_RECORD_INVALID" Config {
                what: "A value of the record is not a text: a number, a list, or nothing.",
                database: "No database was connected to; what was rendered before stays in use.",
                next: "Write a new version with bao kv put, whose values are texts."
            }
            VaultVersionMismatch "VAULT_VERSION_MISMATCH" BadInput {
                what: "The secrets server answered with another version than the one that was asked for.",
                database: "The answer was not used; what was rendered before stays in use.",
                next: "Ask the active node of the server itself: something between answers from memory."
            }
        }
    };
}
