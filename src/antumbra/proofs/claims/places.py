"""Parts of a state that rounds of a loop or calls of a procedure may change, and what is known once they have.

A part that may have changed holds anything. Objects that another round or call has made are not among those that are
compared: where a state no longer has them, an access to them is one to nowhere, and proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.memory.contents import Content
from antumbra.proofs.state import Object, Place, State
from antumbra.records import replace
from antumbra.terms import Term


class Places:
    """Finds what differs between states, and forgets it."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def different(
        self, first: State, state: State, values: Iterable[tuple[Term, Term, Term | None]], known: Mapping[Place, None]
    ) -> list[Place]:
        """Where a state may differ from an earlier one, besides what is known. ``values``: variables, then and now."""
        if first.segments or state.segments:
            raise NotUnderstood("parts of lists in loops that claims are about")
        found: list[Place] = []
        for variable, before, now in values:
            place = Place(variable)
            if place not in known and (now is None or not self._equal(state, before, now)):
                found.append(place)
        for number, item in first.objects.items():
            found += [
                place
                for place in self._changes(state, item, state.objects.get(number))
                if place not in known and (place.life or Place(item=number) not in known)
            ]
        leaks = self._judge.question.checks & {"valid-memtrack", "valid-memcleanup"}
        if leaks and any(n not in first.objects and i.region is P.Region.HEAP for n, i in state.objects.items()):
            raise NotUnderstood("objects that are made in a loop or a recursion and live on, where leaks are asked for")
        return found

    def _equal(self, state: State, a: Term, b: Term) -> bool:
        if a is b:
            return True
        return a.sort.kind != "array" and self._judge.certain(state, T.eq(a, b))

    def _changes(self, state: State, item: Object, now: Object | None) -> Iterator[Place]:
        if now is None or now.alive is not item.alive:
            yield Place(item=item.number, life=True)
        if now is None or now.content.same(item.content):
            return
        one, other = item.content, now.content
        if one.array is not None or other.array is not None or one.default is not other.default:
            yield Place(item=item.number)
            return
        done: set[int] = set()
        for offset in sorted({*one.cells, *other.cells}):
            if offset in done or one.cells.get(offset) == other.cells.get(offset):
                continue
            low, high = one.segment(other, offset)
            done.update(range(low, high))
            if not self._equal(state, one.word(low, high - low), other.word(low, high - low)):
                yield Place(item=item.number, low=low, high=high)

    def forget(self, state: State, place: Place) -> None:
        """A place holds anything."""
        world = self._judge.world
        if place.variable is not None:
            holder = state.variables if place.variable in state.variables else state.frame.values
            holder[place.variable] = unknown(world.unknown, place.variable.sort)
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
            content = item.content.written(T.const(place.low, world.pointer), word, item.size, T.TRUE)
            state.objects[place.item] = replace(item, content=content)
        else:
            content = Content(world.unknown("bytes", item.content.default.sort))
            state.objects[place.item] = replace(item, content=content)


def unknown(make: Callable[[str, T.Sort], Term], sort: T.Sort) -> Term:
    """Any value; of a float any pattern of bits."""
    return T.fp_from_bv(make("any", T.bv_sort(sort.width)), sort) if sort.kind == "fp" else make("any", sort)
