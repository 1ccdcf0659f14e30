"""Is what was explored already everything? The paper's two checks, and the closure condition that is sound.

SAFEFRAGMENT and inductive-invariant of the paper err when an input makes an exact transition lead elsewhere too. The
sound condition asks of a set Q of abstract states, which holds every state at which exploration was cut: for each of
them and each transition, no successor lies outside Q. The choices of Q that repair the paper's checks bear their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from antumbra import terms as T
from antumbra.engines.abstract.exploring.abstraction import Abstraction, Move, SolverGaveUp
from antumbra.engines.abstract.exploring.states import Abstract
from antumbra.engines.abstract.exploring.symbolic_exec import Edge, Model
from antumbra.engines.abstract.exploring.symmetry import Symmetry
from antumbra.engines.abstract.systems import linear
from antumbra.engines.abstract.systems.constraints import Facts, eliminate
from antumbra.records import dataclass, field
from antumbra.solvers import Sat, Unknown
from antumbra.solvers.backends.enumeration import eliminate_quantifier
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Escape:
    """A successor of an abstract state that lies outside the set it should stay in."""

    source: Abstract
    move: Move
    target: Abstract


@dataclass(frozen=True, slots=True)
class _After:
    """The predicates after a move from an abstract state: what the state decides of them, and what it does not."""

    ones: int
    zeros: int
    open: tuple[tuple[int, Term], ...]


@dataclass(slots=True)
class Checker:
    """Answers questions about abstract states under the predicates of one iteration."""

    space: Abstraction
    _facts: dict[Abstract, tuple[Facts, tuple[Term, ...]]] = field(
        default_factory=dict[Abstract, "tuple[Facts, tuple[Term, ...]]"]
    )
    _after: dict[tuple[Abstract, int], _After] = field(default_factory=dict[tuple[Abstract, int], _After])
    _exact: dict[tuple[Abstract, int, Abstract], bool] = field(
        default_factory=dict[tuple[Abstract, int, Abstract], bool]
    )

    def literals(self, state: Abstract) -> tuple[Term, ...]:
        return self._known(state)[1]

    def _known(self, state: Abstract) -> tuple[Facts, tuple[Term, ...]]:
        found = self._facts.get(state)
        if found is None:
            facts = Facts(self.space.literals(state.bits))
            found = self._facts[state] = (facts, facts.literals())
        return found

    def after(self, state: Abstract, move: Move) -> _After:
        key = (state, move.number)
        found = self._after.get(key)
        if found is None:
            facts, _ = self._known(state)
            ones = zeros = 0
            open_: list[tuple[int, Term]] = []
            for number in range(len(self.space.predicates)):
                atom = self.space.instance(number, move.updates)
                known = facts.decides(atom)
                if known is None:
                    open_.append((number, atom))
                elif known:
                    ones |= 1 << number
                else:
                    zeros |= 1 << number
            found = self._after[key] = _After(ones, zeros, tuple(open_))
        return found

    # ---------------------------------------------------------------- exactness

    def exact(self, edge: Edge, move: Move) -> bool:
        """Whether every state of the source has a successor by this move in the target: ``a => pre(b, t)``."""
        return self._leads(edge.source, move, edge.reached)

    def _leads(self, source: Abstract, move: Move, target: Abstract) -> bool:
        key = (source, move.number, target)
        found = self._exact.get(key)
        if found is None:
            found = self._exact[key] = self._always_leads(source, move, target.bits)
        return found

    def _always_leads(self, source: Abstract, move: Move, target: int) -> bool:
        after = self.after(source, move)
        if (after.ones & ~target) | (after.zeros & target):
            return False
        facts, _ = self._known(source)
        if not move.inputs and any(facts.leaves_open(a) for _, a in after.open):
            return False
        rest = [a if target >> n & 1 else T.not_(a) for n, a in after.open]
        if move.open_guard:
            rest.append(move.guard)
        if not rest:
            return True
        wanted = T.and_(T.TRUE, *rest)
        if move.inputs:
            wanted = self._without_inputs(tuple(rest), move.inputs)
        self.space.counts.exactness += 1
        return not isinstance(self._check((*self.literals(source), T.not_(wanted))), Sat)

    def _without_inputs(self, literals: tuple[Term, ...], inputs: Sequence[Term]) -> Term:
        return T.and_(T.TRUE, *without_inputs(literals, inputs, self.space.solver.left()))

    def _check(self, assertions: Sequence[Term]) -> object:
        if T.FALSE in assertions:
            return None
        answer = self.space.solver.check([a for a in assertions if a is not T.TRUE])
        if isinstance(answer, Unknown):
            raise SolverGaveUp(answer.reason)
        return answer

    # ---------------------------------------------------------------- closure

    def escape(
        self, state: Abstract, move: Move, inside: Callable[[tuple[int, ...]], Iterable[Abstract]]
    ) -> Escape | None:
        """A successor by this move outside the set, if there is one. Inputs are free: this is sound."""
        after = self.after(state, move)
        possible = [m for m in inside(move.target) if not ((after.ones & ~m.bits) | (after.zeros & m.bits))]
        if possible and not after.open:
            return None
        if len(possible) == 1 and not move.inputs and self._leads(state, move, possible[0]):
            # Without inputs there is one successor: being exact and leading nowhere else are the same.
            return None
        excluded = [T.or_(T.FALSE, *(T.not_(a) if m.bits >> n & 1 else a for n, a in after.open)) for m in possible]
        self.space.counts.closure += 1
        assertions = [*self.literals(state), *excluded]
        if move.open_guard:
            assertions.append(move.guard)
        answer = self._check(assertions)
        if not isinstance(answer, Sat):
            return None
        bits = after.ones
        for number, atom in after.open:
            if T.compiled(atom)(answer.model):
                bits |= 1 << number
        return Escape(state, move, Abstract(move.target, bits))

    def escapes(self, members: dict[Abstract, None], tick: Callable[[], None], most: int = 1) -> list[Escape]:
        """Successors outside the set; none means it is closed. With symmetry, outside the orbits of the set."""
        outside = self.outside(members)
        found: list[Escape] = []
        for member in members:
            tick()
            for move in self.space.enabled(member):
                one = outside(member, move)
                if one is not None:
                    found.append(one)
                    if len(found) >= most:
                        return found
        return found

    def outside(self, members: dict[Abstract, None]) -> Callable[[Abstract, Move], Escape | None]:
        """Finds a successor of a state by a move that is not in the set."""
        if self.space.symmetry is not None:
            return self._outside_orbits(self.space.symmetry, members)
        by_control: dict[tuple[int, ...], list[Abstract]] = {}
        for member in members:
            by_control.setdefault(member.control, []).append(member)
        return lambda member, move: self.escape(member, move, lambda control: by_control.get(control, ()))

    def _outside_orbits(
        self, symmetry: Symmetry, members: dict[Abstract, None]
    ) -> Callable[[Abstract, Move], Escape | None]:
        """The same by representatives of the successors: orbits get large."""

        def outside(member: Abstract, move: Move) -> Escape | None:
            for target in self.successors(member, move, 1 << 30):
                if not any(symmetry.abstract(target, way) in members for way in symmetry.ways(target)):
                    return Escape(member, move, target)
            return None

        return outside

    # ---------------------------------------------------------------- post-fixpoint

    def post_fixpoint(
        self, start: dict[Abstract, None], most: int, patient: Callable[[], bool], tick: Callable[[], None]
    ) -> dict[Abstract, None] | None:
        """The least set with ``start`` that is closed; None when it holds an error or gets too large."""
        found = dict(start)
        pending = list(start)
        symmetry = self.space.symmetry
        while pending:
            tick()
            state = pending.pop()
            if not patient():
                return None
            for move in self.space.enabled(state):
                for target in self.successors(state, move, most):
                    if symmetry is not None:
                        target = symmetry.abstract_representative(target)
                    if target not in found:
                        if self.space.bad(target) or len(found) > most:
                            return None
                        found[target] = None
                        pending.append(target)
        return found

    def successors(self, state: Abstract, move: Move, most: int) -> list[Abstract]:
        """Abstract successors by a move."""
        after = self.after(state, move)
        condition = self.literals(state)
        if move.open_guard:
            condition = (*condition, move.guard)
        elif not after.open:
            return [Abstract(move.target, after.ones)]
        places: dict[Term, list[tuple[int, bool]]] = {}
        for number, atom in after.open:
            base, sign = linear.positive(atom)
            places.setdefault(base, []).append((number, sign))
        found: list[Abstract] = []
        for truth in self.space.minterms(condition, tuple(places)):
            bits = after.ones
            for entries, holds in zip(places.values(), truth, strict=True):
                for number, sign in entries:
                    if sign is holds:
                        bits |= 1 << number
            found.append(Abstract(move.target, bits))
            if len(found) > most:
                break
        return found

    # ---------------------------------------------------------------- refinement

    def _matters(self, source: Abstract, number: int, atom: Term, target: Abstract) -> bool:
        """Whether some state of the source does not have the target's truth of a predicate after the move."""
        if self._known(source)[0].leaves_open(atom):
            return True
        wrong = T.not_(atom) if target.bits >> number & 1 else atom
        return isinstance(self._check((*self.literals(source), wrong)), Sat)

    def preimage(self, edge: Escape) -> list[Term]:
        """The predicates of ``pre(target, move)``, simplified to the tightest bound of each linear form.

        Without those that the source implies anyway: they do not make the transition inexact.
        """
        if edge.move.inputs:
            instances = [(k, self.space.instance(k, edge.move.updates)) for k in range(len(self.space.predicates))]
        else:
            instances = [
                (n, a)
                for n, a in self.after(edge.source, edge.move).open
                if self._matters(edge.source, n, a, edge.target)
            ]
        literals = [linear.normal(a if edge.target.bits >> n & 1 else T.not_(a)) for n, a in instances]
        formula = [x for x in literals if x is not T.TRUE]
        if edge.move.open_guard:
            formula.append(edge.move.guard)
        formula = list(Facts(formula).literals(join=False))
        if edge.move.inputs:
            formula = list(without_inputs(tuple(formula), edge.move.inputs, self.space.solver.left()))
            flat: list[Term] = []
            for part in formula:
                flat += part.args if part.op is T.AND and linear.parts_of(part) is None else (part,)
            if all(x.op is not T.OR or linear.parts_of(x) is not None for x in flat):
                formula = list(Facts(flat).literals(join=False))
        return [atom for part in formula for atom in linear.atoms_of(part)]


def without_inputs(literals: tuple[Term, ...], inputs: Sequence[Term], timeout: float | None) -> tuple[Term, ...]:
    """``exists inputs. literals``: Fourier-Motzkin where that is exact, else Z3's elimination."""
    rest = literals
    for unknown in inputs:
        if not any(unknown in T.free_variables(x) for x in rest):
            continue
        shorter = eliminate(rest, unknown) if unknown.sort is T.INT else None
        if shorter is None:
            touched = tuple(x for x in rest if unknown in T.free_variables(x))
            untouched = tuple(x for x in rest if unknown not in T.free_variables(x))
            answer = eliminate_quantifier(T.and_(T.TRUE, *touched), [unknown], timeout)
            if isinstance(answer, Unknown):
                raise SolverGaveUp(f"quantifier elimination: {answer.reason}")
            shorter = (*untouched, linear.normal(answer))
        rest = shorter
    return tuple(x for x in rest if x is not T.TRUE)


# ---------------------------------------------------------------- the paper's checks


def reachable_edges(model: Model) -> list[Edge]:
    """The edges in ``inf`` or reachable from it."""
    start = {s: None for e in model.edges if e in model.loops for s in (e.source, e.target)}
    inside = model.reachable(start)
    return [e for e in model.edges if e.source in inside]


def safe_fragment(checker: Checker, model: Model, tick: Callable[[], None]) -> bool:
    """SAFEFRAGMENT (Fig. 6), literally: every transition in ``inf`` or reachable from it is exact."""
    for edge in reachable_edges(model):
        tick()
        if not checker.exact(edge, model.edges[edge]):
            return False
    return True


def inductive_invariant(checker: Checker, model: Model, tick: Callable[[], None]) -> bool:
    """Lines 9–13 of REFINE (Fig. 4), literally: the successors by inexact transitions were all explored."""
    outside = checker.outside(model.abstract)
    for edge, move in model.edges.items():
        tick()
        if not checker.exact(edge, move) and outside(edge.source, move) is not None:
            return False
    return True
