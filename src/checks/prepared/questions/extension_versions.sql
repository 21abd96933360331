SELECT extname, extversion FROM pg_extension WHERE extname IN ({extensions})
