# A prepared database whose bundle is in the repository of a pipeline, and what else that repository has.
cp -r "$repository/xtask/tests/manual/drizzle" "$repository/xtask/tests/manual/routes.toml" .
mkdir deploy
cp "$repository/deploy/compose.yml" "$repository/deploy/Dockerfile" /etc/mosaic/ca.pem deploy
mosaic-db-migrator manifest build drizzle --history all --managed-schema public
for login in migrator runtime importer; do
    printf 'the-password-of-the-%s' $login >/run/secrets/$login.password
    chmod 400 /run/secrets/$login.password
done
mosaic-db-migrator bootstrap render --database shop --bundle drizzle \
    --migrator-password-file /run/secrets/migrator.password --runtime-password-file /run/secrets/runtime.password \
    --importer-password-file /run/secrets/importer.password >/srv/mosaic/bootstrap.sql
psql --no-psqlrc --quiet --file=/srv/mosaic/bootstrap.sql
