"""The commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from antumbra.cli import many, pages
from antumbra.cli import options as o
from antumbra.cli.declared import (
    COUNT,
    OF_ENGINES,
    Call,
    Choice,
    Command,
    Option,
    Place,
    Size,
    Time,
    WrongCall,
    flag,
    option,
)
from antumbra.cli.output import colours, complain_of_ourselves, flush, write
from antumbra.engines.registry import ENGINES
from antumbra.program.errors import InputError
from antumbra.program.source import Location

if TYPE_CHECKING:
    from antumbra.cli.progress import LiveLine
    from antumbra.report.characterization import Characterization
    from antumbra.report.result import Result
    from antumbra.session.control import Control

STATUS = "Exit status: 0 safe, 1 unsafe, 2 unknown, 3 the input or the call is wrong."


def check(call: Call, file: tuple[Path, ...], jobs: int, **settings: Any) -> int:
    """Check a property: safe, unsafe with a replayed failing input, or unknown with the reason."""
    if jobs > 1:
        return many.run_portfolio(call, file, settings, jobs)
    return _run(call, "check", file, settings)


def explore(call: Call, file: tuple[Path, ...], **settings: Any) -> int:
    """Explore all paths: tests, coverage and every error on the way (what KLEE does)."""
    return _run(call, "explore", file, settings)


def characterize(call: Call, file: tuple[Path, ...], per_failure: bool, **settings: Any) -> int:
    """Bounds on all failing inputs: which certainly fail, which certainly do not, and what is not known."""
    as_json, quiet, verbose = settings.pop("as_json"), settings.pop("quiet"), settings.pop("verbose")
    settings.pop("sarif")
    tell = partial(_tell_bounds, as_json=as_json, quiet=quiet, verbose=verbose, per_failure=per_failure)
    return _supervised(call, "characterize", file, settings, as_json=as_json, quiet=quiet, tell=tell)


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


def _run(call: Call, command: str, file: tuple[Path, ...], settings: dict[str, Any]) -> int:
    as_json, sarif = settings.pop("as_json"), settings.pop("sarif")
    quiet, verbose = settings.pop("quiet"), settings.pop("verbose")
    witness, written = settings.pop("witness", None), settings.pop("witness_format", None)
    if witness is not None:
        settings["witness"] = True
    result = _supervised(call, command, file, settings, as_json=as_json, quiet=quiet)
    if isinstance(result, int):
        return result
    if result.crash is not None:
        complain_of_ourselves(result.crash, verbose=verbose)
    if sarif is not None or witness is not None:
        from antumbra.cli.writing import write_files

        write_files(result, sarif, witness, written)
    _print(result, as_json=as_json, quiet=quiet, verbose=verbose)
    return result.exit_status


def _supervised(
    call: Call,
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

    call.loaded()
    file = o.program_files(file, settings)
    settings["property"] = settings.pop("property_")
    control = Control(settings["timeout"], settings["memory"])
    call.held = control
    observer = _live_line() if sys.stderr.isatty() and not quiet else None
    function = getattr(api, command)
    give_up = partial(_give_up, control=control, as_json=as_json, tell=tell) if call.leaving else None
    try:
        with signals(control, give_up):
            result = function(file[0], link=file[1:], write=True, control=control, observer=observer, **settings)
            if tell is None:
                return result
            control.speak()
            if observer is not None:
                observer.close()
            status = tell(result)
            if call.leaving:  # in here: no signal comes between the report and the exit status
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


def replay(call: Call, file: tuple[Path, ...], **settings: Any) -> int:
    """Run one test as native code."""
    from antumbra import api
    from antumbra.cli.leaving import raise_on_interrupt

    call.loaded()
    *program, test = o.program_files(file, {"compile_commands": None})
    files = o.program_files(tuple(program), settings) if program or settings["compile_commands"] else ()
    if not files:
        raise WrongCall("Missing argument 'TEST'.")
    raise_on_interrupt()

    as_json, quiet, verbose = settings.pop("as_json"), settings.pop("quiet"), settings.pop("verbose")
    settings["property"] = settings.pop("property_")
    result = api.replay(files[0], test, link=files[1:], **settings)
    _print(result, as_json=as_json, quiet=quiet, verbose=verbose)
    return result.exit_status


def validate(call: Call, file: tuple[Path, ...], **settings: Any) -> int:
    """Check a witness of another run or of another tool: YAML 2.0 and 2.1, or GraphML 1.0."""
    as_json, quiet, verbose = settings.pop("as_json"), settings.pop("quiet"), settings.pop("verbose")
    if len(file) != 2:
        raise WrongCall("Missing argument 'WITNESS'." if len(file) < 2 else "One program and one witness are expected.")
    settings["witness_file"] = file[1]
    result = _supervised(call, "validate", file[:1], settings, as_json=as_json, quiet=quiet)
    if isinstance(result, int):
        return result
    if result.crash is not None:
        complain_of_ourselves(result.crash, verbose=verbose)
    _print(result, as_json=as_json, quiet=quiet, verbose=verbose)
    return result.exit_status


def show(call: Call, file: tuple[Path, ...], what: Any, format: Any, output: Path | None, **settings: Any) -> int:  # noqa: A002
    """Show the program form, its control flow, its LLVM IR, or what an engine builds: the abstract transition system
    of a protocol, the symbolic execution tree with subsumption and interpolants, or region graphs step by step."""
    from antumbra import api
    from antumbra.cli.interrupt import signals
    from antumbra.session.control import Control

    call.loaded()
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


def suite(call: Call, **settings: Any) -> int:
    """Run many tasks, each in a process of its own with limits, and compare verdicts with those expected.

    TASKS are SV-COMP task definitions (.yml), sets of them (.set), programs, patterns ('c/**/*.c'), or folders: of
    these, all task definitions and all programs that state a verdict: '// expect: safe', '// expect: unsafe CHECK' in
    the first line, options in the second ('// options: --property valid-memsafety'), or SV-COMP's old file names
    (x_true-unreach-call.c).

    Each result is a line of DIR/results.jsonl as soon as it is known. A run with the same DIR goes on where an earlier
    one was stopped: tasks are not run again whose text, options and limits are the same.
    """
    return many.run_suite(call, _refuse, **settings)


def _refuse(words: Sequence[str]) -> None:
    """Better now than in each of a thousand tasks."""
    from antumbra.cli.clicking import WrongWords, refuse

    try:
        refuse(COMMANDS["check"], ["x.c", *words])
    except WrongWords as error:
        raise WrongCall(f"--option: {error.message}") from error


def compile_(_call: Call, arguments: tuple[str, ...]) -> int:
    """Compile and link as a compiler does; each object carries the text it was made of."""
    from antumbra.frontends.c.building.wrapper import main as compile_and_carry

    return compile_and_carry(arguments)


def cache(_call: Call, clear: bool) -> int:
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


def completion(_call: Call, shell: str) -> int:
    """Print what makes a shell complete commands, options and their words.

    bash: eval "$(antumbra completion bash)" in ~/.bashrc; zsh: the same in ~/.zshrc; fish: antumbra completion fish
    > ~/.config/fish/completions/antumbra.fish
    """
    from antumbra.cli.clicking import parser
    from antumbra.cli.completion import script

    write(script(parser(COMMANDS), shell))
    return 0


# ---------------------------------------------------------------- their options, in the order of the help page


def _of_check() -> tuple[Option, ...]:
    several = "So many processes at once, with other engines and seeds; the first that decides it wins."
    engines = ", ".join(f"{entry.name} ({entry.about})" for entry in ENGINES.values())
    return (
        o.property_option("unreach-call"),
        option(
            "--engine",
            kind=Choice(("auto", *ENGINES)),
            default="auto",
            help="How to check: auto (the default: by the language and what is asked; several take turns), "
            + engines
            + ".",
            group="What to check",
        ),
        option("-j", "--jobs", "jobs", kind=COUNT, default=1, metavar="N", help=several, group="What to check"),
        o.targets_option(),
        o.checks_option(),
        *o.entry_options(),
        *o.limit_options(),
        OF_ENGINES,
        *o.search_options(),
        *o.reading_options(),
        *o.output_options("a new antumbra-out-N when there is something to write"),
        o.html_option(),
        *o.witness_options(),
    )


def _of_explore() -> tuple[Option, ...]:
    prune = "Leave out paths that can neither cover nor violate anything new."
    several = "So many processes share the paths (C and LLVM); memory is shared out."
    profile = "Count instructions, forks, queries and solver time by line: callgrind.out, for KCachegrind."
    return (
        o.property_option("klee, what KLEE reports"),
        o.checks_option(),
        *o.entry_options(),
        *o.limit_options(),
        *o.search_options(),
        flag("--all-tests", help="A test for every path, not only for new coverage.", group="Search"),
        flag("--prune", help=prune, group="Search"),
        option("-j", "--jobs", "jobs", kind=COUNT, default=1, metavar="N", help=several, group="Search"),
        option("--scheduler", metavar="ADDRESS", help=o.SCHEDULER, group="Search"),
        flag("--profile", help=profile, group="Output"),
        *o.reading_options(),
        *o.output_options("a new antumbra-out-N"),
        o.html_option(),
    )


def _of_characterize() -> tuple[Option, ...]:
    return (
        o.property_option("unreach-call"),
        *o.entry_options(),
        *o.characterize_options(),
        *o.limit_options(),
        *o.search_options(),
        *o.reading_options(),
        *o.output_options("none, nothing is written"),
    )


def _of_replay() -> tuple[Option, ...]:
    return (
        o.property_option("what the test says"),
        *o.entry_options(),
        *o.reading_options(),
        *o.output_options(None),
    )


def _of_validate() -> tuple[Option, ...]:
    return (
        o.property_option("the witness's own"),
        option("--timeout", "-t", kind=Time(), metavar="TIME", help="Of all of it (default: 90 s).", group="Limits"),
        option("--memory", kind=Size(), metavar="MB", help="500, 500MB, 2GB.", group="Limits"),
        *o.reading_options(),
        *o.output_options(None),
    )


def _of_show() -> tuple[Option, ...]:
    group = "View"
    return (
        flag("--program", "what", value="program", default="program", help="The program form (default).", group=group),
        flag("--cfg", "what", value="cfg", help="The control-flow graphs.", group=group),
        flag("--ir", "what", value="ir", help="The LLVM IR that was read.", group=group),
        *o.engine_views(),
        option("--format", kind=Choice(("dot", "svg", "html")), default="dot", help="Of the picture.", group=group),
        option(
            "--timeout", "-t", kind=Time(), metavar="TIME", help="Of an engine (--tree, --regions: 60 s).", group=group
        ),
        option("--max-iterations", kind=COUNT, metavar="N", help="For --abstract and --regions.", group=group),
        option("--max-nodes", kind=COUNT, metavar="N", help="Drawn of --tree (default: 2000).", group=group),
        option("--bound", kind=COUNT, metavar="K", help="Iterations of each loop in --tree.", group=group),
        option("--step", kind=COUNT, metavar="N", help="Of --regions, in place of the end.", group=group),
        option("--procedure", metavar="NAME", help="Only this one in the picture.", group=group),
        option("--output", "-o", kind=Place("file"), metavar="FILE", help="Write there.", group=group),
        o.property_option("unreach-call"),
        *o.entry_options(),
        *o.reading_options(),
    )


def _of_cache() -> tuple[Option, ...]:
    return (flag("--clear", help="Remove all of it.", group="Options"),)


COMMANDS: Mapping[str, Command] = {
    each.name: each
    for each in (
        Command("check", check, _of_check, "Check a property and give a verdict.", STATUS),
        Command("explore", explore, _of_explore, "Tests, coverage, every error (KLEE's job).", STATUS),
        Command(
            "characterize",
            characterize,
            _of_characterize,
            "Bounds on all failing inputs.",
            "Exit status: 0 nothing fails (proved), 1 something fails and the bounds are exact, 2 a gap between the "
            "bounds, 3 the input or the call is wrong.",
        ),
        Command(
            "replay",
            replay,
            _of_replay,
            epilog="Exit status: 1 the test fails or reaches its target, 2 it does not, 3 the input or the call is "
            "wrong.",
            files="FILE... TEST",
        ),
        Command(
            "validate",
            validate,
            _of_validate,
            "Confirm or refute a witness.",
            "Exit status: 0 a correctness witness is confirmed, 1 a violation witness is, 2 refuted or unknown, 3 the "
            "input or the call is wrong.",
            files="FILE WITNESS",
        ),
        Command("show", show, _of_show),
        Command(
            "report",
            pages.report,
            pages.of_report,
            "The page of a run or of a suite; SARIF.",
            files="OUT...|FILE.jsonl",
        ),
        Command("serve", pages.serve, pages.of_serve, "The same page, live, for this machine.", files="OUT|FILE.jsonl"),
        Command(
            "suite",
            suite,
            many.suite_options,
            "Many tasks, and the verdicts expected.",
            "Exit status: 0 no verdict is wrong, 1 one is (or what --fail-on names happened), 2 the run was stopped or "
            "a task ended without an answer, 3 the input or the call is wrong.",
            files="TASKS...",
        ),
        Command(
            "cc",
            compile_,
            tuple[Option],
            'A compiler whose objects check can read: make CC="antumbra cc".',
            raw=True,
        ),
        Command("cache", cache, _of_cache, "What is kept between runs; --clear removes it.", files=""),
        Command("completion", completion, tuple[Option], "Completion for a shell.", words=("bash", "zsh", "fish")),
    )
}
