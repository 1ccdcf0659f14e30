"""The commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from antumbra.cli import options as o
from antumbra.cli.grouping import SuggestingChoice, SuggestingGroup, option
from antumbra.cli.output import colours, complain, complain_of_ourselves, flush, write
from antumbra.cli.parameters import Duration
from antumbra.engines.registry import ENGINES
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.version import __version__

if TYPE_CHECKING:
    from antumbra.cli.progress import LiveLine
    from antumbra.report.characterization import Characterization
    from antumbra.report.result import Result
    from antumbra.session.control import Control

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}
#: of a context: is the process ours, so that it may be left from within?
LEAVING = "antumbra.leaving"
STATUS = "Exit status: 0 safe, 1 unsafe, 2 unknown, 3 the input or the call is wrong."


@click.group(cls=SuggestingGroup, context_settings=SETTINGS, epilog=STATUS)
@click.version_option(__version__, "--version", message="antumbra %(version)s")
def antumbra() -> None:
    """Find inputs that make a program fail, or prove that there are none.

    FILE is C (.c .i), LLVM (.ll .bc), what antumbra cc has built (objects, libraries, programs), Boogie (.bpl),
    guarded commands (.gcl) or an SV-COMP task (.yml).
    """


@antumbra.command(epilog=STATUS, short_help="Check a property and give a verdict.")
@o.file_argument()
@o.property_option("unreach-call")
@option(
    "--engine",
    type=SuggestingChoice(("auto", *ENGINES)),
    default="auto",
    help="How to check: auto (the default: by the language and what is asked; several take turns), "
    + ", ".join(f"{entry.name} ({entry.about})" for entry in ENGINES.values())
    + ".",
    group="What to check",
)
@o.target_options()
@o.checks_option()
@o.entry_option()
@o.limit_options()
@o.engine_options()
@o.search_options()
@o.reading_options()
@o.output_options("a new antumbra-out-N when there is something to write")
def check(file: tuple[Path, ...], **settings: Any) -> int:
    """Check a property: safe, unsafe with a replayed failing input, or unknown with the reason."""
    return _run("check", file, settings)


@antumbra.command(epilog=STATUS, short_help="Tests, coverage, every error (KLEE's job).")
@o.file_argument()
@o.property_option("klee, what KLEE reports")
@o.checks_option()
@o.entry_option()
@o.limit_options()
@o.search_options()
@option("--all-tests", is_flag=True, help="A test for every path, not only for new coverage.", group="Search")
@option(
    "--prune", is_flag=True, help="Leave out paths that can neither cover nor violate anything new.", group="Search"
)
@option(
    "--profile",
    is_flag=True,
    help="Count instructions, forks, queries and solver time by line: callgrind.out, for KCachegrind.",
    group="Output",
)
@o.reading_options()
@o.output_options("a new antumbra-out-N")
def explore(file: tuple[Path, ...], **settings: Any) -> int:
    """Explore all paths: tests, coverage and every error on the way (what KLEE does)."""
    return _run("explore", file, settings)


@antumbra.command(
    epilog="Exit status: 0 nothing fails (proved), 1 something fails and the bounds are exact, 2 a gap between the "
    "bounds, 3 the input or the call is wrong.",
    short_help="Bounds on all failing inputs.",
)
@o.file_argument()
@o.property_option("unreach-call")
@o.entry_option()
@o.characterize_options()
@o.limit_options()
@o.search_options()
@o.reading_options()
@o.output_options("none, nothing is written")
def characterize(file: tuple[Path, ...], per_failure: bool, **settings: Any) -> int:
    """Bounds on all failing inputs: which certainly fail, which certainly do not, and what is not known."""
    as_json, quiet, verbose = settings.pop("as_json"), settings.pop("quiet"), settings.pop("verbose")
    settings.pop("sarif")
    tell = partial(_tell_bounds, as_json=as_json, quiet=quiet, verbose=verbose, per_failure=per_failure)
    return _supervised("characterize", file, settings, as_json=as_json, quiet=quiet, tell=tell)


def _tell_bounds(result: Characterization, *, as_json: bool, quiet: bool, verbose: bool, per_failure: bool) -> int:
    if result.crash is not None:
        complain_of_ourselves(result.crash, verbose=verbose)
    if as_json:
        from antumbra.report.bounds.json_bounds import characterization_json
        from antumbra.report.json_values import dumps

        write(dumps(characterization_json(result)) + "\n")
    else:
        from antumbra.report.bounds.text import render
        from antumbra.report.text import Style

        style = Style(colours(sys.stdout))
        write(render(result, style, quiet=quiet, verbose=verbose, per_failure=per_failure))
    return result.exit_status


def _run(command: str, file: tuple[Path, ...], settings: dict[str, Any]) -> int:
    as_json, sarif = settings.pop("as_json"), settings.pop("sarif")
    quiet, verbose = settings.pop("quiet"), settings.pop("verbose")
    result = _supervised(command, file, settings, as_json=as_json, quiet=quiet)
    if isinstance(result, int):
        return result
    if result.crash is not None:
        complain_of_ourselves(result.crash, verbose=verbose)
    if sarif is not None:
        _write_sarif(result, sarif)
    _print(result, as_json=as_json, quiet=quiet, verbose=verbose)
    return result.exit_status


def _supervised(
    command: str,
    file: tuple[Path, ...],
    settings: dict[str, Any],
    *,
    as_json: bool,
    quiet: bool,
    tell: Callable[[Any], int] | None = None,
) -> Any:
    """What the function of that name in the Python interface returns; the exit status if it has nothing to say.

    ``tell``: reports what it returns while signals are still held off, and also what a run that does not come back has
    found so far; then the exit status is returned.
    """
    from antumbra import api
    from antumbra.cli.interrupt import signals
    from antumbra.cli.leaving import say_unknown
    from antumbra.session.control import Control, OutOfMemory, OutOfTime

    file = o.program_files(file, settings)
    settings["property"] = settings.pop("property_")
    control = Control(settings.pop("timeout"), settings["memory"])
    # Thousands of states take seconds to tear down; whoever holds this decides when, or leaves it to the system.
    click.get_current_context().find_root().obj = control
    observer = _live_line() if sys.stderr.isatty() and not quiet else None
    function = getattr(api, command)
    leaving = click.get_current_context().meta.get(LEAVING, False)
    give_up = partial(_give_up, control=control, as_json=as_json, tell=tell) if leaving else None
    try:
        with signals(control, give_up):
            result = function(file[0], link=file[1:], write=True, control=control, observer=observer, **settings)
            if tell is None:
                return result
            control.speak()
            if observer is not None:
                observer.close()
            status = tell(result)
            if leaving:  # in here: no signal comes between the report and the exit status
                flush()
                os._exit(status)
            return status
    except OutOfTime:
        return say_unknown("time limit", as_json=as_json)
    except OutOfMemory:
        return say_unknown("memory limit", as_json=as_json)
    finally:
        if observer is not None:
            observer.close()


def _live_line() -> LiveLine:
    from antumbra.cli.progress import LiveLine

    return LiveLine()


def _give_up(reason: str, *, control: Control, as_json: bool, tell: Callable[[Any], int] | None) -> NoReturn:
    """Part of the process does not come back: say what is known, and leave it."""
    from antumbra.cli.leaving import leave

    known: object | None = None
    if tell is not None and control.last_words is not None and control.last.acquire(blocking=False):
        with suppress(Exception):
            known = control.last_words(reason)
    known = known or control.unwritten
    if tell is not None and known is not None and control.voice.acquire(blocking=False):
        with suppress(Exception):
            status = tell(known)
            flush()
            os._exit(status)
    leave(reason, as_json=as_json)


def _print(result: Result, *, as_json: bool, quiet: bool, verbose: bool) -> None:
    if as_json:
        from antumbra.report.json_report import to_text

        write(to_text(result) + "\n")
        return
    from antumbra.report.text import Style, render

    write(render(result, Style(colours(sys.stdout)), quiet=quiet, verbose=verbose))


def _write_sarif(result: Result, path: Path) -> None:
    from antumbra.report.json_report import dumps
    from antumbra.report.sarif import sarif

    try:
        path.write_text(dumps(sarif(result, __version__)) + "\n", encoding="utf-8")
    except OSError as error:
        complain(f"antumbra: the SARIF report was not written: {error}")


@antumbra.command(
    epilog="Exit status: 1 the test fails or reaches its target, 2 it does not, 3 the input or the call is wrong."
)
@o.file_argument("FILE... TEST")
@o.property_option("what the test says")
@o.entry_option()
@o.reading_options()
@o.output_options(None)
def replay(file: tuple[Path, ...], **settings: Any) -> int:
    """Run one test as native code."""
    from antumbra import api
    from antumbra.cli.leaving import raise_on_interrupt

    *program, test = o.program_files(file, {"compile_commands": None})
    files = o.program_files(tuple(program), settings) if program or settings["compile_commands"] else ()
    if not files:
        raise click.UsageError("Missing argument 'TEST'.", click.get_current_context())
    raise_on_interrupt()

    as_json, quiet, verbose = settings.pop("as_json"), settings.pop("quiet"), settings.pop("verbose")
    settings["property"] = settings.pop("property_")
    result = api.replay(files[0], test, link=files[1:], **settings)
    _print(result, as_json=as_json, quiet=quiet, verbose=verbose)
    return result.exit_status


@antumbra.command()
@o.file_argument()
@option("--program", "what", flag_value="program", default=True, help="The program form (default).", group="View")
@option("--cfg", "what", flag_value="cfg", help="The control-flow graphs.", group="View")
@option("--ir", "what", flag_value="ir", help="The LLVM IR that was read.", group="View")
@o.engine_views()
@option("--format", type=SuggestingChoice(("dot", "svg", "html")), default="dot", help="Of the picture.", group="View")
@option(
    "--timeout", "-t", type=Duration(), metavar="TIME", help="Of an engine (--tree, --regions: 60 s).", group="View"
)
@option("--max-iterations", type=o.COUNT, metavar="N", help="For --abstract and --regions.", group="View")
@option("--max-nodes", type=o.COUNT, metavar="N", help="Drawn of --tree (default: 2000).", group="View")
@option("--bound", type=o.COUNT, metavar="K", help="Iterations of each loop in --tree.", group="View")
@option("--step", type=o.COUNT, metavar="N", help="Of --regions, in place of the end.", group="View")
@option("--procedure", metavar="NAME", help="Only this one in the picture.", group="View")
@option(
    "--output", "-o", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write there.", group="View"
)
@o.property_option("unreach-call")
@o.entry_option()
@o.reading_options()
def show(file: tuple[Path, ...], what: Any, format: Any, output: Path | None, **settings: Any) -> int:  # noqa: A002
    """Show the program form, its control flow, its LLVM IR, or what an engine builds: the abstract transition system
    of a protocol, the symbolic execution tree with subsumption and interpolants, or region graphs step by step."""
    from antumbra import api
    from antumbra.cli.interrupt import signals
    from antumbra.session.control import Control

    file = o.program_files(file, settings)
    settings["property"] = settings.pop("property_")
    control = Control()
    with signals(control):
        text = api.show(file[0], what, link=file[1:], format=format, control=control, **settings)
    if output is None:
        write(text if text.endswith("\n") else f"{text}\n")
        return 0
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", Location(str(output))) from error
    return 0


@antumbra.command(
    "cc",
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    short_help='A compiler whose objects check can read: make CC="antumbra cc".',
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def compile_(arguments: tuple[str, ...]) -> int:
    """Compile and link as a compiler does; each object carries the text it was made of."""
    from antumbra.frontends.c.building.wrapper import main as compile_and_carry

    return compile_and_carry(arguments)


@antumbra.command(short_help="What is kept between runs; --clear removes it.")
@option("--clear", is_flag=True, help="Remove all of it.", group="Options")
def cache(clear: bool) -> int:
    """Show what is kept between runs: compiled files, found again as long as they and their headers are the same."""
    from antumbra.frontends.c import keeping
    from antumbra.frontends.c.toolchain import cache_folder

    found = keeping.clear() if clear else keeping.kept()
    lines = [f"{cache_folder()}{' (now empty)' if clear else ''}"]
    for each in found:
        limit = f" of at most {each.limit / 1e6:.0f} MB" if each.limit is not None else ""
        lines.append(f"  {each.name:10} {each.size / 1e6:9.1f} MB{limit} in {each.files} files  {each.about}".rstrip())
    write("\n".join(lines) + "\n")
    return 0


@antumbra.command(short_help="Completion for a shell.")
@click.argument("shell", type=SuggestingChoice(("bash", "zsh", "fish")))
def completion(shell: str) -> int:
    """Print what makes a shell complete commands, options and their words.

    bash: eval "$(antumbra completion bash)" in ~/.bashrc; zsh: the same in ~/.zshrc; fish: antumbra completion fish
    > ~/.config/fish/completions/antumbra.fish
    """
    from antumbra.cli.completion import script

    write(script(antumbra, shell))
    return 0
