# The project, as Drizzle-kit left it.
cp -r "$repository/xtask/tests/manual/drizzle" .
