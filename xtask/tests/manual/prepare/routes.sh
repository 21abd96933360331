# A repository with one way past the runner.
mkdir tools
printf 'psql -f schema.sql\n' >tools/reset-test-database.sh
