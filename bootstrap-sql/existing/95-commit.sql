COMMIT;
\echo database :database is taken over and checked; next: --run
