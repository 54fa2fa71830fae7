"""Runs one contestant by the name of its module: a queue may want to find its tasks in a module that can be imported."""

import sys
from importlib import import_module

name, *words = sys.argv[1:]
import_module(f"sitegen.bench.contestants.{name}").main(*words)
