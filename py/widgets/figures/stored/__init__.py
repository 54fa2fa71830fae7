"""Ids that really lie in stores: what was said to each, what each answered, and how that is drawn."""
