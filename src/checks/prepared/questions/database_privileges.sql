SELECT 'privileges', pg_get_userbyid(datdba), coalesce(datacl, acldefault('d', datdba)), acldefault('d', datdba)
FROM pg_database
WHERE datname = current_database()
