# Where the documents will be.
mkdir /var/lib/mosaic/activation
