-- Only the certificate: whatever else is in the file, a key it may be, stays where it is.
SELECT coalesce(substring(pg_catalog.pg_read_file(current_setting('ssl_cert_file'), 0, 1048576, true)
    FROM '-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----'), '')
