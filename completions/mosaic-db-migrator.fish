# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_mosaic_db_migrator_global_optspecs
    string join \n run verify help version
end

function __fish_mosaic_db_migrator_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_mosaic_db_migrator_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_mosaic_db_migrator_using_subcommand
    set -l cmd (__fish_mosaic_db_migrator_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -l run -d 'Bring the database to the state of the bundle, or change nothing and say why'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -l verify -d 'Prove, read-only, that the database is in the state of the bundle'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -l version -d 'Print the version'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "status" -d 'Say which entries are applied and which are pending, changing nothing'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "rehearse" -d 'Run the pending entries in one transaction, say what they lock and change, and roll it back'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "backfill" -d 'Bring the rows of the release before into the tables of this one'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "readiness" -d 'Prove, read-only and as the runtime, that a gateway may serve from the database'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "bootstrap" -d 'Prepare a database through psql, and prove that it is prepared'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "manifest" -d 'Record what a bundle directory consists of, check it, show it, compare it'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "attest" -d 'Make the keys that sign statements, and say which of them are believed'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "certify" -d 'Prove by attempting what a deployed login is denied'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "allowance" -d 'Name who answers, and until when, for indexes and statistics that a database has beside the bundle\'s'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "handoff" -d 'Hand a verified attestation from the identity that made it to the one that imports with it'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "deploy" -d 'Prove offline that the files of a deployment keep its identities apart'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "routes" -d 'Prove that a repository has no other way to DDL than the runner'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "roles" -d 'Show who is a member of what, and what must not be there'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "report" -d 'Show what this program wrote to people'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "tls" -d 'Prove that a server lets nobody in without TLS'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "activate" -d 'Say which steps to a serving gateway are done, which is next, and the way back'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "secrets" -d 'Give the consumers of an environment their credentials, one generation at a time'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "doctor" -d 'Prove on a scratch server that every check finds what it is there to find'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "migrate-tier" -d 'Copy a tier\'s rows into an attested database, and compare them there; without --yes, show what that would do'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "explain" -d 'Explain an error code or a variable, or list all of them'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "completions" -d 'Print the completions for a shell'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_needs_command" -f -a "man" -d 'Print the manual page'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand status" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand status" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand status" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand rehearse" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand rehearse" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand rehearse" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand backfill; and not __fish_seen_subcommand_from run status" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand backfill; and not __fish_seen_subcommand_from run status" -f -a "run" -d 'Bring the rows over, batch by batch, beside whoever goes on writing; stopped anywhere, it goes on there'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand backfill; and not __fish_seen_subcommand_from run status" -f -a "status" -d 'Say how far each step is and which rows wait for a decision, changing nothing'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand backfill; and __fish_seen_subcommand_from run" -l workspace-slug -d 'How the first workspace is called in addresses; as it is when it is not given, default at first' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand backfill; and __fish_seen_subcommand_from run" -l workspace-name -d 'How it is called on pages; as it is when it is not given, Default at first' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand backfill; and __fish_seen_subcommand_from run" -l backlog-project -d 'The project whose tasks the old backlog becomes; the one it was before when it is not given' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand backfill; and __fish_seen_subcommand_from run" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand backfill; and __fish_seen_subcommand_from run" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand backfill; and __fish_seen_subcommand_from run" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand backfill; and __fish_seen_subcommand_from status" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand backfill; and __fish_seen_subcommand_from status" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand backfill; and __fish_seen_subcommand_from status" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand readiness" -l wait -d 'Ask again until the database is ready or this many seconds are over; what does not pass by itself ends it at once' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand readiness" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand readiness" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand readiness" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and not __fish_seen_subcommand_from render check snapshot shadow-plan" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and not __fish_seen_subcommand_from render check snapshot shadow-plan" -f -a "render" -d 'Print the SQL that prepares a database, to be run through psql as a superuser'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and not __fish_seen_subcommand_from render check snapshot shadow-plan" -f -a "check" -d 'Compare a server with what that SQL makes, as a superuser, read-only'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and not __fish_seen_subcommand_from render check snapshot shadow-plan" -f -a "snapshot" -d 'Print the SQL that says, read-only and as a superuser, what is in a database that is to be taken over'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and not __fish_seen_subcommand_from render check snapshot shadow-plan" -f -a "shadow-plan" -d 'Print the steps that move a database whose extension belongs to a login: by a second database beside it'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from render" -l database -d 'The database to prepare; the script makes it when it runs in another database and it is missing' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from render" -l migrator-password-file -d 'File with the password of mosaic_migrator; the script holds only a SCRAM verifier of it' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from render" -l runtime-password-file -d 'File with the password of mosaic_runtime' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from render" -l importer-password-file -d 'File with the password of mosaic_data_importer' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from render" -l bundle -d 'Directory of the bundle to prepare for; the platform\'s own bundle when it is not given' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from render" -l salt-seed -d 'Derive the salts from this text, so that the same passwords give the same bytes; random when not given' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from render" -l existing -d 'Print the SQL that takes over a database in use, of which this file is the snapshot that bootstrap snapshot\'s SQL made' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from render" -l importer-fast-load -d 'Print the SQL that lets the importer load rows without row triggers instead (migrate-tier --constraints validate): to be run after the migrations, on PostgreSQL 17 or newer. Every check tells of it until it is taken back (=take-back)' -r -f -a "grant\t'Give it'
take-back\t'Take it back'"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from render" -l revoke-public-connect -d 'Also take PUBLIC\'s CONNECT from the other databases of the cluster'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from render" -l rollback -d 'Print the SQL that gives such a database back as the snapshot says, as long as it was not migrated, instead'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from render" -l after -d 'Print the SQL for after the migrations instead: it takes back CREATE on the database'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from render" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from check" -l admin-url-file -d 'File of mode 0400 with the database URL of a superuser; the session is read-only' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from check" -l database -d 'The database to check, if it is another than the URL\'s' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from check" -l bundle -d 'Directory of the bundle the database was prepared for; the platform\'s own bundle when it is not given' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from check" -l migrator-password-file -d 'File with the password that mosaic_migrator must have' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from check" -l runtime-password-file -d 'File with the password that mosaic_runtime must have' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from check" -l importer-password-file -d 'File with the password that mosaic_data_importer must have' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from check" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from check" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from check" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from snapshot" -l database -d 'The database to look at' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from snapshot" -l owner -d 'The login that made the installation and owns what is in it' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from snapshot" -l bundle -d 'Directory of the bundle to prepare for; the platform\'s own bundle when it is not given' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from snapshot" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from shadow-plan" -l database -d 'The database to leave' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from shadow-plan" -l shadow -d 'The database that takes its place' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from shadow-plan" -l owner -d 'The login that made the old database and runs on it' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from shadow-plan" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from shadow-plan" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand bootstrap; and __fish_seen_subcommand_from shadow-plan" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and not __fish_seen_subcommand_from build check show diff" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and not __fish_seen_subcommand_from build check show diff" -f -a "build" -d 'Write manifest.v1.json for a directory; what an earlier one says is kept where no option says otherwise'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and not __fish_seen_subcommand_from build check show diff" -f -a "check" -d 'Report everything that is wrong with a directory and its manifest'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and not __fish_seen_subcommand_from build check show diff" -f -a "show" -d 'Show a recorded manifest'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and not __fish_seen_subcommand_from build check show diff" -f -a "diff" -d 'Show what building would change in a directory\'s manifest, or how two directories\' manifests differ'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from build" -l history -d 'The last entry that is history, or all, or none' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from build" -l history-schema -d 'A schema that history entries find their objects in, beside the legacy ones; may be repeated, in search order' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from build" -l managed-schema -d 'A schema whose objects are the bundle\'s business; may be repeated; those its entries create always are' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from build" -l ledger -d 'The ledger; drizzle.__drizzle_migrations when neither this nor an earlier manifest says otherwise' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from build" -l extension -d 'An extension the entries need, with the versions that will do; may be repeated' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from build" -l seeded-table -d 'A table whose rows the entries insert; may be repeated' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from build" -l requires -d 'A precondition of an entry, requires/NAME.sql; may be repeated' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from build" -l scratch-url-file -d 'A file with the migrator\'s URL of a bootstrapped scratch database with an empty ledger: runs the entries there and writes effects.v1.json, what each was measured to do' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from build" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from build" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from build" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from check" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from check" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from check" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from show" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from show" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from show" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from diff" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from diff" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand manifest; and __fish_seen_subcommand_from diff" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and not __fish_seen_subcommand_from keygen inspect check revoke" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and not __fish_seen_subcommand_from keygen inspect check revoke" -f -a "keygen" -d 'Make a signing key, and a trust store that lists it or the next serial of one that exists'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and not __fish_seen_subcommand_from keygen inspect check revoke" -f -a "inspect" -d 'Show what an attestation or a trust store says'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and not __fish_seen_subcommand_from keygen inspect check revoke" -f -a "check" -d 'Decide offline whether an attestation would be acted on, and record nothing'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and not __fish_seen_subcommand_from keygen inspect check revoke" -f -a "revoke" -d 'Take a key or versions of the secret out of use, under the next serial of a trust store'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from keygen" -l out -d 'The directory to make; it gets the key (mode 0400), the public key and the trust store' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from keygen" -l purpose -d 'What the key may sign' -r -f -a "allowance\t''
certify\t''
migrate-target\t''
review\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from keygen" -l trust-store -d 'A trust store that exists: the key is added to it, and its serial rises; the new directory gets none then' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from keygen" -l not-before -d 'When the key may begin to sign, as YYYY-MM-DDTHH:MM:SSZ; now when it is not given' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from keygen" -l not-after -d 'When the key may sign no more; a year after its beginning when it is not given' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from keygen" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from keygen" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from keygen" -l development -d 'Mark the key as a development key: what it signs is refused wherever none is expected'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from keygen" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from inspect" -l trust-store -d 'A trust store: who signed is proved with it, and what nobody signed is refused' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from inspect" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from inspect" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from inspect" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from check" -l trust-store -d 'The trust store' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from check" -l expect -d 'What the attestation must say, in JSON; the manual lists the fields' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from check" -l target-url-file -d 'File of mode 0400 with the importer\'s URL; what it names takes the place of what the expectations say of the target' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from check" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from check" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from check" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from revoke" -l trust-store -d 'The trust store to change' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from revoke" -l key -d 'The id of a key that nothing is believed of any more, whenever it was signed' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from revoke" -l secret-version -d 'A version of the importer\'s URL that nothing is attested for any more; may be repeated' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from revoke" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from revoke" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand attest; and __fish_seen_subcommand_from revoke" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and not __fish_seen_subcommand_from probe slot assemble" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and not __fish_seen_subcommand_from probe slot assemble" -f -a "probe" -d 'Attempt as a deployed login, each time in a transaction that is rolled back, what it must be denied'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and not __fish_seen_subcommand_from probe slot assemble" -f -a "slot" -d 'Vouch for what no probe can show, bound to the file that it rests on'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and not __fish_seen_subcommand_from probe slot assemble" -f -a "assemble" -d 'Merge signed parts and slots into one certificate, or say every reason why they are none; connects to nothing'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from probe" -l as -d 'The login to attempt as; its URL is the only one the process may see' -r -f -a "importer\t''
migrator\t''
runtime\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from probe" -l signing-key-file -d 'File with a key for certify, which signs what was seen; needs --out and --by' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from probe" -l out -d 'Directory in which the signed part is published, whole or not at all' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from probe" -l by -d 'Who answers for the part' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from probe" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from probe" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from probe" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from slot" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from slot" -f -a "rotation" -d 'Vouch that credentials were rotated'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from slot" -f -a "rollback" -d 'Vouch that the way back was rehearsed'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from slot" -f -a "review" -d 'Vouch, as somebody who made none of them, for the other documents'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from assemble" -l parts -d 'Directories in which parts and slots were published' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from assemble" -l trust-store -d 'The keys that are believed' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from assemble" -l out -d 'The certificate to write' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from assemble" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from assemble" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand certify; and __fish_seen_subcommand_from assemble" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and not __fish_seen_subcommand_from draft sign check" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and not __fish_seen_subcommand_from draft sign check" -f -a "draft" -d 'Write down, as the migrator, what a database has beside the bundle and what could be allowed of it'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and not __fish_seen_subcommand_from draft sign check" -f -a "sign" -d 'Sign a draft that was reviewed'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and not __fish_seen_subcommand_from draft sign check" -f -a "check" -d 'Verify signed allowances and list them'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from draft" -l out -d 'Where to write the draft; a file that is there is replaced' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from draft" -l owner -d 'The person or team that answers for the objects' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from draft" -l reason -d 'Why they are there' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from draft" -l expires -d 'Until when they may be there, as YYYY-MM-DDTHH:MM:SSZ; at most 366 days from now' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from draft" -l object -d 'Only the object of this name, schema.name; may be repeated; every one that could be allowed when it is not given' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from draft" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from draft" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from draft" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from sign" -l signing-key-file -d 'The file with the key, as attest keygen --purpose allowance makes it' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from sign" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from sign" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from sign" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from check" -l trust-store -d 'The trust store that says who may sign' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from check" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from check" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand allowance; and __fish_seen_subcommand_from check" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand handoff" -l descriptor -d 'What is expected: generation, version and digest of the importer\'s URL, as secrets render writes it' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand handoff" -l trust-store -d 'The trust store that says who may sign' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand handoff" -l from -d 'The directory that attestations are published in, MOSAIC_ATTESTATION_DIR of the verification; not trusted' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand handoff" -l to -d 'The directory that the importer reads: its generations get there, and the producer must not' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand handoff" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand handoff" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand handoff" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand deploy; and not __fish_seen_subcommand_from check rules" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand deploy; and not __fish_seen_subcommand_from check rules" -f -a "check" -d 'Say where Compose and stack files, Dockerfiles, pg_hba.conf and postgresql.conf do not keep the parts apart'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand deploy; and not __fish_seen_subcommand_from check rules" -f -a "rules" -d 'List the rules, with what each asks for and why'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand deploy; and __fish_seen_subcommand_from check" -l kind -d 'What all of them are; told by what is in them when it is not given, which takes a stack of Portainer for one of Compose' -r -f -a "compose\t''
swarm\t''
portainer\t''
dockerfile\t''
hba\t''
settings\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand deploy; and __fish_seen_subcommand_from check" -l certificate -d 'A server\'s certificate in PEM; may be repeated. Each database service has to be among the names of one' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand deploy; and __fish_seen_subcommand_from check" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand deploy; and __fish_seen_subcommand_from check" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand deploy; and __fish_seen_subcommand_from check" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand deploy; and __fish_seen_subcommand_from rules" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand deploy; and __fish_seen_subcommand_from rules" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand deploy; and __fish_seen_subcommand_from rules" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and not __fish_seen_subcommand_from scan init explain self-test" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and not __fish_seen_subcommand_from scan init explain self-test" -f -a "scan" -d 'Say what in a tree of files leads to DDL past the runner, or shows a credential'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and not __fish_seen_subcommand_from scan init explain self-test" -f -a "init" -d 'Draft an inventory of what is found in a tree; it permits nothing before people complete and review it'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and not __fish_seen_subcommand_from scan init explain self-test" -f -a "explain" -d 'Explain a rule, or list all of them'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and not __fish_seen_subcommand_from scan init explain self-test" -f -a "self-test" -d 'Prove of each rule that it finds what it is there to find, and leaves alone what only looks like it'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from scan" -l inventory -d 'The inventory: which hits are permitted, by whom, why and until when' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from scan" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "github\t''
json\t''
sarif\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from scan" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from scan" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from init" -l out -d 'The new inventory; there must not be such a file yet' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from init" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from init" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from init" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from explain" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from explain" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from explain" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from self-test" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from self-test" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand routes; and __fish_seen_subcommand_from self-test" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand roles; and not __fish_seen_subcommand_from graph" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand roles; and not __fish_seen_subcommand_from graph" -f -a "graph" -d 'Print the graph of roles for another program to draw, or drawn: what is required, or what is there beside it'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand roles; and __fish_seen_subcommand_from graph" -l format -d 'Language of the graph' -r -f -a "dot\t''
mermaid\t''
svg\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand roles; and __fish_seen_subcommand_from graph" -l url-file -d 'File of mode 0400 with the database URL of any login of the server that is to be looked at; without it, what is required is shown, and nothing is connected to' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand roles; and __fish_seen_subcommand_from graph" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand roles; and __fish_seen_subcommand_from graph" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand roles; and __fish_seen_subcommand_from graph" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand report; and not __fish_seen_subcommand_from html" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand report; and not __fish_seen_subcommand_from html" -f -a "html" -d 'Turn answers, receipts, evidence, certificates and attestations into one page that loads nothing'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand report; and __fish_seen_subcommand_from html" -l out -d 'The page; there must not be such a file yet. Without it, the page goes to standard output' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand report; and __fish_seen_subcommand_from html" -l trust-store -d 'Trust store: verify each signed document with the signature beside it (FILE.sig), and show none whose signature does not hold. Without it, the page says that nobody did' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand report; and __fish_seen_subcommand_from html" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand report; and __fish_seen_subcommand_from html" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand report; and __fish_seen_subcommand_from html" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand tls; and not __fish_seen_subcommand_from check plan" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand tls; and not __fish_seen_subcommand_from check plan" -f -a "check" -d 'Prove, read-only, that a server lets nobody in without TLS, has nobody in without it, and shows a certificate that lasts'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand tls; and not __fish_seen_subcommand_from check plan" -f -a "plan" -d 'Show the steps of a change of TLS, which of them answers of tls check prove done, and the way back; connects to nothing'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand tls; and __fish_seen_subcommand_from check" -l url-file -d 'File of mode 0400 with the database URL of a login that sees every session, every setting and the access rules: a superuser, or a member of pg_monitor with SELECT on pg_hba_file_rules and EXECUTE on its function' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand tls; and __fish_seen_subcommand_from check" -l warn-days -d 'Warn of certificates that end within so many days' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand tls; and __fish_seen_subcommand_from check" -l next-certificate-file -d 'PEM file with the certificate that the server is to show next: judge it too, by the CA file that clients have now' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand tls; and __fish_seen_subcommand_from check" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand tls; and __fish_seen_subcommand_from check" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand tls; and __fish_seen_subcommand_from check" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand tls; and __fish_seen_subcommand_from plan" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand tls; and __fish_seen_subcommand_from plan" -f -a "cut-over" -d 'From sessions without TLS to none'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand tls; and __fish_seen_subcommand_from plan" -f -a "rotate-ca" -d 'From one certificate authority to another'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand activate; and not __fish_seen_subcommand_from plan" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand activate; and not __fish_seen_subcommand_from plan" -f -a "plan" -d 'Show the steps, which of them documents prove done, what comes next, and the way back; connects to nothing'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand activate; and __fish_seen_subcommand_from plan" -l evidence -d 'Directory with the documents: answers of this program in JSON, receipts, certificates' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand activate; and __fish_seen_subcommand_from plan" -l max-age -d 'How many hours old a document may be' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand activate; and __fish_seen_subcommand_from plan" -l database-id -d 'The random id of the database that is meant, as status shows it; needed where the documents are of several' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand activate; and __fish_seen_subcommand_from plan" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand activate; and __fish_seen_subcommand_from plan" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand activate; and __fish_seen_subcommand_from plan" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and not __fish_seen_subcommand_from render attestation status" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and not __fish_seen_subcommand_from render attestation status" -f -a "render" -d 'Read the secrets of an environment from a Vault, check that they fit together, and give every consumer its own copies'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and not __fish_seen_subcommand_from render attestation status" -f -a "attestation" -d 'Make an attestation that was handed over into two configs of a Swarm'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and not __fish_seen_subcommand_from render attestation status" -f -a "status" -d 'Say which generation of secrets is current, and which consumers have another one'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l env -d 'The environment; its secrets are below the mount secret-ENVIRONMENT' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l for -d 'What runs the consumers' -r -f -a "compose\t''
swarm\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l out -d 'The directory of the generations: root\'s, and for this environment alone' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l vault-address -d 'Where the Vault is: https://HOST:PORT' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l vault-ca-file -d 'The authorities that may have signed the Vault\'s certificate; no others are believed' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l vault-token-file -d 'File of mode 0400 with a token' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l vault-role-id-file -d 'File of mode 0400 with the id of an AppRole, in the place of a token' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l vault-secret-id-file -d 'File of mode 0400 with the secret of the AppRole' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l trust-store-file -d 'The trust store that consumers get' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l version -d 'This version of a secret and no other, such as importer=17; may be repeated; the newest when it is not given' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l server-user -d 'The user and group of the database server, who must own its key; those of the official image when not given' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l keep -d 'How many generations to keep, the current one among them; what a running process has mounted is kept beside' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l development -d 'Let development keys attest for this generation'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from render" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from attestation" -l generation -d 'The generation that it was made for, as secrets render --for swarm made it' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from attestation" -l from -d 'The directory that handoff wrote into (--to)' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from attestation" -l out -d 'The directory of what is made of attestations: root\'s, and for nothing else' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from attestation" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from attestation" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from attestation" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from status" -l out -d 'The directory of the generations' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from status" -l consumer -d 'What a consumer was given, by the file generation.v1.json in its directory, such as importer=FILE; may be repeated' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from status" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from status" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand secrets; and __fish_seen_subcommand_from status" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand doctor" -l scratch-url-file -d 'A file with the URL of a superuser on a scratch server, one that holds nothing yet; roles and a database are made, broken and removed there' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand doctor" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand doctor" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand doctor" -l self-test -d 'Make every known defect, one by one, and see that it is found and that it is gone when it is taken back'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand doctor" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand migrate-tier" -l target-url-file -d 'File of mode 0400 with the importer\'s database URL; the one that MOSAIC_TARGET_URL_FILE names when it is not given, /run/secrets/mosaic-migrate-target-url when neither is' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand migrate-tier" -l target-attestation-file -d 'The attestation of the target; its signature lies beside it, with .sig at the end of the name' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand migrate-tier" -l source-url-file -d 'File of mode 0400 with the database URL of a PostgreSQL server to read, 14 or newer' -r -F
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand migrate-tier" -l source-pglite -d 'Where the socket server of an embedded database (PGlite) listens: the path of a socket, or a loopback address with a port. Whoever may bind it there is believed' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand migrate-tier" -l source-schema -d 'The schema of the source to read' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand migrate-tier" -l jobs -d 'Copy so many tables at a time, each in a transaction of its own: what is finished stays, and is compared instead of copied by the next run. Not with --constraints validate, which proves what is not committed yet' -r
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand migrate-tier" -l constraints -d 'Who checks foreign keys: the server row by row (enforce), or this program at once before the commit, on PostgreSQL 17 or newer where that was granted (validate)' -r -f -a "enforce\t'The server, row by row, as ever'
validate\t'This program, all rows at once before the commit, after loading without row triggers: PostgreSQL 17 or newer, where fast load was granted'"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand migrate-tier" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand migrate-tier" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand migrate-tier" -l yes -d 'Move the rows; without it, everything is done but that'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand migrate-tier" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand explain" -l output -d 'Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is' -r -f -a "json\t''
text\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand explain" -l color -d 'Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set' -r -f -a "always\t''
auto\t''
never\t''"
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand explain" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand completions" -l help -d 'Print this help'
complete -c mosaic-db-migrator -n "__fish_mosaic_db_migrator_using_subcommand man" -l help -d 'Print this help'
