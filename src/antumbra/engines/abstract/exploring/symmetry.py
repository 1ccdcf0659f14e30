"""Symmetry reduction: of states that differ only by the order of like processes, one stands for all.

``find`` tries what the front end hints at; nothing is used that ``automorphism`` does not confirm on the transition
system, its initial states and its property. Predicates are kept closed under exchange of parts, so that a permutation
acts on abstract states too. The representative of a state has its parts sorted by what is known of each; where that
leaves ties, two states of one orbit may have different representatives, which costs time and nothing else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import TypeVar

from antumbra import terms as T
from antumbra.engines.abstract.checking.automorphism import Family, Step, Turn, images, well_formed
from antumbra.engines.abstract.exploring.states import Abstract, State, normalised
from antumbra.engines.abstract.systems import linear
from antumbra.engines.abstract.systems.system import TransitionSystem
from antumbra.program.model import Alike
from antumbra.records import dataclass, field
from antumbra.solvers import Unsat
from antumbra.solvers.backends.enumeration import Enumerator
from antumbra.terms import Term

#: ways to read a hint that are tried
MOST_READINGS = 128
#: steps times exchanges that are compared; larger systems are taken as they are
MOST_COMPARED = 20_000
#: states of one orbit among which a representative is looked for
MOST_WAYS = 5_040
_BYTE = 8
_Item = TypeVar("_Item")
#: of a part: its control values, which pointers name it, predicates about it alone, about it and others, its values
_Key = tuple[list[int], list[bool], int, list[int], list[tuple[int, int, str]]]


def find(system: TransitionSystem, solver: Enumerator) -> Symmetry | None:
    """The symmetry of a system, if it has any."""
    steps = _steps(system)
    families: list[Family] = []
    exchanges: list[list[list[int]]] = []

    def valid(formula: Term) -> bool:
        return isinstance(solver.check([T.not_(formula)]), Unsat)

    used: set[Term] = set()
    for hint in system.origin.program.alike:
        if any(v in used for part in hint.parts for v in part):
            continue
        if len(steps) * len(hint.parts) > MOST_COMPARED:
            continue
        for family in _readings(hint, system):
            if any(p in used for p, _ in family.pointers) or any(v in used for part in family.parts for v in part):
                continue
            maps: list[list[int]] = []
            for first in range(len(family.parts) - 1):
                found = images(steps, family, first, first + 1, valid)
                if found is None:
                    break
                maps.append(found)
            else:
                families.append(family)
                exchanges.append(maps)
                used |= {v for part in family.parts for v in part} | {p for p, _ in family.pointers}
                break
    return Symmetry(system, tuple(families), exchanges) if families else None


def _steps(system: TransitionSystem) -> list[Step]:
    """Transitions first, so that their numbers stay; then initial states, and the property as a guard."""
    goal = T.and_(T.TRUE, *(p.good for p in system.properties))
    return [
        *(Step("step", t.guard, t.updates, t.inputs) for t in system.transitions),
        *(Step("initial", t.guard, t.updates, t.inputs) for t in system.initial),
        Step("property", goal, {}, ()),
    ]


def _readings(hint: Alike, system: TransitionSystem) -> Iterator[Family]:
    """What the hint may mean: with most arrays and pointers first."""
    known = frozenset((*system.control, *system.data))
    control = frozenset(system.control)
    parts = [tuple(v for v in part if v in known) for part in hint.parts]
    arrays = [a for a in hint.arrays if all(v in known for v in a)]
    pointers = [group for found in hint.pointers if (group := tuple(p for p in found if p[0] in control))]
    tried = 0
    for chosen in _subsets(arrays):
        for pointing in _subsets(pointers):
            whole = tuple((*part, *(a[k] for a in chosen)) for k, part in enumerate(parts))
            family = Family(whole, tuple(p for group in pointing for p in group))
            tried += 1
            if tried > MOST_READINGS:
                return
            if whole[0] and well_formed(family):
                yield family


def _subsets(items: Sequence[_Item]) -> Iterable[tuple[_Item, ...]]:
    return chain.from_iterable(combinations(items, n) for n in range(len(items), -1, -1))


@dataclass(slots=True)
class _Action:
    """What a turn does: where each value comes from, and what becomes of pointers and predicates."""

    control: tuple[int, ...]
    renamed: dict[int, dict[int, int]]
    data: tuple[int, ...]
    bits: tuple[tuple[int, ...], ...] = ()
    flips: int = 0
    known: int = -1  #: for how many predicates


@dataclass(slots=True)
class _Shape:
    """Where the predicates about one part, and about it and another, stand."""

    alone: list[list[tuple[int, bool]]] = field(default_factory=list[list[tuple[int, bool]]])
    pairs: list[list[tuple[int, bool, int]]] = field(default_factory=list[list[tuple[int, bool, int]]])
    slots: int = 0


class Symmetry:
    """The group of permutations of like parts, acting on states. ``predicates`` is shared with the abstraction."""

    def __init__(
        self, system: TransitionSystem, families: tuple[Family, ...], exchanges: list[list[list[int]]]
    ) -> None:
        self.system = system
        self.families = families
        self._exchanges = exchanges
        self._control = {v: k for k, v in enumerate(system.control)}
        self._data = {v: k for k, v in enumerate(system.data)}
        self._actions: dict[Turn, _Action] = {}
        self._turned: dict[tuple[Term, Turn], tuple[Term, bool]] = {}
        self._shapes: list[_Shape] = []
        self._shaped = -1
        self.predicates: list[Term] = []
        self.numbers: dict[Term, int] = {}
        self.identity: Turn = tuple(tuple(range(len(f.parts))) for f in families)
        self.neighbours: list[Turn] = [
            (*self.identity[:n], _exchange(len(f.parts), k), *self.identity[n + 1 :])
            for n, f in enumerate(families)
            for k in range(len(f.parts) - 1)
        ]
        self._places = [
            [
                (
                    [self._control[v] for v in part if v in self._control],
                    [self._data[v] for v in part if v in self._data],
                    [(self._control[p], values[i]) for p, values in f.pointers],
                )
                for i, part in enumerate(f.parts)
            ]
            for f in families
        ]

    # ---------------------------------------------------------------- predicates

    def closure(self, atoms: Iterable[Term]) -> list[Term]:
        """The atoms and their images."""
        found = dict.fromkeys(atoms)
        pending = list(found)
        while pending:
            atom = pending.pop()
            for turn in self.neighbours:
                image, _ = self._image(atom, turn)
                if image not in found and image.op is not T.CONST:
                    found[image] = None
                    pending.append(image)
        return list(found)

    def _image(self, atom: Term, turn: Turn) -> tuple[Term, bool]:
        """The atom about the turned state, as one about the state: an atom, and whether it is not negated."""
        key = (atom, turn)
        found = self._turned.get(key)
        if found is None:
            names: dict[Term, Term] = {}
            for family, order in zip(self.families, turn, strict=True):
                names |= family.sources(order)
            found = self._turned[key] = linear.positive(linear.normal(T.substitute(atom, names)))
        return found

    # ---------------------------------------------------------------- actions

    def _action(self, turn: Turn) -> _Action:
        found = self._actions.get(turn)
        if found is None:
            names: dict[Term, Term] = {}
            renamed: dict[int, dict[int, int]] = {}
            for family, order in zip(self.families, turn, strict=True):
                names |= family.sources(order)
                renamed |= {self._control[p]: values for p, values in family.renamed(order).items()}
            control = tuple(self._control[names.get(v, v)] for v in self.system.control)
            data = tuple(self._data[names.get(v, v)] for v in self.system.data)
            found = self._actions[turn] = _Action(control, renamed, data)
        if found.known != len(self.predicates):
            self._act_on_predicates(found, turn)
        return found

    def _act_on_predicates(self, action: _Action, turn: Turn) -> None:
        count = len(self.predicates)
        to = [0] * count
        action.flips = 0
        for number, predicate in enumerate(self.predicates):
            image, sign = self._image(predicate, turn)
            to[self.numbers[image]] |= 1 << number
            if not sign:
                action.flips |= 1 << number
        tables: list[tuple[int, ...]] = []
        for start in range(0, count, _BYTE):
            masks = to[start : start + _BYTE]
            table = [0]
            for mask in masks:
                table += [entry | mask for entry in table]
            tables.append(tuple(table))
        action.bits = tuple(tables)
        action.known = count

    def bits(self, bits: int, turn: Turn) -> int:
        action = self._action(turn)
        found = action.flips
        for table in action.bits:
            found ^= table[bits & 255]
            bits >>= _BYTE
        return found

    def control(self, control: tuple[int, ...], turn: Turn) -> tuple[int, ...]:
        action = self._action(turn)
        moved = [control[k] for k in action.control]
        for place, values in action.renamed.items():
            moved[place] = values.get(moved[place], moved[place])
        return tuple(moved)

    def abstract(self, state: Abstract, turn: Turn) -> Abstract:
        return Abstract(self.control(state.control, turn), self.bits(state.bits, turn))

    # ---------------------------------------------------------------- representatives

    def representative(self, state: State, abstract: Abstract) -> tuple[State, Abstract, Turn]:
        """The state that stands for the orbit, its abstract state, and how it comes from this one."""
        turn = self._sorting(abstract, state.values)
        if turn == self.identity:
            return state, abstract, turn
        action = self._action(turn)
        values = tuple(state.values[k] for k in action.data)
        turned = self.abstract(abstract, turn)
        moved = State(turned.control, values, state.condition)
        return (
            (normalised(moved) if state.condition or any(v.op is not T.CONST for v in values) else moved),
            turned,
            turn,
        )

    def abstract_representative(self, abstract: Abstract) -> Abstract:
        turn = self._sorting(abstract, ())
        return abstract if turn == self.identity else self.abstract(abstract, turn)

    def ways(self, abstract: Abstract) -> Iterator[Turn]:
        """To every state of its orbit that could be the representative, the chosen one first.

        There are others where parts look alike and exchanging them changes the state nevertheless.
        """
        turn = self._sorting(abstract, ())
        yield turn
        state = self.abstract(abstract, turn)
        tied = self._tied(state)
        seen = {state}
        pending = deque([(state, turn)])
        while pending and len(seen) < MOST_WAYS:
            state, turn = pending.popleft()
            for exchange in tied:
                other = self.abstract(state, exchange)
                if other not in seen:
                    seen.add(other)
                    way = _after(exchange, turn)
                    yield way
                    pending.append((other, way))

    def _tied(self, representative: Abstract) -> list[Turn]:
        """The exchanges of neighbours that look alike. What parts look like does not change by them."""
        found: list[Turn] = []
        start = 0
        for keys in self._keys(representative, ()):
            found += [self.neighbours[start + k] for k in range(len(keys) - 1) if keys[k] == keys[k + 1]]
            start += len(keys) - 1
        return found

    def _sorting(self, abstract: Abstract, values: tuple[Term, ...]) -> Turn:
        return tuple(tuple(sorted(range(len(keys)), key=keys.__getitem__)) for keys in self._keys(abstract, values))

    def _keys(self, abstract: Abstract, values: tuple[Term, ...]) -> list[list[_Key]]:
        """What is known of each part of each family, in a form that can be compared."""
        if self._shaped != len(self.predicates):
            self._shapes = [self._shape(family) for family in self.families]
            self._shaped = len(self.predicates)
        control, bits = abstract
        found: list[list[_Key]] = []
        for places, shape in zip(self._places, self._shapes, strict=True):
            keys: list[_Key] = []
            for part, (here, data, pointers) in enumerate(places):
                alone = 0
                for number, sign in shape.alone[part]:
                    alone = alone << 1 | ((bits >> number & 1) == sign)
                counts = [0] * shape.slots
                for number, sign, slot in shape.pairs[part]:
                    counts[slot] += (bits >> number & 1) == sign
                known = [_key(values[k]) for k in data] if values else []
                keys.append(([control[k] for k in here], [control[p] == v for p, v in pointers], alone, counts, known))
            found.append(keys)
        return found

    def _shape(self, family: Family) -> _Shape:
        """Corresponding predicates about each part stand at the same place, so that parts can be compared."""
        owner = {v: i for i, part in enumerate(family.parts) for v in part}
        count = len(family.parts)
        alone: list[dict[Term, tuple[int, bool]]] = [{} for _ in range(count)]
        shape = _Shape(pairs=[[] for _ in range(count)])
        slots: dict[Term, int] = {}
        for number, predicate in enumerate(self.predicates):
            owners = sorted({owner[v] for v in T.free_variables(predicate) if v in owner})
            if len(owners) == 1:
                names = dict(zip(family.parts[owners[0]], family.parts[0], strict=True))
                atom, sign = linear.positive(linear.normal(T.substitute(predicate, names)))
                alone[owners[0]][atom] = (number, sign)
            elif len(owners) == 2:
                for one, two in (owners, owners[::-1]):
                    names = dict(zip(family.parts[one], family.parts[0], strict=True))
                    names |= dict(zip(family.parts[two], family.parts[1], strict=True))
                    atom, sign = linear.positive(linear.normal(T.substitute(predicate, names)))
                    shape.pairs[one].append((number, sign, slots.setdefault(atom, len(slots))))
        shape.slots = len(slots)
        shape.alone = [[entry[atom] for atom in alone[0]] for entry in alone]
        return shape

    # ---------------------------------------------------------------- paths

    def unfolded(self, path: Sequence[tuple[int, Turn]]) -> tuple[int, ...]:
        """The transitions of a real path from those between representatives; the initial one first."""
        found: list[int] = []
        sofar = self.identity
        for place, (number, turn) in enumerate(path):
            found.append(number if place == 0 else self._transition(number, _inverse(sofar)))
            sofar = _after(turn, sofar)
        return tuple(found)

    def _transition(self, number: int, turn: Turn) -> int:
        """What becomes of a transition when the parts are turned: neighbours are exchanged one pair at a time."""
        for order, exchanges in zip(turn, self._exchanges, strict=True):
            # Sort the order by exchanging neighbours; doing the same to the identity gives its inverse.
            line = list(_inverse((order,))[0])
            for end in range(len(line) - 1, 0, -1):
                for k in range(end):
                    if line[k] > line[k + 1]:
                        line[k], line[k + 1] = line[k + 1], line[k]
                        number = exchanges[k][number]
        return number


def _key(value: Term) -> tuple[int, int, str]:
    return (0, int(value.data), "") if value.op is T.CONST else (1, 0, repr(value))


def _exchange(count: int, k: int) -> tuple[int, ...]:
    order = list(range(count))
    order[k], order[k + 1] = order[k + 1], order[k]
    return tuple(order)


def _inverse(turn: Turn) -> Turn:
    found: list[tuple[int, ...]] = []
    for order in turn:
        back = [0] * len(order)
        for place, part in enumerate(order):
            back[part] = place
        found.append(tuple(back))
    return tuple(found)


def _after(second: Turn, first: Turn) -> Turn:
    """Both, ``first`` before ``second``."""
    return tuple(tuple(one[k] for k in two) for one, two in zip(first, second, strict=True))
