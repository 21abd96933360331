# What a run and a signed verification left, and a login's URL.
( cd "$repository"; cargo xtask lab up --dir /tmp/lab )
( set -a; . /tmp/lab/migrator.env; mosaic-db-migrator --run )
( set -a; . /tmp/lab/migrator.env; MOSAIC_OUTPUT=json mosaic-db-migrator --verify >verify.json )
cp /tmp/lab/receipts/receipt-*.v1.json receipt-0000000007.v1.json
cp /tmp/lab/attestations/gen-*/migrate-target.v1.json* .
cp /tmp/lab/attestation-key/trust-store.v1.json /etc/mosaic/trust-store.v1.json
cp /tmp/lab/ca.pem /etc/mosaic/ca.pem
cp -p /tmp/lab/secrets/runtime.url /run/secrets/runtime-url
mkdir -p /srv/mosaic/reports
