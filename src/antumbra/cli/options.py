"""The options that commands share, each list once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from antumbra.cli.grouping import GroupedOption, SuggestingChoice, option
from antumbra.cli.parameters import Duration, Megabytes
from antumbra.engines.options import Option
from antumbra.engines.registry import VIEWS, user_options
from antumbra.frontends.boogie.options import OPTIMISATIONS
from antumbra.program.languages import BUILT, LANGUAGES, TASK
from antumbra.session.characterizing.options import PHASES

Command = TypeVar("Command", bound=Callable[..., Any])

COUNT = click.IntRange(min=1)
SEARCHES = ("balanced", "dfs", "bfs", "random-path", "coverage-new", "random")
SOLVERS = ("auto", "bitwuzla", "z3")
POLICIES = ("havoc", "pure", "fail")
SPOKEN = tuple(name for name in LANGUAGES if name not in (TASK.name, BUILT.name))
ENTRY_POINTERS = ("valid", "maybe-null", "any")


def _all(*decorators: Callable[[Any], Any]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


def file_argument(metavar: str = "FILE...") -> Callable[[Command], Command]:
    # The front end says what is wrong with a path, in the same words for every caller.
    return click.argument("file", metavar=metavar, type=click.Path(path_type=Path), nargs=-1)


def program_files(file: tuple[Path, ...], settings: dict[str, Any]) -> tuple[Path, ...]:
    """The files of the program: a compilation database is one more."""
    database = settings.pop("compile_commands")
    files = file if database is None else (*file, database)
    if not files:
        raise click.UsageError("Missing argument 'FILE...'.", click.get_current_context())
    if Path("-") in files:
        from antumbra.cli.standard_input import kept

        piped = kept(settings)
        files = tuple(piped if each == Path("-") else each for each in files)
    return files


def _properties(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    from antumbra.cli.completion import properties  # only shells ask

    return properties(context, parameter, incomplete)


def property_option(default: str) -> Callable[[Command], Command]:
    return option(
        "--property",
        "-p",
        "property_",
        metavar="NAMES|FILE.prp",
        shell_complete=_properties,
        help=f"What to check, names separated by commas or an SV-COMP property file (default: {default}): "
        "unreach-call, assert, valid-memsafety (= valid-deref, valid-free, valid-memtrack), valid-memcleanup, "
        "no-overflow, division-by-zero, alignment, uninitialized, def-behavior, klee, all; or ids of checks as "
        "--show-checks lists them. "
        "Guarded commands: names of the file's own properties, "
        "or deadlock_free (default: all of the file's).",
        group="What to check",
    )


def entry_option() -> Callable[[Command], Command]:
    group = "What to check"
    return _all(
        option(
            "--entry",
            "--function",
            "entry",
            metavar="FUNCTION",
            help="Start here; its parameters are inputs (default: main). --function is CBMC's name for it.",
            group=group,
        ),
        option(
            "--entry-pointers",
            type=SuggestingChoice(ENTRY_POINTERS),
            default="maybe-null",
            help="What pointer parameters of the entry may be: valid (objects of their own), maybe-null (null as well; "
            "the default), any (equal to each other as well).",
            group=group,
        ),
        option(
            "--entry-pointer-size",
            type=COUNT,
            default=64,
            metavar="BYTES",
            help="The size of each object that such a pointer leads to (default: 64).",
            group=group,
        ),
        option(
            "--pointer",
            "pointers",
            multiple=True,
            metavar="NAME=MEANING",
            help="What one pointer parameter is (by name or position): null, valid:SIZE, valid:LEAST..MOST, "
            "string:LENGTH; maybe-null or may-alias alone or after a comma.",
            group=group,
        ),
    )


def reading_options() -> Callable[[Command], Command]:
    """How the program is read."""
    group = "Reading the program"
    return _all(
        option(
            "--language",
            type=SuggestingChoice(SPOKEN),
            help="Default: by the file's ending.",
            group=group,
        ),
        option(
            "--data-model",
            type=SuggestingChoice(("LP64", "ILP32")),
            help="Sizes of C types (default: the task file's, else LP64).",
            group=group,
        ),
        option("--32", "data_model", flag_value="ILP32", type=str, help="Same as --data-model ILP32.", group=group),
        option("--64", "data_model", flag_value="LP64", type=str, help="Same as --data-model LP64.", group=group),
        option("-I", "include_dirs", multiple=True, metavar="DIR", help="Folder with headers.", group=group),
        option(
            "-D",
            "defines",
            multiple=True,
            metavar="NAME[=VALUE]",
            help="Define a macro, a name for #if in Boogie, or a protocol's parameter.",
            group=group,
        ),
        option(
            "--compile-commands",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            help="A compile_commands.json: its C files are of the program too, with the flags they have there.",
            group=group,
        ),
        option(
            "--only",
            multiple=True,
            metavar="PATTERN",
            help="Of those files only the ones in a folder, or that a pattern such as 'src/*.c' matches.",
            group=group,
        ),
        option("--cflag", "cflags", multiple=True, metavar="FLAG", help="Hand on to the compiler.", group=group),
        option("--clang", metavar="COMMAND", help="Use this clang in place of the bundled one.", group=group),
        option(
            "--externals",
            type=SuggestingChoice(POLICIES),
            default="havoc",
            help="A call of a function without a body: havoc (any result, and it changes whatever code in another file "
            "could; the default), pure (any result, nothing else changes), fail (the path ends as unknown).",
            group=group,
        ),
        option("--infer-modifies", is_flag=True, help="Boogie: work out modifies clauses from bodies.", group=group),
        option(
            "--existential",
            type=SuggestingChoice(("false", "true", "free")),
            help="Boogie: what constants marked {:existential} are; they switch candidate invariants on "
            "(default: false in files with a {:kernel}, free in others).",
            group=group,
        ),
        option(
            "--disable",
            multiple=True,
            metavar="NAME",
            help=f"Boogie: leave out an optimisation, to measure it: {', '.join(OPTIMISATIONS)}.",
            group=group,
        ),
        option("--malloc-may-fail", is_flag=True, help="malloc and its kin may also return NULL.", group=group),
        *_environment(),
    )


class _InOrder(GroupedOption):
    """Options that collect their values in one list, in the order in which they were given."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> tuple[tuple[int, ...], ...]:
        groups: list[tuple[Any, ...]] = [(item,) if isinstance(item, str) else tuple(item) for item in value or ()]
        return tuple(tuple(self.type.convert(word, self, ctx) for word in group) for group in groups)


def _environment() -> tuple[Callable[[Any], Any], ...]:
    group = "The environment (C and LLVM; what is not given is fixed, and the report says how)"
    size = click.IntRange(min=0)

    def arguments(name: str, **details: Any) -> Callable[[Any], Any]:
        return click.option(name, "sym_args", cls=_InOrder, multiple=True, type=size, group=group, **details)

    return (
        arguments(
            "--sym-args",
            nargs=3,
            metavar="MIN MAX LEN",
            help="From MIN to MAX unknown arguments of at most LEN characters each.",
        ),
        arguments("--sym-arg", metavar="LEN", help="One more unknown argument of at most LEN characters."),
        option(
            "--sym-env",
            type=(str, size),
            multiple=True,
            metavar="NAME LEN",
            help="A variable of the environment: unset, or at most LEN unknown characters. There are no others then.",
            group=group,
        ),
        option(
            "--sym-files",
            type=size,
            nargs=2,
            metavar="N SIZE",
            help="N files named A, B, … of at most SIZE unknown bytes each. There are no others then, but for those "
            "that the program makes.",
            group=group,
        ),
        option(
            "--sym-stdin",
            type=size,
            metavar="N",
            help="A standard input of at most N unknown bytes. There are no files then but those of --sym-files.",
            group=group,
        ),
        option(
            "--io-may-fail",
            is_flag=True,
            help="With --sym-files or --sym-stdin: reads may be short, and what is done with files may fail.",
            group=group,
        ),
    )


def characterize_options() -> Callable[[Command], Command]:
    group = "Inputs"
    return _all(
        option(
            "--max-inputs",
            type=COUNT,
            metavar="K",
            help="Reads of one run that count as inputs; nothing is said of what reads more. "
            "(default: 16; with --timeout more while there is time)",
            group=group,
        ),
        option(
            "--assume-input",
            "assume_inputs",
            multiple=True,
            metavar="NAME=VALUES",
            help="What an input may be: a range (n=0..100), or a table of probabilities (n=0:0.5,1..9:0.5).",
            group=group,
        ),
        option(
            "--against",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="BOUNDS.JSON",
            help="Compare with the bounds of an earlier program: what is fixed, what still fails, what is new.",
            group=group,
        ),
        option("--per-failure", is_flag=True, help="Bounds for each failing check and place.", group=group),
        option(
            "--without",
            type=SuggestingChoice(PHASES),
            multiple=True,
            help="Leave out a phase, to measure what it is worth.",
            group=group,
        ),
    )


def limit_options() -> Callable[[Command], Command]:
    group = "Limits (a search that one of them cuts is never safe)"
    return _all(
        option("--timeout", "-t", type=Duration(), metavar="TIME", help="90, 1.5, 90s, 5min, 2h.", group=group),
        option("--memory", type=Megabytes(), metavar="MB", help="500, 500MB, 2GB.", group=group),
        option("--max-depth", type=COUNT, metavar="N", help="Unknown branches on one path.", group=group),
        option("--max-forks", type=COUNT, metavar="N", help="Forks in all.", group=group),
        option("--max-paths", type=COUNT, metavar="N", help="Ended paths in all.", group=group),
        option(
            "--bound",
            "--unwind",
            "bound",
            type=COUNT,
            metavar="K",
            help="Iterations of a loop, each time it is entered. --unwind is CBMC's name for it.",
            group=group,
        ),
        option(
            "--max-loop",
            type=COUNT,
            metavar="K",
            help="Returns to the head of a loop; as Symbooglix counts.",
            group=group,
        ),
        option("--solver-timeout", type=Duration(), metavar="TIME", help="For one solver query.", group=group),
    )


def target_options() -> Callable[[Command], Command]:
    return option(
        "--targets",
        metavar="all|error-calls|LINES",
        help="Decide each place in one run: all blocks (which code is dead?), each call of an error function, or lines "
        "such as 12,40: reachable with a test, unreachable, or unknown.",
        group="What to check",
    )


def checks_option() -> Callable[[Command], Command]:
    return option(
        "--show-checks",
        is_flag=True,
        help="Decide each check of the program in one run, and list them: violated with a test, holds, unreachable, or "
        "unknown.",
        group="What to check",
    )


def engine_options() -> Callable[[Command], Command]:
    """What each engine declares for users."""
    return _all(*(_engine_option(name, each) for name, each in user_options()))


def engine_views() -> Callable[[Command], Command]:
    """What engines build of a program, as ``show`` has it."""
    return _all(
        *(
            option(f"--{shows}", "what", flag_value=shows, help=f"The engine {e.name}'s {e.shown}.", group="View")
            for shows, e in VIEWS.items()
        )
    )


def _engine_option(engine: str, declared: Option) -> Callable[[Command], Command]:
    group = f"Engine {engine}"
    if declared.choices:
        kind = SuggestingChoice(declared.choices)
        return option(declared.flag, type=kind, default=declared.default, help=declared.help, group=group)
    if declared.default is True:
        both = f"{declared.flag}/--no-{declared.flag.removeprefix('--')}"
        return option(both, default=True, help=declared.help, group=group)
    if declared.default is False:
        return option(declared.flag, is_flag=True, help=declared.help, group=group)
    return option(declared.flag, type=COUNT, metavar="N", help=declared.help, group=group)


def search_options() -> Callable[[Command], Command]:
    group = "Search"
    return _all(
        option(
            "--search",
            type=SuggestingChoice(SEARCHES),
            multiple=True,
            help="Which path next: balanced (depth first but fair; the default), dfs (the default for Boogie and "
            "of engines that prune), bfs, random-path, coverage-new, random (KLEE's two in turn). Several take turns.",
            group=group,
        ),
        option(
            "--check-assumptions",
            is_flag=True,
            help="Boogie: are axioms, unique constants and the entry's requires consistent at all?",
            group=group,
        ),
        option(
            "--check-proofs/--no-check-proofs",
            default=None,
            help="Check what safe rests on by executing the program form once more, independently of the engine; takes "
            "about as long as the run, and two to three seconds. The default of check, not of explore.",
            group=group,
        ),
        option("--seed", type=click.IntRange(min=0), default=0, metavar="N", help="For random choices.", group=group),
        option("--solver", type=SuggestingChoice(SOLVERS), default="auto", help="bitwuzla or z3.", group=group),
        option(
            "--save-queries",
            type=click.Path(path_type=Path, file_okay=False),
            metavar="DIR",
            help="Write hard solver queries there as .smt2.",
            group=group,
        ),
    )


def output_options(out: str | None) -> Callable[[Command], Command]:
    """``out`` describes the default folder; None for a command that writes no files."""
    group = "Output"
    files = (
        option(
            "--out",
            "-o",
            type=click.Path(path_type=Path, file_okay=False),
            metavar="DIR",
            help=f"A new or empty folder for tests and reports (default: {out}).",
            group=group,
        ),
        option(
            "--sarif",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            help="Also write the result as SARIF 2.1.0.",
            group=group,
        ),
    )
    coverage = option(
        "--coverage-of",
        multiple=True,
        metavar="PATTERN",
        help="Count only these files or functions, with * and ?: lib.c, 'src/*', parse_number.",
        group=group,
    )
    return _all(
        option("--json", "as_json", is_flag=True, help="Print exactly one JSON object on stdout.", group=group),
        *((*files, coverage) if out is not None else ()),
        option("--quiet", "-q", is_flag=True, help="Only the RESULT line.", group=group),
        option("--verbose", "-v", is_flag=True, help="All counters; tracebacks of our own errors.", group=group),
    )
