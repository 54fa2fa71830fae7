"""The store on a Valkey server: one script a verb, over whatever way leads there."""

from echomq.stores.valkey.store import ValkeyStore

__all__ = ["ValkeyStore"]
