DO $target$
BEGIN
    IF current_database() <> current_setting('mosaic_bootstrap.database') THEN
        RAISE EXCEPTION 'BOOTSTRAP_TARGET: connected to database %, rendered for %',
            current_database(), current_setting('mosaic_bootstrap.database');
    END IF;
END
$target$;
