"""The same results in Python as on the command line.

    >>> import antumbra
    >>> result = antumbra.check("program.c", property="valid-memsafety", timeout=60)
    >>> result.verdict, result.inputs

A wrong input or option raises ``InputError``; everything else, our own failures included, ends in a ``Result``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack

from antumbra.engines.registry import EXPLORING, PRUNING, engine_named, user_options
from antumbra.frontends.boogie.options import OPTIMISATIONS, BoogieOptions
from antumbra.frontends.environment import environment
from antumbra.frontends.options import DataModel, Externals, LoadOptions
from antumbra.program.errors import InputError, suggestion
from antumbra.program.pointers import EntryPointers
from antumbra.program.properties import KLEE, UNREACH_CALL, PropertySet
from antumbra.proofs.proof import Invariant, Proof
from antumbra.records import fields, replace
from antumbra.report.result import Check, Finding, Input, Result, Status, Verdict
from antumbra.semantics.switches import Switches
from antumbra.session.asking.settings import refuse_unknown, refuse_values, size_of, time_of
from antumbra.session.control import Control, Observer, Silent
from antumbra.session.options import Limits, RunOptions, SearchName, SolverName
from antumbra.session.run import run
from antumbra.session.standard import Standard
from antumbra.session.task import resolve

if TYPE_CHECKING:
    from antumbra.report.characterization import Characterization

__all__ = [
    "Characterization",
    "Check",
    "Finding",
    "Input",
    "InputError",
    "Invariant",
    "Proof",
    "Reading",
    "Result",
    "Settings",
    "Status",
    "Verdict",
    "characterize",
    "check",
    "explore",
    "replay",
    "show",
]


def __getattr__(name: str) -> object:
    if name == "Characterization":  # and with it what counts and words bounds
        from antumbra.report.characterization import Characterization

        return Characterization
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _switches(disabled: Sequence[str]) -> Switches:
    names = {name.replace("-", "_") for name in disabled}
    known = {field.name for field in fields(Switches)}
    return Switches(**dict.fromkeys(sorted(names & known), False))


class Reading(TypedDict, total=False):
    """How a program is read. Everything has a default."""

    link: Sequence[str | Path]  #: further files of the program, C, LLVM or built by ``antumbra cc``
    only: Sequence[str]  #: which files of a compilation database count, as patterns
    property: str | None  #: names separated by commas, or a ``.prp`` file
    entry: str | None  #: the function to start from; its parameters are inputs
    entry_pointers: EntryPointers  #: what those of them that are pointers may be
    entry_pointer_size: int  #: bytes of what they lead to
    pointers: Sequence[str]  #: the same of single parameters: ``p=string:8,maybe-null``
    outside_pointers: int | None  #: bytes of what pointers from outside lead to, if they are not null
    language: str | None  #: "c", "llvm", "boogie" or "guarded"; by the file's ending if not given
    data_model: DataModel | None
    externals: Externals  #: what a call of a function without a body does
    malloc_may_fail: bool
    sym_args: Sequence[int | Sequence[int]]  #: unknown arguments: ``LEN`` for one, ``(MIN, MAX, LEN)`` for some
    sym_env: Sequence[tuple[str, int]]  #: unknown variables of the environment: ``(NAME, LEN)``
    sym_files: Sequence[int] | None  #: unknown files A, B, …: ``(N, SIZE)``
    sym_stdin: int | None  #: most bytes of an unknown standard input
    io_may_fail: bool  #: of such files and of that input
    clang: str | None
    include_dirs: Sequence[str]
    defines: Sequence[str]
    cflags: Sequence[str]
    infer_modifies: bool  #: Boogie: work out modifies clauses from bodies
    existential: Literal["false", "true", "free"] | None  #: Boogie: what constants marked {:existential} are
    disable: Sequence[str]  #: Boogie: optimisations to leave out, for measurements


class Settings(Reading, total=False):
    """How a program is read and searched. Everything has a default."""

    timeout: float | str | None  #: for the whole run: seconds, or "5min"
    memory: int | str | None  #: megabytes, or "2GB"
    max_depth: int | None
    max_forks: int | None
    max_paths: int | None
    bound: int | None  #: iterations of a loop, each time it is entered
    max_loop: int | None  #: returns to the head of a loop, each time it is entered
    targets: str | None  #: decide each of ``all`` blocks, of the ``error-calls``, or of some lines ("12,40")
    show_checks: bool  #: decide each check of the program one by one (``Result.checks``)
    check_proofs: bool | None  #: have ``safe`` checked independently; the default of ``check``, not of ``explore``
    options: Mapping[str, object]  #: of one engine, by their names on the help page (``engines.registry``)
    seed: int
    search: Sequence[SearchName]
    solver: SolverName
    solver_timeout: float | str | None  #: for one query
    check_assumptions: bool  #: Boogie: also ask whether the initial assumptions are consistent
    save_queries: str | Path | None
    coverage_of: Sequence[str]  #: count only files and functions that match one of these patterns
    out: str | Path | None  #: a new or empty folder for tests and reports
    write: bool  #: write tests and reports; the default is whether ``out`` is given
    html: bool  #: write a page of the run, too (``Result.page``)
    witness: bool  #: make a witness of the result (``Result.witness``)
    control: Control | None  #: stops the run from outside
    observer: Observer | None  #: watches the run


def check(path: str | Path, *, engine: str = "auto", **settings: Unpack[Settings]) -> Result:
    """Check a property of a program; stop at the first violation that native code confirms."""
    return _run(path, engine, settings, UNREACH_CALL)


def explore(
    path: str | Path,
    *,
    all_tests: bool = False,
    prune: bool = False,
    profile: bool = False,
    jobs: int = 1,
    scheduler: str | None = None,
    **settings: Unpack[Settings],
) -> Result:
    """Explore all paths: tests for what is new (or for every path), coverage, every error on the way.

    ``jobs``: so many processes share the paths. ``scheduler``: workers of this cluster of dask.distributed do.
    ``prune``: leave out paths that can neither cover nor violate anything new (an engine that prunes).
    ``profile``: count instructions, forks, queries and solver time by line (``Result.hot_spots``).
    """
    if profile:
        if prune:
            raise InputError("a profile is of all paths: either profile or prune")
        settings["options"] = {**settings.get("options", {}), "profile": True}
    if prune and (jobs > 1 or scheduler is not None):
        raise InputError("what one process may prune the others do not know: either prune or several processes")
    engine = PRUNING if prune else EXPLORING
    return _run(path, engine, settings, KLEE, collect=True, all_tests=all_tests, jobs=jobs, scheduler=scheduler)


def characterize(
    path: str | Path,
    *,
    max_inputs: int | None = None,
    assume_inputs: Sequence[str] = (),
    against: str | Path | None = None,
    without: Sequence[str] = (),
    **settings: Unpack[Settings],
) -> Characterization:
    """Bounds on all failing inputs: those that certainly fail, those that certainly do not, and what is between.

    ``max_inputs``: reads of one run that count as inputs; None: 16, and more while there is time (with a ``timeout``).
    ``assume_inputs``: ``n=0..100`` or a table of probabilities ``n=0:0.5,1..9:0.5``, for inputs that are not just any
    value. ``against``: the bounds.json of an earlier run to compare with. ``without``: phases to leave out, to measure.
    """
    from antumbra.session.characterizing.options import PHASES, CharacterizeOptions
    from antumbra.session.characterizing.run import characterize as characterize_run

    unknown = sorted(set(without) - set(PHASES))
    if unknown:
        raise InputError(
            f"unknown phase {unknown[0]!r}{suggestion(unknown[0], PHASES)}; expected some of {', '.join(PHASES)}"
        )
    program, options = _options(path, "auto", settings, UNREACH_CALL)
    asked = options.load.properties
    if asked.checks == frozenset({"uninitialized"}):
        raise InputError("bounds are about values, and not about what depends on memory that was never written")
    if "uninitialized" in asked.checks:
        rest = replace(asked, checks=asked.checks - {"uninitialized"}, name=f"{asked.name} without uninitialized")
        options = replace(options, load=replace(options.load, properties=rest))
    options = replace(options, check_proofs=settings.get("check_proofs") is not False)
    wishes = CharacterizeOptions(
        max_inputs=max_inputs,
        assume_inputs=tuple(assume_inputs),
        against=None if against is None else Path(against),
        without=frozenset(without),
    )
    control = settings.get("control") or Control(options.limits.timeout, options.limits.memory_mb)
    observer = settings.get("observer") or Silent()
    return characterize_run(program, options, wishes, control, observer, Standard())


def validate(path: str | Path, witness_file: str | Path, **settings: Unpack[Settings]) -> Result:
    """Check a witness: ``safe`` where a correctness witness is confirmed, ``unsafe`` where a violation witness is, else
    ``unknown`` with the reason, which begins with ``refuted:`` where the witness is wrong.

    Property and data model are the witness's own, unless they are given; then it must be about them.
    """
    from antumbra.session.witnessing.fitting import Said
    from antumbra.session.witnessing.validating import DEFAULT_TIMEOUT
    from antumbra.session.witnessing.validating import validate as validate_run

    program, options = _options(path, "auto", settings, UNREACH_CALL)
    given = settings.get("property") is not None or program != Path(path)
    said = Said(options.load.properties if given else None, settings.get("data_model"))
    control = settings.get("control") or Control(options.limits.timeout, options.limits.memory_mb)
    if control.timeout is None:
        control.timeout = DEFAULT_TIMEOUT
    return validate_run(program, Path(witness_file), options, said, control, settings.get("observer") or Silent())


def replay(path: str | Path, test: str | Path, **settings: Unpack[Reading]) -> Result:
    """Run one test as native code: ``unsafe`` if it fails or reaches its target, else ``unknown`` with how it ended."""
    from antumbra.session.replays.retry import replay_test

    refuse_unknown(settings, Reading.__optional_keys__)
    return replay_test(Path(path), Path(test), lambda default: _reading(Path(path), settings, default))


def show(
    path: str | Path,
    what: Literal["program", "cfg", "ir", "abstract", "tree", "regions"] = "program",
    *,
    format: Literal["dot", "svg", "html"] = "dot",  # noqa: A002 - the word users know
    procedure: str | None = None,
    timeout: float | str | None = None,
    max_iterations: int | None = None,
    max_nodes: int | None = None,
    bound: int | None = None,
    step: int | None = None,
    control: Control | None = None,
    **settings: Unpack[Reading],
) -> str:
    """The program form as text, the control flow of all or one of its procedures, the LLVM IR it was read from, the
    abstract transition system that the engine abstract ends with, the symbolic execution tree of the engine
    interpolate (its first ``max_nodes`` nodes, with ``bound`` iterations of each loop), or the region graphs of the
    engine dash, in the end or at one ``step``."""
    from antumbra.session.views import view

    refuse_unknown(settings, Reading.__optional_keys__)
    program, options = _reading(Path(path), settings, UNREACH_CALL)
    return view(
        program,
        options,
        what,
        format,
        procedure,
        timeout=time_of(timeout),
        max_iterations=max_iterations,
        max_nodes=max_nodes,
        bound=bound,
        step=step,
        control=control,
    )


def _run(
    path: str | Path,
    engine: str,
    settings: Settings,
    default: PropertySet,
    *,
    collect: bool = False,
    all_tests: bool = False,
    jobs: int = 1,
    scheduler: str | None = None,
) -> Result:
    program, options = _options(path, engine, settings, default)
    if collect and options.load.properties.goal:
        options = replace(options, load=replace(options.load, properties=options.load.properties.exploring()))
    proofs = settings.get("check_proofs")
    options = replace(
        options,
        check_proofs=not collect if proofs is None else proofs,
        collect=collect,
        all_tests=all_tests,
        jobs=jobs,
        scheduler=scheduler,
    )
    control = settings.get("control") or Control(options.limits.timeout, options.limits.memory_mb)
    return run(program, options, control, settings.get("observer") or Silent(), Standard())


def _options(path: str | Path, engine: str, settings: Settings, default: PropertySet) -> tuple[Path, RunOptions]:
    # the command line gives options of engines as it gives all others
    besides = {name: value for name, value in settings.items() if name not in Settings.__optional_keys__}
    own = _own_options({**besides, **settings.get("options", {})})
    if settings.get("html"):
        own.setdefault("profile", True)  # a page shows what lines cost
    engine = engine_named(engine)
    program, load = _reading(Path(path), settings, default)
    save_queries, out = settings.get("save_queries"), settings.get("out")
    return program, RunOptions(
        engine=engine,
        load=load,
        limits=Limits(
            timeout=time_of(settings.get("timeout")),
            memory_mb=size_of(settings.get("memory")),
            max_depth=settings.get("max_depth"),
            max_forks=settings.get("max_forks"),
            max_paths=settings.get("max_paths"),
            bound=settings.get("bound"),
            max_loop=settings.get("max_loop"),
        ),
        targets=settings.get("targets"),
        show_checks=settings.get("show_checks", False),
        switches=_switches(settings.get("disable", ())),
        check_assumptions=settings.get("check_assumptions", False),
        seed=settings.get("seed", 0),
        search=tuple(settings.get("search", ())),
        solver=settings.get("solver", "auto"),
        solver_timeout=time_of(settings.get("solver_timeout")),
        save_queries=Path(save_queries) if save_queries is not None else None,
        own=own,
        coverage_of=tuple(settings.get("coverage_of", ())),
        write=settings.get("write", out is not None or settings.get("html", False)),
        html=settings.get("html", False),
        witness=settings.get("witness", False),
        out=Path(out) if out is not None else None,
    )


def _own_options(given: Mapping[str, object]) -> dict[str, object]:
    """Options of engines. Raises TypeError for what is none, and InputError for a value that does not fit."""
    if not given:
        return {}
    known = {option.name: option for _, option in user_options()}
    refuse_unknown(given.keys() - known, (*known, *Settings.__optional_keys__))
    for name, value in given.items():
        problem = known[name].problem(value)
        if problem is not None:
            raise InputError(problem)
    return dict(given)


def _reading(path: Path, settings: Reading, default: PropertySet) -> tuple[Path, LoadOptions]:
    refuse_values(settings)
    options = LoadOptions(
        link=tuple(map(str, settings.get("link", ()))),
        only=tuple(settings.get("only", ())),
        language=settings.get("language"),
        entry=settings.get("entry"),
        entry_pointers=settings.get("entry_pointers", "maybe-null"),
        entry_pointer_size=settings.get("entry_pointer_size", 64),
        pointers=tuple(settings.get("pointers", ())),
        outside_pointers=settings.get("outside_pointers"),
        externals=settings.get("externals", "havoc"),
        malloc_may_fail=settings.get("malloc_may_fail", False),
        environment=environment(
            settings.get("sym_args", ()),
            settings.get("sym_stdin"),
            settings.get("sym_files"),
            settings.get("sym_env", ()),
            io_may_fail=settings.get("io_may_fail", False),
        ),
        clang=settings.get("clang"),
        include_dirs=tuple(settings.get("include_dirs", ())),
        defines=tuple(settings.get("defines", ())),
        cflags=tuple(settings.get("cflags", ())),
    )
    if options.pointers and options.entry is None:
        raise InputError("meanings of pointers are about parameters of a function that entry names")
    disabled = frozenset(settings.get("disable", ()))
    unknown = sorted(disabled - frozenset(OPTIMISATIONS))
    if unknown:
        hint = suggestion(unknown[0], OPTIMISATIONS)
        raise InputError(f"unknown optimisation {unknown[0]!r}{hint}; expected some of {', '.join(OPTIMISATIONS)}")
    options = replace(
        options,
        boogie=BoogieOptions(
            entry=options.entry,
            defines=options.defines,
            infer_modifies=settings.get("infer_modifies", False),
            existential=settings.get("existential"),
            unique_distinct="unique-distinct" not in disabled,
            dead_declarations="dead-declarations" not in disabled,
            look_ahead="look-ahead" not in disabled,
        ),
    )
    return resolve(path, options, settings.get("property"), settings.get("data_model"), default)
