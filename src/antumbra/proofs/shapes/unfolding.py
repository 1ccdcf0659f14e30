"""Taking a node out of a part of a list: what commands look at has to be an object of its own.

A part stands for one node or more. Either the node is the only one, and what was behind the part is behind it, or
there is a rest, which is a part again.
"""

from __future__ import annotations

from collections.abc import Mapping

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.proofs.memory.contents import Content
from antumbra.proofs.memory.world import World
from antumbra.proofs.shapes.pointing import exact, plus, terms_of, terms_of_segment
from antumbra.proofs.state import Condition, Segment, State, conditions_of
from antumbra.records import replace
from antumbra.terms import Term


def looked_at(node: P.Command | P.Terminator) -> tuple[tuple[Term, bool], ...]:
    """The terms of a command that are evaluated; and whether their values are only passed on."""
    match node:
        case P.Assign():
            return tuple((value, True) for value in node.values)
        case P.Assume() | P.Assert() | P.Branch():
            return ((node.condition, False),)
        case P.Call():
            passed = tuple((value, True) for value in node.arguments)
            return passed if isinstance(node.callee, str) else (*passed, (node.callee, False))
        case P.Load():
            return ((node.address, False),)
        case P.Store():
            return (node.address, False), (node.value, True)
        case P.Alloc():
            return ((node.size, False),)
        case P.Free():
            return ((node.address, False),)
        case P.Copy():
            return (node.destination, False), (node.source, False), (node.size, False)
        case P.Fill():
            return (node.destination, False), (node.byte, False), (node.size, False)
        case P.Builtin():
            return tuple((value, False) for value in node.arguments)
        case P.Switch():
            return ((node.value, False),)
        case P.Return():
            return tuple((value, True) for value in node.values)
        case P.Havoc() | P.Goto() | P.Stop():
            return ()


def touched(state: State, value: Term, *, passed: bool) -> Term | None:
    """The end of a part of a list that a value is made of, if more than passing it on is done with it."""
    if passed and exact(value) is not None:
        return None
    free = T.free_variables(value)
    for segment in state.segments.values():
        for end in (segment.first, segment.last):
            if end in free:
                return end
    return None


def unfolded(world: World, state: State, end: Term) -> list[State]:
    """A state for each way to have a node of its own at an end of a part."""
    segment = next(s for s in state.segments.values() if end in (s.first, s.last))
    found: list[State] = []
    for missing in _choices(segment):
        if segment.least == 1:
            alone = state.fork()
            del alone.segments[segment.number]
            base = _node(world, alone, segment, segment.before, segment.after, missing)
            substitute(alone, {segment.first: base, segment.last: base})
            found.append(alone)
        found.append(_with_more(world, state, segment, end, missing))
    return found


def _choices(segment: Segment) -> list[frozenset[int]]:
    """Which of the words that may be null are."""
    found = [frozenset[int]()]
    for offset, owned in segment.owned:
        if owned.part is None:
            found = [each | {offset} for each in found]
        elif owned.maybe:
            found += [each | {offset} for each in found]
    return found


def _with_more(world: World, state: State, segment: Segment, end: Term, missing: frozenset[int]) -> State:
    more = state.fork()
    del more.segments[segment.number]
    first, last = world.unknown("first", world.pointer), world.unknown("last", world.pointer)
    at, back = segment.link.at, segment.link.back
    rest = replace(segment, number=world.number(), first=first, last=last, least=max(1, segment.least - 1))
    if end is segment.first:
        base = _node(world, more, segment, segment.before, plus(first, at), missing)
        more.segments[rest.number] = rest if back is None else replace(rest, before=plus(base, at))
        substitute(more, {segment.first: base, segment.last: last})
    else:
        base = _node(world, more, segment, plus(last, at), segment.after, missing)
        more.segments[rest.number] = replace(rest, after=plus(base, at))
        substitute(more, {segment.first: first, segment.last: base})
    return more


def _node(
    world: World, state: State, segment: Segment, before: Term, after: Term, missing: frozenset[int] = frozenset()
) -> Term:
    """A new object that is a node, and its address. ``missing``: words that are null."""
    link = segment.link
    found = [(link.next, after)] if link.back is None else [(link.next, after), (link.back, before)]
    return _object(world, state, segment, found, missing)


def _object(
    world: World, state: State, segment: Segment, found: list[tuple[int, Term]], missing: frozenset[int]
) -> Term:
    for offset, owned in segment.owned:
        part = owned.part
        if part is None or offset in missing:
            found.append((offset, world.null))
        elif owned.single:
            found.append((offset, _object(world, state, part, [], frozenset())))
        else:
            first, last = world.unknown("first", world.pointer), world.unknown("last", world.pointer)
            made = replace(part, number=world.number(), first=first, last=last)
            state.segments[made.number] = made
            found.append((offset, plus(first, part.link.at)))
    for offset, _, values in segment.cells:
        if len(values) == 1:
            found.append((offset, values[0]))
            continue
        value = world.unknown("one of", values[0].sort)
        state.assume(T.or_(*(T.eq(value, each) for each in values)))
        found.append((offset, value))
    default = world.unknown("bytes", T.array_sort((world.pointer,), T.bv_sort(8)))
    content = Content(segment.default if segment.default is not None else default).with_words(found)
    return world.node(state, segment, content).base


def substitute(state: State, values: Mapping[Term, Term]) -> None:
    """Other names for addresses, everywhere in a state."""
    change = T.Substitution(values)
    keys = values.keys()

    def named(term: Term) -> Term:
        return term if keys.isdisjoint(T.free_variables(term)) else change.of(term)

    for i, frame in enumerate(state.frames):
        if i == len(state.frames) - 1 or any(not keys.isdisjoint(T.free_variables(v)) for v in frame.values.values()):
            state.frames[i] = replace(frame, values={x: named(value) for x, value in frame.values.items()})
    for x, value in state.variables.items():
        state.variables[x] = named(value)
    for number, item in state.objects.items():
        if any(not keys.isdisjoint(T.free_variables(term)) for term in terms_of(item.content)):
            content = item.content
            cells = {offset: (named(word), place) for offset, (word, place) in content.cells.items()}
            array = None if content.array is None else named(content.array)
            state.objects[number] = replace(item, content=Content(named(content.default), cells, array))
    for number, segment in state.segments.items():
        if any(not keys.isdisjoint(T.free_variables(term)) for term in terms_of_segment(segment)):
            cells = tuple((offset, width, tuple(map(named, options))) for offset, width, options in segment.cells)
            state.segments[number] = replace(
                segment, before=named(segment.before), after=named(segment.after), cells=cells
            )
    known = conditions_of(state.condition)
    if any(not keys.isdisjoint(T.free_variables(condition)) for condition in known):
        state.condition = state.seen = state.model = None
        for condition in known:
            state.condition = Condition(named(condition), state.condition)
