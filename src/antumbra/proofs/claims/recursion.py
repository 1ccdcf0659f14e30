"""Recursion of which contracts tell what holds at every call: one state stands for all calls of a procedure.

Where a recursive procedure is called from outside, everything that its calls and those that they make have in common
is found out as for rounds of a loop: parameters, variables and memory that differ from call to call are unknown in the
one state that stands for all of them; of the claims about calls those stay that hold at every call. The body is
executed once from that state. A recursive call in it is not entered: after it what some call was seen to write holds
anything that the claims about returns allow, and of these those stay that hold at every return. When nothing more
changes, all of it holds by induction over the length of an execution, and what follows the outermost call follows.

Objects that calls under way have made are not known inside of calls: the one state has those that were there before
the outermost call. An access that is not proved to go to one of these ends the check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph
from antumbra.proofs import certificate as C
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.claims.holding import Claims, Meaning
from antumbra.proofs.claims.places import Places, unknown
from antumbra.proofs.state import Calls, Frame, Place, Recursion, State
from antumbra.terms import Term


class Recursions:
    """Answers calls of recursive procedures, and judges their returns."""

    def __init__(
        self,
        certificate: C.Certificate,
        program: P.Program,
        judge: Judge,
        push: Callable[[State], None],
        numbers: Iterator[int],
    ) -> None:
        self._contracts = {contract.procedure: contract for contract in certificate.contracts}
        self._claims = Claims(judge, (cell for contract in certificate.contracts for cell in contract.cells))
        components = CallGraph(program).components if self._contracts else ()
        self._component = {name: i for i, component in enumerate(components) for name in component}
        self._judge = judge
        self._places = Places(judge)
        self._push = push
        self._numbers = numbers
        self._variables = {C.at_entry(v): v for v in (*program.variables, *self._claims.cells)}
        #: procedures whose contracts held
        self.closed: set[str] = set()
        #: what holds at every call and every return, as far as is known
        self._held: dict[str, tuple[list[Term], list[Term]]] = {}

    def shown(self) -> tuple[C.Contract, ...]:
        """Of a walk that came to its end: what holds at all calls and returns, whoever calls first."""
        held = [(name, *map(tuple, self._held[name])) for name in sorted(self.closed)]
        return tuple(
            C.Contract(name, before, after, self._claims.cells_of((*before, *after)))
            for name, before, after in held
            if before or after
        )

    def _hold(self, contract: Calls) -> None:
        """Only these hold at calls and returns."""
        before, after = self._held.get(contract.procedure.name, (contract.before, contract.after))
        self._held[contract.procedure.name] = (
            [c for c in contract.before if c in before],
            [c for c in contract.after if c in after],
        )

    def concerns(self, procedure: P.Procedure) -> bool:
        return procedure.name in self._contracts

    def call(self, state: State, call: P.Call, callee: P.Procedure, arguments: list[Term]) -> None:
        """A state is at a call of a procedure with a contract."""
        place = self._component[callee.name]
        around = (frame.recursion for frame in reversed(state.frames) if frame.recursion is not None)
        known = next((r for r in around if self._component[r.root.name] == place), None)
        if known is None:
            recursion = Recursion(0, state, call, callee, arguments, {})
            recursion.contracts[callee.name] = self._contract(callee, state, arguments, ())
            self._begin(recursion)
        elif not known.void:
            self._inner(known, state, call, callee, arguments)

    def _contract(self, callee: P.Procedure, state: State, arguments: list[Term], changing: Sequence[Place]) -> Calls:
        claimed = self._contracts[callee.name]
        before = self._claims.holding(state, claimed.before, self._at_call(callee, state, arguments))
        return Calls(callee, before, list(claimed.after), dict.fromkeys(changing))

    # ------------------------------------------------------------ states that stand for many

    def _begin(self, recursion: Recursion) -> None:
        recursion.number = next(self._numbers)
        for contract in recursion.contracts.values():
            self._enter(recursion, contract)
        root = recursion.contracts[recursion.root.name]
        self._go_on(recursion, root, recursion.outside, recursion.call, recursion.arguments)

    def _again(self, recursion: Recursion) -> None:
        recursion.void = True
        outermost = (recursion.outside, recursion.call, recursion.root, recursion.arguments)
        self._begin(Recursion(0, *outermost, recursion.contracts))

    def _enter(self, recursion: Recursion, contract: Calls) -> None:
        """The state that stands for every call of a procedure."""
        self._hold(contract)
        state = recursion.outside.fork()
        callee = contract.procedure
        values = dict(zip(callee.parameters, recursion.arguments, strict=False)) if callee is recursion.root else {}
        state.frames.append(Frame(callee, next(iter(callee.blocks)), 0, values, recursion.call, recursion=recursion))
        state.rests = (*state.rests, recursion)
        for place in contract.changing:
            self._places.forget(state, place)
        contract.first = state.fork()
        self._assume(state, contract.before, self._at_call(callee, state, _given(state, callee)))
        state.abstract = state.abstract or f"calls of {callee.name}"
        self._push(state)

    def _go_on(self, recursion: Recursion, contract: Calls, state: State, call: P.Call, arguments: list[Term]) -> None:
        """Behind a call, whatever it did."""
        world = self._judge.world
        after = state.fork()
        for place in contract.written:
            self._places.forget(after, place)
        results = [unknown(world.unknown, r.sort) for r in contract.procedure.results]
        meaning = self._at_return(contract.procedure, state, arguments, after, results)
        self._assume(after, contract.after, meaning)
        if after.impossible:
            return
        after.rests = (*after.rests, recursion)
        after.abstract = after.abstract or f"calls of {contract.procedure.name}"
        after.frame.index += 1
        for target, value in zip(call.targets, results, strict=False):
            holder = after.variables if target in after.variables else after.frame.values
            holder[target] = value
        self._push(after)

    def _assume(self, state: State, claims: list[Term], meaning: Meaning) -> None:
        for claim in claims:
            known = self._claims.instance(claim, meaning)
            if known is not None:
                state.assume(known)

    # ------------------------------------------------------------ calls and returns within

    def _inner(
        self, recursion: Recursion, state: State, call: P.Call, callee: P.Procedure, arguments: list[Term]
    ) -> None:
        contract = recursion.contracts.get(callee.name)
        if contract is None:
            anything = [Place(parameter) for parameter in callee.parameters]
            contract = recursion.contracts[callee.name] = self._contract(callee, state, arguments, anything)
            contract.first = recursion.outside
            contract.changing.update(dict.fromkeys(self._differing(contract, state, ())))
            self._enter(recursion, contract)
        else:
            changed = self._differing(contract, state, list(zip(callee.parameters, arguments, strict=True)))
            left = self._claims.holding(state, contract.before, self._at_call(callee, state, arguments))
            if changed or len(left) < len(contract.before):
                contract.changing.update(dict.fromkeys(changed))
                contract.before = left
                self._again(recursion)
                return
        self._go_on(recursion, contract, state, call, arguments)

    def _differing(self, contract: Calls, state: State, given: Sequence[tuple[Term, Term]]) -> list[Place]:
        first = contract.first
        if first is None:
            raise ValueError("a procedure that was not entered")
        values = [(x, value, state.variables.get(x)) for x, value in first.variables.items()]
        values += [(parameter, first.frame.values[parameter], value) for parameter, value in given]
        return self._places.different(first, state, values, contract.changing)

    def returned(self, recursion: Recursion, state: State, results: list[Term]) -> None:
        """The body of a procedure with a contract has come to its end."""
        callee = state.frame.procedure
        contract = recursion.contracts[callee.name]
        first = contract.first
        if first is None or recursion.void or not self._judge.has_executions(state):
            return
        values = ((x, value, state.variables.get(x)) for x, value in first.variables.items())
        changed = self._places.different(first, state, values, contract.written)
        meaning = self._at_return(callee, first, _given(first, callee), state, results)
        left = self._claims.holding(state, contract.after, meaning)
        if changed or len(left) < len(contract.after):
            contract.written.update(dict.fromkeys(changed))
            contract.after = left
            self._again(recursion)
            return
        self.closed.add(callee.name)

    # ------------------------------------------------------------ what claims mean

    def _at_call(self, callee: P.Procedure, state: State, arguments: list[Term]) -> Meaning:
        given = dict(zip(callee.parameters, arguments, strict=True))

        def value(variable: Term) -> Term | None:
            return given.get(variable, state.variables.get(variable))

        def meaning(variable: Term) -> Term | None:
            cell = self._claims.cells.get(variable)
            return value(variable) if cell is None else self._claims.read(cell, value, state)

        return meaning

    def _at_return(
        self, callee: P.Procedure, before: State, arguments: list[Term], after: State, results: list[Term]
    ) -> Meaning:
        then = self._at_call(callee, before, arguments)
        known = {C.result(i, value.sort): value for i, value in enumerate(results)}

        def meaning(variable: Term) -> Term | None:
            old = self._variables.get(variable)
            cell = self._claims.cells.get(variable)
            if old is not None:
                return then(old)
            if cell is not None:
                return self._claims.read(cell, then, after)
            found = known.get(variable, after.variables.get(variable))
            return then(variable) if found is None and variable in callee.parameters else found

        return meaning


def _given(state: State, callee: P.Procedure) -> list[Term]:
    """The values of parameters where a procedure begins."""
    return [state.frame.values[parameter] for parameter in callee.parameters]
