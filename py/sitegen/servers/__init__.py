"""Servers of our own, on loopback and on free ports, as long as a block lasts: for the tests, and for what is measured."""
