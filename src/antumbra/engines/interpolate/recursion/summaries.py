"""Recursion without a bound: contracts that stand for all calls of a procedure, proved together.

Trials like those of loops (``loops.widening``), for procedures: from one state for all entries everything is explored,
apart from the run; a call of a recursive procedure in there is not entered, but has the effect of that procedure's
contract. What contradicts a contract (a call that it does not admit, a return that it does not allow) is a sample
more for it, and the exploration begins again. When all contracts hold, calls that they admit violate nothing, by
induction over the length of an execution.

A contract says more than what can happen, so it only serves to prove: the rest of the program behind a call is
explored with the call's effect in its place, apart from the run; if that is safe, the call is not explored. Otherwise
it is executed as if nothing had been tried.
"""

from __future__ import annotations

from typing import Any

from antumbra.engines.backward.trace import Start
from antumbra.engines.interpolate.recursion.bodies import Returns, follow
from antumbra.engines.interpolate.recursion.contracts import Contract, Unsuitable, sample_of
from antumbra.engines.interpolate.tree.exploration import Exploration
from antumbra.engines.interpolate.tree.nodes import Node
from antumbra.engines.interpolate.tree.order import Work
from antumbra.engines.invariants.effects import Effects, constants, effects, idle, tested
from antumbra.engines.invariants.sample_hulls import Sample
from antumbra.program.graphs.flow import CallGraph
from antumbra.semantics.contract import Pending
from antumbra.semantics.state import State
from antumbra.solvers import Chain
from antumbra.terms import Term

#: entries of a procedure before a contract is tried, where all values are known and else; each failure makes it more
PATIENCE_CONCRETE = 40
PATIENCE = 4
BACK_OFF = 8
#: regions that one trial may execute, explorations of its procedures, and questions to a solver; more after a failure
MOST_STEPS = 6_000
MOST_ROUNDS = 120
FEW_QUERIES = 100
MORE_QUERIES = 3
MOST_QUERIES = 900
#: nodes of the exploration behind a call: so many, or a part of all before
SMALL_REST = 200
LARGEST_REST = 1_000
PART = 16
#: entries whose values are kept
MOST_SEEN = 24
#: whether a contract is for all entries: what is tried in turn
ENTRIES = (True, False)
#: for one query
QUERY_STEPS = 300_000


class Summaries:
    """Contracts of recursive procedures, tried and used."""

    def __init__(self, engine: Exploration) -> None:
        self._engine = engine
        program = engine.machine.program
        self._calls = CallGraph(program)
        usable = engine.scope.prune and not engine.options.counters and not program.axioms
        names = [name for name in self._calls.reachable if name in self._calls.recursive] if usable else []
        compiler = engine.machine.compiler
        #: regions that calls enter → the recursive procedure
        self.entries: dict[int, str] = {compiler.procedure_entry(name): name for name in names}
        engine.machine.function(len(compiler.entries))
        self._effects: dict[str, Effects] = {name: effects(program, self._calls, name) for name in names}
        self._constants = constants(program) if names else ()
        self._idle = idle(program) if names else frozenset[Term]()
        self._chain = Chain(
            solver=engine.options.solver,
            timeout=engine.options.solver_timeout,
            query_steps=QUERY_STEPS,
            deadline=engine.limits.remaining,
        )
        #: contracts that were proved, by procedure and whether they are for all entries
        self.proved: dict[tuple[str, bool], Contract] = {}
        self._any_entry = True
        #: contracts that cannot be proved, and are not tried again
        self._hopeless: set[tuple[str, bool]] = set()
        #: those on trial
        self._system: dict[str, Contract] = {}
        self._arrivals: dict[str, int] = {}
        #: values that procedures were entered with
        self._seen: dict[str, list[Sample]] = {}
        self._failures: dict[str, int] = {}
        self._steps = 0
        self._queries = 0
        self._names = 0
        #: is the rest behind a call being explored?
        self.busy = False
        self.trials = 0
        self.used = 0

    # ------------------------------------------------------------ in the run

    def covered(self, state: State, region: int, arguments: tuple[Any, ...], node: Node) -> bool:
        """A state enters a recursive procedure: if a contract proves it and all that follows, it is not explored."""
        engine = self._engine
        if not engine.scope.prune or state.frame is None:
            return False
        name = self.entries[region]
        if engine.busy:
            return self._in_place(name, region, state, arguments, node)
        arrivals = self._arrivals[name] = self._arrivals.get(name, 0) + 1
        if arrivals <= MOST_SEEN:
            self._see(name, state, arguments)
        failures = self._failures.get(name, 0)
        known = all(value.__class__ is int or value.__class__ is bool for value in (*arguments, *state.variables))
        if arrivals < (PATIENCE_CONCRETE if known else PATIENCE) * BACK_OFF**failures:
            return False
        for any_entry in ENTRIES:
            # a contract for all entries says most, and one for those that there are says it of fewer
            self._any_entry = any_entry
            contract = self._contract(name, region, state, arguments)
            if contract is not None and self._rest(contract, state, arguments):
                self.used += 1
                engine.left_out(state, region, arguments)
                engine.learning.results.ended(node, summarised=True)
                return True
            if engine.stopped is not None:
                break
        self._failures[name] = failures + 1
        return False

    def _see(self, name: str, state: State, arguments: tuple[Any, ...]) -> None:
        """Keep one execution of a state that enters, as a sample for contracts to begin with."""
        index = self._engine.machine.compiler.global_index
        values = [*arguments, *(state.variables[index[variable]] for variable in self._effects[name].mentioned)]
        self._seen.setdefault(name, []).append(sample_of(values, state.path.model))

    def _in_place(self, name: str, region: int, state: State, arguments: tuple[Any, ...], node: Node) -> bool:
        """Apart from the run already: go on behind the call, as part of the same exploration."""
        engine = self._engine
        if self.busy:
            contract = self._contract(name, region, state, arguments)
        else:
            contract = self._admitting(name, state, arguments)
        if contract is None:
            return False
        try:
            twin = state.fork()
            after = contract.apply(engine.chain, twin, arguments, self._name())
        except Unsuitable:
            return False
        if after is None:
            engine.learning.results.ended(node, summarised=True)
        else:
            below = engine.new_node(node, 0, Start.of(twin, after[0]), twin)
            below.behind_call = True
            node.children.append(below)
            node.results.append(None)
            engine.scope.order.add([Work(twin, *after, below)])
        return True

    def _rest(self, contract: Contract, state: State, arguments: tuple[Any, ...]) -> bool:
        """Is everything behind the call safe, whatever the contract lets it do?"""
        engine = self._engine
        limit = engine.nodes + max(SMALL_REST, min(LARGEST_REST, engine.nodes // PART))
        try:
            twin = state.fork()
            after = contract.apply(engine.chain, twin, arguments, self._name())
        except Unsuitable:
            return False
        if after is None:
            return True
        journals = engine.learning.begin_trial()
        self.busy, safe = True, False
        try:
            with engine.apart() as scope:
                root = engine.new_node(None, 0, Start.of(twin, after[0]), twin)
                safe = engine.exhaust(
                    Work(twin, *after, root),
                    lambda: scope.recording.clean and not scope.recording.reached and engine.nodes <= limit,
                )
        finally:
            self.busy = False
            engine.learning.end_trial(journals, proved=safe)
        return safe

    # ------------------------------------------------------------ trials

    def _contract(self, name: str, region: int, state: State, arguments: tuple[Any, ...]) -> Contract | None:
        """A proved contract that admits a state, or None."""
        known = self.proved.get((name, self._any_entry))
        if known is not None and _admits(known, self._chain, state, arguments):
            return known
        if (name, self._any_entry) in self._hopeless:
            return None
        self._system.clear()
        self._steps = 0
        asked = self._chain.statistics.solver_queries
        self._queries = asked + min(MOST_QUERIES, FEW_QUERIES * MORE_QUERIES ** self._failures.get(name, 0))
        try:
            contract = self._begin(name, region, state)
            if known is not None:
                # what was admitted before is to be admitted again
                self._remember(known, contract)
            # with other columns a contract forgets what it has admitted, so that it is asked again
            for _ in range(MOST_ROUNDS):
                if not contract.admits(self._chain, state, arguments, learn=True) or not self._stable():
                    break
                if contract.admits(self._chain, state, arguments, learn=False):
                    self.proved |= {(one, self._any_entry): proved for one, proved in self._system.items()}
                    return contract
        except Unsuitable:
            pass
        if self._any_entry and self._engine.stopped is None and self._chain.statistics.solver_queries <= self._queries:
            # that depends on no state
            self._hopeless.add((name, True))
        return None

    def _admitting(self, name: str, state: State, arguments: tuple[Any, ...]) -> Contract | None:
        """The proved contract that says most of a state."""
        for any_entry in (False, True):
            contract = self.proved.get((name, any_entry))
            if contract is not None and _admits(contract, self._chain, state, arguments):
                return contract
        return None

    @staticmethod
    def _remember(known: Contract, contract: Contract) -> None:
        """Begin with the samples of a contract that was proved."""
        for old, new in ((known.before, contract.before), (known.after, contract.after)):
            if old is not None and new is not None and old.columns == new.columns:
                for sample in old.samples:
                    new.add(sample)

    def _begin(self, name: str, region: int, state: State) -> Contract:
        own = self._effects[name]
        if not own.plain:
            raise Unsuitable
        procedure = self._engine.machine.program.procedures[name]
        splits = tuple(tested(procedure, frozenset(own.mentioned)))
        contract = Contract(procedure, region, own, state.fork(), self._constants, splits, self._idle, self._any_entry)
        if contract.before is not None:
            for sample in self._seen.get(name, ()):
                contract.before.add(sample)
        self._system[name] = contract
        return contract

    def _name(self) -> str:
        self._names += 1
        return f"s{self._names}"

    def _stable(self) -> bool:
        """Explore all procedures of the system until their contracts allow what happens. False: a violation."""
        for _ in range(MOST_ROUNDS):
            stale = [c for c in self._system.values() if not self._up_to_date(c)]
            if not stale:
                return True
            if self._chain.statistics.solver_queries > self._queries or not self._explore(stale[0]):
                return False
        return False

    def _up_to_date(self, contract: Contract) -> bool:
        rests_on = contract.rests_on
        return bool(rests_on) and all(self._system[name].version == version for name, version in rests_on.items())

    def _explore(self, contract: Contract) -> bool:
        """Follow everything that can enter, calls by their contracts, to its return."""
        self.trials += 1
        contract.rests_on = {contract.procedure.name: contract.version}
        found = Returns(self._engine.options.checks)
        with self._engine.apart(found, chain=self._chain):
            begun = contract.enter(self._chain, self._name())
            if begun is None:
                return True
            return follow(
                self._engine,
                self.entries,
                Pending(begun[0], contract.region, begun[1]),
                found,
                lambda state, region, arguments: self._call(contract, state, region, arguments),
                lambda entry, state, results: contract.returned(self._chain, entry, begun[2], state, results),
                self._exhausted,
            )

    def _exhausted(self) -> bool:
        self._steps += 1
        return self._steps > MOST_STEPS or self._engine.limits.exceeded() is not None

    def _call(
        self, within: Contract, state: State, region: int, arguments: tuple[Any, ...]
    ) -> tuple[int, tuple[Any, ...]] | None:
        """A call of a recursive procedure within one on trial."""
        name = self.entries[region]
        contract = self._system.get(name)
        if contract is None:
            proved = self._admitting(name, state, arguments)
            if proved is not None:
                return proved.apply(self._chain, state, arguments, self._name())
            contract = self._begin(name, region, state)
        contract.admits(self._chain, state, arguments, learn=True)
        within.rests_on.setdefault(name, contract.version)
        return contract.apply(self._chain, state, arguments, self._name())


def _admits(contract: Contract, chain: Chain, state: State, arguments: tuple[Any, ...]) -> bool:
    try:
        return contract.admits(chain, state, arguments, learn=False)
    except Unsuitable:
        return False
