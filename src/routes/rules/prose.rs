//! What sentences and sequences of steps mean.

use super::super::region::Role::{Code, Mention, Sentence, Setting};
use super::super::rule::{Class, Matcher, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: FIRST_BOOT,
        class: Class::FirstBootLanguage,
        title: "says that something makes or changes extension, schema or tables by itself",
        matcher: Matcher::Sentences,
    },
    Rule {
        id: INIT_SCRIPT,
        class: Class::InitScriptAuthority,
        title: "says that scripts of a container decide what a database has",
        matcher: Matcher::Sentences,
    },
    Rule {
        id: ORDER,
        class: Class::ComposeBeforeRunner,
        title: "starts a database or a gateway before the runner has proved it",
        matcher: Matcher::Order,
    },
    Rule {
        id: DEPENDENCIES,
        class: Class::ComposeBeforeRunner,
        title: "lets a gateway start without waiting for --run and --verify",
        matcher: Matcher::Order,
    },
    Rule::of(
        "routes.compose-before-runner.hook",
        Class::ComposeBeforeRunner,
        "runs the runner after the release was rolled out",
        &[Setting],
        r"(?i)(?:helm\.sh/hook|argocd\.argoproj\.io/hook)\S* = \S*post",
    ),
    Rule::of(
        "routes.migrate-call.said",
        Class::MigrateCall,
        "tells a reader to have a framework migrate",
        &[Sentence],
        r"(?i)\b(?:run|execute|invoke|call|use|start|with)\b[^.`]{0,40}`(?:db[: ])?migrat(?:e|ions?)(?:[: ](?:up|run|apply|deploy|latest))?`|\b(?:run|re-?run|start|launch|trigger|execute|kick off)\s+(?:the\s+|its\s+|a\s+|our\s+)?(?:database\s+|schema\s+|db\s+)?migration\s+(?:job|task|step|script|container|pod|workflow|pipeline|command)s?\b|\b(?:upgrade|migrate|update)\b[^.]{0,40}\b(?:database|schema)\b[^.]{0,60}\b(?:answer|confirm|say|accept)\b|\b(?:answer|confirm|accept)\b[^.]{0,60}\b(?:database|schema)\s+(?:upgrade|update|migration)|(?:^\W*(?:\d+[.)]\s*)?|[,;:]\s*|\b(?:then|and|please|now|first|to|must|should|can|always|you|we)\s+)(?:run|apply|execute|re-?run|perform|kick off|trigger)\s+(?:the\s+|all\s+|any\s+|your\s+|outstanding\s+|pending\s+|database\s+|db\s+|latest\s+|schema\s+|new\s+|missing\s+|sql\s+|remaining\s+)*migrations?\b|\b(?:let|have|make|ask|tell)\s+(?:\w+\s+)?(?:django|rails|prisma|drizzle|alembic|flyway|liquibase|ecto|laravel|knex|sequelize|typeorm|hibernate|diesel|sqlx|goose|atlas|doctrine)\s+(?:to\s+)?(?:migrate|apply|push|run|sync|upgrade|create|do)|\bfake the migration|\b(?:run|apply|execute|re-?run|perform)\s+(?:the\s+|all\s+|any\s+|your\s+|outstanding\s+|pending\s+|database\s+|db\s+|latest\s+|schema\s+|new\s+)*(?:prisma|drizzle|alembic|django|rails|flyway|liquibase|knex|sequelize|typeorm|ecto|diesel|sqlx|goose|laravel|ef core|entity framework)\S*\s+migrations?\b|\bmigrations?\b[^.]{0,60}\b(?:with|by|through|using|via)\s+`?(?:prisma|drizzle(?:-kit)?|alembic|django|rails|flyway|liquibase|knex|sequelize|typeorm|ecto|diesel|sqlx|goose|atlas|dbmate|sqitch)\b|\b(?:apply|run|execute|roll out|bring up to date)\b[^.]{0,40}\b(?:alembic|flyway|liquibase|django|rails|prisma|drizzle|knex|sequelize|typeorm|ecto|diesel|sqlx|goose|sqitch|dbmate|atlas|hasura)\S*\s+(?:revisions?|changes?|scripts?|changesets?|migrations?|versions?)\b|\b(?:run|invoke|execute|start|use|call)\s+`?(?:flyway|liquibase|alembic|sqitch|dbmate|atlas|umzug|goose|knex|golang-migrate)`?(?:\s+(?:before|after|on|in|from|first|again|against|once|to|as|at|when)\b|\W*$)|\b(?:managed|handled|maintained|applied|kept|driven|migrated|done|versioned|rolled out)\b[^.]{0,30}\b(?:by|with|through|via|using)\s+`?(?:flyway|liquibase|alembic|sqitch|goose|dbmate|atlas|prisma|drizzle|knex|ecto|typeorm|sequelize|django|rails|diesel|sqlx)\b|\bmigrat\w*\b[^.]{0,30}\bbutton\b|\bbutton\b[^.]{0,40}\bmigrat|\b(?:press|click|choose|hit|select|tap)\b[^.]{0,60}\b(?:database|schema)\b[^.]{0,40}\b(?:upgrade|update|migrate|apply|synchroni[sz]e)\b|\b(?:database|schema)\b[^.]{0,60}\b(?:press|click|choose|hit|select|tap)\b[^.]{0,30}\b(?:upgrade|update|migrate|apply|synchroni[sz]e)\b|\b(?:click|press|push|hit|choose|select|tap|tick|open)(?:s|es|ing)?\b[^.]{0,60}\b(?:migrate(?: now| database)?|(?:apply|run|execute) (?:all |the |any )?(?:pending |outstanding |new |missing |database )?migrations?|run migrations?|upgrade (?:the )?(?:database|schema)|sync (?:the )?schema|update (?:the )?schema)\b",
    )
    .unless(r"(?i)mosaic-db-migrator|\bthe runner\b|--run\b|\bbirds?\b|goose\b.*\b(?:lake|flock)|\b(?:mailbox(?:es)?|repositor(?:y|ies)|wikis?|photos?|avatars?|profiles?)\b"),
    Rule::of(
        "routes.schema-push.said",
        Class::SchemaPush,
        "tells a reader to push a schema to a database",
        &[Sentence],
        r"(?i)\bpush(?:es|ing)?\s+(?:the\s+|your\s+|its\s+|our\s+|this\s+|it\W+(?:the\s+)?|an?\s+)*(?:\w+\s+)?(?:(?:schema|models)\b|(?:model|tables?)\b[^.]*\b(?:databases?|servers?|postgres\w*|staging|production)\b)|\bschema (?:is|gets) pushed\b|\b(?:use|do|run|perform|with) (?:a |the )?schema push\b",
    )
    .unless(r"(?i)graphql|registry|\bbranch\b|pull request|\brepository\b|\borigin\b|\bcommits?\b|\bgit\b|avro|kafka|protobuf|openapi|json schema|event"),
    Rule::of(
        "routes.orm-synchronise.said",
        Class::OrmSynchronise,
        "tells a reader to have a mapper bring a database to its model",
        &[Sentence, Mention],
        r"(?i)\b(?:TYPEORM|DB|DATABASE|ORM|SEQUELIZE|MODELS?|SCHEMA)_(?:AUTO_?)?SYNC(?:HRONI[SZ]E)?\s?=\s?(?:1|true|yes|on)\b|`?synchroni[sz]e:? ?(?:=|:)? ?`?true`?|ddl-auto\W{1,4}(?:to\s+)?\W?(?:update|create)|\b(?:turn on|enable|set)\b[^.]{0,40}(?:`synchroni[sz]e|`?(?:auto-?migrate|ddl-auto|autoMigrate|generate_schemas))`?",
    )
    .unless(r"(?i)(?:\bto|[:=])\s*`?(?:validate|none|false|off)\b"),
    Rule::of(
        "routes.init-script-authority.said-in-code",
        Class::InitScriptAuthority,
        "names the scripts that make what a database has",
        &[Code],
        r"(?i)initdb\.d\b.*\b(?:writeFile|copyFile|write_text|WriteFile|shutil\.copy)",
    ),
];

pub(in super::super) const FIRST_BOOT: &str = "routes.first-boot-language.sentence";
pub(in super::super) const INIT_SCRIPT: &str = "routes.init-script-authority.sentence";
pub(in super::super) const ORDER: &str = "routes.compose-before-runner.order";
pub(in super::super) const DEPENDENCIES: &str = "routes.compose-before-runner.dependencies";
