"""What commands do to memory."""

from __future__ import annotations

from collections.abc import Callable

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.model import Region
from antumbra.program.source import Location
from antumbra.proofs.asking.judge import Judge, note
from antumbra.proofs.ends import DeadEnd, NotUnderstood
from antumbra.proofs.memory.addresses import Target, by_form, inside, numeric
from antumbra.proofs.memory.contents import Content
from antumbra.proofs.memory.facts import of_content, said
from antumbra.proofs.state import Asked, Join, Object, State
from antumbra.records import replace
from antumbra.terms import Term

#: bytes of one copy or fill that are followed one by one
MOST_BYTES = 1 << 16
#: the same where the number of bytes is unknown
MOST_UNKNOWN = 1 << 10

_ANYTHING: Callable[[Object], bool] = lambda item: item.region is not Region.CODE  # noqa: E731
_WRITABLE: Callable[[Object], bool] = lambda item: item.region not in (Region.CODE, Region.CONSTANT)  # noqa: E731


class Memory:
    """Loads, stores and the like, on states."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._world = judge.world

    # ------------------------------------------------------------ which object

    def targets(
        self, state: State, address: Term, width: Term, location: Location | None, *, write: bool, empty: Term = T.FALSE
    ) -> list[Target]:
        """Where an access may go: to live objects, and nowhere else. ``empty``: the access touches nothing."""
        suitable = _WRITABLE if write else _ANYTHING
        message = f"{'write' if write else 'read'} outside a live object"
        formed = by_form(self._world, state, address)
        if formed is not None:
            good = [t for t in formed if t.item is not None and suitable(t.item)]
            cases = [T.and_(t.guard, inside(t.item, t.offset, width)) for t in good if t.item is not None]
            valid = T.or_(empty, *cases)
            static = any(t.item is not None and t.item.base.op is T.CONST and t.offset.op is not T.CONST for t in good)
            if not static or self._judge.certain(state, valid):
                if not static:
                    self._judge.demand(state, valid, "valid-deref", message, location, objects=True)
                return self._some(good, empty)
        found = [(item, offset) for item, offset in numeric(state, address) if suitable(item)]
        good = [Target(inside(item, offset, width), item, offset) for item, offset in found]
        good = [t for t in good if t.guard is not T.FALSE and self._judge.possible(state, t.guard)]
        valid = T.or_(empty, *(t.guard for t in good))
        self._judge.demand(state, valid, "valid-deref", message, location, objects=True)
        if any(t.item is not None and t.item.base.op is T.CONST for t in good) and (formed or len(good) > 1):
            raise NotUnderstood("an address that may lead from one static to another", location)
        return self._some(good, empty)

    @staticmethod
    def _some(targets: list[Target], empty: Term) -> list[Target]:
        if not targets and empty is T.FALSE:
            raise DeadEnd
        return targets

    def _constant(self, number: int) -> Term:
        return T.const(number, self._world.pointer)

    # ------------------------------------------------------------ loads and stores

    def load(self, state: State, address: Term, width: int, location: Location | None) -> Term:
        targets = self.targets(state, address, self._constant(width), location, write=False)
        for target in targets:
            _note_unwritten(state, target, width, T.TRUE if len(targets) == 1 else target.guard)
        if state.facts:
            reads = ((of_content(t.item.content), t.offset) for t in targets if t.item is not None)
            for known in said(state, reads):
                state.assume(known)
        return _chosen([(t.guard, _read(t, width)) for t in targets])

    def store(self, state: State, address: Term, value: Term, location: Location | None) -> None:
        width = value.sort.width // 8
        targets = self.targets(state, address, self._constant(width), location, write=True)
        for target in targets:
            guard = T.TRUE if len(targets) == 1 else target.guard
            _update(state, target, lambda content, t=target, g=guard: content.written(t.offset, value, _size(t), g))

    def copy(self, state: State, command: P.Copy, destination: Term, source: Term, size: Term) -> None:
        if size is self._constant(0):
            return
        empty = T.eq(size, self._constant(0))
        origins = self.targets(state, source, size, command.location, write=False, empty=empty)
        targets = self.targets(state, destination, size, command.location, write=True, empty=empty)
        count = self._most(state, size, command.location)
        if self._copied_words(state, origins, targets, size):
            return
        values = [self._byte(origins, i, size) for i in range(count)]
        self._put(state, targets, values, size)

    def _copied_words(self, state: State, origins: list[Target], targets: list[Target], size: Term) -> bool:
        """Copy between known places, words as a whole; False if it is not such a copy."""
        parts = (*origins, *targets)
        if len(parts) != 2 or not all(_in_cells(t) for t in parts):
            return False
        if size.op is not T.CONST or origins[0].item is None:
            return False
        content, start = origins[0].item.content, origins[0].offset.data
        shift = targets[0].offset.data - start
        words: list[tuple[int, Term]] = []
        at = start
        while at < start + size.data:
            width = content.extent(at, start + size.data)
            words.append((at + shift, content.word(at, width)))
            at += width
        _update(state, targets[0], lambda known: known.with_words(words))
        return True

    def fill(self, state: State, command: P.Fill, destination: Term, byte: Term, size: Term) -> None:
        if size is self._constant(0):
            return
        empty = T.eq(size, self._constant(0))
        targets = self.targets(state, destination, size, command.location, write=True, empty=empty)
        # inside an object of that size: the whole of it
        if size.op is T.CONST and len(targets) == 1 and size is _size(targets[0]) and byte.op is T.CONST:
            zeros = T.array_value(targets[0].item.content.default.sort, byte.data, {}) if targets[0].item else None
            if zeros is not None:
                _update(state, targets[0], lambda _: Content(zeros))
                return
        count = self._most(state, size, command.location)
        self._put(state, targets, [byte] * count, size)

    def _most(self, state: State, size: Term, location: Location | None) -> int:
        """An upper bound on a number of bytes."""
        if size.op is T.CONST:
            if size.data > MOST_BYTES:
                raise NotUnderstood(f"a copy or fill of {size.data} bytes", location)
            return size.data
        bound = 1
        while self._judge.possible(state, T.bvugt(size, self._constant(bound))):
            bound *= 2
            if bound > MOST_UNKNOWN:
                raise NotUnderstood("a copy or fill of an unknown number of bytes", location)
        return bound

    def _byte(self, origins: list[Target], i: int, size: Term) -> Term:
        """A byte of a source; anything behind its end."""
        behind = T.bvule(size, self._constant(i))
        cases: list[tuple[Term, Term]] = []
        for origin in origins:
            offset = T.bvadd(origin.offset, self._constant(i))
            if behind is T.FALSE or _has_room(origin, offset):
                cases.append((origin.guard, _read(Target(origin.guard, origin.item, offset), 1)))
        return _chosen(cases) if cases else T.bv(0, 8)

    def _put(self, state: State, targets: list[Target], values: list[Term], size: Term) -> None:
        for target in targets:
            alone = T.TRUE if len(targets) == 1 else target.guard
            if target.offset.op is T.CONST and size.op is T.CONST and target.item is not None and alone is T.TRUE:
                start = target.offset.data
                if state.objects[target.item.number].content.array is None:
                    words = [(start + i, value) for i, value in enumerate(values)]
                    _update(state, target, lambda content, w=words: content.with_words(w))
                    continue
            for i, value in enumerate(values):
                guard = T.and_(alone, T.bvugt(size, self._constant(i)))
                place = Target(target.guard, target.item, T.bvadd(target.offset, self._constant(i)))
                if guard is T.FALSE or not (guard is T.TRUE or _has_room(place, place.offset)):
                    continue
                _update(
                    state,
                    place,
                    lambda content, p=place, v=value, g=guard: content.written(p.offset, v, _size(p), g),
                )

    # ------------------------------------------------------------ life

    def alloc(self, state: State, command: P.Alloc, size: Term) -> Term:
        fits = T.bvule(size, self._constant(self._world.largest))
        if command.region is not Region.HEAP and not self._judge.certain(state, fits):
            raise NotUnderstood("a local object of unbounded size", command.location)
        if fits is T.FALSE:
            return self._world.null
        if fits is not T.TRUE and self._judge.certain(state, fits):
            fits = T.TRUE  # so that its address is no choice
        item = self._world.made(state, command, size)
        if command.region is not Region.HEAP or fits is T.TRUE:
            return item.base
        state.objects[item.number] = replace(item, alive=fits)
        return T.ite(fits, item.base, self._world.null)

    def free(self, state: State, address: Term, location: Location | None) -> None:
        formed = by_form(self._world, state, address)
        if formed is not None:
            # no object lies there, so that this needs no word about addresses
            null = T.or_(T.FALSE, *(t.guard for t in formed if t.item is None and t.offset is self._world.null))
        else:
            null = T.eq(address, self._world.null)
            every = [(item, offset) for item, offset in numeric(state, address) if item.region is Region.HEAP]
            formed = [Target(T.eq(offset, self._world.null), item, offset) for item, offset in every]
        good = [t for t in formed if t.item is not None and t.item.region is Region.HEAP]
        ends: list[tuple[Object, Term]] = []
        for target in good:
            if target.item is not None:
                exact = T.and_(target.guard, T.eq(target.offset, self._world.null))
                ends.append((target.item, T.and_(exact, target.item.alive)))
        valid = T.or_(null, *(freed for _, freed in ends))
        self._judge.demand(
            state,
            valid,
            "valid-free",
            "free of something that is not the start of a live heap object",
            location,
            objects=True,
        )
        for item, freed in ends:
            self._end_life(state, item.number, freed)

    def leave(self, state: State, depth: int) -> None:
        """The stack objects of the procedure that is active at this depth die."""
        for item in list(state.objects.values()):
            if item.depth == depth:
                self.end(state, item.number)

    def end(self, state: State, number: int) -> None:
        """An object lives no longer."""
        self._end_life(state, number, T.TRUE)

    @staticmethod
    def _end_life(state: State, number: int, where: Term) -> None:
        item = state.objects[number]
        alive = T.and_(item.alive, T.not_(where))
        if alive is T.FALSE:
            del state.objects[number]
        else:
            state.objects[number] = replace(item, alive=alive)


def _note_unwritten(state: State, target: Target, width: int, guard: Term) -> None:
    """Bytes that nobody wrote are read: an execution that is run again must be given them, once."""
    item, offset = target.item, target.offset
    if item is None or offset.op is not T.CONST or item.content.array is not None or item.content.default.op is T.CONST:
        return
    missing = [i for i in range(offset.data, offset.data + width) if i not in item.content.cells]
    pieces = [(offset.data, width)] if len(missing) == width else [(i, 1) for i in missing]
    source = P.Source.EXTERNAL if item.region is Region.GLOBAL else P.Source.UNINITIALISED
    for start, count in pieces:
        value = item.content.word(start, count)
        before = state.log
        note(state, Asked(value, item.name, f"{count} bytes at {start}", source, item.location))
        state.log = state.log if guard is T.TRUE else Join(guard, state.log, before)
        _update(state, target, lambda content, s=start, v=value: content.with_word(s, v))


def _in_cells(target: Target) -> bool:
    """Is it a known place of an object that is no array?"""
    return target.item is not None and target.item.content.array is None and target.offset.op is T.CONST


def _size(target: Target) -> Term:
    if target.item is None:
        raise ValueError("an access without an object")
    return target.item.size


def _read(target: Target, width: int) -> Term:
    if target.item is None:
        raise ValueError("an access without an object")
    return target.item.content.read(target.offset, width, target.item.size)


def _has_room(target: Target, offset: Term) -> bool:
    """May a byte at this offset be one of the object's? Seen at once; yes if in doubt."""
    size = _size(target)
    return not (size.op is T.CONST and offset.op is T.CONST and offset.data >= size.data)


def _update(state: State, target: Target, change: Callable[[Content], Content]) -> None:
    if target.item is None:
        raise ValueError("an access without an object")
    item = state.objects[target.item.number]
    state.objects[item.number] = replace(item, content=change(item.content))


def _chosen(cases: list[tuple[Term, Term]]) -> Term:
    """The value of the first case whose guard holds; one of them does."""
    result = cases[-1][1]
    for guard, value in reversed(cases[:-1]):
        result = T.ite(guard, value, result)
    return result
