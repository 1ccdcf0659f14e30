"""Two states at one place made one, where nothing is lost: every value that differs becomes a choice.

After Kuznetsov et al. (Efficient state merging in symbolic execution, PLDI 2012). The rule goes through the one list of
what a state is (``memory.memory_state``): each part is equal in both, or merged by a rule of its own; otherwise the
states stay two. Objects, who owns them and where the next will lie, unknowns and callers are equal; registers, cells,
arrays and global variables are merged; the path is what both had in common, with one of the two rests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from antumbra import terms as T
from antumbra.records import dataclass, field
from antumbra.semantics.contract import PathEnded, Pending
from antumbra.semantics.ends import Ended
from antumbra.semantics.memory.cells import own_page
from antumbra.semantics.memory.memory_state import NOT_NOTICED, STATE, same_skeleton
from antumbra.semantics.memory.objects import Content
from antumbra.semantics.memory.pages import EMPTY, READ_ONLY, WIDTHS, Page
from antumbra.semantics.runtime import ite
from antumbra.semantics.state import State
from antumbra.solvers import PathCondition
from antumbra.terms import Sort, Term


@dataclass(frozen=True, slots=True)
class Ways:
    """In a trace: the way of one state where ``guard`` holds, else that of the other.

    ``sides``: the nodes of the fork where they parted, one for each of its sides that is in one of them.
    """

    guard: Term
    one: Any
    other: Any
    sides: tuple[Any, ...]


class Apart(Exception):  # noqa: N818 - not an error
    """Two states stay two."""


# ---------------------------------------------------------------- sides that nobody has asked about


class OpenState(State):
    """A state that may stand for no execution: its path is settled when somebody looks at it."""

    __slots__ = ()

    @property
    def path(self) -> PathCondition:
        if self.unsettled is not None:
            settle(self)
        return _PATH.__get__(self)

    @path.setter
    def path(self, path: PathCondition) -> None:
        _PATH.__set__(self, path)

    def fork(self) -> State:
        unsettled, self.unsettled = self.unsettled, None
        twin = super().fork()
        twin.unsettled = self.unsettled = unsettled
        return twin


_PATH: Final[Any] = State.__dict__["path"]


def known_path(state: State) -> PathCondition:
    """The path of a state without the sides that nobody has asked about."""
    return _PATH.__get__(state)


def settle(state: State) -> None:
    """Ask about the sides of a state. Ends it if there is no such execution."""
    sides = _unsettled(state)
    state.unsettled = None
    for condition, site in sides:
        path = state.machine.chain.assume(state.path, condition)
        if path is None:
            raise PathEnded
        if not isinstance(path, PathCondition):
            state.machine.cut(state, Ended.SOLVER, path.reason, site)
        state.path = path


def _unsettled(state: State) -> list[tuple[Term, int]]:
    """Oldest first."""
    found: list[tuple[Term, int]] = []
    link = state.unsettled
    while link is not None:
        condition, site, link = link
        found.append((condition, site))
    found.reverse()
    return found


# ---------------------------------------------------------------- what differs


@dataclass(slots=True)
class Differences:
    """Values that two states have differently: where, the sort, both values."""

    one: State
    other: State
    registers: list[tuple[int, Sort, Any, Any]] = field(default_factory=list[tuple[int, Sort, Any, Any]])
    variables: list[tuple[int, Sort, Any, Any]] = field(default_factory=list[tuple[int, Sort, Any, Any]])
    #: page, address and width
    cells: list[tuple[int, int, int, Any, Any]] = field(default_factory=list[tuple[int, int, int, Any, Any]])
    arrays: list[tuple[int, int, Term, Term]] = field(default_factory=list[tuple[int, int, Term, Term]])


#: is a merge that is possible also wanted?
Wanted = Callable[[Differences], bool]


def _alike(condition: bool) -> None:
    if not condition:
        raise Apart


def _same(value: Any, other: Any) -> bool:
    """The same value; a term is equal to itself only."""
    return value is other or (value.__class__ is other.__class__ and value.__class__ is not Term and value == other)


def _mergeable(*values: Any) -> bool:
    return all(value.__class__ in (int, bool, Term) for value in values)


def _variables(found: Differences) -> None:
    sorts = [variable.sort for variable in found.one.machine.compiler.global_index]
    for index, (a, b) in enumerate(zip(found.one.variables, found.other.variables, strict=True)):
        if not _same(a, b):
            _alike(_mergeable(a, b))
            found.variables.append((index, sorts[index], a, b))


def _arrays(found: Differences) -> None:
    one, other = found.one.arrays, found.other.arrays
    _alike(one.keys() == other.keys())
    for base, (width, array) in one.items():
        other_width, other_array = other[base]
        _alike(width == other_width and array.sort is other_array.sort)
        if array is not other_array:
            found.arrays.append((base, width, array, other_array))


def _pages(found: Differences) -> None:
    one, other = found.one.pages, found.other.pages
    numbers = list(one)
    numbers += [number for number in other if number not in one]
    for number in numbers:
        a, b = one[number], other[number]
        # nobody writes to constants: such pages differ in how they were read
        if a is not b and not (a.owner is READ_ONLY and b.owner is READ_ONLY):
            _page(found, number, a, b)


def _page(found: Differences, number: int, a: Page, b: Page) -> None:
    for width in WIDTHS:
        mine, others = a.cells(width), b.cells(width)
        for address, value in mine.items():
            other = others.get(address)
            if other is None:
                other = _never_written(found.other, b, address, width)
            _cell(found, number, address, width, value, other)
        for address, other in others.items():
            if address not in mine:
                _cell(found, number, address, width, _never_written(found.one, a, address, width), other)


def _cell(found: Differences, number: int, address: int, width: int, value: Any, other: Any) -> None:
    if not _same(value, other):
        _alike(_mergeable(value, other))
        found.cells.append((number, address, width, value, other))


def _never_written(state: State, page: Page, address: int, width: int) -> int:
    """What bytes hold that only the other state has a cell for: zero, where that is what unwritten ones hold."""
    item = state.objects.find(address)
    _alike(item is not None and item.content is Content.ZERO)
    _alike(page is EMPTY or all(page.covering(byte) is None for byte in range(address, address + width)))
    return 0


def _skeleton(found: Differences) -> None:
    _alike(same_skeleton(found.one, found.other))


def _nothing(_: Differences) -> None:
    pass


def _equal(name: str) -> Callable[[Differences], None]:
    def rule(found: Differences) -> None:
        _alike(getattr(found.one, name) is getattr(found.other, name))

    return rule


#: what each part of a state must be, or what of it is merged. Parts of a skeleton are looked at together.
_RULES: Final[Mapping[str, Callable[[Differences], None]]] = {
    "frame": _equal("frame"),
    "inputs": _equal("inputs"),
    "choices": _equal("choices"),
    "fixed": _equal("fixed"),
    "machine": _equal("machine"),
    "objects": _skeleton,
    "locals": _nothing,  # of the skeleton
    "next_page": _nothing,  # of the skeleton
    "addresses": _nothing,  # of the skeleton
    "variables": _variables,
    "arrays": _arrays,
    "pages": _pages,
    "path": _nothing,  # merged by _common_path
    "unsettled": _nothing,  # merged by _common_path
    "input_count": _nothing,  # of the inputs
    "calls": _nothing,  # of the frame
    "trace": _nothing,  # merged by _apply, and so are the rest: numbers for reports, and what may be changed in place
    "depth": _nothing,
    "steps": _nothing,
    "new_coverage": _nothing,
    "own_objects": _nothing,
    "resolved": _nothing,
    "token": _nothing,
    "node": _nothing,
    "log": _nothing,
}


def check_rules(rules: Mapping[str, object]) -> None:
    """Raise TypeError unless there is a rule for every part of a state."""
    wrong = set(rules) ^ {*STATE, *NOT_NOTICED}
    if wrong:
        raise TypeError(f"not one rule of merging each: {', '.join(sorted(wrong))}")


check_rules(_RULES)


def _differences(one: Pending, other: Pending) -> Differences:
    _alike(one.region == other.region)
    found = Differences(one.state, other.state)
    for rule in _RULES.values():
        rule(found)
    parameters = one.state.machine.compiler.entries[one.region].parameters
    _alike(len(parameters) == len(one.arguments) == len(other.arguments))
    for index, parameter in enumerate(parameters):
        a, b = one.arguments[index], other.arguments[index]
        if not _same(a, b) and not _ignored(parameter.sort, a):
            _alike(_mergeable(a, b))
            found.registers.append((index, parameter.sort, a, b))
    return found


def _ignored(sort: Sort, value: Any) -> bool:
    """Is it a result that the caller ignores? Such parameters are named as truth values, whatever arrives."""
    if sort is not T.BOOL:
        return False
    return value.sort is not T.BOOL if value.__class__ is Term else value.__class__ is not bool


# ---------------------------------------------------------------- which of the two it is


def _guard(one: State, other: State, base: Any) -> tuple[Ways, Any]:
    """A condition that holds in all executions of one state and in none of the other; the trace before they parted."""
    mine, others = _since(one.trace, base), _since(other.trace, base)
    common = base
    for a, b in zip(mine, others, strict=False):
        if a is not b:
            mine, others = _sides(a), _sides(b)
            # different sides of one fork exclude each other: a condition and its negation, or cases of a switch
            _alike(all(x is not y and x[2] is not None and y[2] is not None for x in mine for y in others))
            holds = _one_of(mine) if len(mine) <= len(others) else T.not_(_one_of(others))
            return Ways(holds, one.trace, other.trace, (*mine, *others)), common
        common = a
    raise Apart


def _sides(node: Any) -> tuple[Any, ...]:
    return node[0].sides if isinstance(node[0], Ways) else (node,)


def _one_of(sides: tuple[Any, ...]) -> Term:
    return T.or_(T.FALSE, *(side[2] if side[1] else T.not_(side[2]) for side in sides))


def _since(trace: Any, base: Any) -> list[Any]:
    """The nodes of a trace above another one, oldest first."""
    found: list[Any] = []
    while trace is not base:
        _alike(trace is not None)
        found.append(trace)
        trace = trace[3]
    found.reverse()
    return found


def _common_path(one: State, other: State) -> tuple[PathCondition, Any]:
    """The path of both, and what is unsettled there: what they have in common, and one of the rests."""
    a, b = known_path(one), known_path(other)
    x: PathCondition | None = a
    y: PathCondition | None = b
    rest_a: list[Term] = []
    rest_b: list[Term] = []
    while x is not y and not (x is not None and y is not None and x.depth == y.depth == 0):
        if y is None or (x is not None and x.depth >= y.depth):
            x = _up(x, rest_a)
        else:
            y = _up(y, rest_b)
    _alike(x is not None)
    common = x or PathCondition.empty()
    unsettled: Any = None
    if common is a and common is b:
        unsettled = _common_unsettled(one, other)
    for state, rest in ((one, rest_a), (other, rest_b)):
        link = state.unsettled
        newest: list[Term] = []
        while link is not unsettled:
            newest.append(link[0])
            link = link[2]
        rest[:0] = newest
    while rest_a and rest_b and rest_a[-1] is rest_b[-1]:  # settled in one of them only
        rest_a.pop()
        unsettled = (rest_b.pop(), 0, unsettled)
    either = _either(rest_a, rest_b)
    if either is not T.TRUE:
        unsettled = (either, 0, unsettled)
    if unsettled is None or T.evaluate(either, common.model):
        return common, unsettled
    for state, path in ((one, a), (other, b)):
        if state.unsettled is None and path is not common:  # its values satisfy what is asked next
            return common.revalued(path.values()), unsettled
    return common, unsettled


def _either(one: list[Term], other: list[Term]) -> Term:
    """One of two conjunctions, given newest first; of sides of one fork, each with what it has found besides."""
    if one and other and T.not_(one[-1]) is other[-1]:
        return T.and_(
            T.or_(other[-1], T.and_(T.TRUE, *reversed(one[:-1]))), T.or_(one[-1], T.and_(T.TRUE, *reversed(other[:-1])))
        )
    return T.or_(T.and_(T.TRUE, *reversed(one)), T.and_(T.TRUE, *reversed(other)))


def _up(path: PathCondition | None, rest: list[Term]) -> PathCondition | None:
    if path is None:
        return None
    if path.condition is not None:
        rest.append(path.condition)
    return path.parent


def _common_unsettled(one: State, other: State) -> Any:
    mine: dict[int, Any] = {}
    link = one.unsettled
    while link is not None:
        mine[id(link)] = link
        link = link[2]
    link = other.unsettled
    while link is not None and id(link) not in mine:
        link = link[2]
    return link


# ---------------------------------------------------------------- one state


def merged(one: Pending, other: Pending, base: Any, wanted: Wanted) -> Pending | None:
    """One state for two that forked from one with the trace ``base``; None, and nothing changed, if they stay two."""
    try:
        ways, common = _guard(one.state, other.state, base)
        found = _differences(one, other)
        if not wanted(found):
            return None
        path, unsettled = _common_path(one.state, other.state)
    except Apart:
        return None
    state = _apply(one, other, found, ways.guard)
    state.state.path, state.state.unsettled = path, unsettled
    state.state.trace = (ways, None, None, common)
    return state


def _apply(one: Pending, other: Pending, found: Differences, guard: Term) -> Pending:
    state, twin = one.state, other.state
    state.token = object()
    symbolic = False
    for number, address, width, a, b in found.cells:
        value = ite(T.bv_sort(8 * width), guard, a, b)
        own_page(state, number).cells(width)[address] = value
        symbolic = symbolic or value.__class__ is Term
    for base, width, a, b in found.arrays:
        state.arrays[base] = (width, T.ite(guard, a, b))
    compiler = state.machine.compiler
    entry = compiler.entries[one.region]
    names, changed = list(compiler.global_index), list[tuple[str, Term]]()
    for index, sort, a, b in found.variables:
        state.variables[index] = ite(sort, guard, a, b)
        changed.append((entry.procedure, names[index]))
    arguments = list(one.arguments)
    for index, sort, a, b in found.registers:
        arguments[index] = ite(sort, guard, a, b)
        changed.append((entry.procedure, entry.parameters[index]))
    if changed or symbolic:
        state.machine.widen(changed, memory=symbolic)
    state.depth = max(state.depth, twin.depth)
    state.steps = max(state.steps, twin.steps)
    state.new_coverage = state.new_coverage or twin.new_coverage
    state.resolved = None
    return Pending(state, one.region, tuple(arguments))
