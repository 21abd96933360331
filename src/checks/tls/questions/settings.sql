SELECT name, coalesce(setting, '')
FROM pg_catalog.pg_settings
WHERE name IN ('ssl', 'ssl_min_protocol_version', 'ssl_max_protocol_version', 'ssl_cert_file', 'ssl_key_file', 'ssl_ca_file')
