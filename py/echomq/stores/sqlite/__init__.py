"""The store in SQLite: a file that any number of processes may share, or memory of its own."""

from echomq.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
