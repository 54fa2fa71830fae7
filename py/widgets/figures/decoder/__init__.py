"""The parts of the id decoder."""
