-- psql's own settings: whatever an operator's psqlrc says, one failed statement ends the run and nothing is echoed.
\set ON_ERROR_STOP on
\set ON_ERROR_ROLLBACK off
\set AUTOCOMMIT on
\set SINGLELINE off
\set ECHO none
\set QUIET on
\set FETCH_COUNT 0

