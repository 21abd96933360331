//! Manifests and build files: what is mounted, declared or set.

use super::super::region::Role::{self, Code, Command, Literal, Mention, Sentence, Setting};
use super::super::rule::{Class, Rule};

const SET: &[Role] = &[Setting, Command, Code, Literal];

pub(super) const RULES: &[Rule] = &[
    Rule::of(
        "routes.init-script-mount.directory",
        Class::InitScriptMount,
        "puts scripts where a database runs them when it is first started",
        &[Setting, Command, Literal],
        r"(?i)docker-entrypoint-initdb\.d|/(?:docker-entrypoint-)?initdb\.d\b|/opt/bitnami/scripts/postgresql|/bitnami/postgresql/initdb|/docker-entrypoint-preinitdb|/usr/share/container-scripts/postgresql|/opt/app-root/src/postgresql-(?:start|init)|postgresql-init/",
    )
    .unless(r"(?i)^\s*(?:rm|test|ls|find)\s|rm -rf? \S*initdb|(?:note|label|description|comment)\S* ="),
    Rule::of(
        "routes.init-script-mount.value",
        Class::InitScriptMount,
        "declares scripts that a database runs when it is first started",
        SET,
        r#"(?i)(?:initdb|primary|postgresql|global)\S*\.?(?:scripts(?:ConfigMap|Secret)?|initScripts?|initdbScripts?\w*)(?:\.\S+)? ?=? ?["']?\S|\b(?:initdbScripts(?:ConfigMap|Secret)?|scriptsConfigMap|initdbScriptsSecret)\b\W{0,6}=?\s*\w|\bpostInit(?:SQL|ApplicationSQL|TemplateSQL|ApplicationSQLRefs|SQLRefs|TemplateSQLRefs)\b|\binitContainers\b.*initdb|\binitialScript\s*=\s*\S|\bdatabaseInitSQL\b|\bspec\.(?:init_?script|initSQL)\b|\bsettings\.init_?script\b"#,
    )
    .unless(r"(?i)initdb(?:\.d)?\S* = (?:\{\}|\[\]|null|~)$"),
    Rule::of(
        "routes.init-script-mount.said",
        Class::InitScriptMount,
        "tells a reader to put scripts where a database runs them when it is first started",
        &[Sentence, Mention],
        r"(?i)docker-entrypoint-initdb\.d|\bpostInit(?:Application)?SQL\b|\bscriptsConfigMap\b",
    ),
    Rule::of(
        "routes.create-extension.declared",
        Class::CreateExtension,
        "declares an extension that a tool installs",
        &[Setting, Code],
        r#"(?i)\bpostgresql_ext\b|preparedDatabases\.\S*extensions\.|resource\W{1,3}postgresql_extension|kind = Extension$|\benableExtension\b|pgm\.createExtension|\bspec\.extensions\.\S*name = |\bextensions\s*=\s*\[[^\]]*(?:vector|postgis|citext|pg_trgm|hstore|uuid.ossp|pgcrypto)|\bextensions(?:\.\d+|\.\w+)*(?:\.name)? = (?:vector|postgis\w*|citext|pg_trgm|hstore|uuid-ossp|pgcrypto|timescaledb|pg_stat_statements|ltree|unaccent|btree_gi[ns]t?|pg_partman|pg_cron)\b|postgresqlExtensions|\bpostgresql\.(?:New)?Extension\s*\(|\bpostgresql::server::extension\b|\bpostgres_extension\.present\b|@(?:@)?extension|\benable_extension\b|_EXTENSIONS? = ["']?(?:vector|postgis|citext|pg_trgm|hstore|pgcrypto)|\bCREATE_EXTENSIONS? = "#,
    )
    .unless(r"(?i)vscode|recommendations|apt\b|customizations|browser"),
    Rule::of(
        "routes.migrate-call.step",
        Class::MigrateCall,
        "has a step or a module of a pipeline apply migrations",
        &[Setting],
        r"(?i)django_manage\S* = (?:migrate|syncdb|flush)\b|\buses = \S*(?:atlas-action/(?:migrate|schema)/(?:apply|push|down)|liquibase\S*update|flyway\S*migrate|drizzle\S*migrate|prisma\S*migrate|supabase\S*push|dbmate|sqitch|alembic)\S*|\barguments = (?:.*\s)?database\s+update\b|\b(?:pipe|orb|plugin|task) = \S*(?:flyway|liquibase|atlas|alembic|dbmate)\S*|spring\.(?:flyway|liquibase)\.(?:locations|url|change-log|schemas|baseline\S*|contexts) = \S",
    ),
    Rule::of(
        "routes.ddl-statement.declared",
        Class::DdlStatement,
        "declares schemas, roles or privileges that a tool makes",
        &[Setting, Code, Command],
        r#"(?i)\bpostgresql\.(?:New)?(?:Schema|Role|Grant|GrantRole|DefaultPrivileges?|Database|Function|Publication)\s*\(|\bensure(?:Users|Databases)\s*=\s*\S|\bpostgresql::server::(?:schema|role|grant|\w+_grant|db|database|reassign_owned_by|default_privileges|tablespace)\b|\bpostgres_(?:schema|user|group|privileges|database|tablespace)\.present\b|resource\W{1,3}postgresql_(?:schema|role|grant|grant_role|default_privileges|database|function|publication|subscription|security_label|server|user_mapping|physical_replication_slot)\b|\bpostgresql_(?:privs|table|schema|owner|idx|sequence|publication|subscription|membership|user|db|tablespace|set)\b|kind = (?:Grant|Role|Schema|DefaultPrivileges)$|kind = Table$"#,
    )
    .unless(r"(?i)rbac|aws_|postgresql_db\S*\.state = (?:dump|absent)|Role$.*rbac"),
];
