#!/usr/bin/env python3
"""The one entry: python3 build.py [serve | build | test | check | bench | new]; python3 build.py --help tells more."""

# This file keeps to a syntax that every Python since 2.7 reads, so that an old one can say what is missing.

import os
import sys

ROOT = os.path.dirname(os.path.realpath(__file__))

if sys.version_info < (3, 11):
    sys.stderr.write(
        "build.py needs Python 3.11 or newer, and this is Python %d.%d:"
        " run it with a newer one, for example python3.13 build.py.\n" % (sys.version_info[0], sys.version_info[1])
    )
    sys.exit(2)

if __name__ == "__main__":
    sys.path.insert(0, os.path.join(ROOT, "py"))

    from sitegen import commands

    sys.exit(commands.main(ROOT, sys.argv[1:]))
