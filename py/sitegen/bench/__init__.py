"""What `bench` measures: what a reader waits for in a page, and what the queue does in a second beside others.

Each measuring function returns its figures, and each report makes a text of them; who prints, and where, is the command's
affair.
"""
