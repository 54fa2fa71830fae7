"""The stores: each offers the verbs of `echomq.port` over another place to keep the state, and knows no other store."""
