"""The command line: what is asked for, then the project's own environment, then the part of the generator that does it.

Exit codes: 0 fine; 1 problems in the content or a failed check, all of them listed; 2 wrong use, or no set-up possible.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sitegen import environment
from sitegen.installation import SetupError, say

INTERRUPTED = 130
"""What a shell expects of a program that Ctrl-C ended."""


def main(root: str, arguments: Sequence[str]) -> int:
    """Do what `arguments` ask for in the checkout at `root`; return the exit code."""
    folder = Path(root)
    asked = _parse(arguments)
    try:
        environment.enter(folder, arguments)
        return _do(folder, asked)
    except SetupError as error:
        say(str(error))
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED


def _do(root: Path, asked: argparse.Namespace) -> int:
    # What these functions import is there from now on, and only from now on.
    match asked.command:
        case "build":
            return _build(root, _out(root, asked))
        case "test":
            return _test(root, asked.pytest)
        case "check":
            return _check(root)
        case "bench":
            return _bench(root, asked)
        case "picture":
            return _picture(root)
        case "new":
            return _new(root, asked.kind, asked.name)
        case _:
            return _serve(root, _out(root, asked), asked.port)


def _serve(root: Path, out: Path, port: int | None) -> int:
    from sitegen import serve  # noqa: PLC0415

    try:
        serve.serve(root, out, port, build=lambda: serve.build_afresh(root, out))
    except OSError as error:
        say(
            f"Port {port} can't be had ({error.strerror}): choose another with --port, or leave the choice to build.py."
        )
        return 2
    except KeyboardInterrupt:
        say("\nThe server has ended.")
    return 0


def _build(root: Path, out: Path) -> int:
    from sitegen.build import build_site  # noqa: PLC0415
    from sitegen.output import ForeignFolderError  # noqa: PLC0415
    from sitegen.runtime import RuntimeBuildError  # noqa: PLC0415
    from sitegen.scripts import ScriptError  # noqa: PLC0415
    from sitegen.styles import StyleError  # noqa: PLC0415

    try:
        report = build_site(root, out, lambda: say("Another build writes to this folder; waiting for it …"))
    except (RuntimeBuildError, ScriptError, StyleError) as error:
        # What a tool refuses it has said with file and line; our way to the tool adds nothing.
        print(f"{error}\n1 problem; {out} is as it was.")
        return 1
    except ForeignFolderError as error:
        say(f"{error}. Choose another folder with --out, or empty that one yourself.")
        return 2
    except OSError as error:
        say(f"The site could not be written ({error.strerror}: {error.filename}); {out} is as it was.")
        return 2
    for problem in report.problems:
        print(problem)
    if report.problems:
        print(f"{len(report.problems)} problem{'s' * (len(report.problems) > 1)}; {out} is as it was.")
        return 1
    print(f"The site is in {out}.")
    return 0


def _test(root: Path, arguments: Sequence[str]) -> int:
    from sitegen import browsers, suite  # noqa: PLC0415

    browsers.provide(root / ".cache" / "setup.log", required=os.environ.get("CI", "").lower() == "true")
    return suite.run(root, arguments)


def _check(root: Path) -> int:
    from sitegen.checkers import checkers  # noqa: PLC0415

    failed = 0
    for checker in checkers(root):
        fine, output = checker.run(root)
        print(f"{checker.name}: {'fine' if fine else 'FAILED'}", flush=True)
        if not fine:
            print(output, flush=True)
            failed += 1
    return 1 if failed else 0


def _bench(root: Path, asked: argparse.Namespace) -> int:
    import json  # noqa: PLC0415

    from sitegen.bench import page_report, standings  # noqa: PLC0415
    from sitegen.bench.program import ContestantError  # noqa: PLC0415
    from sitegen.bench.readme import PAGE, QUEUES, NoBlockError  # noqa: PLC0415
    from sitegen.bench.visits import VisitError  # noqa: PLC0415

    measure, words, place = (
        (_measure_queues, standings, QUEUES) if asked.what == "queues" else (_measure_page, page_report, PAGE)
    )
    readme = root / "README.md"
    try:
        if asked.readme:
            place.replaced(readme.read_text(encoding="utf-8"), "")  # refused before anything is measured
        figures = json.loads(asked.source.read_text(encoding="utf-8")) if asked.source else measure(root, asked)
        if isinstance(figures, int):
            return figures
        print(words.report(figures))
        if asked.json is not None:
            asked.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
        if asked.readme:
            text = place.replaced(readme.read_text(encoding="utf-8"), words.block(figures))
            readme.write_text(text, encoding="utf-8")
    except (ContestantError, NoBlockError, VisitError) as error:
        print(error)
        return 1
    return 0


def _measure_page(root: Path, asked: argparse.Namespace) -> dict[str, Any] | int:
    """The figures, or the exit code of a build that failed."""
    import tempfile  # noqa: PLC0415
    import time  # noqa: PLC0415
    from contextlib import nullcontext  # noqa: PLC0415

    from sitegen import browsers  # noqa: PLC0415
    from sitegen.bench import page  # noqa: PLC0415
    from sitegen.bench.cold import without_cache  # noqa: PLC0415

    browsers.provide(root / ".cache" / "setup.log", required=False)
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        with without_cache(root) if asked.all else nullcontext(root) as checkout:
            began = time.monotonic()
            if code := _build(checkout, site):
                return code
            took = time.monotonic() - began
        figures = page.measure(root, site, say, everywhere=asked.all)
    figures["build"] |= {"seconds": took, "is_cold": asked.all}
    return figures


def _measure_queues(root: Path, _: argparse.Namespace) -> dict[str, Any]:
    from sitegen.bench import queues, rivals  # noqa: PLC0415

    return queues.measure(root, rivals.provide(root), say)


def _picture(root: Path) -> int:
    import tempfile  # noqa: PLC0415

    from sitegen import browsers, picture  # noqa: PLC0415

    browsers.provide(root / ".cache" / "setup.log", required=False)
    file = root / "static" / "readme.png"
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        if code := _build(root, site):
            return code
        picture.take(site, file)
    print(f"The picture is in {file}.")
    return 0


def _new(root: Path, kind: str, name: str) -> int:
    from sitegen import beginnings  # noqa: PLC0415

    try:
        begun = beginnings.widget(root, name) if kind == "widget" else beginnings.dive(root, name)
    except beginnings.BrokenSiteError as error:
        for problem in error.problems:
            print(problem)
        print("Nothing was made.")
        return 1
    except beginnings.RefusedError as error:
        say(f"{error} Nothing was made.")
        return 2
    except OSError as error:
        say(f"The files could not be written ({error.strerror}: {error.filename}). Nothing was made.")
        return 2
    print("Made:", *begun.made, sep="\n    ")
    print(f"\n{begun.then}", end="")
    return 0


def _out(root: Path, asked: argparse.Namespace) -> Path:
    out: Path | None = asked.out
    return root / "dist" if out is None else out.absolute()


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python3 build.py",
        description="Makes its own environment at the first run, then does one of these; serve when nothing is said.",
        epilog="Exit codes: 0 fine, 1 problems in the content or a failed check, 2 wrong use or no set-up.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    serve = commands.add_parser(
        "serve", help="build the site, serve it on this machine, follow every change", allow_abbrev=False
    )
    serve.add_argument("--port", type=_port, help="the port to serve at (the first free one from 8000 on)")
    serve.add_argument("--out", type=Path, metavar="DIR", help="the folder to build into (dist)")

    build = commands.add_parser("build", help="build the site", allow_abbrev=False)
    build.add_argument("--out", type=Path, metavar="DIR", help="the folder to build into (dist)")

    commands.add_parser(
        "test",
        usage="python3 build.py test [PYTEST'S ARGUMENTS]",
        help="run every test, or those that pytest's arguments choose",
        description="Sets up a browser too. Without arguments it runs every test, on up to four cores, and demands that they"
        " take every branch of py/echomq and py/widgets; with arguments it runs in one process. Paths among them are"
        " relative to the project's folder.",
    )
    commands.add_parser("check", help="run the linters and type checkers alone")

    bench = commands.add_parser(
        "bench",
        help="measure what a reader waits for, or the queue beside others",
        description="Measures in a real browser how long a reader waits for Python's first answer, beside PyScript and"
        " Pyodide as their manuals start them, and for the answer to a key, in under five minutes. Or the queue over each"
        " of its stores beside BullMQ, rq and procrastinate on the same servers, which takes about two minutes and sets"
        " those up the first time.",
        allow_abbrev=False,
    )
    bench.add_argument("what", nargs="?", choices=("page", "queues"), default="page", help="what to measure (page)")
    bench.add_argument("--all", action="store_true", help="the page on slower machines and lines, too (20 minutes)")
    bench.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file as well")
    bench.add_argument("--readme", action="store_true", help="write what came of it into README.md")
    bench.add_argument(
        "--from", type=Path, dest="source", metavar="FILE", help="measure nothing: take the figures of this file"
    )

    new = commands.add_parser("new", help="begin a widget or a dive with files that work at once", allow_abbrev=False)
    kinds = new.add_subparsers(dest="kind", metavar="KIND", required=True)
    begun = kinds.add_parser("widget", help="a widget's module and its tests", allow_abbrev=False)
    begun.add_argument("name", metavar="NAME", help="the element it will be, like slot-clock")
    begun = kinds.add_parser("dive", help="a dive's page, named in content/site.toml", allow_abbrev=False)
    begun.add_argument("name", metavar="SLUG", help="the last part of its address, like outbox-and-inbox")

    commands.add_parser("picture", help="take the README's picture of the first dive anew")

    if not arguments or (arguments[0].startswith("-") and arguments[0] not in {"-h", "--help"}):
        return parser.parse_args(["serve", *arguments])
    if arguments[0] == "test" and not {"-h", "--help"} & set(arguments):
        return argparse.Namespace(command="test", pytest=tuple(arguments[1:]))
    asked = parser.parse_args(arguments)
    if asked.command == "bench" and asked.all and asked.what != "page":
        bench.error("--all is for the figures of the page: bench --all")
    return asked


def _port(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) > 65535:
        message = f"{text!r} is no port: a number from 0 (any free one) to 65535"
        raise argparse.ArgumentTypeError(message)
    return int(text)
