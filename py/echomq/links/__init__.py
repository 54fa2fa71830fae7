"""The ways to a server: what a store asks of them, and one module for each.

Nothing above this floor knows which way its commands go, and nothing but this floor knows a client or a socket.
"""
