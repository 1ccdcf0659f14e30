"""Loops of which claims tell what holds in every round: one state stands for all of them.

The claims are not believed. Of those for a loop the ones stay that hold where the loop is entered, and when a round
that begins with them comes back, those that hold again; what turns out to change in a round is unknown in every round.
When nothing more changes, the state at the head stands for every round (induction), and what follows the loop follows
from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.proofs.addresses import by_form
from antumbra.proofs.certificate import Cell, Certificate, at_entry
from antumbra.proofs.contents import Content
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.judge import Judge
from antumbra.proofs.state import Frame, Object, State
from antumbra.solvers import Unknown
from antumbra.terms import Term

#: questions about one set of claims before those that are left are asked about one by one
MOST_MODELS = 40


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a state that a round may change: a variable, or words or life of an object (whose number it has)."""

    variable: Term | None = None
    item: int = 0
    low: int = 0
    high: int = 0
    life: bool = False


@dataclass(slots=True, eq=False)
class Rounds:
    """All rounds of a loop, entered with ``entry``. ``void``: replaced by another that claims less."""

    number: int
    head: str
    entry: State
    conditions: list[Term]
    changing: dict[Place, None] = field(default_factory=dict[Place, None])
    #: values at the head: the state that stands for every round
    first: State | None = None
    void: bool = False


class Loops:
    """Enters loops, and judges states that come back to a head."""

    def __init__(self, certificate: Certificate, judge: Judge, push: Callable[[State], None]) -> None:
        self._claims = {(claim.procedure, claim.head): claim for claim in certificate.loops}
        self._cells = {cell.variable: cell for claim in certificate.loops for cell in claim.cells}
        self._judge = judge
        self._push = push
        self._count = 0
        self.closed: set[tuple[str, str]] = set()

    def concerns(self, frame: Frame) -> bool:
        return (frame.procedure.name, frame.label) in self._claims

    def arrive(self, state: State) -> None:
        """A state is at the head of a loop with claims."""
        frame = state.frame
        known = next((r for r in frame.rounds if r.head == frame.label), None)
        if known is None:
            self._enter(state)
        else:
            self._return(known, state)

    def _enter(self, state: State) -> None:
        frame = state.frame
        claimed = self._claims[frame.procedure.name, frame.label].conditions
        rounds = Rounds(0, frame.label, state, [])
        usable = [c for c in claimed if self._instance(c, rounds, state) is not None]
        rounds.conditions = self._holding(usable, rounds, state)
        self._begin(rounds)

    def _begin(self, rounds: Rounds) -> None:
        """The state that stands for every round."""
        self._count += 1
        rounds.number = self._count
        state = rounds.entry.fork()
        frame = state.frame
        frame.rounds = (*frame.rounds, rounds)
        state.rests = (*state.rests, rounds)
        for place in rounds.changing:
            self._forget(state, place)
        rounds.first = state.fork()
        for condition in rounds.conditions:
            known = self._instance(condition, rounds, state)
            if known is not None:
                state.assume(known)
        where = next((c.location for c in frame.procedure.blocks[frame.label].commands if c.location), None)
        where = where or frame.procedure.blocks[frame.label].terminator.location
        state.abstract = state.abstract or f"the loop at {where}"
        self._push(state)

    def _again(self, rounds: Rounds) -> None:
        rounds.void = True
        self._begin(Rounds(0, rounds.head, rounds.entry, rounds.conditions, rounds.changing))

    def _return(self, rounds: Rounds, state: State) -> None:
        changed = self._changed(rounds, state)
        if changed:
            rounds.changing.update(dict.fromkeys(changed))
            self._again(rounds)
            return
        left = self._holding(rounds.conditions, rounds, state)
        if len(left) < len(rounds.conditions):
            rounds.conditions = left
            self._again(rounds)
            return
        self.closed.add((state.frame.procedure.name, rounds.head))

    # ------------------------------------------------------------ claims

    def _instance(self, condition: Term, rounds: Rounds, state: State) -> Term | None:
        """A claim about the values of a state; None if it speaks of something that has no value."""
        world = self._judge.world
        condition = world.relocated(condition)
        values: dict[Term, Term] = {}
        for variable in T.free_variables(condition):
            if variable in world.of_base:
                continue
            found = _value(state, variable)
            cell = self._cells.get(variable)
            if found is None and cell is not None:
                found = self._read(cell, state)
            elif found is None:
                found = next((v for x, v in _values(rounds.entry) if at_entry(x) is variable), None)
            if found is None:
                return None
            values[variable] = found
        return T.substitute(condition, values)

    def _read(self, cell: Cell, state: State) -> Term | None:
        """A cell of memory, if its place is known."""
        world = self._judge.world
        address = world.relocated(cell.address)
        values: dict[Term, Term] = {}
        for variable in T.free_variables(address):
            if variable in world.of_base:
                continue
            value = _value(state, variable)
            if value is None:
                return None
            values[variable] = value
        targets = by_form(world, state, T.substitute(address, values))
        if targets is None or len(targets) != 1 or targets[0].item is None or targets[0].offset.op is not T.CONST:
            return None
        content = targets[0].item.content
        return content.read(targets[0].offset, cell.width, targets[0].item.size)

    def _holding(self, claims: list[Term], rounds: Rounds, state: State) -> list[Term]:
        """The claims that surely hold."""
        left: list[tuple[Term, Term]] = []
        for claim in claims:
            instance = self._instance(claim, rounds, state)
            if instance is not None:
                left.append((claim, instance))
        for _ in range(MOST_MODELS):
            if not left:
                return []
            model = self._judge.model(state, T.or_(*(T.not_(instance) for _, instance in left)))
            if model is None:
                return [claim for claim, _ in left]
            if isinstance(model, Unknown):
                break
            kept = [(c, i) for c, i in left if _true(i, model)]
            if len(kept) == len(left):
                break
            left = kept
        return [claim for claim, instance in left if self._judge.certain(state, instance)]

    # ------------------------------------------------------------ what changes

    def _changed(self, rounds: Rounds, state: State) -> list[Place]:
        first = rounds.first
        if first is None:
            raise ValueError("a loop that was not begun")
        found: list[Place] = []
        for variable, value in _values(first):
            now = _value(state, variable)
            place = Place(variable)
            if place not in rounds.changing and (now is None or not self._equal(state, value, now)):
                found.append(place)
        for number, item in first.objects.items():
            found += [p for p in self._changes(state, item, state.objects.get(number)) if p not in rounds.changing]
        leaks = self._judge.question.checks & {"valid-memtrack", "valid-memcleanup"}
        if leaks and any(n not in first.objects and i.region is P.Region.HEAP for n, i in state.objects.items()):
            raise NotUnderstood("objects that are made in a loop and live on, where leaks are asked for")
        return found

    def _equal(self, state: State, a: Term, b: Term) -> bool:
        if a is b:
            return True
        return a.sort.kind != "array" and self._judge.certain(state, T.eq(a, b))

    def _changes(self, state: State, item: Object, now: Object | None) -> list[Place]:
        found: list[Place] = []
        if now is None or now.alive is not item.alive:
            found.append(Place(item=item.number, life=True))
        if now is None or now.content.same(item.content):
            return found
        one, other = item.content, now.content
        if one.array is not None or other.array is not None or one.default is not other.default:
            return [*found, Place(item=item.number)]
        done: set[int] = set()
        for offset in sorted({*one.cells, *other.cells}):
            if offset in done or one.cells.get(offset) == other.cells.get(offset):
                continue
            low, high = one.segment(other, offset)
            done.update(range(low, high))
            if not self._equal(state, one.word(low, high - low), other.word(low, high - low)):
                found.append(Place(item=item.number, low=low, high=high))
        return found

    def _forget(self, state: State, place: Place) -> None:
        """A place holds anything."""
        world = self._judge.world
        if place.variable is not None:
            fresh = _unknown(world.unknown, place.variable)
            holder = state.variables if place.variable in state.variables else state.frame.values
            holder[place.variable] = fresh
            return
        item = state.objects.get(place.item)
        if item is None:
            return
        if place.life:
            alive = world.unknown("alive", T.BOOL)
            # what is not scoped never lives again
            state.objects[place.item] = replace(item, alive=alive if item.scoped else T.and_(item.alive, alive))
        elif place.high:
            word = world.unknown("word", T.bv_sort(8 * (place.high - place.low)))
            state.objects[place.item] = replace(item, content=item.content.with_word(place.low, word))
        else:
            content = Content(world.unknown("bytes", item.content.default.sort))
            state.objects[place.item] = replace(item, content=content)


def _unknown(make: Callable[[str, T.Sort], Term], variable: Term) -> Term:
    if variable.sort.kind == "fp":
        return T.fp_from_bv(make("round", T.bv_sort(variable.sort.width)), variable.sort)
    return make("round", variable.sort)


def _values(state: State) -> list[tuple[Term, Term]]:
    return [*state.variables.items(), *state.frame.values.items()]


def _value(state: State, variable: Term) -> Term | None:
    found = state.variables.get(variable)
    return state.frame.values.get(variable) if found is None else found


def _true(instance: Term, model: dict[Term, object]) -> bool:
    """Does an instance of a claim hold in a model? One without a value counts as holding: it is asked for alone."""
    try:
        return bool(T.evaluate(instance, model))
    except T.EvaluationError:
        return True
