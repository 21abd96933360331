# The files to deploy with, and the certificates of two servers.
cp -r "$repository/deploy" .
for server in a b; do
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout /dev/null -out $server.crt -days 30 \
        -subj /CN=$server -addext "subjectAltName=DNS:postgres-$server" 2>/dev/null
done
