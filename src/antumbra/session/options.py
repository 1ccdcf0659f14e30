"""What a user can say about a run, beyond how the program is read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from antumbra.engines.targets import TargetPlace
from antumbra.frontends.options import LoadOptions
from antumbra.program.source import Location
from antumbra.records import dataclass, field
from antumbra.semantics.switches import DEFAULT_SWITCHES, Switches
from antumbra.terms import Term

SearchName = Literal["balanced", "dfs", "bfs", "random-path", "coverage-new", "random"]
SolverName = Literal["auto", "bitwuzla", "z3"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Budgets of a run; None means no limit. A search that one of them cuts is never ``safe``."""

    timeout: float | None = None  #: seconds from the start of the run, loading and replay included
    memory_mb: int | None = None
    max_depth: int | None = None  #: symbolic branches on one path
    max_forks: int | None = None
    max_paths: int | None = None
    bound: int | None = None  #: iterations of a loop, each time it is entered
    max_loop: int | None = None  #: returns to the head of a loop, each time it is entered


@dataclass(frozen=True, slots=True)
class Goals:
    """Targets as places of the program, lines that have none, and the counters of bounded loops."""

    targets: tuple[TargetPlace, ...] = ()
    empty: tuple[int, ...] = ()
    counters: frozenset[Term] = frozenset()
    #: the checks that are asked for one by one, by name and place; none: all of the property's
    only: frozenset[tuple[str, Location]] = frozenset()

    @property
    def blocks(self) -> tuple[TargetPlace, ...]:
        """Targets that are to be reached, rather than violated."""
        return tuple(target for target in self.targets if not target.check)


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Everything about a run. ``collect`` is what ``explore`` does: go on after an error, keep all tests."""

    engine: str = "auto"
    load: LoadOptions = field(default_factory=LoadOptions)
    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    search: tuple[SearchName, ...] = ()  #: interleaved; empty means the engine's choice
    solver: SolverName = "auto"
    solver_timeout: float | None = None  #: seconds for one query
    save_queries: Path | None = None  #: folder for queries that were hard
    own: Mapping[str, Any] = field(default_factory=dict[str, Any])  #: options of engines (engines.options), by name
    switches: Switches = DEFAULT_SWITCHES  #: optimisations of execution, for measurements
    check_assumptions: bool = False  #: Boogie: are axioms, unique constants and the entry's requires consistent?
    targets: str | None = None  #: places to decide one by one: ``all``, ``error-calls``, or lines
    show_checks: bool = False  #: decide each check one by one
    check_proofs: bool = True  #: have ``safe`` checked by another way of execution
    assume_inputs: Term | None = None  #: only executions whose inputs satisfy it exist (program.restricting.assuming)
    goals: Goals = field(default_factory=Goals)  #: what ``targets`` and ``bound`` mean in the program, once it is read
    collect: bool = False
    jobs: int = 1  #: processes that explore
    scheduler: str | None = None  #: of a cluster whose workers explore
    all_tests: bool = False  #: a test for every ended path, not only for those that cover something new
    coverage_of: tuple[str, ...] = ()  #: patterns of files and functions; none means all that is the user's
    write: bool = False  #: write tests and reports
    html: bool = False  #: write a page of the run too
    witness: bool = False  #: make a witness of the result
    out: Path | None = None  #: their folder; None means a new one, made when there is something to write

    @property
    def one_by_one(self) -> bool:
        """Whether places or checks are decided one by one: then a run goes on after the first violation."""
        return self.targets is not None or self.show_checks
