//! SQL that changes the shape of a database, wherever it stands.

use super::super::region::Role::{self, Command, Literal, Mention, Sentence, Setting, Statement};
use super::super::rule::{Class, Rule};

const SQL: &[Role] = &[Statement];
const SAID: &[Role] = &[Mention, Sentence];
const IN_CODE: &[Role] = &[Literal];
const IN_SHELL: &[Role] = &[Command, Setting, Mention];

/// What strings are handed to that sends them, at the end of what stands before.
const SENDS: &str = r"(?i)(?:execute\w*|exec\w*|query\w*|unsafe|sql|raw\w*|prepare\w*|batch_execute|\w*statement|update|run\w*|send|do|op|text|perform|call|fetch\w*|command(?:text)?|ddl|q|stmt|migration)\W{0,9}(?:\w+\W{1,3}){0,2}(?:format!?|sprintf|sql|text|raw|f|r|literal|identifier)?\W{0,4}\x01";

/// What a user interface shows: a capital, then small words.
macro_rules! shown {
    () => {
        r"^\W*(?:Create|Alter|Drop|Grant|Revoke|Comment)\s+[a-z]"
    };
}

/// What a parser is to make of a string, beside it.
macro_rules! classified {
    () => {
        r"\x01[\x22`]\s*,\s*(?:[\w.:]*(?:Kind|Type|Class|Token|Stmt|Statement|Node|Category)\w*|true|false)\s*[,})\]]"
    };
}

pub(super) const RULES: &[Rule] = &[
    Rule::of(
        "routes.create-extension.statement",
        Class::CreateExtension,
        "installs, updates or moves an extension",
        SQL,
        r"(?i)^(?:create|alter|drop)\s+extension\b",
    ),
    Rule::of(
        "routes.create-extension.string",
        Class::CreateExtension,
        "sends a statement that installs, updates or moves an extension",
        IN_CODE,
        r#"(?i)^\W*(?:create|alter|drop)\s+extension\s+(?:if\s+(?:not\s+)?exists\s+)?["\w$%{]"#,
    ),
    Rule::of(
        "routes.create-extension.command",
        Class::CreateExtension,
        "has psql install, update or move an extension",
        IN_SHELL,
        r"(?i)\b(?:psql\b.*|sql\b.*|-c\s|--command\b.*|execute\b.*|echo\b.*|printf\b.*|query\b.*)\b(?:create|alter|drop)\s+extension\s+\S",
    )
    .unless(r"(?i)^\W*(?:if\s+)?!\s|\|\s*grep"),
    Rule::of(
        "routes.create-extension.said",
        Class::CreateExtension,
        "tells a reader to install an extension",
        SAID,
        r#"(?:CREATE\s+EXTENSION|ALTER\s+EXTENSION|DROP\s+EXTENSION)\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?["\w]|(?i:^\W*(?:create|alter)\s+extension\s+(?:if not exists\s+)?"?\w+"?\s*(?:;|$|cascade|update|set schema|with schema))"#,
    ),
    Rule::of(
        "routes.create-extension.asked",
        Class::CreateExtension,
        "asks for an extension to be installed by hand",
        &[Sentence],
        r"(?i)(?:\b(?:then|and|first|to|please|must|should|can|you|we|now)\s+|^\W*(?:\d+[.)]\s*)?)(?:create|install|enable|add|activate|load|update|upgrade)\s+(?:the\s+|an?\s+)?(?:`?(?:pg)?vector`?|`?pg_\w+`?|`?postgis`?|`?citext`?|`?hstore`?|`?\w+`?\s+)?\s*(?:extension|pgvector|postgis)\b(?:s\b)?[^.]*(?:by hand|yourself|as (?:the )?(?:owner|superuser|postgres)|with psql|database|in postgres|server|connect|first|manually|before)|(?i)\b(?:as (?:the )?(?:owner|superuser|postgres)|connect\w*|psql|database)[^.]*\b(?:create|install|enable|add)\s+(?:the\s+|an?\s+)?(?:`?\w+`?\s+)?extensions?\b",
    )
    .unless(r"(?i)browser|\bstore\b|chrome|firefox|vs ?code|editor|bootstrap|ide\b"),
    Rule::of(
        "routes.reassign-owned.statement",
        Class::ReassignOwned,
        "sweeps over everything that a role owns",
        SQL,
        r"(?i)^(?:reassign|drop)\s+owned\s+by\b",
    ),
    Rule::of(
        "routes.reassign-owned.string",
        Class::ReassignOwned,
        "sends a statement that sweeps over everything that a role owns",
        &[Literal, Command, Setting],
        r"(?i)\b(?:reassign|drop)\s+owned\s+by\s+\S",
    ),
    Rule::of(
        "routes.reassign-owned.said",
        Class::ReassignOwned,
        "tells a reader to sweep over everything that a role owns",
        SAID,
        r"\b(?:REASSIGN|DROP)\s+OWNED\s+BY\s+\S|(?i:^(?:reassign|drop)\s+owned\s+by\s+\S)|(?i:\b(?:reassign|drop)\s+(?:everything|all(?: objects)?|whatever|what)\b[^.]*\bown)",
    ),
    Rule::of(
        "routes.ddl-statement.statement",
        Class::DdlStatement,
        "changes the shape of a database, or privileges",
        SQL,
        concat!(
            r#"(?i)^(?:create\s+(?:or\s+replace\s+)?(?:(?:unique|unlogged|foreign|materialized|recursive|trusted|procedural|constraint|event|global|default)\s+)*"#,
            r#"(?:table|index|view|schema|type|domain|sequence|function|procedure|trigger|rule|policy|role|user|group|database|aggregate|operator|cast|collation|conversion|language|publication|subscription|server|statistics|text\s+search|access\s+method|tablespace|transform|data\s+wrapper|foreign\s+data)\b"#,
            r#"|alter\s+(?:table|index|view|materialized|foreign|schema|type|domain|sequence|function|procedure|routine|trigger|event\s+trigger|rule|policy|role|user|group|database|system|default\s+privileges|aggregate|operator|collation|language|publication|subscription|server|statistics|text\s+search|tablespace|large\s+object)\b"#,
            r#"|drop\s+(?:table|index|view|materialized|foreign|schema|type|domain|sequence|function|procedure|routine|trigger|event\s+trigger|rule|policy|role|user|group|database|aggregate|operator|cast|collation|language|publication|subscription|server|statistics|text\s+search|tablespace|access\s+method)\b"#,
            r#"|(?:grant|revoke)\s+["\w].*\b(?:to|from)\s|comment\s+on\s+\w|import\s+foreign\s+schema|security\s+label)"#,
        ),
    )
    .unless(r"(?i)\bpg_temp\b"),
    Rule::of(
        "routes.ddl-statement.by-function",
        Class::DdlStatement,
        "calls a function that makes or changes tables",
        SQL,
        r"(?i)\b(?:create_hypertable|create_distributed_table|create_reference_table|create_parent|run_maintenance(?:_proc)?|add_compression_policy|addgeometrycolumn|lo_import|lo_create|create_graph|convert_to_columnstore)\s*\(",
    ),
    Rule::of(
        "routes.ddl-statement.select-into",
        Class::DdlStatement,
        "makes a table out of a query",
        SQL,
        r#"(?i)^(?:with\s.*|\(\s*)?select\b.*\binto\s+(?:unlogged\s+|table\s+)?["a-z_][\w".]*\s+(?:from|where|limit)\b"#,
    )
    .unless(r"(?i)\binto\s+(?:strict|temp|temporary|local)\b|\binsert\s+into\b|\bpg_temp\b|body\x01"),
    Rule::of(
        "routes.ddl-statement.string",
        Class::DdlStatement,
        "sends a statement that changes the shape of a database, or privileges",
        IN_CODE,
        concat!(
            r#"(?i)^[\s(;]*(?:--[^\n]*\s)?(?:create\s+(?:or\s+replace\s+)?(?:(?:unique|unlogged|foreign|materialized|recursive|constraint|event|default)\s+)*(?:table|index|view|schema|type|domain|sequence|function|procedure|trigger|rule|policy|role|user|database|aggregate|operator|publication|subscription|server|virtual table)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?[\w"%{$:\\]"#,
            r#"|alter\s+(?:table|index|view|materialized\s+view|schema|type|domain|sequence|function|procedure|trigger|policy|role|user|database|system|default\s+privileges|publication|subscription|server)\s+[\w"%{$:\\]"#,
            r#"|drop\s+(?:table|index|view|materialized\s+view|schema|type|domain|sequence|function|procedure|trigger|rule|policy|role|user|database|publication|subscription|server)\s+[\w"%{$:\\]"#,
            r#"|(?:grant|revoke)\s+(?:select|insert|update|delete|all|usage|create|connect|execute|temporary|truncate|references|trigger|\w+_\w+|["%{$])[^;]*\s(?:on|to|from)\s|comment\s+on\s+(?:table|column)\s)"#,
        ),
    )
    .within(SENDS)
    .unless(concat!(shown!(), "|", classified!())),
    Rule::of(
        "routes.ddl-statement.whole-string",
        Class::DdlStatement,
        "holds a whole statement that changes the shape of a database",
        IN_CODE,
        concat!(
            r#"^[\s(;]*(?:(?:create|CREATE)\s+(?:(?:unlogged|UNLOGGED|or replace|OR REPLACE|unique|UNIQUE|materialized|MATERIALIZED)\s+)*(?:(?i:table)\s+(?i:if\s+not\s+exists\s+)?[\w".%{}$\\:]+\s*(?:\(|(?i:as|of|partition|like)\b)"#,
            r#"|(?i:index)\b[^;]*\s(?i:on)\s|(?i:schema)\s+(?i:if not exists\s+)?[\w"%{}$:]+\s*(?:;|$|(?i:authorization)\s)|(?i:(?:materialized\s+)?view)\s+\S+\s+(?i:as)\b|(?i:type)\s+\S+\s+(?i:as)\b|(?i:trigger)\s+\S+\s+(?i:before|after|instead)\b|(?i:function|procedure)\s+\S+\s*\()"#,
            r#"|(?:alter|ALTER)\s+(?i:table|type|index|sequence|schema|view)\s+(?i:if exists\s+|only\s+)*[\w".%{}$:]+\s+(?i:add|drop|alter|rename|set|reset|disable|enable|owner|attach|detach|validate|force)\b"#,
            r#"|(?:drop|DROP)\s+(?i:table|index|schema|view|type|sequence|materialized view)\s+(?:(?i:concurrently\s+|if exists\s+)+[\w".%{}$:]+|[\w"%{}$:]+[._%{}$"][\w".%{}$:]*)\s*(?:;|$|,|(?i:cascade|restrict)))"#,
        ),
    )
    .unless(classified!()),
    Rule::of(
        "routes.ddl-statement.command",
        Class::DdlStatement,
        "has psql change the shape of a database, or privileges",
        IN_SHELL,
        concat!(
            r#"(?i)(?:\bpsql\b|--command\b|\bsqlcmd\b|usql\b|pgcli\b|\bexecute\b|\bdb\s+(?:query|execute)|-c\s).*?(?:["';]|\s|=)\s*(?:create\s+(?:or\s+replace\s+)?(?:unique\s+|unlogged\s+|materialized\s+)*(?:table|index|view|schema|type|domain|sequence|function|procedure|trigger|policy|role|user|database|publication)"#,
            r#"|alter\s+(?:table|index|view|schema|type|sequence|function|role|user|database|system|default\s+privileges|publication)|drop\s+(?:table|index|view|schema|type|sequence|function|role|user|database|trigger|policy|publication)|(?:grant|revoke)\s+\w[\w ,]*\s(?:on|to|from))\s+\S"#,
        ),
    )
    .unless(r"(?i)^\W*(?:if\s+)?!\s|\|\s*grep|^\W*if\s"),
    Rule::of(
        "routes.ddl-statement.client-program",
        Class::DdlStatement,
        "makes or removes a database or a role",
        &[Command, Mention],
        r"(?i)^\W*(?:sudo\s+(?:-\S+\s+)*(?:\w+\s+)??)?(?:\S*/)?(?:(?:createuser|dropuser|dropdb)(?:\.exe)?|pgbench\s+(?:\S+\s+)*?(?:-i|--initialize))(?:\s|$)",
    ),
    Rule::of(
        "routes.ddl-statement.said",
        Class::DdlStatement,
        "gives a reader a statement that changes the shape of a database",
        SAID,
        concat!(
            r#"^\W*(?i:(?:run|execute|paste|issue|apply|as\b[^:]*:|then|in psql:?)?\W*)(?i:alter\s+table\s+[\w".]+\s+(?:add|drop|alter|rename|set|owner|disable|enable|attach|detach)\s+\S|create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?[\w".]*\s*on\s+\S|create\s+table\s+(?:if not exists\s+)?[\w".]+\s*(?:\(|as\b)|create\s+schema\s+(?:if not exists\s+)?["\w]+\s*(?:;|$|authorization)|create\s+(?:or replace\s+)?(?:view|function|materialized view)\s+[\w".]+|drop\s+(?:table|index|schema|view|type)\s+(?:concurrently\s+|if exists\s+)*["\w]+[._"][\w".]*|drop\s+(?:table|schema|index|view)\s+(?:if exists\s+)?["\w.]+\s*(?:;|cascade)|alter\s+default\s+privileges\s+(?:in|for|grant)|(?:grant|revoke)\s+[a-z, ]+\s+on\s+[\w". ]+\s+(?:to|from)\s)"#,
            r#"|\b(?:ALTER\s+TABLE\s+(?:ONLY\s+|IF EXISTS\s+)*[\w".]+\s+(?:ADD|DROP|ALTER|RENAME|SET|OWNER|DISABLE|ENABLE)\s+\S|CREATE\s+(?:UNIQUE\s+)?INDEX\s+(?:CONCURRENTLY\s+)?[\w".]+\s+ON\s|CREATE\s+TABLE\s+(?:IF NOT EXISTS\s+)?[\w".]+\s*\(|DROP\s+(?:TABLE|INDEX|SCHEMA|VIEW)\s+(?:CONCURRENTLY\s+|IF EXISTS\s+)*(?:["a-z][\w".]*|\w+\.\w+)|GRANT\s+[A-Z, ]+\s+ON\s+[\w". ]+\s+TO\s|REVOKE\s+[A-Z, ]+\s+ON\s+[\w". ]+\s+FROM\s|CREATE\s+(?:SCHEMA|ROLE|USER|DATABASE)\s+(?:IF NOT EXISTS\s+)?["a-z]|ALTER\s+(?:ROLE|USER|DATABASE|SCHEMA)\s+["a-z])"#,
            r#"|(?i:(?:\b(?:run|execute|paste|issue)\W+|:\s+)alter\s+default\s+privileges\s+(?:in|for|grant))"#,
        ),
    ),
    Rule::of(
        "routes.ddl-statement.asked",
        Class::DdlStatement,
        "asks a reader to change the shape of a database by hand",
        &[Sentence],
        r"(?i)(?:^\W*(?:\d+[.)]\s*)?|\b(?:then|and|first|please|can|you|may|to|must|simply|just|now|open \w+|connect|psql)\b[^.]{0,30}\s)(?:add|drop|create|alter|rename|change|recreate|rebuild|grant|revoke)\s+(?:the\s+|an?\s+|that\s+|a new\s+|missing\s+|this\s+)*(?:[\w-]+\s+|`[^`]+`\s+)?(?:column|table|index|schema|constraint|trigger|view|foreign key|privileges?|permissions?|role)s?\b[^.]*\b(?:by hand|manually|in (?:psql|the console|pgadmin|production|the database|a console)|with (?:psql|pgadmin)|as (?:the )?(?:owner|superuser|postgres)|directly|on the (?:server|database|primary)|in dbeaver)",
    )
    .unless(r"(?i)bundle|entry|bootstrap|runner|\bboards?\b|kanban|\b(?:spread ?)?sheets?\b|\bwiki\b|\bmarkdown\b|\bslides?\b|\bdocuments?\b"),
    Rule::of(
        "routes.ddl-statement.markup",
        Class::DdlStatement,
        "describes a change of tables for a tool that carries it out",
        &[Role::Code],
        r#"<(?:createTable|addColumn|dropColumn|dropTable|createIndex|dropIndex|addForeignKeyConstraint|dropForeignKeyConstraint|renameTable|renameColumn|modifyDataType|createView|dropView|createSequence|createProcedure|addUniqueConstraint|addPrimaryKey|addNotNullConstraint|dropNotNullConstraint|sqlFile|addDefaultValue|createSchema|renameView|addCheckConstraint|tagDatabase)\b"#,
    ),
];
