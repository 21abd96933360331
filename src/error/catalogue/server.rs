//! Reaching a server, and who this session is there.

macro_rules! server {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            // ---- reaching and authenticating the server ----
            CaFileInvalid "CA_FILE_INVALID" Config {
                what: "The CA file does not hold one or more readable PEM certificates.",
                database: "No connection was opened.",
                next: "openssl storeutl -noout -text -certs FILE shows what is in it; DATABASE_TLS_CA_CERT_PATH names it."
            }
            ServerUnreachable "SERVER_UNREACHABLE" Unavailable {
                what: "No session could be opened within the connect timeout: name, route, port, firewall or a server that is down.",
                database: "Nothing was sent to the database.",
                next: "pg_isready -h HOST -p PORT, then try again; MOSAIC_CONNECT_TIMEOUT_MS sets the bound."
            }
            ServerNotReady "SERVER_NOT_READY" Temporary {
                what: "The server is starting up, shutting down, or has no connection, memory or disk space left.",
                database: "Nothing was changed.",
                next: "Run the same command again in a moment. The server's log says what it lacks."
            }
            TlsNotOffered "TLS_NOT_OFFERED" Unavailable {
                what: "The server does not offer TLS. Sessions without it do not exist here.",
                database: "Nothing was sent, not even a user name.",
                next: "Set ssl = on with a certificate on the server, and only hostssl lines in pg_hba.conf."
            }
            TlsCertificateRefused "TLS_CERTIFICATE_REFUSED" Unavailable {
                what: "The server's certificate was refused: another issuer, another host name, expired, or an incomplete chain.",
                database: "Nothing was sent, not even a user name.",
                next: "openssl s_client -starttls postgres -connect HOST:PORT -CAfile CA -verify_hostname HOST names the failing check."
            }
            TlsHandshakeFailed "TLS_HANDSHAKE_FAILED" Unavailable {
                what: "The TLS handshake failed before a certificate was judged: no common protocol version or cipher, or the connection ended in the middle.",
                database: "Nothing was sent, not even a user name.",
                next: "openssl s_client -starttls postgres -connect HOST:PORT shows what the server offers; TLS 1.2 is the oldest that is used."
            }
            TlsSanMissing "TLS_SAN_MISSING" Unavailable {
                what: "The server's certificate names its host in the Common Name only; a subject alternative name is required.",
                database: "Nothing was sent, not even a user name.",
                next: "Issue the server's certificate again with subjectAltName=DNS:HOST (or IP:ADDRESS)."
            }
            TlsNoChannelBinding "TLS_NO_CHANNEL_BINDING" Unavailable {
                what: "The server's certificate gives no channel binding value, as with Ed25519 signatures, so SCRAM cannot be tied to this TLS session.",
                database: "Nothing was sent, not even a user name.",
                next: "Issue the server's certificate from an RSA or ECDSA authority with SHA-2."
            }
            TlsKeyMismatch "TLS_KEY_MISMATCH" Unavailable {
                what: "The server showed another public key than the one expected.",
                database: "Nothing was sent, not even a user name.",
                next: "Find out whether the certificate was rotated or this is another server, before anything else."
            }
            AuthenticationWeak "AUTHENTICATION_WEAK" Unavailable {
                what: "The server asked for trust, password or MD5 authentication, or SCRAM without channel binding.",
                database: "No session was opened; the password was not sent.",
                next: "Use scram-sha-256 on the hostssl line of pg_hba.conf and set the login's password again."
            }
            AuthenticationFailed "AUTHENTICATION_FAILED" Unavailable {
                what: "The server refused the session: wrong password, no pg_hba.conf line, no such database, or no CONNECT privilege.",
                database: "Nothing was changed.",
                next: "The server's log names the reason. Before bootstrap there is neither the database nor the login: see bootstrap render. After it, bootstrap check compares the login's password with its file."
            }
            SessionNotTls "SESSION_NOT_TLS" Unavailable {
                what: "The server itself sees this session as plaintext: a proxy ends TLS before it.",
                database: "Nothing was changed.",
                next: "Connect to the server itself, or through a proxy that passes TLS on."
            }
            ConnectionLost "CONNECTION_LOST" Unavailable {
                what: "The connection ended while a statement ran.",
                database: "The open transaction is rolled back by the server; earlier entries stay applied.",
                next: "mosaic-db-migrator status, then run again."
            }

            // ---- who and where this session is ----
            ServerVersionUnsupported "SERVER_VERSION_UNSUPPORTED" Refused {
                what: "The server is older than PostgreSQL 16, where a grant cannot say INHERIT FALSE or SET FALSE for itself.",
                database: "Nothing was changed.",
                next: "Upgrade the server to PostgreSQL 16, 17 or 18."
            }
            ServerInRecovery "SERVER_IN_RECOVERY" Temporary {
                what: "The server is a standby or has not finished recovery.",
                database: "Nothing was changed; a standby cannot be.",
                next: "Point the URL at the primary, or wait until this server is promoted."
            }
            DatabaseEncoding "DATABASE_ENCODING" Refused {
                what: "The database is not encoded in UTF8.",
                database: "Nothing was changed.",
                next: "Create the database with ENCODING 'UTF8' TEMPLATE template0 and bootstrap it."
            }
            LoginWrong "LOGIN_WRONG" Refused {
                what: "The URL logs in as another role than the one this command acts as.",
                database: "Nothing was changed.",
                next: "Use the URL of the login that the message says it must be."
            }
            LoginPrivileged "LOGIN_PRIVILEGED" Refused {
                what: "The login holds an attribute that no login here may hold.",
                database: "Nothing was changed. What the role did before is not known.",
                next: "bootstrap check names every deviation; a superuser session takes the attribute away."
            }
            LoginMemberships "LOGIN_MEMBERSHIPS" Refused {
                what: "The login's memberships are not exactly the one that bootstrap grants.",
                database: "Nothing was changed.",
                next: "bootstrap check names every deviation; REVOKE … GRANTED BY removes a grant made by somebody else."
            }
            LoginStoredSettings "LOGIN_STORED_SETTINGS" Refused {
                what: "Settings are stored with ALTER ROLE … SET or ALTER DATABASE … SET, for the login or for everybody in the database. They would apply behind this program's back.",
                database: "Nothing was changed.",
                next: "ALTER ROLE mosaic_migrator RESET ALL (and IN DATABASE …), ALTER DATABASE … RESET ALL or ALTER ROLE ALL RESET ALL, as a superuser."
            }
            BootstrapMissing "BOOTSTRAP_MISSING" Refused {
                what: "This database has not been bootstrapped: a role, schema or table that bootstrap makes is not there.",
                database: "Nothing was changed.",
                next: "mosaic-db-migrator bootstrap render, and run its output through psql as a superuser."
            }
        }
    };
}
