"""``report`` and ``serve``: pages of what a run or a suite has written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from antumbra.cli.declared import Call, Option, Place, Whole, WrongCall, option
from antumbra.cli.output import write
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.report.sanitize import one_line
from antumbra.version import __version__

if TYPE_CHECKING:
    from antumbra.report.json_values import Json

PAGE = "page.html"


def report(call: Call, file: tuple[Path, ...], output: Path | None, compare: Path | None, sarif: Path | None) -> int:
    """Write the page of a run (its output folder, OUT) or of a suite (its results, FILE.jsonl): one HTML file that
    needs no other. With --sarif, what several runs have found goes into one file for code scanning instead."""
    call.loaded()
    if sarif is not None:
        return _sarif(file, sarif, unused=output or compare)
    where = _one(file)
    from antumbra.report.page.html import run_page

    target = output or (where / PAGE if where.is_dir() else where.with_suffix(".html"))
    _write(target, run_page(read(where, compare)))
    return 0


def _sarif(folders: tuple[Path, ...], target: Path, unused: Path | None) -> int:
    if unused is not None or not folders:
        raise WrongCall("Expected output folders and --sarif FILE, without --output and --compare.")
    from antumbra.report.json_values import dumps
    from antumbra.report.page.restoring import read_result
    from antumbra.report.sarif import joined

    _write(target, dumps(joined([read_result(folder) for folder in folders], __version__)) + "\n")
    return 0


def _write(target: Path, text: str) -> None:
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", Location(str(target))) from error
    write(f"{one_line(str(target))}\n")


def serve(call: Call, file: tuple[Path, ...], port: int, compare: Path | None) -> int:
    """Show the page of a run (its output folder, OUT) or of a suite (FILE.jsonl) while it goes on: on this machine
    only, at an address with a token. Ends by Ctrl-C."""
    call.loaded()
    where = _one(file)
    from antumbra.cli.leaving import raise_on_interrupt
    from antumbra.report.page.serving import PageServer

    raise_on_interrupt()
    suite = where.suffix == ".jsonl" or where.is_file()
    if compare is not None and not suite:
        raise WrongCall("--compare is about suites; expected their results (FILE.jsonl) to serve.")
    try:
        server = PageServer("suite" if suite else "run", lambda: read(where, compare), port)
    except OSError as error:
        raise WrongCall(f"Cannot listen on port {port}: {error.strerror}.") from error
    with server:
        write(f"{server.address}\n")
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            return 0
    return 0


def read(where: Path, compare: Path | None) -> Json:
    """The values of the page. Raises InputError, and WrongCall where the words do not fit together."""
    if where.is_dir() or not where.exists():
        if compare is not None:
            raise WrongCall("--compare is about suites; expected their results (FILE.jsonl) to report.")
        from antumbra.report.page.reading import read_run

        return read_run(where)
    from antumbra.report.page.suites import read_suite

    return read_suite(where, compare)


def _one(file: tuple[Path, ...]) -> Path:
    if len(file) != 1:
        raise WrongCall("Expected one output folder, or one file with the results of a suite.")
    return file[0]


def of_report() -> tuple[Option, ...]:
    group = "Options"
    return (
        option(
            "--output",
            "-o",
            kind=Place("file"),
            metavar="FILE",
            help="Where to write the page (default: page.html in the folder, or the results' name with .html).",
            group=group,
        ),
        _compare(),
        option(
            "--sarif",
            kind=Place("file"),
            metavar="FILE",
            help="What runs (OUT...) have found for sure, as one SARIF file with the failing paths.",
            group=group,
        ),
    )


def of_serve() -> tuple[Option, ...]:
    return (
        option(
            "--port",
            kind=Whole(0),
            default=0,
            metavar="N",
            help="Of this machine (default: a free one).",
            group="Options",
        ),
        _compare(),
    )


def _compare() -> Option:
    about = "Results of an earlier run of the suite: what has changed, and both in the plots."
    return option("--compare", kind=Place("file"), metavar="OLD.jsonl", help=about, group="Options")
