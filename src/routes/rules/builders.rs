//! Programs: calls of migration libraries, schema builders and mappers.

use super::super::region::Role::{self, Code, Literal};
use super::super::rule::{Class, Rule};

const CODE: &[Role] = &[Code];

pub(super) const RULES: &[Rule] = &[
    Rule::of(
        "routes.migrate-call.javascript",
        Class::MigrateCall,
        "applies migrations from a JavaScript program",
        CODE,
        concat!(
            r"(?s)(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)[\x22\x27]drizzle-orm/[\w-]+/migrator\b|from\s+[\x22\x27](?:ley|@databases/pg-migrations|postgres-shift|graphile-migrate|@slonik/migrator|@prisma/migrate)[\x22\x27]|\bpayload\.db\.migrate|\bnew\s+Umzug\s*\(.*\.(?:up|down)\s*\(|\bmigrate\.(?:latest|up|down|rollback|forceFreeMigrationsLock)\s*\(|\bmigrationsRun\s*:\s*true|\.(?:runMigrations|undoLastMigration|showMigrations)\s*\(|\bumzug\w*\.(?:up|down)\s*\(",
            r"|\bnew\s+Migrator\s*\(.*\.(?:migrateToLatest|migrateUp|migrateTo|migrateDown)\s*\(|\.migrateToLatest\s*\(|\bmigrator\.(?:up|down|migrate(?:To\w+|Up|Down))\s*\(|\bmigrator\.migrate\(\s*(?:\)|[\x22\x27{\d])|\bgetMigrator\s*\(\s*\)\s*\.(?:up|down)|(?i:node-pg-migrate).*\brunner\s*\(|\bpostgrator\w*\.migrate\s*\(|from\s+['\x22]postgres-migrations['\x22]|require\(['\x22]postgres-migrations|\brunPgMigrations\s*\(|from\s+['\x22][@\w./-]*migrat\w*(?:\.[cm]?[jt]s)?['\x22].*\bawait\s+(?:runM|m)igrat\w*\s*\(|\bdb\.migrate\s*\(|\bgraphile-migrate.*\bmigrate\s*\(|from\s+['\x22]node-pg-migrate['\x22]|require\(['\x22]node-pg-migrate|(?i:dbm\w*|db-migrate.{0,200})\.getInstance\s*\([^)]*\)\s*\.(?:up|down|reset)\s*\(|\b[dD][bB][mM]igrate\b.*\.(?:up|down|reset)\s*\(|\.runAsCLI\s*\(|\bslonik.*migrator|\bmigrationRunner\.\w+\(|\bcreateMigrationRunner\b",
        ),
    ),
    Rule::of(
        "routes.migrate-call.python",
        Class::MigrateCall,
        "applies migrations from a Python program",
        CODE,
        r#"(?s)\bfrom\s+alembic\.command\s+import\s+[^\n]*\b(?:upgrade|downgrade|stamp)\b|\balembic_runner\b|\bsh\.(?:alembic|flyway|psql|dbmate|goose)\(|\bmigrate\.versioning\b|\b(?:alembic_)?command\.(?:upgrade|downgrade|stamp)\s*[(,]|\b(?:upgrade|downgrade|stamp)\s*\([^\n]{0,80}["'](?:heads?|base)["']|\bmigrate\.Command\(|\bcommands\.migrate\b|test_cli_runner\(\)\.invoke\([^)]*["']db["']\s*,\s*["']upgrade|from\s+flask_migrate\s+import[^\n]*\b(?:upgrade|downgrade|stamp)\b|\bflask_migrate\.(?:upgrade|stamp)\s*\(|call_command\(\s*["'](?:migrate|flush|syncdb|migrate_schemas)["']|management\.execute_from_command_line\([^)]*["']migrate["']|alembic\.config\.main\(|\bMigrationExecutor\b[^\n]*\)\s*\.migrate\s*\(|\bexecutor\.migrate\s*\(|\.(?:apply_migrations|rollback_migrations)\s*\(|\bpeewee_migrate\b.*\.run\s*\(|\brun_forwards\s*\(|\baerich\b.*\.(?:upgrade|init_db)\s*\(|\bcontext\.run_migrations\s*\("#,
    )
    .unless(r"call_command\([^)]*(?:check|plan)\s*=\s*True|as_sql\s*=\s*True|check_unapplied\s*=\s*True"),
    Rule::of(
        "routes.migrate-call.go",
        Class::MigrateCall,
        "applies migrations from a Go program",
        CODE,
        r#"(?s)\bgoose\.(?:Up|Down|Redo|Reset|Run|Status|Version|UpTo|UpByOne|DownTo)\w*\s*\(|goose\.NewProvider\(.*\.(?:Up|UpTo|UpByOne|Down|DownTo|ApplyVersion)\s*\(|\w*migrate\.(?:New|NewWith\w+|NewMigrator\w*)\s*\(.*\.(?:Up|Steps|Migrate|Force|Down|Drop)\s*\(|\w*migrate\.Exec(?:Max|Context|MaxContext|VersionContext)?\s*\(|\.Schema\.(?:Create|WriteTo|NamedDiff)\s*\(|\bmigrator\.(?:Migrate|MigrateTo|Up|Rollback)\s*\(\s*(?:ctx|context\.\w+\(\))?\s*\)|\btern\.(?:Migrate|New\w*)\b|gormigrate\.New\(|\bdbmate\.New\(.*\.(?:Migrate|CreateAndMigrate|Rollback)\s*\(|\.(?:MigrateApply|SchemaApply|MigrateDown)\s*\(|\b\w*(?i:migrat|goose|provider)\w*\.Up\(\s*(?:ctx|context\.\w+\(\))?\s*\)"#,
    )
    .unless(r"\.Schema\.WriteTo\("),
    Rule::of(
        "routes.migrate-call.rust",
        Class::MigrateCall,
        "applies migrations from a Rust program",
        CODE,
        r#"(?s)\bmigrate!\s*\([^)]*\)\s*\.(?:run|undo)\w*\s*\(|\bmigrate!\s*\([^)]*\)\s*;.*\.(?:run|undo)\s*\(|\bmigrate::Migrator\b.*\.(?:run|undo)\s*\(|\bMigrator::new\([^;]*\.await\b.*\.(?:run|undo)\s*\(|\bMigrator::(?:up|down|fresh|refresh|reset|install)\s*\(|\bMIGRATOR\s*\.(?:run|undo)\w*\s*\(|\bmigrations?::runner\(\)[^;]*\.(?:run|run_async|run_iter)\s*\(|\.(?:run_pending_migrations|run_migration|run_next_migration|revert_all_migrations|revert_last_migration)\s*\(|\.run_migrations\s*\(\s*&|\brun_pending_migrations\b|\bembedded_migrations::run|#\[sqlx::test\b|\bcli::run_cli\s*\(|\brun_cli\(\s*\w*::?\w*Migrator|\brefinery\b.*\bRunner::new\(.*\.run\w*\(|\bMigration::new\(.*\.up\(|\brunMigration\w*\s*(?:\(|\$|migrateAll)|\$schema->deploy\b|\.autoMigrate\(\)"#,
    ),
    Rule::of(
        "routes.migrate-call.jvm",
        Class::MigrateCall,
        "applies migrations from a Java or Kotlin program",
        CODE,
        r#"(?s)\bFlyway\b.*\.(?:migrate|baseline|repair|clean|undo)(?:\s*\(\s*\)|\s*$|\s*\n)|\bMigrationRunner\b|\bflyway\w*\.(?:migrate|baseline|repair|clean)\s*\(|\bLiquibase\b.*\.(?:update|rollback|dropAll|changeLogSync|tag)\s*\(|\bliquibase\w*\.(?:update|rollback|changeLogSync)\s*\(|\bSpringLiquibase\b|\bFlywayMigrationStrategy\b|\binitMethod\s*=\s*"(?:migrate|update)"|\bCommandScope\(\s*(?:["'](?:update(?:Count|ToTag|TestingRollback)?|rollback\w*|dropAll|changelogSync)["']|\w*(?:Update|Rollback|DropAll|ChangelogSync)\w*CommandStep)|\bFlyway(?:Feature|Plugin|Module|Bundle)\b|\bMigrationsBundle\b|\b(?:dependsOn|finalizedBy)[\s(]+(?:tasks\.)?(?:flywayMigrate|liquibaseUpdate)\b|\b(?:UpOperation|PendingOperation)\(\)\.operate|\bapplyEvolutions\s*\(|<artifactId>(?:flyway|liquibase)-maven-plugin</artifactId>.*<goal>(?:migrate|update|baseline|repair|rollback|clean)</goal>|\bmigrateOnStart\b|<bean[^>]*(?:flyway|liquibase)[^>]*init-method"#,
    )
    .unless(r"FlywayMigrateOnStart|\b(?:StringWriter|OutputStreamWriter|FileWriter|PrintWriter)\b"),
    Rule::of(
        "routes.migrate-call.ruby",
        Class::MigrateCall,
        "applies migrations from a Ruby or Elixir program",
        CODE,
        r#"Rake::Task\[["'][\w:]*(?:migrate|schema:load|db:setup|db:prepare|structure:load)["']\]|\bMigrationContext\.new\b(?:\([^)]*\)|[^\n]*)\.(?:migrate|up|forward)\b|\bload\b[^\n]{0,60}\bdb/schema\.rb|\bMix\.Tasks\.Ecto\.(?:Migrate|Setup|Rollback|Reset|Load)\.run|\bOban\.Migrations?\.up\b|(?s:\bMigrationContext\.new\b.*)\b\w*context\w*\.(?:migrate|up|forward|rollback|run)\b|\bmigration_context\.(?:migrate|up|run|forward|rollback)\b|\b\w*Migrator\.migrate\b|\bActiveRecord::Migrator\.(?:new|\w*(?:migrate|run|up))|\bDatabaseTasks\.(?:migrate|load_schema|prepare_all|create_all|drop_all|load_schema_current)\b|\bActiveRecord::(?:Migration|Tasks)\S*\.(?:maintain_test_schema!|load_schema_if_pending!|migrate)|Sequel::(?:Timestamp|Integer)?Migrator\.(?:run|apply)|\bEcto\.Migrator\.(?:run|up|down|with_repo)\b|Mix\.Task\.run\(\s*["']ecto\.(?:migrate|setup|create|reset)|\bApartment::Tenant\.(?:create|drop)|["']ecto\.(?:migrate|setup|rollback|load)(?:\s[^"']*)?["']\s*[,\]]|\{Ecto\.Migrator\b|\bMicrate(?:::\w+)*\.(?:run_\w+|up|down)\b|\b(?:gateway|repo|db|database|container|migrator|Runner\.new)\.(?:run|apply|execute)_(?:pending_|all_)?migrations!?(?:\s|$|\()|load_schema_if_pending!|Release\.migrate|require\s+["']capistrano/rails/migrations|:(?:rake|rails)\s*,\s*["']db:(?:migrate|setup|prepare|schema:load)|invoke\s*\(?["']deploy:migrate|\bmigratus(?:\.core)?/(?:migrate|up|init|rollback)|\bragtime\S*/migrate\b"#,
    ),
    Rule::of(
        "routes.migrate-call.dotnet-php",
        Class::MigrateCall,
        "applies migrations from a C# or PHP program",
        CODE,
        r#"(?s)\bGetPendingMigrations.*\.Migrate(?:Async)?\s*\(|\bDbMigrator\b.*\.Update\s*\(|[mM]igrator\w*(?:\(\))?->(?:migrate|run|runPending|rollback)\(|\bMigration\\\w+.*->(?:migrate|rollback)\(|\bArtisan::queue\(\s*["']migrate|->call(?:Silent(?:ly)?)?\(\s*["']migrate(?::(?:fresh|refresh|reset|rollback|install))?["'\s]|\.Database\.(?:Migrate|MigrateAsync|EnsureCreated|EnsureCreatedAsync|EnsureDeleted|EnsureDeletedAsync)\s*\(|\bArtisan::call\(\s*["'](?:migrate(?::(?:fresh|refresh|reset|rollback|install))?|db:wipe|tenants:migrate)["'\s]|\$this->(?:call|artisan)\(\s*["']migrate(?::(?:fresh|refresh|reset|rollback|install))?["'\s]|\bIMigrationRunner\b|\.MigrateUp\s*\(|\.MigrateDown\s*\(|\bDeployChanges\.To\b|\.PerformUpgrade\s*\(|\b(?:Lazily)?RefreshDatabase\b|\buse\b[^;(]*\bDatabaseMigrations\b|\bnew\s+Migrations\b.*->migrate\(|\bmigrations\(\)->(?:latest|regress)\(|\$migrat\w*->(?:latest|migrate|run|up)\(|\bMigrateDbContext\s*<|\bnew\s+Evolve\s*\(|loadMigrationsFrom\b.*migrate|\bIMigrator\b[^;]*\.Migrate|runAction\(\s*["']migrate|\bMigrateDatabase(?:Async)?\s*[<(]"#,
    ),
    Rule::of(
        "routes.migrate-call.named-function",
        Class::MigrateCall,
        "calls a function that is named for running migrations",
        CODE,
        r"\b(?:run|apply|execute|perform)(?:_?(?:[aA]ll|[pP]ending|[dD]b|[dD]atabase|[sS]chema|[sS]ql|[sS]tartup))*_?[mM]igrations?(?:_?[uU]p|Async|_async)?\s*\(|\b(?:migrateDatabase|migrate_database|migrateDb|migrate_db|migrateSchema|migrate_schema|migrateUp|RunMigrations?|ApplyMigrations?|MigrateDB)\s*\(",
    )
    .unless(r"as_sql|run_migrations_offline\(\)\s*$"),
    Rule::of(
        "routes.migrate-call.image",
        Class::MigrateCall,
        "runs an image that applies migrations when it starts",
        &[Role::Setting],
        r#"(?i)\.cli-migrations\b|(?:image|from) = \S*(?:flyway/flyway|liquibase/liquibase|amacneil/dbmate|migrate/migrate|arigaio/atlas-operator|schemahero|dbmate\b)\S*$|kind = (?:AtlasMigration|AtlasSchema|DatabaseMigration)\b|(?:POSTGRES|DB|DATABASE|APP|AUTO|RUN|ENABLE|DJANGO|PRISMA|RAILS|MIGRATE|MIGRATIONS|SKIP)?_?(?:AUTO_?MIGRATE|RUN_MIGRATIONS?|MIGRATE_ON_(?:START|BOOT|STARTUP)|DB_MIGRATE|APPLY_MIGRATIONS|AUTO_MIGRATIONS?|MIGRATIONS_RUN|RUN_DB_MIGRATIONS?)\w*\s?=\s?["']?(?:1|true|yes|on|always)\b"#,
    )
    .unless(r"(?i)(?:SKIP|DISABLE|NO|DONT|PREVENT|WITHOUT)_\w*MIGRAT"),
    Rule::of(
        "routes.migrate-call.library",
        Class::MigrateCall,
        "has a library make the tables that it works with",
        CODE,
        concat!(
            r#"(?s)\bPostgresStorage(?:::<[^>]*>)?::setup\s*\(|\bPostgres(?:Saver|Store)\b.*\.setup\s*\(|\b(?:PGVectorStore|PGVector|PGEngine|PostgresChatMessageHistory)\b.*\.(?:initialize|init_vectorstore_table|ainit_vectorstore_table|create_tables\w*|from_documents|from_texts|fromDocuments|fromTexts|create_collection)\s*\("#,
            r#"|["']pg-boss["'].*\.start\s*\(|["']graphile-worker["'].*\b(?:run|runOnce|runMigrations)\s*\(|\brivermigrate\b.*\.Migrate\s*\(|\bQue\.migrate!|\bPrepareSchemaIfNecessary\s*=\s*true|\bUsePostgreSqlStorage\s*\(|\bcreateTableIfMissing\s*:\s*true|\bcreateTableIfNotExists\s*:\s*true|\bRateLimiterPostgres\s*\("#,
            r#"|\bprocrastinate\b.*\bapply_schema(?:_async)?\s*\(|\bSchemaUtils\.createIfNotExists\s*\(|\b(?:casbin|gormadapter|pgadapter)\b.*\bNewAdapter\w*\s*\("#,
        ),
    )
    .unless(r"\bcreateSchema\s*:\s*false|\bmigrate\s*:\s*false|PrepareSchemaIfNecessary\s*=\s*false"),
    Rule::of(
        "routes.orm-synchronise.javascript",
        Class::OrmSynchronise,
        "has an object-relational mapper bring a database to its model",
        CODE,
        r#"(?s)(?:(?:^|[^"'`\w])synchronize|["'`]synchronize["'`])\s*:\s*(?:true|!0|process|config|env|!|is|NODE_ENV|dev)|\bsequelize\w*(?:\.\w+)*\.sync\s*\(|(?:[sS]equelize|\bDataTypes\b|\bextends Model\b).*\b(?:db|database|conn\w*|orm|instance|[A-Z]\w*)\.sync\s*\(|\bmodels?\.sync\s*\(\s*\)|\b(?:db|models?|database|orm|[A-Z]\w*)\.sync\s*\(\s*\{\s*(?:alter|force)\s*:\s*(?:true|!|process|is)|\.sync\s*\(\s*\{\s*alter\s*:|\b\w*(?:[dD]ata_?[sS]ource|connection|ds|conn|source)\w*\.(?:synchronize|dropDatabase)\s*\(\s*(?:true|false)?\s*\)|\.schema\.(?:updateSchema|createSchema|refreshDatabase|ensureDatabase|dropSchema)\s*\(|\borm\.schema\.(?:update|create|drop|refresh|ensureDatabase)\s*\(|[gG]enerator(?:\s*\(\s*\))?\s*\.(?:(?:update|create|drop|refresh|clear|ensure)(?:Schema|Database)|execute)\s*\(|\.autoMigrate\s*\(|\.autoupdate\s*\(|\bautoSchemaSync\b|\bdropSchema\s*:\s*true|\bmigrateSchema\s*\(\s*\{?\s*existingSchema|\bmigrate\s*:\s*['"](?:alter|drop)['"]"#,
    )
    .unless(r"synchronize\s*:\s*false\b.*@Entity"),
    Rule::of(
        "routes.orm-synchronise.python",
        Class::OrmSynchronise,
        "makes the tables of a model from a Python program",
        CODE,
        r"\bmetadata\.(?:create_all|drop_all)\b|\bdb\.(?:create_all|drop_all)\(|\.(?:create_all|drop_all)\s*\(\s*(?:bind|engine|conn|checkfirst|\w*engine)|\bgenerate_schemas\s*(?:\(|=\s*True)|\.create_tables\s*\(\s*\[|\.create_table\s*\(\s*safe|create_db_and_tables\s*\(|\.__table__\.(?:create|drop)\s*\(|\b(?:create|drop)_db_tables(?:_sync)?\s*\(|\bcreate_tables\s*=\s*True|\bset_up_tables\b|\bdb\.bind\b.*generate_mapping\s*\([^)]*create_tables",
    ),
    Rule::of(
        "routes.orm-synchronise.go",
        Class::OrmSynchronise,
        "has GORM or another mapper bring a database to its model",
        CODE,
        r"\.\s*AutoMigrate\b|\.Migrator\(\)\s*\.\s*(?:Create|Add|Drop|Alter|Rename|AutoMigrate)\w*\s*\(|(?s:\.Migrator\(\).*)\b\w+\.(?:AddColumn|CreateTable|DropTable|AlterColumn|DropColumn|RenameColumn|CreateIndex|DropIndex|CreateConstraint|RenameTable|CreateView)\s*\(|\b(?:\w*[eE]ngine|orm|x|session|db|eng)\.Sync\s*\(\s*(?:new\(|&)|\.Sync2\s*\(|\.CreateTable\s*\(\s*&orm\.|\bNewCreateTable\s*\(|\bNewAddColumn\s*\(|\bSyncdb\s*\(|\.RunSyncdb\s*\(",
    ),
    Rule::of(
        "routes.orm-synchronise.jvm",
        Class::OrmSynchronise,
        "has Hibernate or Exposed bring a database to its model",
        CODE,
        r#"(?i)\bHBM2DDL_AUTO\s*,\s*"(?:update|create)|\bdbCreate\s*=\s*["'](?:update|create)|\bMigrateDatabaseToLatestVersion\b|\b(?:DropCreate|Create)Database(?:Always|If\w+)\s*<|\bAutoCreate\.(?:All|CreateOrUpdate|CreateOnly)\b|\bApplyAllDatabaseChangesOnStartup\b|\bGenerator\\SyncTables\b|\bDataMapper\.auto_\w+!|\.migrator\.(?:drop_and_)?create\b|\bSchemaUtils\.(?:create|createMissingTablesAndColumns|createSchema|createIndex|createSequence|createDatabase|drop\w*)\s*\(|hbm2ddl\.auto["']?(?:\s*[,=:>]\s*|"\s+value\s*=\s*)["']?(?:update|create|create-drop|create-only)|hbm2ddl\.auto["']?\s*>\s*(?:update|create|create-drop)|(?:schema-generation\.)?database\.action["']?(?:\s*[,=:]\s*|"\s+value\s*=\s*)["']?(?:create|drop-and-create|drop)|\bnew\s+SchemaUpdate\s*\(|\bnew\s+SchemaExport\s*\(|\bSchemaExport\(\)|\.schema\.createIfNotExists\b|\bTableQuery\b(?s:.*)\.(?:createIfNotExists|create)\b|\.run\([^)]*\.schema\.create\b|\bsetGenerateDdl\s*\(\s*true|\bgenerateDdl\s*=\s*true|->(?:createSchema|updateSchema|dropSchema|dropDatabase)\(\s*\$"#,
    )
    .unless(r"TargetType\.(?:SCRIPT|STDOUT)"),
    Rule::of(
        "routes.orm-synchronise.rust",
        Class::OrmSynchronise,
        "makes the tables of a model from a Rust program",
        CODE,
        r"\bcreate_table_from_entity\s*\(|\bget_schema_builder\s*\(|\bschema_sync\s*\(|\bget_schema_registry\s*\(|\bRBatis::sync\s*\(",
    ),
    Rule::of(
        "routes.orm-synchronise.setting",
        Class::OrmSynchronise,
        "sets an object-relational mapper to bring a database to its model",
        &[Role::Setting, Role::Command],
        r#"(?i)(?:ddl[._-]?auto|hbm2ddl[._-]?auto|database[._-]generation|schema[._-]management[._-]strategy|schema_generation|generate[._-]ddl|ddl[._-]generation|schema[._-]generation[._-]database[._-]action|\bdbCreate)\S*?["']?\s?=\s?["']?(?:update|create\w*(?:-\w+)*|drop-and-\w+|drop|true)\b|(?:TYPEORM|DB|DATABASE|ORM|SEQUELIZE|MODELS?|SCHEMA)_(?:AUTO_?)?SYNC(?:HRONI[SZ]E)?\s?=\s?["']?(?:1|true|yes|on)\b|(?:^|^\d+\.|(?:orm|database|db|datasource|data-source|connections?|default|postgres\w*|production|development|test)\S*\.)(?:auto_?)?synchroni[sz]e\s?=\s?["']?true|\.autoLoadEntities\.sync = true|generate_schemas = true|\bebean\.ddl\.run = ["']?true"#,
    ),
    Rule::of(
        "routes.migrate-call.setting",
        Class::MigrateCall,
        "sets a framework to apply migrations when it starts",
        &[Role::Setting],
        r#"(?i)(?:flyway|liquibase)\S*?(?:[._-]enabled|migrate[._-]at[._-]start|run[._-]on[._-]startup|migrate[._-]on[._-]start|baseline[._-]on[._-]migrate|clean[._-]at[._-]start)\S*?\s?=\s?["']?true|initiali[sz]e[._-]?schema\S*\s?=\s?[\x22']?(?:always|true)|sql[._-]init[._-]mode\s?=\s?["']?always|migrate(?:_|-)?(?:on|at)(?:_|-)?(?:start(?:up)?|boot|deploy) = ["']?(?:true|1|yes|on)|\b(?:auto_?migrate|autoMigrate|migrationsRun|run_?[mM]igrations|runMigrationsOnStart(?:up)?|migrations?\.enabled|migrations?\.run|migrateDatabase|dbMigrate)\b\S* = ["']?(?:true|1|yes|on|always)\b|ebean\.(?:migration|ddl)\.run = ["']?true|evolutions\S*autoApply\S* = ["']?true|(?:^|\.)\w*migrat\w*(?:\.[\w-]+)*\.(?:enabled?|run|auto\w*|automatic|create|install|on_?start\w*|run_?on_?\w+) = [\x22\x27]?(?:true|yes|on|1|always)\b|\.goals?\.\S* = (?:flyway|liquibase):|release_command = .*migrat|\.release = .*migrat"#,
    )
    .unless(r"(?i)mosaic-db-migrator|\b(?:wait|check|verify|skip|disable|no|require|pending)\w*migrat|(?:photo|storage|media|asset|image|user|mail|theme|attachment|legacy_?ui|data_?center|vm|live)_?migrat"),
    Rule::of(
        "routes.ddl-statement.javascript-builder",
        Class::DdlStatement,
        "changes tables through a schema builder",
        CODE,
        concat!(
            r"\bschema(?:\s*\(\s*\))?\s*(?:\.withSchema\([^)]*\)\s*)?\.(?:createTable|createTableIfNotExists|alterTable|dropTable|dropTableIfExists|renameTable|createIndex|dropIndex|createSchema|createSchemaIfNotExists|dropSchema|createView|createType|createViewOrReplace|dropView|table|dropType|raw|createMaterializedView|createExtension\w*)\s*\(",
            r"|\b(?:queryInterface|qi|getQueryInterface\(\))\.(?:addColumn|createTable|dropTable|removeColumn|changeColumn|renameColumn|renameTable|addIndex|removeIndex|addConstraint|removeConstraint|createSchema|dropSchema|dropAllTables|dropAllSchemas|createFunction|dropEnum)\s*\(",
            r"|\bqueryRunner\.(?:createTable|dropTable|addColumns?|dropColumns?|createIndex|dropIndex|createForeignKeys?|renameTable|renameColumn|changeColumns?|createSchema|dropSchema|createDatabase|createView|clearDatabase|createPrimaryKey|createUniqueConstraint|createIndices)\s*\(|\bpgm\.(?:create|add|alter|drop|rename|sql|grant|revoke)\w*\s*\(",
        ),
    )
    .unless(r"\.(?:compile|toSQL|toQuery|toString)\(\s*\)"),
    Rule::of(
        "routes.ddl-statement.python-builder",
        Class::DdlStatement,
        "changes tables through a schema builder",
        CODE,
        r#"(?s)\balembic\b.*\bop\.(?:create|drop|add|alter|rename|batch_alter|execute)\w*\s*\(|\bop\.(?:create_table|add_column|drop_column|drop_table|alter_column|create_index|drop_index|create_foreign_key|batch_alter_table)\s*\(|\bschema_editor\s*\(\s*[^)]*\)|\beditor\.(?:create_model|delete_model|alter_db_table|add_field|alter_field|remove_field|add_index|remove_index|add_constraint|execute)\s*\(|\bmigrations\.(?:CreateModel|AddField|AlterField|RemoveField|DeleteModel|RunSQL|RenameField|RenameModel|AddIndex|RemoveIndex|AlterModelTable|AddConstraint|AlterUniqueTogether|SeparateDatabaseAndState|RunPython|AlterModelOptions)\s*\(|\.to_sql\([^)]*if_exists\s*=\s*["']replace["']|\bmigrate\(\s*migrator\.|\bmigrator\.(?:add_column|drop_column|rename_\w+|add_index|drop_index|add_not_null|drop_not_null|alter_column_type)\s*\(|\b(?:CreateTable|DropTable|CreateSchema|DropSchema|CreateIndex|AddConstraint|DropConstraint|DropIndex|DDL)\s*\(|\b(?:Vector|HStore|Citext|Trigram|BtreeGin|BtreeGist|Unaccent|Crypto)Extension\s*\(|\bCreateExtension\s*\(|\.write_database\([^)]*if_table_exists\s*=\s*["']replace|\.(?:overwrite|mode\(\s*["']overwrite["']\s*\))[^\n]*jdbc"#,
    )
    .unless(r"\bCreateTable\([^)]*\)\.compile\(|print\(\s*CreateTable|str\(\s*CreateTable|sqlite|create_mock_engine"),
    Rule::of(
        "routes.ddl-statement.ruby-builder",
        Class::DdlStatement,
        "changes tables through a schema builder",
        CODE,
        r#"(?m)^\s*(?:\w+\.)?(?:create_table|drop_table|add_column|remove_column|change_column|rename_column|rename_table|add_index|remove_index|add_reference|remove_reference|add_foreign_key|remove_foreign_key|change_table|create_enum|enable_extension|disable_extension|add_check_constraint|create_join_table|add_timestamps|change_column_null|change_column_default|create_schema|drop_schema|create_view|drop_view|alter_table)[ (]\s*(?::\w|["'][\w.]+["']\s*(?:$|,\s*(?::|force|id:|if_)|\s+do\b))|\bActiveRecord::Schema(?:\[[\d.]+\])?\.define\b|(?:create|alter|drop)(?:_if_(?:not_)?exists)?\s*\(?\s*(?:table|index|constraint)\(\s*:|\bcreate\s+(?:unique_)?index\(\s*:|\bDB\.(?:create_table|alter_table|drop_table|run)\b"#,
    ),
    Rule::of(
        "routes.credential-in-export.program",
        Class::CredentialInExport,
        "sets a database's password or URL in a program's environment",
        CODE,
        r#"(?i)(?:process\.env\.|(?:os\.environ\[|os\.environ\.setdefault\(|process\.env\[|ENV\[|os\.Setenv\(|set_var\(|setenv\(|put_?env\(|\bSetEnvironmentVariable\(|\benvironment\(\)\.put\(|\.Environment(?:Variables)?\[)\s*["'])(?:PGPASSWORD|\w*DATABASE_URL|\w*DB_PASSWORD|POSTGRES_PASSWORD)["']?\]?\s*(?:(?:\|\||\?\?)?=[^=]|,)|\benviron\.update\([^)]*\bPGPASSWORD\s*=|["'`]PGPASSWORD=["'`]\s*\+|fmt\.Sprintf\("PGPASSWORD=|\b(?:env|environ\w*|environment)["']?\s*[=:]\s*[\[{(][^})\]]*\bPGPASSWORD["']?\s*[:=]\s*[^\s]"#,
    ),
    Rule::of(
        "routes.ddl-statement.php-builder",
        Class::DdlStatement,
        "changes tables through a schema builder",
        CODE,
        r"\bSchema::(?:connection\([^)]*\)->)?(?:create|table|drop|dropIfExists|rename|dropColumns|createDatabase)\s*\(|\bmigrationBuilder\.(?:Create|Add|Alter|Drop|Rename|Sql|Ensure)\w*\s*(?:<[^>]*>\s*)?\(|\bCreate\.(?:Table|Index|Schema|Column|ForeignKey)\s*\(|\bDelete\.(?:Table|Index|Column|Schema)\s*\(|\bAlter\.(?:Table|Column)\s*\(|\$schema(?:Manager)?->(?:createTable|dropTable|alterTable|createSchema)\s*\(|\bcreateSchemaManager\b.*->create",
    ),
    Rule::of(
        "routes.ddl-statement.rust-builder",
        Class::DdlStatement,
        "changes tables through a schema builder",
        CODE,
        r"\bTable::(?:create|alter|drop|rename|truncate)\s*\(\s*\)|\bmanager\s*\.(?:create|alter|drop|rename)_\w+\s*\(|\b(?:ForeignKey|Index|Type|Schema|Extension)::(?:create|drop|alter)\s*\(\s*\)",
    )
    .unless(r"\.to_string\(\s*PostgresQueryBuilder|\.build\(\s*PostgresQueryBuilder|assert"),
    Rule::of(
        "routes.ddl-statement.jooq",
        Class::DdlStatement,
        "changes tables through a schema builder",
        CODE,
        r"(?s)\.(?:createTable|createTableIfNotExists|alterTable|dropTable|dropTableIfExists|createIndex|dropIndex|createSchema|createSchemaIfNotExists|createView|createOrReplaceView|createSequence|createType|dropSchema|createExtension\w*)\([^;]*\.execute\(\s*\)|\.(?:grant|revoke)\([^;]*\.on\([^;]*\.execute\(\s*\)|\bddl\(\s*\w+\s*\)\.executeBatch",
    ),
    Rule::of(
        "routes.psql-file.program",
        Class::PsqlFile,
        "reads a file of SQL and sends it",
        CODE,
        concat!(
            r#"(?is)(?:(?:readFile(?:Sync)?|read_text|include_str!|include_bytes!|os\.ReadFile|ioutil\.ReadFile|fs\.ReadFile|\bopen|getResource\w*|File\.(?:read|ReadAllText|open)|read_to_string|file_get_contents|Files\.read\w*|joinpath|importlib|(?:from|require\()\s*["'][\w./@-]*|ClassPathResource|Bun\.file|Deno\.readTextFile|go:embed|IO\.read|slurp|pkgutil\.get_data|readString)(?:[(,]\s*\n|[^\n]){0,120}\.(?:sql|ddl|dump)\b"#,
            r#"|["'](?:[\w./-]*\.sql)["'].{0,160}\b(?:read|load)\w*).*?(?:\b(?:client|pool|db|conn\w*|connection|cur|cursor|sql|pg|pgp?|knex|sequelize|prisma|tx|trx|engine|session|stmt|statement|jdbc\w*|data_?source|database|orm|postgres|self|repo|ctx|store|em|manager)(?:\)|\(\))?\s*\.\s*(?:query\w*|execute\w*|exec\w*|unsafe|batch_execute|simple_query|multi|raw|run|none|begin|\$executeRaw\w*)\s*!?\(|\b(?:executescript|batch_execute|simple_query|raw_sql|sql_query|executeBatch|createStatement|exec_driver_sql|sqlx::query\w*|unprepared|NpgsqlCommand|pg_query)\b|->exec\(|[\s;{(]exec\(\w)|["']psql["'][^\n]*\bstdin\s*=\s*open\(|\b(?:query\w*|execute\w*|exec\w*|unsafe|unprepared|batch_execute|simple_query|executescript|none|multi|raw|run|text|sql_query|pg_query)!?\(\s*(?:await\s+)?[^;\n]{0,40}(?:open|read\w*|include_str!|Path|[fF]ile\w*|load\w*|slurp|get\w*)\s*\(\s*[^;\n]{0,60}\.sql["'`]|\.sql\b.*\b(?:query\w*|execute\w*|exec|unsafe|executescript|none|multi)\(\s*(?:await\s+)?[\w.]*(?:readFile(?:Sync)?|open|read_text|Path|file|read)\("#,
        ),
    ),
    Rule::of(
        "routes.psql-file.program-populator",
        Class::PsqlFile,
        "has a library play a file of SQL",
        CODE,
        r#"\bScriptUtils\.executeSqlScript|\bResourceDatabasePopulator\b|\bScriptRunner\b|@Sql\(|\bexecuteSqlScript\(|\bRunScript\.execute|\bsql\.file\s*\(|\bnew\s+QueryFile\s*\(|\bpg-promise.*QueryFile|\brunScript\s*\(|\bload_structure\b|\.structure_load\b|\.withInitScript\s*\(|\bwithInitScripts?\s*\(|\.WithInitScripts\s*\(|\bcopyFilesToContainer[^;]*initdb\.d|\bInitScripts?\("#,
    ),
    Rule::of(
        "routes.migrate-call.task-name",
        Class::MigrateCall,
        "has a build or a deployment depend on a migrating task",
        &[Literal],
        r"^(?::?\w+:)*(?:flyway(?:Migrate|Repair|Baseline|Clean|Undo)|liquibaseUpdate|deploy:migrate|artisan:migrate(?::\w+)?|database:migrate)$",
    ),
    Rule::of(
        "routes.migrate-call.call-as-string",
        Class::MigrateCall,
        "hands the name of a migrating task to what runs it",
        &[Literal],
        r"(?i)^(?:migrate(?:_schemas)?|db:migrate(?::\w+)?|db:(?:setup|prepare|schema:load)|migrate:fresh|doctrine:migrations:migrate)$",
    )
    .within(r"(?i)(?:call_command|:rake|:rails|execute|sh|artisan(?:::call)?|rake::task|->call|invoke|system|runcommand|run_command|callsilent|execute_from_command_line)\W{0,8}\x01|\btask\b[^\n]{0,80}(?:=>|:)\s*[\[(]?\s*[\x22':%]*\x01")
    .unless(r"\b(?:check|plan)\s*=\s*True|--check\b|--plan\b|--pretend\b"),
];
