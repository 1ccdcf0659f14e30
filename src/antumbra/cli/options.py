"""The options that commands share, each list once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from antumbra.cli.declared import COUNT, TEXT, Choice, Option, Place, Size, Time, Whole, WrongCall, flag, option
from antumbra.engines.options import Option as EngineOption
from antumbra.engines.registry import VIEWS, user_options
from antumbra.frontends.boogie.options import OPTIMISATIONS
from antumbra.program.languages import BUILT, LANGUAGES, TASK
from antumbra.session.characterizing.options import PHASES

SEARCHES = ("balanced", "dfs", "bfs", "random-path", "coverage-new", "random")
SOLVERS = ("auto", "bitwuzla", "z3")
POLICIES = ("havoc", "pure", "fail")
SPOKEN = tuple(name for name in LANGUAGES if name not in (TASK.name, BUILT.name))
SCHEDULER = "Use the workers of this scheduler of dask.distributed (tcp://host:8786, tls://host:8786)."
ENTRY_POINTERS = ("valid", "maybe-null", "any")


def program_files(file: tuple[Path, ...], settings: dict[str, Any]) -> tuple[Path, ...]:
    """The files of the program: a compilation database is one more."""
    database = settings.pop("compile_commands")
    files = file if database is None else (*file, database)
    if not files:
        raise WrongCall("Missing argument 'FILE...'.")
    if Path("-") in files:
        from antumbra.cli.standard_input import kept

        piped = kept(settings)
        files = tuple(piped if each == Path("-") else each for each in files)
    return files


def property_option(default: str) -> Option:
    return option(
        "--property",
        "-p",
        "property_",
        metavar="NAMES|FILE.prp",
        completes="properties",
        help=f"What to check, names separated by commas or an SV-COMP property file (default: {default}): "
        "unreach-call, assert, valid-memsafety (= valid-deref, valid-free, valid-memtrack), valid-memcleanup, "
        "no-overflow, division-by-zero, alignment, uninitialized, def-behavior, klee, all; or ids of checks as "
        "--show-checks lists them. "
        "Guarded commands: names of the file's own properties, "
        "or deadlock_free (default: all of the file's).",
        group="What to check",
    )


def entry_options() -> tuple[Option, ...]:
    group = "What to check"
    return (
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
            kind=Choice(ENTRY_POINTERS),
            default="maybe-null",
            help="What pointer parameters of the entry may be: valid (objects of their own), maybe-null (null as well; "
            "the default), any (equal to each other as well).",
            group=group,
        ),
        option(
            "--entry-pointer-size",
            kind=COUNT,
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


def reading_options() -> tuple[Option, ...]:
    """How the program is read."""
    group = "Reading the program"
    return (
        option(
            "--language",
            kind=Choice(SPOKEN),
            help="Default: by the file's ending.",
            group=group,
        ),
        option(
            "--data-model",
            kind=Choice(("LP64", "ILP32")),
            help="Sizes of C types (default: the task file's, else LP64).",
            group=group,
        ),
        flag("--32", "data_model", value="ILP32", help="Same as --data-model ILP32.", group=group),
        flag("--64", "data_model", value="LP64", help="Same as --data-model LP64.", group=group),
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
            kind=Place("file"),
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
            kind=Choice(POLICIES),
            default="havoc",
            help="A call of a function without a body: havoc (any result, and it changes whatever code in another file "
            "could; the default), pure (any result, nothing else changes), fail (the path ends as unknown).",
            group=group,
        ),
        flag("--infer-modifies", help="Boogie: work out modifies clauses from bodies.", group=group),
        option(
            "--existential",
            kind=Choice(("false", "true", "free")),
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
        option(
            "--outside-pointers",
            kind=COUNT,
            metavar="BYTES",
            help="Pointers that inputs and functions without a body give are null, or lead to a new heap object of so "
            "many bytes with unknown content (default: they are any number).",
            group=group,
        ),
        flag("--malloc-may-fail", help="malloc and its kin may also return NULL.", group=group),
        *_environment(),
    )


def _environment() -> tuple[Option, ...]:
    group = "The environment (C and LLVM; what is not given is fixed, and the report says how)"
    size = Whole(0)
    return (
        option(
            "--sym-args",
            "sym_args",
            kind=(size, size, size),
            multiple=True,
            in_order=True,
            metavar="MIN MAX LEN",
            help="From MIN to MAX unknown arguments of at most LEN characters each.",
            group=group,
        ),
        option(
            "--sym-arg",
            "sym_args",
            kind=size,
            multiple=True,
            in_order=True,
            metavar="LEN",
            help="One more unknown argument of at most LEN characters.",
            group=group,
        ),
        option(
            "--sym-env",
            kind=(TEXT, size),
            multiple=True,
            metavar="NAME LEN",
            help="A variable of the environment: unset, or at most LEN unknown characters. There are no others then.",
            group=group,
        ),
        option(
            "--sym-files",
            kind=(size, size),
            metavar="N SIZE",
            help="N files named A, B, … of at most SIZE unknown bytes each. There are no others then, but for those "
            "that the program makes.",
            group=group,
        ),
        option(
            "--sym-stdin",
            kind=size,
            metavar="N",
            help="A standard input of at most N unknown bytes. There are no files then but those of --sym-files.",
            group=group,
        ),
        flag(
            "--io-may-fail",
            help="With --sym-files or --sym-stdin: reads may be short, and what is done with files may fail.",
            group=group,
        ),
    )


def characterize_options() -> tuple[Option, ...]:
    group = "Inputs"
    return (
        option(
            "--max-inputs",
            kind=COUNT,
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
            kind=Place("file"),
            metavar="BOUNDS.JSON",
            help="Compare with the bounds of an earlier program: what is fixed, what still fails, what is new.",
            group=group,
        ),
        flag("--per-failure", help="Bounds for each failing check and place.", group=group),
        option(
            "--without",
            kind=Choice(PHASES),
            multiple=True,
            help="Leave out a phase, to measure what it is worth.",
            group=group,
        ),
    )


def limit_options() -> tuple[Option, ...]:
    group = "Limits (a search that one of them cuts is never safe)"
    return (
        option("--timeout", "-t", kind=Time(), metavar="TIME", help="90, 1.5, 90s, 5min, 2h.", group=group),
        option("--memory", kind=Size(), metavar="MB", help="500, 500MB, 2GB.", group=group),
        option("--max-depth", kind=COUNT, metavar="N", help="Unknown branches on one path.", group=group),
        option("--max-forks", kind=COUNT, metavar="N", help="Forks in all.", group=group),
        option("--max-paths", kind=COUNT, metavar="N", help="Ended paths in all.", group=group),
        option(
            "--bound",
            "--unwind",
            "bound",
            kind=COUNT,
            metavar="K",
            help="Iterations of a loop, each time it is entered. --unwind is CBMC's name for it.",
            group=group,
        ),
        option(
            "--max-loop",
            kind=COUNT,
            metavar="K",
            help="Returns to the head of a loop; as Symbooglix counts.",
            group=group,
        ),
        option("--solver-timeout", kind=Time(), metavar="TIME", help="For one solver query.", group=group),
    )


def targets_option() -> Option:
    return option(
        "--targets",
        metavar="all|error-calls|LINES",
        help="Decide each place in one run: all blocks (which code is dead?), each call of an error function, or lines "
        "such as 12,40: reachable with a test, unreachable, or unknown.",
        group="What to check",
    )


def checks_option() -> Option:
    return flag(
        "--show-checks",
        help="Decide each check of the program in one run, and list them: violated with a test, holds, unreachable, or "
        "unknown.",
        group="What to check",
    )


def engine_options() -> Iterator[Option]:
    """What each engine declares for users."""
    return (_engine_option(name, each) for name, each in user_options())


def engine_views() -> tuple[Option, ...]:
    """What engines build of a program, as ``show`` has it."""
    return tuple(
        flag(f"--{shows}", "what", value=shows, help=f"The engine {e.name}'s {e.shown}.", group="View")
        for shows, e in VIEWS.items()
    )


def _engine_option(engine: str, declared: EngineOption) -> Option:
    group = f"Engine {engine}"
    if declared.choices:
        kind = Choice(declared.choices)
        return option(declared.flag, kind=kind, default=declared.default, help=declared.help, group=group)
    if declared.default is True:
        both = f"{declared.flag}/--no-{declared.flag.removeprefix('--')}"
        return flag(both, default=True, help=declared.help, group=group)
    if declared.default is False:
        return flag(declared.flag, help=declared.help, group=group)
    return option(declared.flag, kind=COUNT, metavar="N", help=declared.help, group=group)


def search_options() -> tuple[Option, ...]:
    group = "Search"
    return (
        option(
            "--search",
            kind=Choice(SEARCHES),
            multiple=True,
            help="Which path next: balanced (depth first but fair; the default), dfs (the default for Boogie and "
            "of engines that prune), bfs, random-path, coverage-new, random (KLEE's two in turn). Several take turns.",
            group=group,
        ),
        flag(
            "--check-assumptions",
            help="Boogie: are axioms, unique constants and the entry's requires consistent at all?",
            group=group,
        ),
        flag(
            "--check-proofs/--no-check-proofs",
            default=None,
            help="Check what safe rests on by executing the program form once more, independently of the engine; takes "
            "about as long as the run, and two to three seconds. The default of check, not of explore.",
            group=group,
        ),
        option("--seed", kind=Whole(0), default=0, metavar="N", help="For random choices.", group=group),
        option("--solver", kind=Choice(SOLVERS), default="auto", help="bitwuzla or z3.", group=group),
        option(
            "--save-queries",
            kind=Place("folder"),
            metavar="DIR",
            help="Write hard solver queries there as .smt2.",
            group=group,
        ),
    )


def html_option() -> Option:
    about = "Also write page.html into the folder: verdict, source, the failing run step by step, costs by line."
    return flag("--html", help=about, group="Output")


def output_options(out: str | None) -> tuple[Option, ...]:
    """``out`` describes the default folder; None for a command that writes no files."""
    group = "Output"
    files = (
        option(
            "--out",
            "-o",
            kind=Place("folder"),
            metavar="DIR",
            help=f"A new or empty folder for tests and reports (default: {out}).",
            group=group,
        ),
        option(
            "--sarif",
            kind=Place("file"),
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
    return (
        flag("--json", "as_json", help="Print exactly one JSON object on stdout.", group=group),
        *((*files, coverage) if out is not None else ()),
        flag("--quiet", "-q", help="Only the RESULT line.", group=group),
        flag("--verbose", "-v", help="All counters; tracebacks of our own errors.", group=group),
    )


def witness_options() -> tuple[Option, ...]:
    group = "Output"
    return (
        option(
            "--witness",
            kind=Place("file"),
            metavar="FILE",
            help="Also write a witness of the verdict for other tools: what fails and how, or what holds at loops. "
            "GraphML where the name ends in .graphml, else YAML.",
            group=group,
        ),
        option("--witness-format", kind=Choice(("yaml", "graphml")), help="Of the witness.", group=group),
    )
