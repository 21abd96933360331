//! Disposable PostgreSQL servers for tests, demos and benchmarks. Never a dependency of the product.
