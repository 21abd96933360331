//! Commands: what other migration tools are called with, and what plays files into a database.

use super::super::region::Role::{self, Command, Literal, Mention, Sentence, Setting};
use super::super::rule::{Class, Rule};

/// Where commands stand. Strings of programs are commands where they are arguments or look like nothing else.
const CALLED: &[Role] = &[Command, Mention, Literal, Sentence];
const SHELL: &[Role] = &[Command, Mention, Literal];
const WRITTEN: &[Role] = &[Command, Mention, Literal, Sentence];

/// Begins a tool's name: at a word, or after a path.
macro_rules! tool {
    ($name:literal, $verb:literal) => {
        concat!(
            r"(?i)(?:^|[^\w.-])(?:", $name, r")(?:\.exe|\.cmd|\.phar)?(?:[@:][\w.^~-]+)?",
            // Options with their values, words with an equals sign or a path, the name of a driver with its URL.
            r#"(?:["',\]]*\s+["'\[]*(?:-{1,2}[\w-]+(?:[= ]+(?:"[^"]*"|'[^']*'|[^\s"'`;|&-][^\s`;|&]*))?|"[^"]*"|'[^']*'|postgres(?:ql)?|"?\$\{?\w+\}?"?|\$\([^)]*\)))*?["',\]]*\s+["'\[]*(?:"#, $verb, r#")(?:["'`\s;|&,.)\]<]|:(?:\s|$)|$)"#
        )
    };
}

macro_rules! call {
    ($id:literal, $title:literal, $name:literal, $verb:literal) => {
        Rule::of(
            concat!("routes.migrate-call.", $id),
            Class::MigrateCall,
            $title,
            CALLED,
            tool!($name, $verb),
        )
    };
}

pub(super) const RULES: &[Rule] = &[
    call!("prisma", "has Prisma apply migrations", "prisma", r"migrate\s+(?:-\S+\s+)*(?:deploy|dev|reset|resolve)|migrate-dev|db\s+execute").unless(r"--create-only\b"),
    call!("drizzle-kit", "has Drizzle apply migrations", "drizzle-kit", "migrate(?::pg)?"),
    call!("sequelize", "has Sequelize apply migrations", "sequelize(?:-cli)?", "db:(?:migrate|migrate:undo(?::all)?|create|drop|migrate:schema:timestamps:add)"),
    call!("knex", "has Knex apply migrations", "knex", "migrate:(?:latest|up|down|rollback|unlock|list|status)"),
    Rule::of(
        "routes.migrate-call.migration-verb",
        Class::MigrateCall,
        "has a tool apply or take back migrations",
        CALLED,
        r"(?i)(?:^|[\s'`/])(?:(?:typeorm\S*|mikro-orm|ts-node|npx|npm|pnpm|yarn|bun|ace|node|artisan|console|payload|sequelize|strapi|adonis|nest|craft|bin/\w+|php|symfony|cli)\b[^|;&]*\s)(?:migrations?:(?:run|revert|up|down|fresh|refresh|reset|rollback|latest|migrate|execute|apply|deploy)|doctrine:(?:migrations:(?:migrate|execute|version|sync-metadata-storage|rollup)|schema:(?:update|create|drop)))\b",
    )
    .unless(r"(?i)--pretend|--dry-run|--dump-sql|--write-sql|throw new|error\("),
    Rule::of(
        "routes.migrate-call.package-script",
        Class::MigrateCall,
        "calls a script that is named for migrating",
        CALLED,
        r"(?i)(?:^|[\s'`/])(?:npm|pnpm|yarn|bun|deno task|turbo|nx|make|just|task|mage|composer|poe|pdm run|hatch run|poetry run|invoke|rush|lerna|moon run)\s+(?:(?:-\S+|run|exec|run-script|\S+:)\s+(?:\S+\s+)??)*(?:(?:db|database|schema|pg|postgres|sql)[:._-]?(?:migrate|migrations?|push|sync|up|upgrade|deploy|setup|reset|prepare|init)|migrate(?:[:._-]?(?:db|database|up|latest|deploy|dev|prod|all|run))?|(?:run-?)?migrations|(?:run-?)?migrations?[:._-](?:run|up|apply)|run-?migration)(?:['`\s;|&.,)]|$)|\b(?:nx|bazel|bazelisk|moon|pants|buck2?|please|plz)\s+run\s+\S*[:/](?:db[_-])?migrat(?:e|ions?)(?:['`\s;|&.,)]|$)|\bcl(?:j|ojure)\s+-[MXT]:\S*migrat",
    )
    .unless(r"(?i)throw new|error\(|console\.|print\w*\(|\bnx\s+migrate\b|\b(?:name|msg|message)=|\s-m\s"),
    call!("node-pg-migrate", "has a tool apply migrations", r"node-pg-migrate|(?:\S*/)?nessie(?:/cli\.ts)?|db-migrate|umzug|graphile-migrate|kysely(?:-ctl)?|postgrator|pg-migrator|rambler|marv|east|ley|slonik-migrate|pgtyped-migrate|payload|medusa|directus|rw|redwood|wasp|blitz|zenstack|supabase|wp|drush|craft", r"up|redo|reset|migrate(?::(?:latest|up|down|rollback|fresh|to))?|migrate\s+(?:latest|up|down|rollback)|db:migrate|migrations?\s+(?:run|up|repair|revert)|database\s+(?:migrate|install)|bootstrap|schema\s+apply|db\s+(?:reset|migrate|up)|migrate\s+deploy|migrate\s+reset|updb|updatedb|watch").unless(r"(?i)(?:^\W*|\b\w+\s+\w+\s+)(?:east|ley|marv|wp|rw|payload)\s+up\b"),
    call!("hasura", "has Hasura apply migrations or metadata", "hasura", r"migrate\s+apply|deploy|metadata\s+apply"),
    call!("atlas", "has Atlas apply a schema or migrations", "atlas", r"migrate\s+(?:apply|set|down|push)|schema\s+(?:apply|clean)"),
    call!("flyway", "has Flyway apply migrations or change its ledger", r"(?:\S*/)?flyway", "migrate|baseline|repair|clean|undo").unless("(?i)throw new|error\\(|flyway (?:habitat|path)"),
    call!("liquibase", "has Liquibase apply changes or mark them", r"liquibase|lb", "update(?:-count|-to-tag|-testing-rollback|-one-changeset|count|totag|testingrollback)?|rollback(?:-count|-to-date|count|todate|-one-changeset)?|changelog-?sync(?:-to-tag)?|drop-?all|clear-?checksums|mark-?next-?changeset-?ran|execute-?sql|tag|release-?locks"),
    call!("sqitch", "has Sqitch deploy or revert changes", "sqitch", "deploy|revert|rebase|checkout"),
    call!("goose", "has goose apply migrations, or make its table", "goose", r"(?:up|up-by-one|up-to|down|down-to|redo|reset|status|version)")
        .unless(r"(?i)goose\s+(?:up|down)\s+(?:to|at|in|the|and)\b|\bup to\b"),
    call!("dbmate", "has dbmate apply migrations", "dbmate", r"up|migrate|rollback|down|create|drop|load").unless(r"(?i)\bdbmate\b.*\s(?:new|dump|status|wait)\b"),
    Rule::of(
        "routes.migrate-call.wrapped-tool",
        Class::MigrateCall,
        "passes arguments on to a tool that applies migrations",
        &[Command],
        r#"(?i)(?:^|[\s/])(?:dbmate|goose|flyway|sqitch|alembic|sqlx\s+migrate|diesel\s+migration|tern|sql-migrate|migrate|prisma\s+migrate|knex)\b[^|;&]*["\s](?:\$\{?[1@*]|"\$@")"#,
    )
    .unless(r"(?i)--sql\b|>\s*\$@|\b(?:aerich|flask\s+db|quart\s+db)\s+migrate\b|\s(?:new|add|create|generate|revision|make|dump|diff|init)\s|\$\{1:-(?:status|dump|new)|\bdbmate\s+(?:status|wait)\b"),
    call!("sqlx", "has sqlx apply migrations", "sqlx|cargo sqlx", r"(?:migrate|mig)\s+(?:run|revert)|(?:database|db)\s+(?:setup|reset|create|drop)"),
    call!("diesel", "has Diesel apply migrations", "diesel", r"migration\s+(?:-\S+\s+\S+\s+)*(?:run|redo|revert)|setup|database\s+(?:setup|reset|drop)"),
    call!("refinery", "has refinery apply migrations", "refinery", "migrate"),
    call!("sea-orm", "has SeaORM apply migrations", "sea-orm-cli|sea", r"migrate(?:\s+(?:-\S+\s+\S+\s+)*(?:up|fresh|refresh|reset|down))?").unless(r"(?i)migrate\s+(?:generate|init|status)"),
    Rule::of(
        "routes.migrate-call.golang-migrate",
        Class::MigrateCall,
        "has golang-migrate apply migrations or set its version",
        CALLED,
        r#"(?i)(?:^|[^\w.-])migrate(?:[@:][\w.]+)?(?:["',]*\s+["']*-{1,2}(?:path|source|database|verbose|lock-timeout|prefetch)(?:[= ]+(?:"[^"]*"|'[^']*'|\S+))?)+["',]*\s+["']*(?:up|down|goto|force|drop|version)(?:["'`\s;|&]|$)"#,
    ),
    call!("go-tools", "has a tool apply migrations", "tern|sql-migrate|soda|buffalo(?:\\s+pop)?|bun|rel|pgroll|reshape|pgmigrate|grate|evolve|roundhouse|rh|dbup|pg-schema-diff|psqldef|skeema|schemahero|bytebase|dbmigrate|shmig|migratus|pgmig|trek|geni|mybatis-migrations|yuniql", r"migrate|up|redo|migrate\s+up|migration\s+(?:start|complete|abort)|start|complete|rollback|apply|push|run|deploy|down")
        .unless(r"(?i)^\W*(?:bun|rel)\s|--dry-run|\b(?:bun|rel|trek|evolve|grate)\s+(?:up|run|start|apply|push)"),
    Rule::of(
        "routes.migrate-call.script",
        Class::MigrateCall,
        "runs a program that is named for migrating",
        CALLED,
        r#"(?i)(?:^|[\s'"`/;&|(])(?:node|tsx|ts-node|bun(?: run)?|deno run|python3?|php|ruby|perl|go run|cargo run\s.*--bin|bash|sh|npx tsx|java\s+-cp\s+\S+|elixir|swift run)(?:["',]*\s+["']*-{1,2}[\w-]+(?:[= ][\w./-]+)?)*?["',]*\s+["']*[\w./@-]*\b(?:run-?|db-?)?migrat(?:e|ions?)(?:-?db|-?database)?(?:\.[cm]?[jt]s|\.py|\.php|\.rb|\.sh|\.exs?)?(?:["'`\s;|&,)]|$)|(?:^|[\s'"`;&|(])\.{0,2}/?(?:[\w.-]+/)+(?:run-?|db-?)?migrat(?:e|ions?)(?:-?db|-?database)?\.(?:sh|py|js|ts|mjs|rb|php|pl|ps1|cmd|bat)(?:["'`\s;|&,)]|$)|(?:^|[\s'"`;&|(])(?:(?:cargo\s+)?run\s[^|;&]*?(?:-p|--package|--bin)[ =]["']?|dotnet\s+run\s[^|;&]*?--project[ =]["']?|java\s+(?:-\S+\s+)*-jar\s+|dotnet\s+(?:exec\s+)?)[\w./-]*migrat(?:e|ions?|or)(?:[\w.-]*\.(?:jar|dll))?(?:["'`\s;|&,.)]|$)"#,
    )
    .unless(r"(?i)mosaic-db-migrator|--check|--dry-run|photos|bucket|attachments|--status|\b(?:cat|less|vim|chmod|git|grep|cp|mv|rm|ls|shellcheck|tsc|eslint)\s"),
    Rule::of(
        "routes.migrate-call.subcommand",
        Class::MigrateCall,
        "has a server or a tool migrate its own database",
        SHELL,
        r"(?i)(?:^\W*(?:\w+=\S*\s+|sudo\s+|exec\s+|(?:bundle exec|(?:poetry|pipenv|pdm|uv|hatch|rye|heroku|dokku) run|mise exec|cargo|go tool|go run|gosu \S+|su-exec \S+)\s+(?:-\S+\s+)*|(?:docker|podman)[ -](?:compose )?(?:run|exec)\s+(?:-\S+\s+(?:[\w./]+[:=/]\S*\s+)?)*(?:\S+\s+)??|(?:kubectl|oc)(?:\s+-\S+ \S+)* exec\s+(?:-\S+\s+)*\S+\s+(?:-c \S+\s+)?--\s+)*(?:java\s+(?:-\S+\s+)*-jar\s+)?|&&\s*|;\s*)(?:\$?\{?[\w.]+\}/)?(?:[\w./-]*/)?[\w.@:-]+(?:\s+(?:db|database|sql|schema|App))?\s+(?:migrate(?:-up|-db|_db)?|db-migrate|dbm-update|setup:upgrade|update-schema|setup-schema|migrate/up|migrate:up|migrations?\s+(?:run|up|apply))(?:\s+(?:up|sql|head|latest|all|-\S+|\$\S+|\S+\.ya?ml)|\s*(?:$|&&|;|\|))",
    )
    .unless(r"(?i)mosaic|storage migrate|\b(?:vault|consul|restic|brew|rclone|git-annex|jj|gh|op|nix|firebase|gcloud|az|aws|cilium|istioctl|flutter|dart|ember|astro|remix|nuxi|rector|sass|webpack|babel|tslint|stylelint|vitest|cypress|terraform|tofu|terragrunt|influx|redis-cli|solr|zfs|btrfs|criu|govc|pct|zabbix|pass|photos?|virsh|qm|xl|lxc|incus|virt-\w+|prlctl|ha-manager|ganeti|gnt-\w+|nova|openstack|lfs|wiki|team|git|svn|nx|ng|storybook|biome|eslint|prettier|buf|golangci-lint|angular|jest|tailwindcss|svelte|sv|next|vite|expo|react-native|cdk|pulumi|serverless|k6|poetry|helm|bundle config|docker-machine|podman system|etcdctl|hg|crowdin|the|to|and|we|must|not|would|will|can|may|could|should|then|it|that|they|birds?|geese|flock|users?|please|auto)\s+(?:db\s+)?migrate|--dry-run|--check|--plan|echo|\bmigrate\s+--(?:from|to)\b|\b(?:flask|quart|aerich)\b[^|;&]*\smigrate\b"),
    Rule::of(
        "routes.migrate-call.record",
        Class::MigrateCall,
        "writes into the table in which a tool keeps what was applied",
        &[Role::Statement, Literal, Command, Mention],
        r#"(?i)\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?["\w.]*?(?:__drizzle_migrations|_prisma_migrations|flyway_schema_history|schema_version|databasechangelog\w*|schema_migrations|alembic_version|knex_migrations\w*|goose_db_version|_sqlx_migrations|__diesel_schema_migrations|django_migrations|SequelizeMeta|ar_internal_metadata|__EFMigrationsHistory|refinery_schema_history|seaql_migrations|atlas_schema_revisions|gorp_migrations|phinxlog|doctrine_migration_versions|pgmigrations|kysely_migration\w*|mikro_orm_migrations|typeorm_migrations|schemamigrations|_?yoyo\w*|aerich|(?:migrations|changelog)\b[^;]*\b(?:batch|timestamp|version|migration|checksum|hash|applied\w*|filename|name\s*=))\b"#,
    ),
    Rule::of(
        "routes.migrate-call.by-http",
        Class::MigrateCall,
        "asks a server over HTTP to migrate",
        WRITTEN,
        r#"(?i)\b(?:curl|wget|http|httpie|xh|invoke-webrequest|invoke-restmethod|fetch|post)\b[^|;]*/(?:\w+[/-])*(?:migrate|migrations?(?:/(?:run|apply|up|latest))?|run-?migrations?|db/(?:migrate|upgrade|sync)|schema/(?:apply|sync|update|push)|run_sql|upgrade-?(?:db|database|schema)|sync-?schema|(?:db|database|schema)[/-](?:upgrade|update|install)|(?:upgrade|update|migrate|install)\.php)(?:[^\w-]|$)"#,
    )
    .unless(r"(?i)-X\s*GET|/migrations?/(?:status|pending)|github\.com|docs?\."),
    Rule::of(
        "routes.migrate-call.psqldef",
        Class::MigrateCall,
        "has psqldef make a database like a file",
        SHELL,
        r"(?i)(?:^|[\s/'])psqldef\s+\S",
    )
    .unless(r"(?i)--dry-run|--export|--help"),
    call!("alembic", "has Alembic apply migrations or mark them", "alembic|python3? -m alembic", "upgrade|downgrade|stamp|ensure_version").unless(r"--sql\b|throw new|print\w*\("),
    call!("flask", "has Flask apply migrations", "flask", r"db\s+(?:-\S+\s+\S+\s+)*(?:upgrade|downgrade|stamp)").unless(r"--sql\b"),
    Rule::of(
        "routes.migrate-call.django",
        Class::MigrateCall,
        "has Django apply migrations or mark them",
        CALLED,
        r#"(?i)(?:manage\.py|django-admin(?:\.py)?|python3? -m django)(?:["',]*\s+["']*-{1,2}[\w-]+(?:=\S+)?)*["',]*\s+["']*(?:migrate|migrate_schemas|syncdb|flush|evolve)\b"#,
    )
    .unless(r"(?i)--check\b|--plan\b|--list\b|\s-l\b|sqlmigrate"),
    call!("server-tools", "has a server's own tool change its tables", r"temporal-sql-tool|cadence-sql-tool|zitadel|openfga|spicedb(?:\s+datastore)?|kratos|hydra|keto|authelia\s+storage|boundary(?:\s+database)?|mattermost(?:\s+db)?|concourse|sentry|indico|procrastinate|river|graphile-worker|better-auth|@better-auth/cli|nova-manage|cinder-manage|glance-manage|keystone-manage|neutron-db-manage|heat-manage|awx-manage|pulpcore-manager|netbox|osm2pgsql|loco", r"setup-schema|update-schema|migrate(?:\s+(?:sql|up|head|latest))?|migrate-up|migrate-down|db\s+(?:sync|upgrade|migrate)|db_sync|api_db\s+sync|upgrade(?:\s+heads?)?|database\s+(?:init|migrate)|init|setup|schema\s+--apply|--schema-only")
        .unless(r"(?i)\b(?:zitadel|river|netbox|loco)\s+(?:upgrade|setup|init)\s+[a-z]+\s+[a-z]+\s+[a-z]+|--dry-run|--check"),
    call!("python-tools", "has a tool apply migrations", "yoyo(?:-migrate)?|aerich|piccolo|pgmigrations|pem|edgy|butterfly|molo|superset|airflow|mlflow|dagster(?:\\s+instance)?|prefect|odoo|bench|ckan|onegov|peewee-migrate|pw_migrate|fastapi-admin|litestar", r"apply|rollback|reapply|upgrade|init-db|downgrade|migrations\s+(?:forwards|backwards)|migrate|db\s+(?:migrate|upgrade|init)|database\s+(?:upgrade|stamp)|database\s+make-migrations-run").unless(r"(?i)\baerich\s+(?:-\S+\s+\S+\s+)*migrate\b"),
    call!("rails", "has Rails apply migrations or load a schema", r"rails|(?:[\w-]+-)?rake|hanami|bin/rails|bin/rake|padrino|lucky", r"(?:\S+=\S+\s+)?(?:(?:app:)?db:(?:migrate(?::(?:up|down|redo|reset|primary|\w+_?db))?|prepare|setup|reset|create|drop|schema:load|structure:load|rollback|forward|test:prepare)(?:\s+(?:db:|\w+=)\S+)*|apartment:migrate|db\s+(?:migrate|prepare|setup|create)|data:migrate)|db\.migrate")
        .unless(r"(?i)db:(?:migrate:status|abort_if_pending|version|schema:dump|structure:dump)\W*$"),
    Rule::of(
        "routes.migrate-call.ecto",
        Class::MigrateCall,
        "has Ecto apply migrations",
        CALLED,
        r#"(?i)\becto\.(?:migrate|rollback|setup|reset|create|drop|load)\b|\bmix\s+(?:ash|oban|ash_postgres)\.(?:migrate|setup|rollback)\b|\b(?:eval|rpc|remote)\s+["']*[^"']*\b(?:\w*Release\w*\.(?:migrate|rollback|setup|up)|Ecto\.Migrator\.)|(?:^|\s|/|["'])bin/migrate(?:["'\s;]|$)"#,
    )
    .unless(r"(?i)ecto\.gen|throw new|shell\(\)\.info"),
    Rule::of(
        "routes.migrate-call.artisan",
        Class::MigrateCall,
        "has Laravel, Symfony or CakePHP apply migrations",
        CALLED,
        r#"(?i)(?:\bartisan["',]*\s+["']*(?:migrate(?::(?:fresh|refresh|reset|rollback|install))?|db:wipe|tenants:migrate|module:migrate|schema:dump)\b(?:[^:]|$))|\bphinx\s+(?:-\S+\s+)*(?:migrate|rollback|breakpoint)\b|\bcake\s+migrations\s+(?:migrate|rollback|mark_migrated)\b|\bspark\s+migrate\b|\byii\S*\s+migrate\b|\bmagento\s+setup:(?:upgrade|db-schema:upgrade)|\bsequel\s+(?:-\S+\s+)*-m\s+\S|\bocc\s+(?:upgrade|db:add-missing)|\bwp\s+core\s+update-db|\bsystem:update:finish\b|\bodoo(?:-bin)?\s[^|;&]*?(?:-[ui]|--update|--init)[ =]\S|\bmicrate\s+up\b|\bvapor\s+run\s+migrate|\bgrails\s+dbm-update"#,
    )
    .unless(r"(?i)migrate:status|--pretend|throw new"),
    Rule::of(
        "routes.migrate-call.dotnet",
        Class::MigrateCall,
        "has a .NET tool apply migrations",
        CALLED,
        r"(?i)\bdotnet[- ]ef\s+(?:-\S+\s+(?:[^-\s]\S*\s+)??)*database\s+(?:update|drop)\b|(?:^|[\s`'])Update-Database\b|\bdotnet[- ]fm\s+(?:migrate|rollback)\b|\bdotnet\s+grate\b|\befbundle(?:\.exe)?\b",
    )
    .unless(r"(?i)migrations\s+bundle|--dry-run"),
    Rule::of(
        "routes.migrate-call.jvm-build",
        Class::MigrateCall,
        "has a build tool apply migrations",
        CALLED,
        r"(?i)(?:\b(?:mvnw?|gradlew?|sbt|lein|bb|ant|mill)\b[^|;]*?[\s:'])(?:flyway:(?:migrate|baseline|repair|clean|undo)|liquibase:(?:update\w*|rollback|changelogSync|dropAll)|flyway(?:Migrate|Baseline|Repair|Clean|Undo)|migratus\s+(?:migrate|up|rollback|reset)|ragtime\s+migrate|update\b\s+-P?liquibase|:(?:\w+:)+update\b|update\s+-PrunList|:?db:?migrate)\b",
    )
    .unless(r"(?i)updateSQL|update-sql"),
    Rule::of(
        "routes.schema-push.drizzle-kit",
        Class::SchemaPush,
        "has Drizzle push its schema",
        CALLED,
        tool!("drizzle-kit", "push(?::pg)?"),
    ),
    Rule::of("routes.schema-push.prisma", Class::SchemaPush, "has Prisma push its schema", CALLED, tool!("prisma", r"db\s+(?:-\S+\s+)*push"))
        ,
    Rule::of(
        "routes.schema-push.command",
        Class::SchemaPush,
        "has a tool push its schema",
        CALLED,
        r"(?i)(?:^|[\s'`/])(?:supabase\s+(?:-\S+\s+)*db\s+push|skeema\s+push|keystone\s+(?:dev|prisma\s+db\s+push)|zenstack\s+db\s+push|(?:npm|pnpm|yarn|bun|turbo|nx)\s+(?:(?:run|exec|-\S+)\s+(?:\S+\s+)??)*(?:db|schema)[:._-]?push|tables\s+push|encore\s+db\s+push|nuxthub\s+database\s+migrations\s+apply)\b",
    ),
    Rule::of(
        "routes.schema-push.code",
        Class::SchemaPush,
        "pushes a schema from a program",
        &[Role::Code],
        r"\bpushSchema\s*\(|drizzle-kit/api|\bcreateMigration\s*\(\s*\{\s*push|[pP]ostgresAdapter\s*\([^;]*\bpush:\s*true",
    ),
    Rule::of(
        "routes.orm-synchronise.command",
        Class::OrmSynchronise,
        "has an object-relational mapper bring a database to its model",
        CALLED,
        r"(?i)(?:\btypeorm\S*\b[^|;&]*|mikro-orm\b[^|;&]*|\bsequelize\b[^|;&]*|\bnpm\b[^|;&]*|\borm:|\bdoctrine:|\bschema-tool:)\bschema[:-](?:sync|drop|update|create|fresh)\b|\borm:schema-tool:(?:update|create|drop)|--run-syncdb\b|\bloopback\b.*\bmigrate\b",
    )
    .unless(r"(?i)--dump(?:-sql)?\b|--dry-run"),
    Rule::of(
        "routes.psql-file.option",
        Class::PsqlFile,
        "has psql play a file",
        WRITTEN,
        r#"\b(?i:psql|usql|pgcli)(?:\.exe)?["',]*\s(?:[^|]*?[\s"'])?(?:-[1AaEeHLlnqSstWwXxz]*f|--file)(?:["',=\s]|[\w./$]|$)"#,
    )
    .unless(r#"(?i)(?:-f|--file)[= ]?[/\S]*bootstrap|(?:-f|--file)[= ]?["']?(?:-|/dev/stdin)(?:\s|$)|--version|--help|-f(?:alse|irst|ield|ormat)\b|^\W*(?:if\s+)?!\s"#),
    Rule::of(
        "routes.psql-file.redirect",
        Class::PsqlFile,
        "plays a file into psql",
        SHELL,
        r#"(?i)\bpsql(?:\.exe)?\b(?:[^|"']|"[^"]*"|'[^']*')*["']?(?:[^<]|"[^"]*"|'[^']*')<\s*["'$(]?[\w./${]|<\s*\S+\s+psql\b"#,
    )
    .unless(r"(?i)\bcopy\s+[\w.]+\s*(?:\([^)]*\)\s*)?from\s+p?stdin|<\s*\S*bootstrap|<\(\s*\S*mosaic-db-migrator\s+bootstrap\s|</dev/null|< /dev/null|<<"),
    Rule::of(
        "routes.psql-file.pipe",
        Class::PsqlFile,
        "plays what another program writes into psql",
        SHELL,
        r#"(?i)(?:\b(?:cat|type|zcat|gunzip|gzip|bzcat|xz|xzcat|unxz|zstd|zstdcat|lz4|bunzip2|curl|wget|pg_dump\w*|pg_restore|envsubst|sed|awk|aws|gsutil|rclone|tar|unzip|ssh|get-content|gc|openssl|age|gpg|mc|restic|borg|jinja2?|j2|m4|head|tail|git|node|python3?|php|ruby|docker|kubectl|alembic|sqlpackage|op|vault|base64|pv|cpio|az|gcloud|s3cmd|liquibase|diesel|prisma|drizzle-kit|manage\.py)\b|\.sql\b|\.sh\b|^\W*(?:sudo\s+)?(?:[^\s|'"$=(]*/)[\w.-]+(?:\s|$)|^\W*(?:[a-z]\w*-)+\w+\s)[^|]*(?:\|[^|]*)*\|\s*(?:[^|]*[\s/\\"'(])?psql\b"#,
    )
    .unless(r"(?i)\bcopy\s+[\w.]+\s*(?:\([^)]*\)\s*)?from\s+p?stdin|bootstrap\s+(?:render|shadow-plan|replay)|\bpsql\b[^|]*\|[^|]*(?:cat|awk|head|tail|sed)\b|\|\s*(?:grep|rg)\b"),
    Rule::of(
        "routes.psql-file.substitution",
        Class::PsqlFile,
        "hands a file to psql as a command",
        SHELL,
        r#"(?i)\bpsql\b[^|]*(?:-c|--command)[= ]*["']?\s*(?:\$\((?:<|cat)|`cat|\\i(?:r|nclude)?\s)"#,
    ),
    Rule::of(
        "routes.psql-file.meta-command",
        Class::PsqlFile,
        "has psql read another file, or run what a query returns",
        &[Command, Mention],
        r"^\\(?:i|ir|include|include_relative|gexec)\b|\\(?:i|ir)\s+\S+\.sql",
    ),
    Rule::of(
        "routes.psql-file.restore",
        Class::PsqlFile,
        "restores a dump into a database",
        SHELL,
        r#"(?i)(?:^|[\s/'"`])pg_restore(?:\.exe)?["',]*\s[^|;]*(?:-d\b|--dbname|-[a-zA-Z]*d\s|-C\b|--create\b|service=|postgres(?:ql)?://|-h\b|-U\b)|(?:^|[\s/'"`])(?:pg_restoreall|pgloader|pgcopydb\s+(?:clone|restore|copy|follow)|wal-g\s+restore|ora2pg)\s+\S|\bheroku\s+pg:(?:backups:restore|push|copy)\b|\bgcloud\s+(?:\S+\s+)?sql\s+import\s+sql\b|\bpg_dump\b[^|]*\|[^|]*\bpg_restore\b"#,
    )
    .unless(r"(?i)pg_restore\b[^|]*\s(?:-l|--list|-f\s*-)(?:\s|$)"),
    Rule::of(
        "routes.psql-file.said",
        Class::PsqlFile,
        "tells a reader to play a file into a database",
        &[Sentence],
        r"(?i)\b(?:run|execute|play|replay|load|apply|import|upload|source|feed|pipe|restore|paste|send|open)\b[^.;]{0,60}(?:`?\S+\.(?:sql|dump|pgdump|backup)`?|\bdump\b|\bsql (?:file|script)s?\b|scripts? (?:in|under|from) `?\S*sql)[^.;]{0,80}\b(?:psql|database|pgadmin|dbeaver|server|query tool|postgres\w*|into|staging|production|against)\b|\bpaste\b[^.;]{0,60}\S\.sql\b|\b(?:choose|select|open|pick|load)\b[^.;]{0,60}\S\.sql\b[^;]{0,80}\b(?:press|hit|click|run|execute)\b|\b(?:dump|backup)\b[^.;]{0,40}\b(?:restore|load|import|play|replay)\s+(?:it|them)\b[^.;]{0,60}\b(?:database|server|postgres\w*|cluster)\b|\b(?:psql|pgadmin|dbeaver|query tool)\b[^.;]{0,60}\b(?:run|execute|load|apply|import|open|paste)\b[^.;]{0,60}\.sql\b",
    )
    .unless(r"(?i)bootstrap|\breview\w*\b|\b(?:database|platform) team\b|\bDBAs?\b|\bcore dump|\beditor\b|\b(?:pull|merge) request|\bissue\b|\bticket\b|\bgist\b|\bchat\b"),
    Rule::of(
        "routes.psql-file.module",
        Class::PsqlFile,
        "has a module or plug-in play a file into a database",
        &[Setting],
        r"(?i)postgresql_script\b|(?:postgresql_db\S*\.state = restore)|postgresql_query\S*\.path_to_script|(?:\bstate = restore$)|sql-maven-plugin|initializationScripts?|schema[._-]locations?\s?=\s?\S|data-locations = \S|sql[._-]load[._-]script\S* = \S|import_files\S* = \S|\bspring\.datasource\.(?:schema|data)(?:\.\d+)? = \S",
    ),
    Rule::of(
        "routes.old-tier-copy.command",
        Class::OldTierCopy,
        "uses the former command that copied tiers",
        &[Command, Mention, Sentence, Literal],
        r#"(?i)\b(?:mosaic[\w./-]*|cli)[\s`"',]+storage(?:\s|`)+migrate\b[^.;|]*--(?:from|to)\b"#,
    ),
    Rule::of(
        "routes.raw-target-url.command",
        Class::RawTargetUrl,
        "gives the target of an import as a URL",
        &[Command, Mention, Literal],
        r#"(?i)\bmigrate-tier\b[^|;&]*--(?:target|to|dest(?:ination)?)(?:-(?:dsn|uri|database-url|database))?[ =]["']?(?:postgres|\$)|\bmigrate-tier\b[^|;&]*\s["']?\$\{?\w*(?:TARGET|DEST)\w*(?:URL|DSN|URI)\b|--target-(?:dsn|uri|database-url)[ =]["']?\S|--target-url(?:[ =]["']?[^\s`]|["',]+\s*["']?(?:postgres|\$|<|url|process|os|std))"#,
    )
    .unless(r"(?i)^\W*(?:if|!)\s|refus|reject|denied|throws|assert|\b(?:is|was) (?:not|no)\b|\b(?:un(?:known|expected|recogni[sz]ed)|invalid)\b"),
    Rule::of(
        "routes.raw-target-url.option",
        Class::RawTargetUrl,
        "declares an option that takes the target of an import as a URL",
        &[Role::Code],
        r#"(?is)--target-url[ =]<|(?-i:\btarget_url)\s*:\s*(?:String|Url|str|Option<|PathBuf|&)|(?:flag|flags|fs|cmd\.Flags\(\))\.(?:String|StringVar|StringP|StringVarP)\([^)]*"target-url"|add_argument\([^)]*--target-url["']|(?:[oO]ption(?:<\w+>)?|requiredOption|@click\.option)\(\s*["'`](?:-\w, )?(?:--)?target-url["'` =<]|["']target-url["']\s*:\s*\{|env(?:\.|\[["'])TARGET_URL\b|(?:env::var(?:_os)?|[gG]etenv|environ\.get|getEnvironmentVariable)\(\s*["'](?:MOSAIC_|MIGRATE_|TIER_|IMPORT_)*TARGET_(?:DATABASE_)?(?:URL|DSN|URI)["']|(?:environ|ENV)\[\s*["'](?:MOSAIC_|MIGRATE_|TIER_|IMPORT_)*TARGET_(?:DATABASE_)?(?:URL|DSN|URI)["']|names\s*=\s*\{?\s*"--target-url""#,
    )
    .unless(r"(?i)refuse|reject|redirect|webhook|\bhref\b|\bproxy\b|_FILE\b"),
    Rule::of(
        "routes.raw-target-url.said",
        Class::RawTargetUrl,
        "tells a reader to give the target of an import as a URL",
        &[Sentence],
        r"(?i)`?--target-url`?(?:[^\w-]|$)|\b(?:target|destination)(?:'s)?\s+(?:\w+\s+)?(?:URL|DSN|connection string)\b[^.]*\b(?:arguments?|option|flag|command line|environment|parameter|prompt\w*|pasted?|pass(?:ed|es)?)\b|\b(?:pass|give|paste|enter|type)\b[^.]{0,40}\b(?:target|destination)(?:'s)?\s+(?:\w+\s+)?(?:URL|DSN|connection string)\b|\b(?:import(?:er)?|migrate-tier|tier|target)\b[^.]*\b(?:falls? back|writes?|defaults?|uses?|is taken from|reads?|taken from|copies)\b[^.]*`?(?:DATABASE_URL|TARGET_URL|MIGRATE_TARGET_URL)\b`?|(?:DATABASE_URL|TARGET_DATABASE_URL)`?[^.]*\b(?:is|as) the (?:import(?:er)?'s )?target\b",
    )
    .unless(r"(?i)_FILE\b|--target-url-file[^.]*$|\b(?:ends|exits?|answers?|status|error|64|unexpected|unknown|unrecogni[sz]ed|usage)\b|https?:|\b(?:browser|link|redirect|webhook|proxy)\b"),
    Rule::of(
        "routes.raw-target-url.variable",
        Class::RawTargetUrl,
        "takes the target of an import from a variable",
        &[Setting, Command],
        r"(?i)(?:^|[\s.])(?:export\s+|-e\s+|env\s+)?(?:MOSAIC_|MIGRATE_|TIER_|IMPORT_)*TARGET_?(?:DATABASE_?)?(?:URL|DSN|URI)\s?=\s?\S",
    )
    .unless(r"(?i)=\s?['\x22]?(?:https?:|/|\./|\.\./|#)"),
];
