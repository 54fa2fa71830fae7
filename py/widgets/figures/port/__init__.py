"""What the store port draws: a play of calls on a queue, told in leases, columns and a log."""
