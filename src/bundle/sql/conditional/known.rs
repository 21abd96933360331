//! What says nothing about rows: the parts of the catalog that are measured, and built-in functions over what they are
//! given.

/// System catalogs and views (manual, chapters 53 and 54) whose contents a snapshot of the catalog covers, but for the
/// columns below. Not those about the cluster, which is another one wherever an entry runs.
const CATALOGS: [&str; 31] = [
    "pg_am",
    "pg_attrdef",
    "pg_attribute",
    "pg_cast",
    "pg_class",
    "pg_collation",
    "pg_constraint",
    "pg_depend",
    "pg_description",
    "pg_enum",
    "pg_extension",
    "pg_index",
    "pg_indexes",
    "pg_inherits",
    "pg_language",
    "pg_matviews",
    "pg_namespace",
    "pg_opclass",
    "pg_operator",
    "pg_partitioned_table",
    "pg_policies",
    "pg_policy",
    "pg_proc",
    "pg_range",
    "pg_rewrite",
    "pg_rules",
    "pg_statistic_ext",
    "pg_tables",
    "pg_trigger",
    "pg_type",
    "pg_views",
];

/// The views of the information schema (manual, chapter 37) that are about the same.
const INFORMATION_SCHEMA: [&str; 14] = [
    "check_constraints",
    "columns",
    "constraint_column_usage",
    "constraint_table_usage",
    "domains",
    "element_types",
    "key_column_usage",
    "referential_constraints",
    "routines",
    "schemata",
    "table_constraints",
    "tables",
    "triggers",
    "views",
];

/// Columns of those catalogs that say how many rows there are or where they lie, and words that say what time it is.
const TELLING: [&str; 10] = [
    "current_date",
    "current_time",
    "current_timestamp",
    "localtime",
    "localtimestamp",
    "relallvisible",
    "relfilenode",
    "relpages",
    "reltuples",
    "relispopulated",
];

/// Built-in functions whose answer follows from their arguments and the catalog.
const FUNCTIONS: [&str; 63] = [
    "abs",
    "array_agg",
    "array_append",
    "array_length",
    "array_position",
    "array_remove",
    "array_to_string",
    "bool_and",
    "bool_or",
    "btrim",
    "cardinality",
    "coalesce",
    "col_description",
    "concat",
    "concat_ws",
    "count",
    "current_schema",
    "current_schemas",
    "format",
    "format_type",
    "generate_series",
    "generate_subscripts",
    "greatest",
    "least",
    "left",
    "length",
    "lower",
    "ltrim",
    "max",
    "min",
    "nullif",
    "obj_description",
    "pg_describe_object",
    "pg_function_is_visible",
    "pg_get_constraintdef",
    "pg_get_expr",
    "pg_get_function_arguments",
    "pg_get_function_identity_arguments",
    "pg_get_functiondef",
    "pg_get_indexdef",
    "pg_get_serial_sequence",
    "pg_get_triggerdef",
    "pg_get_viewdef",
    "pg_identify_object",
    "pg_table_is_visible",
    "pg_type_is_visible",
    "quote_ident",
    "quote_literal",
    "quote_nullable",
    "regexp_replace",
    "replace",
    "right",
    "rtrim",
    "split_part",
    "starts_with",
    "string_agg",
    "to_regclass",
    "to_regnamespace",
    "to_regproc",
    "to_regprocedure",
    "to_regtype",
    "unnest",
    "upper",
];

/// Types that may have a length or precision in parentheses, like the arguments of a function.
const TYPES: [&str; 12] = [
    "bit",
    "bpchar",
    "char",
    "character",
    "decimal",
    "float",
    "interval",
    "numeric",
    "time",
    "timestamp",
    "varbit",
    "varchar",
];

/// Key words that may stand before a parenthesis.
const KEY_WORDS: [&str; 44] = [
    "all",
    "and",
    "any",
    "array",
    "as",
    "between",
    "by",
    "case",
    "conflict",
    "cursor",
    "distinct",
    "else",
    "elsif",
    "except",
    "execute",
    "exists",
    "filter",
    "for",
    "from",
    "if",
    "in",
    "intersect",
    "into",
    "is",
    "join",
    "lateral",
    "like",
    "limit",
    "loop",
    "not",
    "offset",
    "on",
    "or",
    "over",
    "perform",
    "return",
    "row",
    "select",
    "some",
    "then",
    "union",
    "using",
    "values",
    "when",
];

/// Words of [`KEY_WORDS`]'s kind that begin or end a clause.
const CLAUSES: [&str; 7] = ["group", "having", "order", "returning", "set", "where", "while"];

/// Conditions (manual, appendix A) under which a statement fails for what the catalog holds, not for what rows hold.
const CATALOG_CONDITIONS: [&str; 10] = [
    "duplicate_column",
    "duplicate_function",
    "duplicate_object",
    "duplicate_schema",
    "duplicate_table",
    "invalid_schema_name",
    "undefined_column",
    "undefined_function",
    "undefined_object",
    "undefined_table",
];

/// Whether what a relation holds is measured.
pub(super) fn is_measured(schema: Option<&str>, relation: &str) -> bool {
    match schema {
        Some("information_schema") => INFORMATION_SCHEMA.contains(&relation),
        Some("pg_catalog") | None => CATALOGS.contains(&relation),
        Some(_) => false,
    }
}

/// Whether a built-in function says nothing about rows.
pub(super) fn is_pure(schema: Option<&str>, function: &str) -> bool {
    matches!(schema, Some("pg_catalog") | None)
        && (FUNCTIONS.contains(&function) || TYPES.contains(&function))
}

/// Whether a word tells of rows or of the time.
pub(super) fn tells(word: &str) -> bool {
    TELLING.contains(&word)
}

/// Whether a word before a parenthesis calls nothing.
pub(super) fn is_key_word(word: &str) -> bool {
    KEY_WORDS.contains(&word) || CLAUSES.contains(&word)
}

/// Whether a condition is about the catalog.
pub(super) fn is_about_catalog(condition: &str) -> bool {
    CATALOG_CONDITIONS.contains(&condition)
}
