COMMIT;
\echo bootstrap of database :database is complete and checked
