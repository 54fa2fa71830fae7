"""Queues to be compared: a program each, all of which do the same when they are told the same.

Those of others need what `rivals` installs, and nothing else here imports them.
"""
