-- Every role that can log in, and every superuser.
SELECT rolname, rolcanlogin::text, rolsuper::text FROM pg_catalog.pg_roles WHERE rolcanlogin OR rolsuper ORDER BY 1
