"""The page's scripts: small modules in static/js, bundled by esbuild into classic scripts, which also load from a folder."""

from __future__ import annotations

import tempfile
from pathlib import Path

from sitegen import esbuild

#: Browsers of 2021 on; what they lack beyond syntax, the scripts ask for before they use it.
TARGET = "es2022"


class ScriptError(Exception):
    """esbuild refused a script; the message is its own, with file and line."""


def bundle(root: Path, entry: str, *options: str) -> bytes:
    """One minified classic script, made of ``static/js/<entry>`` and all it imports; no comments, no source map."""
    return esbuild.run(
        root,
        root,
        str(root / "static" / "js" / entry),
        "--bundle",
        "--format=iife",
        f"--target={TARGET}",
        "--minify",
        "--legal-comments=none",
        *options,
        error=ScriptError,
    )


def page_script(root: Path) -> bytes:
    """The script of every page, loaded with ``defer``."""
    return bundle(root, "page.js")


def first_script(root: Path) -> bytes:
    """The script inlined in every page's head: theme and early fetches."""
    return bundle(root, "first.js").strip()


def lost_script(root: Path) -> bytes:
    """The script inlined in 404.html, which finds the site's root from wherever the host served that page."""
    return bundle(root, "lost.js").strip()


def editor_script(root: Path) -> bytes:
    """What a page loads when a script is first edited."""
    return bundle(root, "edit.js")


def worker_script(root: Path, glue: bytes) -> bytes:
    """The worker's script, with the `glue` of Python's runtime, whose paths for Node are left out."""
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder, "node_modules", "glue.mjs")  # in such a folder the bundler warns of nothing: it isn't ours
        own.parent.mkdir()
        own.write_bytes(glue)
        return bundle(
            root,
            "worker.js",
            f"--alias:pyodide/pyodide.asm.mjs={own}",
            "--external:node:*",
            "--external:ws",
            "--define:import.meta.url=self.location.href",
        )


def postgres_script(root: Path) -> bytes:
    """The script of the worker in which PostgreSQL runs, its package's paths for Node left out.

    It is handed all its files, so where it would look for them is nowhere.
    """
    return bundle(
        root,
        "postgres.js",
        "--external:node:*",
        "--external:fs",
        "--external:fs/promises",
        "--external:ws",
        '--define:import.meta.url="https://postgres.invalid/"',
    )
