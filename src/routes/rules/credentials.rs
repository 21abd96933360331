//! Passwords, and places that ask for one.

use super::super::region::Role::{self, Command, Literal, Mention, Passage, Sentence, Setting};
use super::super::rule::{Class, Rule};

const SAID: &[Role] = &[Sentence, Passage];

/// What a database URL or a password is called.
macro_rules! named {
    () => {
        r"(?:\w*(?:DATABASE|POSTGRES(?:QL)?|PG|DB|MIGRATION|MIGRATOR|RUNTIME|MOSAIC|IMPORTER|COLD|HOT|SQL|SUPERUSER|REPLICA|PRIMARY|STANDBY)\w*_?(?:URL|URI|DSN|PASSWORD|PASS|PASSWD|PWD|PW|CONNECTION(?:_STRING)?)|PGPASSWORD|DATABASE_URL|DSN)"
    };
}
/// What tells that a program connects to PostgreSQL.
macro_rules! server {
    () => {
        r#"(?:django\.db\.backends\.postgresql|\bpostgres(?:ql)?\b|\bpsycopg\w*|\basyncpg\b|\bpg8000\b|\bnpgsql\w*|\bpgsql:|\bpgx\w*|\bpgconn\b|["'](?:pg|pgsql)["']|\bPgConnectOptions\b|\btokio_postgres\b|\bDriverManager\b|\b\w+\.Repo\b|\bPostgrex\b|\bpgpool\b|\bPGSimpleDataSource\b|\bHikari\w*)"#
    };
}
/// A password that is written down.
macro_rules! password {
    () => {
        r#"(?:\b(?:db_?|pg_?|database_?|postgres_?)?pass(?:word|wd)?["']?\s*(?:=>|:|=)\s*|(?:\bset_?|[)\n]\s*\.|->|\b(?:config|cfg|options|opts|builder|info|source|ds|conn\w*)\.)password\(\s*)["'](?:[^"'\s$<{%*\\]|\\.){3,}["']"#
    };
}
/// The end of a setting that is a database URL without a password.
macro_rules! open_url {
    () => {
        r"['\x22]?(?:jdbc:)?postgres(?:ql)?(?:\+\w+)?://(?:[^\s:@/'\x22]*@)?[^\s:@/'\x22]*(?::\d+)?(?:/[^\s@?'\x22]*)?(?:\?(?:ssl|host|application|connect|schema|search|pool|options|target)[^\s@'\x22]*)?['\x22]?(?:\s|$)"
    };
}
/// A URL with a password in it.
macro_rules! url {
    () => {
        r"(?:postgres(?:ql)?(?:\+\w+)?|pgsql|jdbc:postgresql|cockroachdb|timescaledb)://[^\s:/@'\x22`]+:[^\s@/]+[^\s]*@"
    };
}

pub(super) const RULES: &[Rule] = &[
    Rule::of(
        "routes.credential-in-env-file.line",
        Class::CredentialInEnvFile,
        "holds a database's password, or its URL with one, in a file of variables",
        &[Setting],
        // A password that is not there yet is asked for.
        concat!(r"(?i)^(?:\w+\.)?(?:", named!(), r#" = ["']?[^\s"']|\w*(?:PG|POSTGRES\w*|DB|DATABASE)\w*PASS(?:WORD|WD)? = ["']{0,2}$)"#),
    )
    .within(r"^env\x01")
    .unless(concat!(r#"(?i)_FILE = | = ["']?(?:/|\./|file:)|(?:URL|URI|DSN)\w* = ["']?(?:https?|redis\w*|amqps?|smtp|mongodb\S*|mysql|sqlite|file|nats|s3)\S*:|(?:URL|URI|DSN)\w* = "#, open_url!(), r"|^(?:VITE|NEXT_PUBLIC|PUBLIC|REACT_APP|NUXT_PUBLIC)_")),
    Rule::of(
        "routes.credential-in-env-file.named",
        Class::CredentialInEnvFile,
        "reads variables from a file, where a database's password would be",
        &[Setting],
        r"(?i)(?:^|\.)env_file(?:\.\d+)?(?:\.path)? = \S|(?:^|\.)(?:envFile|env-file|dotenv)(?:\.\d+)? = \S|(?:^|\.)envs?(?:\.\d+)? = \S*\.env\b|\bdotenv-(?:load|path|filename|required)\b|(?:^|\.)env\._\.file = ",
    )
    .unless(r"(?i)(?:public|locale|front-?end|versions?|labels|web|build|build-?args|images|feature|flags|ports|branding|theme)\S*$"),
    Rule::of(
        "routes.credential-in-env-file.option",
        Class::CredentialInEnvFile,
        "starts a program with the variables of a file",
        &[Command, Mention, Literal],
        r#"(?i)--(?:from-)?env-file(?:-if-exists)?[ =]["']?\S|(?:^|\s)dotenv\s+(?:-\S+\s+\S+\s+)*(?:-e|-f|--)\s|\bdotenvx\s+run|(?:^|[\s;])(?:\.|source)\s+["']?\S*\.env\S*|\bexport\s+\$\((?:grep|cat|xargs|sed)\b[^)]*\.env|\benvdir\s|^set\s+(?:-a|-o\s+allexport)\s*$"#,
    )
    .unless(r"(?i)(?:public|versions|locale|build|images|ports)\.env|throw new|error\("),
    Rule::of(
        "routes.credential-in-env-file.written",
        Class::CredentialInEnvFile,
        "writes a database's URL or password into a file of variables",
        &[Command],
        concat!(r#"(?i)(?:"#, named!(), r#")=.*(?:>>?|\btee\b(?:\s+-a)?)\s*["']?\S*(?:\.env|/env|environment)\b|\b(?:cp|mv|install|scp|rsync)\s+(?:-\S+\s+)*\S*\.env(?:\.(?:example|sample|template|dist|prod\w*))?\s+\S*\.env|\bscp\s+(?:-\S+\s+)*\.env\S*\s|\btouch\s+\S*\.env\b|vault\b[^|]*>\s*\S*\.env\b|COPY\s+\.env"#),
    ),
    Rule::of(
        "routes.credential-in-env-file.loaded",
        Class::CredentialInEnvFile,
        "loads a file of variables into a program that connects to a database",
        &[Role::Code],
        concat!(r#"(?is)(?:load_dotenv\s*\(|dotenv\.config\s*\(|["']dotenv/config["']|require\(\s*["']dotenv["']\s*\)\s*\.config|\bdotenv(?:y)?::dotenv\b|\bdotenvy?::\w+\s*\(|godotenv\.(?:Load|Overload)|Dotenv\.(?:load|overload)|Dotenv::create\w*|environ\.Env\.read_env|DotEnv\(|config\(\s*\{\s*path:\s*["'][^"']*\.env|loadEnvFile\s*\(|env_file\s*=\s*["'][^"']*env).*(?:"#, named!(), r#"|databases?\b|postgres|\bpg\b|psycopg|engine|sqlx|pool)|(?:"#, named!(), r#"|postgres|\bpg\b|psycopg|create_engine|sqlx|pgpool).*(?:load_dotenv\s*\(|dotenv\.config\s*\(|godotenv\.Load|dotenvy?::|loadEnvFile\s*\(|env_file\s*=\s*["'][^"']*env|Dotenv\.load)"#),
    ),
    Rule::of(
        "routes.credential-in-env-file.copied",
        Class::CredentialInEnvFile,
        "puts a file of variables into an image",
        &[Setting],
        r"(?i)dockerfile\.(?:copy|add) = (?:--\S+ )*\S*\.env(?:\.\w+)?\s",
    ),
    Rule::of(
        "routes.credential-in-env-file.said",
        Class::CredentialInEnvFile,
        "tells a reader to keep a database's password in a file of variables",
        SAID,
        concat!(r"(?i)\.env(?:\.\w+)?\b`?.*(?:", named!(), r"|\b(?:password|credentials?|connection (?:string|url)|secrets?|database url)\b)|(?:", named!(), r"|\b(?:database|postgres\w*)\b[^.]*\b(?:password|credentials?|url)\b|\b(?:password|credentials?|connection string)\b).*(?:`\.env|\s\.env\b|env file|dotenv|environment file|`[^`]*\.env`)|(?:copy|rename|cp|move)\s+`?\.env\.\w+`?\s+(?:to|as|into)\s+`?\.env"),
    )
    .unless(r"(?i)_FILE\b.*mode|front-?end|VITE_|NEXT_PUBLIC|gitignore|\bonly (?:the )?(?:ports?|names?)"),
    Rule::of(
        "routes.credential-in-systemd-unit.file",
        Class::CredentialInSystemdUnit,
        "has a unit read variables from a file",
        &[Setting],
        r"(?i)EnvironmentFile = ",
    )
    .unless(r"(?i)locale|/etc/default/(?:locale|keyboard|console)|proxy|versions?\.env|\b(?:files|names|common|non-?secret|ports?|network\w*|subnet|metadata|os-release|labels|colou?rs?|paths?|options?|args|clock)\b|public|tz\b|timezone|%\w/log|tuning|flags|\b(?:log(?:ging)?|limits?|release|build|features?|otel|metrics|jvm|node|heap)\b\S*$"),
    Rule::of(
        "routes.credential-in-systemd-unit.variable",
        Class::CredentialInSystemdUnit,
        "has a unit set a database's password or URL",
        &[Setting],
        concat!(r#"(?i)(?:Service|Container)\.Environment =(?:.*["'\s])?(?:"#, named!(), r#")=["']?[^\s"']|Environment = .*"#, url!(), r"|(?i)Service\.PassEnvironment = .*PGPASSWORD|Service\.SetCredential = .*", url!()),
    )
    .unless(concat!(r"(?i)_FILE=|(?:URL|URI|DSN)=(?:/|file:|https?:|", open_url!(), r")")),
    Rule::of(
        "routes.credential-in-systemd-unit.said",
        Class::CredentialInSystemdUnit,
        "tells a reader to have a unit read variables from a file",
        &[Sentence],
        r"(?i)\b(?:points?|pointing|use|using|set|add|put|write|place|store|keep|load\w*|pass|with|via|through|reads?|takes?|references?|names?|gets?)\b[^.]*\bEnvironmentFile\b|\bEnvironmentFile\b[^.]*\b(?:holds?|contains?|has|reads?|points?|lists?|provides?|supplies)\b|\bsystemctl\s+(?:edit|set-environment)\b.*(?:password|url|environment)",
    )
    .unless(r"(?i)\b(?:any|every)\s?(?:user|process|body|one)\b|\bevery(?:one|body)\b|leak|expos|visible|finding|\bscan\w*\b|\breport(?:s|ed)\b|\blooks? for\b|locale|D-Bus|readable by (?:any|every|all|other|unpriv)|LoadCredential=?`?(?:\s+(?:instead|in its place)|\W*$)"),
    Rule::of(
        "routes.credential-in-export.export",
        Class::CredentialInExport,
        "exports a database's password, or its URL with one",
        &[Command, Mention, Setting],
        concat!(r"(?i)^export\s+(?:\w+\s+)*(?:", named!(), r#")(?:\s|$)|(?:^|[\s;&({])(?:(?:export|set|setx|setenv|declare\s+-x|typeset\s+-x|set\s+-gx|set\s+-x)\s+(?:/\S+\s+)?(?:\w+=\S*\s+)*|\$env:)(?:"#, named!(), r#")\s*[= ]\s*["']?[^\s"'`=]"#),
    )
    .unless(concat!(r#"(?i)_FILE\s*=|(?:URL|URI|DSN)\w*=["']?(?:/|https?:|redis)|(?:URL|URI|DSN)\w*\s*=\s*"#, open_url!())),
    Rule::of(
        "routes.credential-in-export.before-a-command",
        Class::CredentialInExport,
        "sets a database's password, or its URL with one, for a command",
        &[Command, Mention, Literal],
        concat!(r#"(?i)^\W*(?:env\s+|sudo\s+|run\s+)*(?:\w+=\S*\s+)*(?:"#, named!(), r#")=(?:"[^"]+"|'[^']+'|"?\$\([^)]*\)"?|`[^`]*`|[^\s"']+)\s+[\w./]"#),
    )
    .unless(concat!(r#"(?i)_FILE=|(?:URL|URI|DSN)\w*=["']?(?:/\w|https?:|redis|sqlite|file)|(?:URL|URI|DSN)\w*="#, open_url!())),
    Rule::of(
        "routes.credential-in-export.said",
        Class::CredentialInExport,
        "tells a reader to export a database's password or URL",
        SAID,
        concat!(r"(?i)\b(?:export|set)\b\W+(?:the (?:variables?|environment variables?) )?[^.]{0,40}`?(?:", named!(), r")`?(?:[^_\w]|$).*\b(?:shell|environment|terminal|session|profile|bashrc|before|then|first|variable|start)|\bexport\W+`?(?:", named!(), r")\b|\bexport(?:ed)?\b[^.]{0,60}`(?:", named!(), r")`|\bput\b[^.]*(?:", named!(), r")\b[^.]*(?:profile|bashrc|zshrc|crontab)"),
    )
    .unless(r"_FILE\b"),
    Rule::of(
        "routes.credential-in-arguments.url",
        Class::CredentialInArguments,
        "gives a password in the arguments of a process",
        &[Command, Mention],
        concat!(r#"(?i)\S\s.*"#, url!(), r#"|[\s"'](?:password|passwd|pwd)=["']?[^\s"'&]{2}|(?:^|[\s"',])-{1,2}(?:D|P)?(?:[\w.-]*(?:db|database|pg|postgres\w*|datasource|data-source|sql|jdbc|flyway|liquibase|hikari|primary|target|source)[\w.-]*)?pass(?:word|wd)?[ =]["']?[^\s"'-]|\s-?-var[= ]["']?\w*(?:db|database|pg|postgres|master|sql)\w*pass(?:word|wd)?\w*=["']?[^\s"']|(?:\s-e|--env|--build-arg|--set(?:-string)?|--from-literal)[ =]["']?[\w.]*(?:"#, named!(), r#"|url|password)=["']?[^\s"']|\s(?:-u|--db-?url|--database-?url|--dsn|--url|--conn(?:ection)?(?:-string)?|--uri|-d|--dbname)[ =]["']?"?\$\{?(?:\w*(?:DATABASE|DB|PG|POSTGRES)_?\w*(?:URL|DSN|URI)|DSN|URL)\b"#),
    )
    .unless(r#"(?i)^\W*(?:export|set|setx|setenv|\$env:)\s|_FILE=|(?:--env|-e|--set)\s?=?\S*=/|\bUSER:P|:PASSWORD@HOST|--password(?:-file|-stdin|-prompt)|--no-password|https?://"#),
    Rule::of(
        "routes.credential-in-arguments.call",
        Class::CredentialInArguments,
        "gives a password in the arguments of a process that a program starts",
        &[Role::Code],
        concat!(r#"(?is)(?:postgres(?:ql)?://[^\s"'`]*:[^\s"'`]*(?:pass|pw|secret)[^\s"'`]*@|"#, url!(), r#").{0,400}\b(?:subprocess|check_call|check_output|Popen|exec(?:a|File|Sync)?|spawn(?:Sync)?|exec\.Command|Command::new|ProcessBuilder|system)\b|\b(?:subprocess|check_call|check_output|Popen|execa|execFile|execSync|spawn(?:Sync)?|exec\.Command|Command::new|ProcessBuilder)\b.{0,300}(?:postgres(?:ql)?://[^\s"'`]*:(?:[^\s"'`]*@|["'`]\s*[+.])|(?:DATABASE_URL|databaseUrl|database_url|connectionString)\b)"#),
    ),
    Rule::of(
        "routes.credential-in-arguments.manifest",
        Class::CredentialInArguments,
        "gives a URL with a password in the arguments of a container",
        &[Setting],
        concat!(r"(?i)(?:command|args|entrypoint|exec|cmd|test|ExecStart\w*)(?:\.\d+)? = .*", url!()),
    ),
    Rule::of(
        "routes.credential-in-manifest.url",
        Class::CredentialInManifest,
        "holds a database URL with a password",
        &[Setting],
        concat!(r"(?i) = .*(?:", url!(), r"|jdbc:postgresql://\S*[?&]password=[^&\s$])"),
    )
    .unless(r"(?i)^env\x01|USER:P|\$__ secrets|:\$\([A-Z_]+\)@|/run/secrets"),
    Rule::of(
        "routes.credential-in-manifest.password",
        Class::CredentialInManifest,
        "holds a database's password",
        &[Setting],
        r#"(?i)(?:^|[.\s])(?:PGPASSWORD|POSTGRES(?:QL)?_(?:POSTGRES_)?PASSWORD|DB_PASS(?:WORD)?|DATABASE_PASSWORD|SPRING_DATASOURCE_PASSWORD|POSTGRESQL_PASSWORD|(?:auth|postgresql|postgres|(?:external_?)?database|db|pg|global\.postgresql\.auth|data_?source|primary|hikari|r2dbc|jdbc|dbal|persistence|pgbouncer)\.(?:\w+\.)*(?:password|postgresPassword|adminPassword|passwd)|\w*(?:db|database|postgres\w*|pg)\w*_?pass(?:word|wd)?\.default|(?:aws_(?:db|rds)|google_sql|azurerm_postgres|postgresql_role)\S*password|database_?password|db_?password|master_?(?:user_?)?password|administrator_?login_?password|login_?password|postgres_?password)\s?=\s?["']?[^\s"'{}\[\]]|dockerfile\.(?:env|arg) = (?:\S+ )*(?:PGPASSWORD|\w*(?:DB|DATABASE|POSTGRES)\w*_PASS\w*)[ =]\S"#,
    )
    .unless(r"(?i)^env\x01|_FILE\b|(?: = |=)['\x22]?(?:$|__|\$__ ?secrets|\$\{?\{ ?secrets|/run/secrets|vault:|file:|ref\+|!|random_password|data\.|var\.|aws_|module\.|true|false|null|\$\([A-Z_]+\)$|[\w.-]+[-_.]secret[\w.-]*$|secret[-_.][\w.-]+$)|secretKeyRef|existingSecret|valueFrom"),
    Rule::of(
        "routes.credential-in-manifest.value-of-name",
        Class::CredentialInManifest,
        "holds a database's password in a secret that is written down",
        &[Setting],
        r"(?i)(?:^|\.)(?:stringData|data)\.[\w-]*(?:password|url|dsn|pgpass)[\w-]* = \S|(?:^|\.)literals(?:\.\d+)? = [\w.-]*(?:password|passwd|pgpass|dsn|database[_-]?url)[\w-]*=\S",
    )
    .unless(r"(?i)_FILE| = (?:/|\$|__|\{)|\.base_?url|api_?url|https?:"),
    Rule::of(
        "routes.credential-in-manifest.keyword-string",
        Class::CredentialInManifest,
        "holds a connection string with a password",
        &[Setting],
        r"(?i)(?:connectionstring|datasource|dsn|conninfo|connection)\S* = .*\bpassword=[^;\s$]|^(?:production|development|staging|test|default|primary|shared)\.(?:\w+\.)*password = [\x22\x27]?[^\s<$%{\x22\x27]",
    ),
    Rule::of(
        "routes.credential-in-manifest.keyword",
        Class::CredentialInManifest,
        "gives a database's password as a string of a program",
        &[Role::Code],
        concat!(
            r#"(?is)"#, server!(), r#".{0,600}?"#, password!(), r#"|"#, password!(), r#".{0,600}?"#, server!(),
        ),
    )
    .unless(r#"(?i)type\s*[:=]\s*["']password"#),
    Rule::of(
        "routes.credential-in-manifest.program",
        Class::CredentialInManifest,
        "holds a database URL with a password in a program",
        &[Literal],
        concat!(r"(?i)^", url!()),
    )
    .unless(r"(?i)[:{$%<]\s*(?:user|name)|:[{$%<]|USER:P|error|assert|expect|redact|parse|example\.invalid"),
];
