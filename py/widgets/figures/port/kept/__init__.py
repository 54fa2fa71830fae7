"""Where the jobs of a play are kept: each place opens an empty store, and tells what the store really did there."""
