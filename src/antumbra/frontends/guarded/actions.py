"""What transitions do: assignments, sending and receiving, each with the elements that its indices may mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from antumbra import terms as T
from antumbra.frontends.errors import InputError
from antumbra.frontends.guarded import syntax as S
from antumbra.frontends.guarded.defined import Need, needs, of_channel, of_name
from antumbra.frontends.guarded.expressions import cells, channels, enumeration_of, holds, meaning, values
from antumbra.frontends.guarded.scope import Cell, Channel, Scope
from antumbra.frontends.guarded.steps import Step, Steps
from antumbra.program.source import Location
from antumbra.records import dataclass
from antumbra.terms import Term

#: combinations of elements that one transition may write to
MOST_WAYS = 256


@dataclass(frozen=True, slots=True)
class _Way:
    """What an action does if a condition holds; ``copies`` are values of variables of the same finite type."""

    where: Term
    writes: tuple[tuple[Cell, Term | None], ...] = ()
    copies: tuple[tuple[Cell, Term], ...] = ()


@dataclass(frozen=True, slots=True)
class _Done:
    """An action: ``able`` is when it can be taken, ``needs`` what must hold then."""

    ways: Sequence[_Way]
    able: Term
    needs: Sequence[Need]
    place: Location


def steps_of(transition: S.Transition, scope: Scope, name: str, here: Term, move: Sequence[tuple[Cell, int]]) -> Steps:
    """A transition of one process. ``here`` is where the process must be, ``move`` where it goes."""
    asked: list[Need] = []
    guard = here
    if transition.guard is not None:
        asked = needs(transition.guard, scope)
        guard = T.and_(guard, _condition(transition.guard, scope))
    _each_channel_once(transition)
    done = [_done(action, inner) for action, inner in _each(transition.actions, scope)]
    guard = T.and_(guard, *(one.able for one in done))
    needed = [need for one in done for need in one.needs]
    count = 1
    for one in done:
        count *= len(one.ways)
    if count > MOST_WAYS:
        raise InputError(
            f"{count} combinations of elements are too many; expected at most {MOST_WAYS}", transition.place
        )
    found: list[Step] = []
    for ways in product(*(one.ways for one in done)):
        where = T.and_(guard, *(way.where for way in ways))
        if where is T.FALSE:
            continue
        twice = _twice([(way, one.place) for way, one in zip(ways, done, strict=True)])
        if twice is not None:
            cell, place = twice
            if where is guard:
                raise InputError(f"{cell.term.data} is assigned twice", place)
            needed.append(Need(T.not_(where), f"{cell.term.data} is assigned twice", place))
            continue
        writes = [write for way in ways for write in way.writes]
        found.append(
            Step(
                name,
                where,
                tuple((c, v) for c, v in writes if not c.is_finite),
                tuple((c, v) for c, v in writes if c.is_finite),
                tuple(move),
                transition.place,
                tuple(copy for way in ways for copy in way.copies),
            )
        )
    return Steps(name, here, guard, asked, needed, found, transition.place)


def _condition(expression: S.Expression, scope: Scope) -> Term:
    term = meaning(expression, scope)
    if term.sort is not T.BOOL:
        raise InputError("expected a condition, found a number", expression.place)
    return term


def _twice(ways: Sequence[tuple[_Way, Location]]) -> tuple[Cell, Location] | None:
    seen: set[Term] = set()
    for way, place in ways:
        for cell, _ in (*way.writes, *way.copies):
            if cell.term in seen:
                return cell, place
            seen.add(cell.term)
    return None


def _each_channel_once(transition: S.Transition) -> None:
    seen: set[str] = set()
    for action in transition.actions:
        if isinstance(action, S.Send | S.Receive) and action.channel.index is None:
            if action.channel.name in seen:
                raise InputError(f"channel {action.channel.name} is used twice in one transition", action.place)
            seen.add(action.channel.name)


def _each(actions: Sequence[S.Action], scope: Scope) -> Iterator[tuple[S.Assignment | S.Send | S.Receive, Scope]]:
    """Single actions, each with the scope it is read in."""
    for action in actions:
        if not isinstance(action, S.Every):
            yield action, scope
            continue
        for value in values(action.over, scope):
            inner = scope.binding(action.variable, value)
            if action.where is None or holds(action.where, inner):
                yield from _each(action.body, inner)


def _done(action: S.Assignment | S.Send | S.Receive, scope: Scope) -> _Done:
    match action:
        case S.Assignment(target, value, place):
            needed = [*of_name(target, scope), *needs(value, scope)]
            ways = [_Way(where, ((cell, _value(cell, value, scope)),)) for where, cell in cells(target, scope)]
            return _Done(ways, T.TRUE, needed, place)
        case S.Send(channel, sent, place):
            known = channels(channel, scope)
            needed = [*of_channel(channel, scope), *(need for v in sent for need in needs(v, scope))]
            ways = [way for where, one in known for way in _sent(where, one, sent, scope, place)]
            able = T.or_(T.FALSE, *(T.and_(w, T.not_(_holds_messages(c, len(c.slots)))) for w, c in known))
            return _Done(ways, _or_undefined(able, of_channel(channel, scope)), needed, place)
        case S.Receive(channel, targets, place):
            known = channels(channel, scope)
            needed = [*of_channel(channel, scope), *(need for t in targets for need in of_name(t, scope))]
            ways = [way for where, one in known for way in _received(where, one, targets, scope, place)]
            able = T.or_(T.FALSE, *(T.and_(w, T.not_(_holds_messages(c, 0))) for w, c in known))
            return _Done(ways, _or_undefined(able, of_channel(channel, scope)), needed, place)


def _or_undefined(able: Term, needed: Sequence[Need]) -> Term:
    """Also where there is no such channel: the transition is taken then, and that is an error."""
    return T.or_(able, *(T.not_(need.good) for need in needed))


def _holds_messages(channel: Channel, count: int) -> Term:
    return T.eq(channel.length.read, T.integer(count))


def _value(cell: Cell, value: S.Expression | S.Nondet, scope: Scope) -> Term | None:
    """What a variable gets. Raises InputError if it is not of its type."""
    if isinstance(value, S.Nondet):
        return None
    term = meaning(value, scope)
    wanted = _kind(cell.type == "bool", cell.enumeration)
    if _kind(term.sort is T.BOOL, enumeration_of(value, scope)) != wanted:
        raise InputError(f"{cell.term.data} takes {wanted}", value.place)
    return term


def _kind(is_truth: bool, enumeration: str) -> str:
    return f"a value of {enumeration}" if enumeration else "a condition" if is_truth else "a number"


def _count(channel: Channel, given: int, place: Location) -> None:
    expected = len(channel.slots[0])
    if given != expected:
        raise InputError(f"a message of {channel.name} has {expected} values, found {given}", place)


def _sent(where: Term, channel: Channel, sent: Sequence[S.Expression], scope: Scope, place: Location) -> Iterator[_Way]:
    """For each number of messages before."""
    _count(channel, len(sent), place)
    for count, slot in enumerate(channel.slots):
        writes = [(cell, _value(cell, value, scope)) for cell, value in zip(slot, sent, strict=True)]
        here = T.and_(where, _holds_messages(channel, count))
        yield _Way(here, (*writes, (channel.length, T.integer(count + 1))))


def _received(
    where: Term, channel: Channel, targets: Sequence[S.Name], scope: Scope, place: Location
) -> Iterator[_Way]:
    """For each number of messages before: the others move up, and the last place is as if nothing had been there."""
    _count(channel, len(targets), place)
    first = channel.slots[0]
    each = [cells(target, scope) for target in targets]
    for target, choices, head in zip(targets, each, first, strict=True):
        for _, cell in choices:
            wanted, found = _kind(cell.type == "bool", cell.enumeration), _kind(head.type == "bool", head.enumeration)
            if wanted != found:
                raise InputError(f"{cell.term.data} takes {wanted}, the message has {found}", target.place)
    for count in range(1, len(channel.slots) + 1):
        moved = [
            (here, there.term)
            for k in range(count - 1)
            for here, there in zip(channel.slots[k], channel.slots[k + 1], strict=True)
        ]
        copies = tuple((here, there) for here, there in moved if here.is_finite)
        shifts = [(here, there) for here, there in moved if not here.is_finite]
        emptied = [(cell, _nothing(cell)) for cell in channel.slots[count - 1]]
        for chosen in product(*each):
            here = T.and_(where, _holds_messages(channel, count), *(w for w, _ in chosen))
            writes = [(cell, head.read) for (_, cell), head in zip(chosen, first, strict=True)]
            yield _Way(here, (*writes, *shifts, *emptied, (channel.length, T.integer(count - 1))), copies)


def _nothing(cell: Cell) -> Term:
    return T.FALSE if cell.type == "bool" else T.integer(cell.low)
