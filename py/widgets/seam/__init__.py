"""The seam between page and Python: JSON text in, JSON text out, and nothing else crosses."""
