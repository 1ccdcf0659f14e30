"""DSEI (section 4, Fig. 5): depth first, learning an interpolant at every cut point, pruning with them.

Besides states that a finished interpolant covers, a state is covered by a state with exactly the same values that
is still being explored (a loop came back to where it was). That is sound by the length of a shortest
violation: the covered state has made progress since.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from antumbra import terms as T
from antumbra.engines.coverage import Coverage, measure
from antumbra.engines.interpolate.backprop import Backprop
from antumbra.engines.interpolate.formula import NOTHING, Builder, Formula
from antumbra.engines.interpolate.locations import NEXT_PAGE, Locations
from antumbra.engines.interpolate.reach import Reach
from antumbra.engines.interpolate.table import Point, Table
from antumbra.engines.interpolate.trace import ALWAYS, Place, Reader, Start, taken
from antumbra.engines.interpolate.tree import GIVEN_UP, PROVED, Node, Proved, Result
from antumbra.engines.limits import Limits, peak_mb
from antumbra.engines.outcome import Cut, PathEnd, Progress, Reason, Statistics
from antumbra.engines.recording import Recording
from antumbra.program import model as P
from antumbra.semantics.contract import MachineOptions, PathEnded, Pending, Suspended
from antumbra.semantics.flow import successors
from antumbra.semantics.machine import Machine
from antumbra.semantics.pages import PAGE_BITS, Page
from antumbra.semantics.runtime import from_term, to_term
from antumbra.semantics.state import State
from antumbra.solvers import Chain, PathCondition
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class InterpolateOptions:
    """``prune``: use what was learnt; without it every path is followed."""

    checks: frozenset[str]
    timeout: float | None = None
    memory_mb: float | None = None
    max_calls: int = 20_000
    solver: str = "auto"
    solver_timeout: float | None = 30.0
    save_queries: Path | None = None
    prune: bool = True


class Interpolator:
    """A step machine like the explorer: ``run`` yields ended paths; then ``complete`` tells if all was covered."""

    def __init__(self, program: P.Program, options: InterpolateOptions) -> None:
        self.options = options
        self.limits = Limits(options.timeout, options.memory_mb)
        self.chain = Chain(
            solver=options.solver,
            timeout=options.solver_timeout,
            save_queries=options.save_queries,
            deadline=self.limits.remaining,
        )
        self.recording = Recording(options.checks)
        self.machine = Machine(
            program,
            self.chain,
            self,
            self.recording,
            MachineOptions(checks=options.checks, max_calls=options.max_calls, trace=True),
        )
        self.recording.sites = self.machine.sites
        self.locations = Locations(frozenset(program.variables))
        self.reader = Reader(program, self.machine.compiler, self.locations)
        self.reach = Reach(program, options.checks)
        self.backprop = Backprop(
            self.locations, self._relevant, self._matters, self._valid, self._unwritten, program.layout.first_free
        )
        self.table = Table()
        self.stopped: Reason | None = None
        # leaks are judged by the whole state at the end of a run, which no interpolant speaks of
        self._prune = options.prune and not options.checks & {"valid-memtrack", "valid-memcleanup"}
        self.subsumed = 0
        self.covered = 0
        self.visits = 0
        self.instructions = 0
        self._pending: list[tuple[Pending, Node]] = []
        #: states all concrete, explored or under exploration; and states with terms, under exploration
        self._exact: set[Any] = set()
        self._active: set[Any] = set()
        self._split_children: Sequence[Pending] | None = None
        self._cut_points: dict[int, bool] = {}
        self._initial_pages: dict[int, Page] = {}
        self._written: set[int] = set()
        self._root_result: Result | None = None
        self._valid_cache: dict[Term, bool] = {}
        self._forked_since_visit = False

    # ------------------------------------------------------------ scheduling

    def split(self, children: Sequence[Pending]) -> bool:
        """As semantics.contract.Scheduler asks: the driver takes over."""
        self._split_children = children
        return False

    def interrupt(self) -> None:
        self.limits.interrupted = True

    # ------------------------------------------------------------ the run

    def run(self, on_progress: Callable[[Progress], None] | None = None) -> Iterator[PathEnd]:
        collecting = gc.isenabled()
        gc.disable()
        try:
            yield from self._run(on_progress)
        finally:
            if collecting:
                gc.enable()

    def _run(self, on_progress: Callable[[Progress], None] | None) -> Iterator[PathEnd]:
        first = self.machine.initial()
        self._initial_pages = dict(first.state.pages)
        root = Node(None, 0, Start.of(first.state, first.region))
        self._pending.append((first, root))
        yield from self.recording.take()
        next_progress = 0.0
        while self._pending and self.stopped is None:
            pending, node = self._pending.pop()
            self._step(pending, node)
            yield from self.recording.take()
            if on_progress is not None and self.limits.elapsed() > next_progress:
                next_progress = self.limits.elapsed() + 0.1
                on_progress(self.progress())

    def _step(self, pending: Pending, node: Node) -> None:
        """Run one state to its end or its next fork."""
        state, region, arguments = pending.state, pending.region, pending.arguments
        functions = self.machine.functions
        before = state.steps
        node.log = state.log = []
        before_trouble = self.recording.trouble
        fresh = True  # a node must make progress before it can be covered
        count = 0
        try:
            while True:
                if self._is_cut_point(region):
                    if not fresh:
                        follower = self._visit(state, region, arguments, node)
                        if follower is None:
                            self.instructions += state.steps - before
                            return
                        if follower is not node:
                            node = follower
                            node.log = state.log = []
                    fresh = False
                region, arguments = functions[region](state, *arguments)
                count += 1
                if count & 63 == 0 and (exceeded := self.limits.exceeded()) is not None:
                    self.stopped = exceeded
                    self.instructions += state.steps - before
                    return
                fresh = False
        except PathEnded:
            self.instructions += state.steps - before
            clean = self.recording.trouble == before_trouble
            self._deliver(node, NOTHING if clean else GIVEN_UP)
        except Suspended:
            self.instructions += state.steps - before
            children, self._split_children = self._split_children, None
            self._fork(node, children or (), clean=self.recording.trouble == before_trouble)
        if self.stopped is None:
            self.stopped = self.limits.exceeded() if self._pending else None

    def _fork(self, node: Node, children: Sequence[Pending], *, clean: bool) -> None:
        self._forked_since_visit = True
        node.log = children[0].state.log
        node.results = [None] * len(children)
        for slot, child in enumerate(children):
            below = Node(node, slot, Start.of(child.state, child.region))
            below.snapshot = child.state.fork()
            below.values = child.arguments
            node.children.append(below)
        if not clean:
            # a side was given up: the whole fork proves nothing
            node.results.append(GIVEN_UP)
        for child, below in reversed(list(zip(children, node.children, strict=True))):
            self._pending.append((child, below))

    def _is_cut_point(self, region: int) -> bool:
        known = self._cut_points.get(region)
        if known is None:
            entry = self.machine.compiler.entries[region]
            shape = self.machine.compiler.shape(entry.procedure)
            known = entry.index == 0 and entry.parameters == shape.live_in[entry.label]
            known = known and (entry.label in shape.loop_heads or shape.predecessors[entry.label] > 1)
            self._cut_points[region] = known
        return known

    # ------------------------------------------------------------ cut points

    def _visit(self, state: State, region: int, arguments: tuple[Any, ...], node: Node) -> Node | None:
        """A cut point: prune the state (None), or begin a node."""
        entry = self.machine.compiler.entries[region]
        if entry.label not in self.machine.compiler.shape(entry.procedure).loop_heads and not self._forked_since_visit:
            return node
        self.visits += 1
        self._forked_since_visit = False
        start = Start.of(state, region)
        point: Point = (region, start.callers)
        node.final = entry.label
        node.log = state.log
        if self._prune:
            environment = self._environment(state, start, arguments)
            found = self.table.find(
                point,
                lambda form: self._evaluate(form, environment, state),
                lambda f: self._holds(f, environment, state),
            )
            if found is not None:
                self.subsumed += 1
                self._attach(node, Node(node, 0, start))
                self._deliver_to(node, 0, found)
                return None
        concrete, exact = self._exact_key(state, point, arguments)
        if self._prune and (exact in self._exact or exact in self._active):
            self.covered += 1
            self._attach(node, Node(node, 0, start))
            self._deliver_to(node, 0, self._as_formula(state, start, arguments) if concrete else PROVED)
            return None
        below = Node(node, 0, start)
        self._attach(node, below)
        below.point = point
        below.snapshot = state.fork()
        below.values = arguments
        below.exact = (concrete, exact)
        (self._exact if concrete else self._active).add(exact)
        return below

    def _attach(self, node: Node, below: Node) -> None:
        node.children.append(below)
        node.results.append(None)

    def _exact_key(self, state: State, point: Point, arguments: tuple[Any, ...]) -> tuple[bool, Any]:
        """All values that a state consists of, and whether they are all concrete."""
        saved: list[tuple[Any, ...]] = []
        frame = state.frame
        while frame is not None:
            saved.append(frame[1])
            frame = frame[2]
        flat = [*arguments, *state.variables, *(v for part in saved for v in part)]
        concrete = not state.arrays and not any(v.__class__ is Term for v in flat)
        cells: list[Any] = []
        for number in sorted(state.pages):
            page = state.pages[number]
            if page is self._initial_pages.get(number):
                continue
            content = sorted(page, key=lambda cell: cell[0])
            concrete = concrete and not any(value.__class__ is Term for _, _, value in content)
            cells.append((number, tuple(content)))
            self._written.add(number)
        arrays = tuple(sorted((base, *form) for base, form in state.arrays.items())) if state.arrays else ()
        key = (point, arguments, tuple(saved), tuple(state.variables), tuple(cells), arrays, state.next_page)
        return concrete, (*key, self._alive(state))

    def _alive(self, state: State) -> Any:
        """Which objects there are; the same table means the same objects."""
        return tuple((o.base, o.alive) for o in state.objects.all()) if state.own_objects else state.objects

    def _as_formula(self, state: State, start: Start, arguments: tuple[Any, ...]) -> Result:
        """Exactly this state, as an interpolant; memory is not put into words."""
        if any(page is not self._initial_pages.get(n) for n, page in state.pages.items()):
            return PROVED
        builder = Builder()
        for location, value in self._environment(state, start, arguments).items():
            builder.pin(location, int(value))
        builder.pin(NEXT_PAGE, state.next_page)
        return builder.build() or PROVED

    # ------------------------------------------------------------ evaluation in a state

    def _environment(self, state: State, start: Start, arguments: tuple[Any, ...]) -> dict[Term, Any]:
        """Values of registers and global variables by location."""
        entries = self.machine.compiler.entries
        environment: dict[Term, Any] = dict(zip(self.machine.program.variables, state.variables, strict=True))
        depth = len(start.callers)
        for parameter, value in zip(entries[start.region].parameters, arguments, strict=True):
            environment[self.locations.local(depth, parameter)] = value
        frame = state.frame
        while frame is not None:
            depth -= 1
            for parameter, value in zip(entries[frame[0]].parameters, frame[1], strict=False):
                environment[self.locations.local(depth, parameter)] = value
            frame = frame[2]
        return environment

    def _value(self, location: Term, environment: dict[Term, Any], state: State) -> Any:
        """The value of one location; None if the state has no such location."""
        if location in environment:
            return environment[location]
        if location is NEXT_PAGE:
            return state.next_page
        cell = self.locations.cells.get(location)
        if cell is None:
            return None
        address, width = cell
        item = state.objects.find(address)
        if item is None or not item.alive or item.base in state.arrays:
            return None
        return state.pages[address >> 12].cells(width).get(address) if width in (1, 2, 4, 8) else None

    def _evaluate(self, term: Term, environment: dict[Term, Any], state: State) -> Any:
        """A term over locations in a state: a Python value, a term over inputs, or None."""
        if term.op is T.VAR:
            return self._value(term, environment, state)
        mapping: dict[Term, Any] = {}
        concrete = True
        for location in T.free_variables(term):
            value = self._value(location, environment, state)
            if value is None:
                return None
            concrete = concrete and value.__class__ is not Term
            mapping[location] = value
        if concrete:
            return T.compiled(term)(mapping)
        return from_term(T.substitute(term, {v: to_term(value, v.sort) for v, value in mapping.items()}))

    def _holds(self, formula: Formula, environment: dict[Term, Any], state: State) -> bool:
        """Does every execution of the state satisfy the formula? Cheap tests first."""
        for address, width in formula.accesses:
            item = state.objects.find(address)
            if item is None or not item.alive or item.size.__class__ is not int:
                return False
            if address + width > item.base + item.size:
                return False
        for number in formula.untouched:
            if state.pages.get(number) is not self._initial_pages.get(number):
                return False
        undecided: list[Term] = []
        for form, bounds in formula.sets.items():
            value = self._evaluate(form, environment, state)
            if value is None:
                return False
            if value.__class__ is Term:
                builder = Builder()
                builder.add_member(value, bounds)
                if builder.failed:
                    return False
                undecided.extend(Formula(builder.sets, frozenset(builder.others)).conditions())
            elif not any(low <= int(value) < high for low, high in zip(bounds[::2], bounds[1::2], strict=True)):
                return False
        for term in formula.others:
            value = self._evaluate(term, environment, state)
            if value is None or value is False:
                return False
            if value is not True:
                undecided.append(value)
        return all(self.chain.must(state.path, condition) is True for condition in undecided)

    def _valid(self, condition: Term) -> bool:
        known = self._valid_cache.get(condition)
        if known is None:
            known = self._valid_cache[condition] = self.chain.must(PathCondition.empty(), condition) is True
        return known

    def _unwritten(self, address: int, width: int) -> int | None:
        """The initial value of memory that no state seen at a cut point has changed."""
        page = self._initial_pages.get(address >> PAGE_BITS)
        if page is None or width not in (1, 2, 4, 8) or address >> PAGE_BITS in self._written:
            return None
        value = page.cells(width).get(address)
        return value if value.__class__ is int else None

    def _relevant(self, places: tuple[Place, ...]) -> bool:
        return any(place == ALWAYS or self.reach.leads_to_target(place) for place in places)

    def _matters(self, check: str, place: Place) -> bool:
        del place
        return check in self.options.checks

    # ------------------------------------------------------------ results from below

    def _deliver(self, node: Node, result: Result) -> None:
        """The subtree after a node's segment is finished: what that says of the node's start, and so on upwards."""
        current = node
        while True:
            if isinstance(result, Formula):
                segment = self.reader.read(current.start, current.log, current.final)
                result = self.backprop(segment.steps, result) or PROVED
            self._learn(current, result)
            parent = current.parent
            if parent is None:
                self._root_result = result
                return
            parent.results[current.slot] = result
            if any(r is None for r in parent.results):
                return
            result = self._joined(parent)
            current = parent

    def _deliver_to(self, node: Node, slot: int, result: Result) -> None:
        node.results[slot] = result
        self._deliver(node, self._joined(node))

    def _learn(self, node: Node, result: Result) -> None:
        """Keep an interpolant at a cut point, if its own state satisfies it."""
        if node.exact is not None:
            concrete, key = node.exact
            if not concrete:
                # equal terms mean equal values only below this node, where its path condition still holds
                self._active.discard(key)
            elif result is GIVEN_UP:
                self._exact.discard(key)
        if node.point is None or node.snapshot is None:
            return
        if isinstance(result, Formula) and self._prune:
            environment = self._environment(node.snapshot, node.start, node.values)
            if self._holds(result, environment, node.snapshot):
                self.table.add(node.point, result)
        node.snapshot = None

    def _joined(self, node: Node) -> Result:
        """What the children of a node say of the end of its segment."""
        results = node.results
        if any(r is GIVEN_UP for r in results):
            return GIVEN_UP
        if any(isinstance(r, Proved) or r is None for r in results):
            return PROVED
        formulas = [r for r in results if isinstance(r, Formula)]
        if len(node.children) == 1:
            return formulas[0]
        segment = self.reader.read(node.start, node.log)
        terminator = segment.terminator
        if not isinstance(terminator, P.Branch | P.Switch | P.Goto):
            return PROVED
        joined = Builder()
        conditions: list[Term] = []
        for child, formula in zip(node.children, formulas, strict=True):
            entry = self.machine.compiler.entries[child.start.region]
            condition = self.locations.term(segment.depth, taken(terminator, entry.label))
            conditions.append(condition)
            psi = Builder(formula)
            snapshot = child.snapshot
            if snapshot is None:
                return PROVED
            self.backprop.under(psi, condition, self._entailed_before(node, child, snapshot))
            if psi.failed:
                return PROVED
            joined.conjoin(psi)
        labels = {self.machine.compiler.entries[c.start.region].label for c in node.children}
        missing = [(segment.place[0], label) for label in successors(terminator) if label not in labels]
        if missing and self._relevant(tuple(missing)):
            joined.add(T.or_(*conditions))
        for child in node.children:
            child.snapshot = None
        return joined.build() or PROVED

    def _entailed_before(self, node: Node, child: Node, snapshot: State) -> Callable[[Term, Any], bool]:
        """Does the state before a fork satisfy what a child needs, whatever side is taken?"""
        environment = self._environment(snapshot, child.start, child.values)
        siblings = [c.snapshot.path for c in node.children if c.snapshot is not None]

        def entailed(term: Term, bounds: Any) -> bool:
            value = self._evaluate(term, environment, snapshot)
            if value is None:
                return False
            if value.__class__ is not Term:
                return True  # the same on every side
            if bounds is not None:
                builder = Builder()
                builder.add_member(value, bounds)
                if builder.failed:
                    return False
                conditions = Formula(builder.sets, frozenset(builder.others)).conditions()
            else:
                conditions = [value]
            return all(self.chain.must(path, condition) is True for path in siblings for condition in conditions)

        return entailed

    # ------------------------------------------------------------ results

    @property
    def complete(self) -> bool:
        """Was every path followed to its end or covered?"""
        return self.stopped is None and not self._pending and not self.recording.cuts

    @property
    def cuts(self) -> list[Cut]:
        own = (
            []
            if self.stopped is None
            else [Cut(self.stopped, f"{len(self._pending)} states left", None, len(self._pending))]
        )
        return own + self.recording.cut_list()

    @property
    def root_interpolant(self) -> Formula | None:
        """Why the whole program is safe, over its initial state; None if that could not be said."""
        return self._root_result if isinstance(self._root_result, Formula) else None

    @property
    def coverage(self) -> Coverage:
        return measure(self.machine)

    def progress(self) -> Progress:
        statistics = self.chain.statistics
        return Progress(
            states=len(self._pending),
            paths=self.recording.paths,
            covered_blocks=self.recording.new_blocks,
            total_blocks=len(self.machine.covered),
            instructions=self.instructions,
            queries=statistics.queries,
            solver_queries=statistics.solver_queries,
            solver_seconds=statistics.solver_seconds,
            seconds=self.limits.elapsed(),
        )

    @property
    def statistics(self) -> Statistics:
        statistics = self.chain.statistics
        return Statistics(
            wall_seconds=self.limits.elapsed(),
            instructions=self.instructions,
            paths=self.recording.paths,
            subsumed=self.subsumed + self.covered,
            forks=self.machine.counters.forks,
            queries=statistics.queries,
            solver_queries=statistics.solver_queries,
            solver_seconds=statistics.solver_seconds,
            peak_memory_mb=peak_mb(),
            states=len(self._pending),
            covered_blocks=self.recording.new_blocks,
            total_blocks=len(self.machine.covered),
            extra={
                "interpolants": self.table.stored,
                "interpolant_literals": self.table.literals,
                "subsumption_tests": self.table.tests,
                "covered_exactly": self.covered,
                "cut_points_visited": self.visits,
            },
        )
