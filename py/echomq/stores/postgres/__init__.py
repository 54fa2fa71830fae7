"""The store in PostgreSQL: a schema of a database, from which many workers claim at once."""

from echomq.stores.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
