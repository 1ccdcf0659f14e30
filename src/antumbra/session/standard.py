"""The real parts of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from antumbra import terms as T
from antumbra.engines.contract import Engine
from antumbra.engines.registry import ENGINES, EXPLORING, INVARIANTS, PRUNING
from antumbra.engines.targets import plan_targets
from antumbra.frontends.load import load
from antumbra.frontends.loaded import Loaded
from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph, FlowGraph
from antumbra.proofs import Certificate
from antumbra.records import replace
from antumbra.session.control import Control
from antumbra.session.options import RunOptions
from antumbra.session.parts import Folder, Native

#: steps of one query that may be as many as those of a turn, for languages whose queries may take for ever
QUERY_PART = 1
#: steps of one query where states are merged, and the part of a long turn that one may take
MERGED_QUERY = 100_000
MERGED_PART = 2
#: of a program in which states are enumerated early: other engines' steps are long there
MANY_BLOCKS = 100
#: blocks of a program up to which invariants of its loops are looked for at once
FEW_BLOCKS = 150
#: steps of one question about closed forms in a program with memory
IN_PASSING = 30_000


def has_loops(program: P.Program) -> bool:
    """Has any procedure a loop?"""
    return any(FlowGraph(procedure).retreating_edges for procedure in program.procedures.values())


#: commands that work on memory
_MEMORY = (P.Load, P.Store, P.Alloc, P.Free, P.Copy, P.Fill, P.Builtin)


def numbers_only(program: P.Program) -> bool:
    """Has a program nothing but numbers? What loops over these come to is sooner proved than explored."""
    return not any(
        isinstance(command, _MEMORY)
        for procedure in program.procedures.values()
        for block in procedure.blocks.values()
        for command in block.commands
    )


def multiplies(program: P.Program) -> bool:
    """Are unknowns multiplied with each other? Solvers may take minutes for a question about that, in one step."""
    return any(
        term.op is T.BVMUL and not any(argument.op is T.CONST for argument in term.args)
        for procedure in program.procedures.values()
        for block in procedure.blocks.values()
        for command in block.commands
        if isinstance(command, P.Assign)
        for term in T.subterms(*command.values)
    )


class Standard:
    """Binds front ends, engines, native replay and test writers together. Heavy modules load when first needed."""

    def load(self, path: Path, options: RunOptions) -> Loaded:
        return load(path, options.load)

    def engine(self, loaded: Loaded, options: RunOptions, remaining: Callable[[], float | None]) -> Engine:
        if options.jobs > 1 or options.scheduler is not None:
            from antumbra.session.several.crews import crew

            return crew(loaded, options, remaining, told)
        names = chosen_engines(loaded, options)
        trial = names[0] == EXPLORING and merging(loaded, options) == "auto"
        enumerated = _enumerating(loaded, options, remaining) if _enumerates(loaded, options, names) else None
        if len(names) == 1 and not trial and enumerated is not None:
            from antumbra.strategies.auto import Alternation

            pruning = partial(_alone, loaded, options, remaining)
            return Alternation([pruning, enumerated], short=(1, 0) if _blocks(loaded) >= MANY_BLOCKS else ())
        if len(names) == 1 and not trial:
            return ENGINES[names[0]].make(loaded.program, told(loaded, options, names[0], remaining()))
        from antumbra.strategies.auto import Alternation

        memory = options.limits.memory_mb
        if memory is not None:  # each keeps its states
            options = replace(options, limits=replace(options.limits, memory_mb=memory // len(names)))

        uncalled = _uncalled(loaded, options)

        def maker(name: str, merge: str = "none") -> Callable[[int | None], Engine]:
            def make(steps: int | None) -> Engine:
                query = QUERY_PART * steps if steps and loaded.language.axioms else None
                if uncalled is not None:  # what is decided already waits for no question
                    query = steps
                if merge != "none" and steps:  # one that takes longer is better asked path by path
                    query = max(MERGED_QUERY, steps // MERGED_PART)
                given = {**told(loaded, options, name, remaining()), "query_steps": query, "merge": merge}
                given["lemmas_first"] = True
                return ENGINES[name].make(loaded.program, given)

            return make

        first = [maker(EXPLORING, "auto")] if trial else []
        makers = [*first, *(maker(name) for name in names)]
        soon: tuple[int, ...] = ()
        if uncalled is not None:  # after a turn of exploration, which may meet undefined behaviour
            makers.insert(len(first) + 1, lambda _: uncalled)
        elif _proposes(loaded, options):
            from antumbra.strategies.proposing import Proposing, makes_lists

            checks = options.load.properties.checks
            makers.insert(len(first) + 1, lambda _: Proposing(loaded.program, checks, remaining))
            if trial and makes_lists(loaded.program):
                soon = (2,)  # exploration takes long for each of its steps where there are many objects
        early: tuple[int, ...] = ()
        if enumerated is not None:  # before others that close loops
            place = len(makers) - len(names) + 1
            early = (place,) if _blocks(loaded) >= MANY_BLOCKS else ()
            makers.insert(place, enumerated)
        axioms = loaded.language.axioms
        late = [len(first) + number for number, name in enumerate(names) if axioms and ENGINES[name].slow_to_make]
        short: tuple[int, ...] = (0, 1, *soon) if soon else ()
        rounds: tuple[int, ...] = ()
        closing = [number for number, name in enumerate(names) if ENGINES[name].loops]
        if axioms and closing and not trial:  # what explores may take long for a step where terms grow with each round
            short, rounds = (0,), (*closing, *(number for number in range(len(names)) if number not in closing))
        if trial and _accelerates(loaded, options, names):
            last = len(makers)
            makers.append(_accelerating(loaded, options, remaining))
            if numbers_only(loaded.program):
                if _blocks(loaded) <= FEW_BLOCKS and names[-1] == INVARIANTS and not multiplies(loaded.program):
                    # of few numbers invariants are soon found, if they are
                    early = (*early, last - 1, last - 1)
                short, rounds = (1, *early, last), (last, *range(2, last), 1, 0)
            else:
                short, rounds = (0, 1, *soon, last), (*range(1, last), last, 0)
        return Alternation(makers, axioms=axioms, trial=trial, late=late, short=short, rounds=rounds)

    def native(self, loaded: Loaded, options: RunOptions, control: Control) -> Native:
        replay = loaded.language.replay
        chosen = ENGINES.get(options.engine)
        if replay == "trace" or (replay == "model" and chosen is not None and chosen.traces):
            from antumbra.session.replays.traces import TraceReplay

            return TraceReplay(loaded, control)
        if replay == "model":
            from antumbra.session.replays.boogie import ConcreteReplay

            return ConcreteReplay(loaded, control)
        from antumbra.session.replays.native import NativeReplay

        places = tuple(target.location for target in options.goals.targets if not target.check)
        return NativeReplay(loaded, options.load, places, steps=options.write, given=options.limits.timeout)

    def folder(self, loaded: Loaded, options: RunOptions) -> Folder:
        from antumbra.session.writing.testfiles import ResultFolder

        return ResultFolder(loaded, options)


def _blocks(loaded: Loaded) -> int:
    return sum(len(procedure.blocks) for procedure in loaded.program.procedures.values())


def _alone(loaded: Loaded, options: RunOptions, remaining: Callable[[], float | None], _: int | None) -> Engine:
    return ENGINES[PRUNING].make(loaded.program, told(loaded, options, PRUNING, remaining()))


def _enumerates(loaded: Loaded, options: RunOptions, names: Sequence[str]) -> bool:
    """Whether states where inputs are asked for may be worth enumerating: in loops without bounds, of numbers alone."""
    limits = options.limits
    limited = any((limits.max_depth, limits.max_forks, limits.max_paths, limits.bound, limits.max_loop))
    apart = options.collect or options.all_tests or options.goals.only or options.search or limited
    if apart or PRUNING not in names or not loaded.language.memory or "uninitialized" in options.load.properties.checks:
        return False
    # who has pruned states looked at again, or looks at a tree, wants that engine
    return not options.own.get("check_subsumption") and has_loops(loaded.program)


def _enumerating(
    loaded: Loaded, options: RunOptions, remaining: Callable[[], float | None]
) -> Callable[[int | None], Engine]:
    def make(_: int | None) -> Engine:
        from antumbra.strategies.enumerated import Enumerated

        checks, goals = options.load.properties.checks, options.goals
        return Enumerated(loaded.program, checks, goals.blocks, remaining(), options.limits.memory_mb)

    return make


def _accelerates(loaded: Loaded, options: RunOptions, names: Sequence[str]) -> bool:
    """Whether closed forms of loops are worth looking for."""
    limits = options.limits
    bounded = limits.bound is not None or limits.max_loop is not None
    return PRUNING in names and len(names) > 1 and not bounded and not options.goals.only and has_loops(loaded.program)


def _accelerating(
    loaded: Loaded, options: RunOptions, remaining: Callable[[], float | None]
) -> Callable[[int | None], Engine]:
    def inner(program: P.Program) -> Engine:
        return ENGINES[PRUNING].make(program, told(loaded, options, PRUNING, remaining()))

    def make(_: int | None) -> Engine:
        from antumbra.engines.invariants.closed_forms.confirming import Prover
        from antumbra.strategies.accelerated import Accelerated

        prover = Prover(seconds=remaining)
        if not numbers_only(loaded.program):  # loops of library models mostly: few of their closed forms matter
            prover = Prover(seconds=remaining, steps=IN_PASSING, budget=2 * IN_PASSING)
        return Accelerated(loaded.program, options.load.properties.checks, inner, prover)

    return make


def invariants_of(loaded: Loaded, options: RunOptions, remaining: float | None, steps: int) -> Certificate | None:
    """What invariants of loops prove a program of a few blocks safe, if they are found within so many steps."""
    program = loaded.program
    if not loaded.language.memory or loaded.language.axioms or _blocks(loaded) > FEW_BLOCKS:
        return None
    if not has_loops(program) and not CallGraph(program).recursive:
        return None
    given = {**told(loaded, options, INVARIANTS, remaining), "lemmas_first": True}
    engine = ENGINES[INVARIANTS].make(program, given)
    for _ in engine.run(steps=steps):
        return None  # it has found something else
    return engine.certificate()


def _uncalled(loaded: Loaded, options: RunOptions) -> Engine | None:
    """Where nothing calls what the property forbids, and nobody asks for more than the verdict, little is executed."""
    if not _only_verdict(loaded, options):
        return None
    from antumbra.strategies.uncalled import Uncalled, enclosure

    found = enclosure(loaded.program, options.load.properties.checks)
    return None if found is None else Uncalled(found)


def _only_verdict(loaded: Loaded, options: RunOptions) -> bool:
    """Does nobody ask for anything but the verdict of a program with memory?"""
    limits = options.limits
    limited = any((limits.max_depth, limits.max_forks, limits.max_paths, limits.bound, limits.max_loop))
    wanted = (
        options.collect or options.all_tests or options.one_by_one or options.goals.only or options.search or limited
    )
    return options.engine == "auto" and not wanted and loaded.language.memory


def _proposes(loaded: Loaded, options: RunOptions) -> bool:
    """May claims about loops that go over memory prove the program?"""
    unwritten = "uninitialized" in options.load.properties.checks
    return _only_verdict(loaded, options) and options.check_proofs and not unwritten and has_loops(loaded.program)


def told(loaded: Loaded, options: RunOptions, engine: str, timeout: float | None) -> Mapping[str, Any]:
    """Everything that was said, by the names of engines' options: each takes what it has a use for."""
    limits, language = options.limits, loaded.language
    # exploring for coverage, a path matters to an engine that prunes as long as it may cover something
    covering = options.collect and ENGINES[engine].prunes
    targets = plan_targets(loaded.program, "all", "", frozenset()).targets if covering else options.goals.blocks
    return {
        "checks": options.load.properties.checks,
        "seed": options.seed,
        "timeout": timeout,
        "given": limits.timeout,
        "memory_mb": limits.memory_mb,
        "max_depth": limits.max_depth,
        "max_forks": limits.max_forks,
        "max_paths": limits.max_paths,
        "solver": options.solver,
        "solver_timeout": options.solver_timeout,
        "save_queries": options.save_queries,
        "search": options.search or language.search or None,
        "every_input": options.all_tests,
        "targets": targets,
        "counters": options.goals.counters,
        "axioms": language.axioms,
        "switches": options.switches,
        "traces": language.replay != "native",
        "named_properties": language.named_properties,
        **options.own,
    }


def merging(loaded: Loaded, options: RunOptions) -> str:
    """Whether states that meet may become one. Not where somebody asked for paths: tests, an order, some number."""
    said = options.own.get("merge")
    if said is not None:
        return str(said)
    limits = options.limits
    limited = limits.max_depth or limits.max_forks or limits.max_paths
    unwritten = "uninitialized" in options.load.properties.checks
    paths = options.engine != "auto" or options.collect or options.all_tests or options.search or limited
    return "none" if paths or unwritten or loaded.language.axioms or not loaded.language.memory else "auto"


def chosen_engines(loaded: Loaded, options: RunOptions) -> tuple[str, ...]:
    """The engines of a run; several only where there is something to choose from."""
    possible = loaded.language.engines
    if options.engine != "auto":
        return (options.engine,)
    if len(possible) == 1:
        return possible
    if loaded.language.memory and "uninitialized" in options.load.properties.checks:
        return possible[:1]
    if options.one_by_one and (ENGINES[PRUNING].axioms or not loaded.program.axioms):
        return (PRUNING,)
    limits = options.limits
    limited = limits.max_depth or limits.max_forks or limits.max_paths
    if options.search or options.collect or limited or options.one_by_one:
        return possible[:1]
    # without loops there is nothing to close, and those that are bounded are not to be
    bounded = limits.bound is not None or limits.max_loop is not None
    if any(ENGINES[name].loops for name in possible) and (bounded or not has_loops(loaded.program)):
        return tuple(name for name in possible if not ENGINES[name].loops)
    return possible
