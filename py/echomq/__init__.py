"""Branded ids, the keyspace they address, and a job queue whose store is a port.

The modules build on each other in this order, and each may be used alone: `base62` writes a number as eleven sortable
digits, `snowflake` packs a moment, a node and a sequence into such a number, `branded_id` puts three letters in front,
`keyspace` makes keys of it and tells where they live in a cluster, `job` is the row under a key, `transitions` are the
rules of the queue as pure functions, `times` writes a time of any size into columns, `port` is the surface a store
offers, `links` are the ways to a server, and `stores` are the stores.
"""
