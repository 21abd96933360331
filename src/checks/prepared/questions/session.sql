SELECT 'login', CASE WHEN (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) THEN 'superuser' ELSE session_user::text END
