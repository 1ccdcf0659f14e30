"""Interpolants: conjunctions of ``form ∈ set`` and, where that does not fit, of other conditions.

A form is a bit-vector term without a constant part (or a boolean variable), over the locations of one program
point; a set is a union of unsigned intervals. Shifting by a constant, negation, union and complement are
exact, so ``x := y + c`` and wrap-around need no side conditions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from antumbra import terms as T
from antumbra.semantics.memory.memory_state import Owner, Skeleton
from antumbra.solvers.chain.domains import Bounds, complement, intersection, mirrored, of_values, shifted
from antumbra.terms import Term

_Item = TypeVar("_Item")

#: one for all: most formulas say nothing of these
_NONE: frozenset[Any] = frozenset()

#: a page, and the (address, width) of its cells
Shape = tuple[int, frozenset[tuple[int, int]]]


def top(form: Term) -> int:
    """The number of values of a form's sort."""
    return 2 if form.sort is T.BOOL else 1 << form.width


class Formula:
    """A conjunction; never changed once built."""

    __slots__ = ("accesses", "alive", "heap", "memory", "others", "outlives", "scoped", "sets", "shapes", "untouched")

    def __init__(
        self,
        sets: Mapping[Term, Bounds],
        others: frozenset[Term],
        accesses: frozenset[tuple[int, int]] = frozenset(),
        untouched: frozenset[int] = frozenset(),
        heap: frozenset[int] = frozenset(),
        shapes: frozenset[Shape] = frozenset(),
        outlives: frozenset[Owner] = frozenset(),
        memory: Skeleton | None = None,
        scoped: frozenset[tuple[int, int]] = frozenset(),
        alive: frozenset[int] | None = None,
    ) -> None:
        self.sets = sets
        self.others = others
        #: (address, width) of memory that is read or written below: it must be there
        self.accesses = accesses
        #: pages read below that must still hold what they held at the program's start
        self.untouched = untouched
        #: addresses that are freed below: live heap objects must start there
        self.heap = heap
        #: pages that must consist of just these cells (and of what was never written)
        self.shapes = shapes
        #: (address, depth): the object there must not belong to that frame, since it is used after the frame's end
        self.outlives = outlives
        #: if given, there are just these objects
        self.memory = memory
        #: (address, size): a stack object that begins there and is so large, alive or not; its life changes below
        self.scoped = scoped
        #: if given, heap objects that begin at these addresses live, and no others: all of them are freed below
        self.alive = alive

    @property
    def size(self) -> int:
        """Literals in it."""
        return len(self.sets) + len(self.others)

    def conditions(self) -> list[Term]:
        """The conjuncts as terms."""
        return [*(member(form, bounds) for form, bounds in self.sets.items()), *self.others]


NOTHING = Formula({}, frozenset())


def member(form: Term, bounds: Bounds) -> Term:
    """``form ∈ bounds`` as a term."""
    if form.sort is T.BOOL:
        return T.not_(form) if bounds == (0, 1) else form
    parts: list[Term] = []
    for low, high in zip(bounds[::2], bounds[1::2], strict=True):
        if high - low == 1:
            parts.append(T.eq(form, T.const(low, form.sort)))
        else:
            parts.append(T.bvult(T.bvsub(form, T.const(low, form.sort)), T.const((high - low), form.sort)))
    return T.or_(*parts) if parts else T.FALSE


def literal(condition: Term) -> tuple[Term, Bounds] | None:
    """A condition as ``form ∈ set``, if it is one."""
    op = condition.op
    if op is T.NOT:
        inner = literal(condition.args[0])
        return None if inner is None else (inner[0], complement(inner[1], top(inner[0])))
    if op is T.VAR:
        return condition, (1, 2)
    if len(condition.args) != 2 or condition.args[0].sort.kind != "bv":
        return None
    a, b = condition.args
    limit = 1 << a.width
    if op is T.EQ:
        if b.op is T.CONST:
            return a, (b.data, b.data + 1)
        if a.op is T.CONST:
            return b, (a.data, a.data + 1)
        return (T.bvsub(a, b) if a.id < b.id else T.bvsub(b, a)), (0, 1)
    if op not in (T.BVULT, T.BVULE, T.BVSLT, T.BVSLE):
        return None
    strict = op in (T.BVULT, T.BVSLT)
    signed = op in (T.BVSLT, T.BVSLE)
    flip = limit >> 1 if signed else 0
    if b.op is T.CONST:
        high = (b.data ^ flip) + (not strict)
        form, bounds = a, ((0, high) if high else ())
    elif a.op is T.CONST:
        low = (a.data ^ flip) + strict
        form, bounds = b, ((low, limit) if low < limit else ())
    else:
        return None
    # signed order is unsigned order with the sign bit flipped, which is adding half of the range
    return form, shifted(bounds, flip, limit) if signed else bounds


#: sums with more addends than this keep the order in which they were built
MOST_ADDENDS = 64


def linear(form: Term) -> Term:
    """A sum with its addends in one order, so that equal sums are one form."""
    if len(T.free_variables(form)) > MOST_ADDENDS:
        return form
    addends: dict[Term, int] = {}
    constant = 0
    work = [(form, 1)]
    while work:
        term, factor = work.pop()
        if term.op is T.BVADD:
            work.extend((a, factor) for a in term.args)
        elif term.op is T.BVNEG:
            work.append((term.args[0], -factor))
        elif term.op is T.CONST:
            constant += factor * term.data
        elif term.op is T.BVMUL and term.args[1].op is T.CONST:
            work.append((term.args[0], factor * term.args[1].data))
        else:
            addends[term] = addends.get(term, 0) + factor
        if len(addends) > MOST_ADDENDS:
            return form
    limit = 1 << form.width
    result: Term | None = None
    for term in sorted(addends, key=_number):
        factor = addends[term] % limit
        if factor:
            part = term if factor == 1 else T.bvmul(term, T.const(factor, form.sort))
            result = part if result is None else T.bvadd(result, part)
    rest = T.const(constant % limit, form.sort)
    return rest if result is None else T.bvadd(result, rest)


def apart(form: Term, target: Term) -> tuple[Term | None, Term | None]:
    """A sum as the part that does not depend on a location and the part that does; None for nothing."""
    rest: Term | None = None
    dependent: Term | None = None
    work = [form]
    while work:
        term = work.pop()
        if term.op is T.BVADD:
            work.extend(reversed(term.args))
        elif target in T.free_variables(term):
            dependent = term if dependent is None else T.bvadd(dependent, term)
        else:
            rest = term if rest is None else T.bvadd(rest, term)
    return rest, dependent


def eroded(bounds: Bounds, low: int, high: int, limit: int) -> Bounds:
    """The values ``v`` with ``v + d ∈ bounds`` for every ``d`` from ``low`` to ``high`` (modulo ``limit``)."""
    gaps = complement(bounds, limit)
    if not gaps:
        return bounds
    # begin at a gap, so that no interval goes over the end
    turned = shifted(bounds, -gaps[0] % limit, limit)
    width = high - low
    kept: list[int] = []
    for start, end in zip(turned[::2], turned[1::2], strict=True):
        if end - start > width:
            kept += (start, end - width)
    return shifted(tuple(kept), (gaps[0] - low) % limit, limit) if kept else ()


class Builder:
    """A formula in the making. ``failed`` once it can no longer be one."""

    def __init__(self, start: Formula = NOTHING) -> None:
        self.sets: dict[Term, Bounds] = dict(start.sets)
        #: forms that are not single locations (some may be gone already)
        self._compound: dict[Term, None] = dict.fromkeys(form for form in start.sets if form.op is not T.VAR)
        self.others: dict[Term, None] = dict.fromkeys(sorted(start.others, key=_number))
        self.accesses: set[tuple[int, int]] = set(start.accesses)
        self.untouched: set[int] = set(start.untouched)
        self.heap: set[int] = set(start.heap)
        self.shapes: set[Shape] = set(start.shapes)
        self.outlives: set[Owner] = set(start.outlives)
        self.memory = start.memory
        self.scoped: set[tuple[int, int]] = set(start.scoped)
        self.alive = start.alive
        self._start = start
        self.failed = False
        #: locations that it may speak of; never too few
        self.mentions: set[Term] = set()
        for term in (*self.sets, *self.others):
            self.mentions |= _variables(term)

    @property
    def size(self) -> int:
        """Literals in it."""
        return len(self.sets) + len(self.others)

    def copy(self) -> Builder:
        """Another one that says the same."""
        twin = Builder(self.build() or NOTHING)
        twin.failed = self.failed
        return twin

    def build(self) -> Formula | None:
        if self.failed:
            return None
        start = self._start
        return Formula(
            self.sets,
            frozenset(self.others) if self.others else _NONE,
            _shared(self.accesses, start.accesses),
            _shared(self.untouched, start.untouched),
            _shared(self.heap, start.heap),
            _shared(self.shapes, start.shapes),
            _shared(self.outlives, start.outlives),
            self.memory,
            _shared(self.scoped, start.scoped),
            self.alive,
        )

    def add(self, condition: Term) -> None:
        """One more conjunct."""
        if condition in self.others:
            return
        work = [condition]
        while work:
            item = work.pop()
            if item.op is T.AND:
                work.extend(item.args)
            elif item is T.FALSE:
                self.failed = True
            elif item is not T.TRUE:
                found = literal(item)
                if found is None:
                    self.others[item] = None
                    self.mentions |= _variables(item)
                else:
                    self.add_member(*found)

    def become(self, other: Builder) -> None:
        """Say what another says, of the same memory as before."""
        self.sets, self.others, self._compound, self.mentions = (
            other.sets,
            other.others,
            other._compound,
            other.mentions,
        )
        self.failed = self.failed or other.failed

    def conjoin(self, other: Builder) -> None:
        for form, bounds in other.sets.items():
            self.put(form, bounds)
        for term in other.others:
            self.add(term)
        self.accesses |= other.accesses
        self.untouched |= other.untouched
        self.heap |= other.heap
        self.shapes |= other.shapes
        self.outlives |= other.outlives
        self.scoped |= other.scoped
        if self.memory is None:
            self.memory = other.memory
        elif other.memory is not None and other.memory != self.memory:
            self.failed = True
        if self.alive is None:
            self.alive = other.alive
        elif other.alive is not None and other.alive != self.alive:
            self.failed = True

    def add_member(self, form: Term, bounds: Bounds) -> None:
        """``form ∈ bounds``, in normal form."""
        if form.op is T.BVADD:
            form = linear(form)
        while True:
            limit = top(form)
            if bounds == (0, limit):
                return
            if form.op is T.CONST:
                inside = any(low <= int(form.data) < high for low, high in zip(bounds[::2], bounds[1::2], strict=True))
                self.failed = self.failed or not inside
                return
            if form.op is T.BVADD and form.args[1].op is T.CONST:
                bounds = shifted(bounds, -form.args[1].data % limit, limit)
                form = form.args[0]
            elif form.op is T.BVNOT:
                bounds = mirrored(bounds, limit)
                form = form.args[0]
            elif form.op is T.BVNEG:
                bounds = shifted(mirrored(bounds, limit), 1, limit)
                form = form.args[0]
            elif form.op is T.BVMUL and form.args[1].op is T.CONST and _one(bounds) and form.args[1].data % 2:
                # an odd factor has an inverse
                value = bounds[0] * pow(form.args[1].data, -1, limit) % limit
                form, bounds = form.args[0], (value, value + 1)
            elif form.op is T.ZERO_EXTEND:
                form = form.args[0]
                bounds = intersection(bounds, (0, 1 << form.width))
            elif form.op is T.SIGN_EXTEND:
                inner = form.args[0]
                half, whole = 1 << (inner.width - 1), 1 << inner.width
                low = intersection(bounds, (0, half))
                high = intersection(bounds, (limit - half, limit))
                moved = tuple(b - (limit - whole) for b in high)
                form, bounds = (
                    inner,
                    (*low[:-1], *moved[1:]) if low and moved and low[-1] == moved[0] else (*low, *moved),
                )
            elif form.op is T.ITE and form.args[1].op is T.CONST and form.args[2].op is T.CONST:
                self._choice(form, bounds)
                return
            elif form.op is T.VAR or form.sort is not T.BOOL:
                break
            else:
                self.add(form if bounds == (1, 2) else T.not_(form))
                return
        self.put(form, bounds)

    def put(self, form: Term, bounds: Bounds) -> None:
        """``form ∈ bounds`` of a form that another formula has, and so is in normal form."""
        known = self.sets.get(form)
        if known is None:
            self.mentions |= _variables(form)
            if form.op is not T.VAR:
                self._compound[form] = None
        elif known == bounds:
            return
        else:
            bounds = intersection(known, bounds)
        if not bounds:
            self.failed = True
        self.sets[form] = bounds

    def _choice(self, form: Term, bounds: Bounds) -> None:
        condition, left, right = form.args
        inside = [
            any(low <= part.data < high for low, high in zip(bounds[::2], bounds[1::2], strict=True))
            for part in (left, right)
        ]
        if inside == [False, False]:
            self.failed = True
        elif inside == [True, False]:
            self.add(condition)
        elif inside == [False, True]:
            self.add(T.not_(condition))

    def substitute(self, mapping: Mapping[Term, Term]) -> None:
        """Replace locations by expressions, all at once."""
        targets = mapping.keys()
        if self.mentions.isdisjoint(targets):
            return
        # most forms are single locations, found by name; only the others have to be looked through
        changed = [target for target in targets if target in self.sets]
        if self._compound:
            self._compound = dict.fromkeys(form for form in self._compound if form in self.sets)
            changed += [form for form in self._compound if not targets.isdisjoint(_variables(form))]
        if not changed and not self.others:
            return
        moved = [(T.substitute(form, mapping), self.sets.pop(form)) for form in changed]
        touched = [term for term in self.others if not targets.isdisjoint(_variables(term))]
        for term in touched:
            del self.others[term]
        for form, bounds in moved:
            self.add_member(form, bounds)
        for term in touched:
            self.add(T.substitute(term, mapping))

    def reduce(self) -> None:
        """Use locations that have one value in what else is said: most of it then holds by itself."""
        pins = {
            form: T.const(bool(b[0]) if form.sort is T.BOOL else b[0], form.sort)
            for form, b in self.sets.items()
            if form.op is T.VAR and _one(b)
        }
        if not pins:
            return
        pinned = {form: self.sets.pop(form) for form in pins}
        self.substitute(pins)
        for form, bounds in pinned.items():
            self.put(form, bounds)

    def locations(self) -> set[Term]:
        found: set[Term] = set()
        for term in (*self.sets, *self.others):
            found |= _variables(term)
        return found

    def pin(self, expression: Term, value: Any) -> None:
        """An expression must have this value."""
        if expression.op is T.CONST:
            return
        if expression.sort.kind in ("bv", "bool"):
            self.add_member(expression, of_values([int(value)]))
        else:
            self.add(T.eq(expression, T.const(value, expression.sort)))


def _shared(items: set[_Item], known: frozenset[_Item]) -> frozenset[_Item]:
    """The set, as the same object if it did not change: interpolants are many."""
    return known if len(items) == len(known) and items <= known else frozenset(items)


def _one(bounds: Bounds) -> bool:
    """A set of one value."""
    return len(bounds) == 2 and bounds[1] == bounds[0] + 1


def _variables(term: Term) -> frozenset[Term]:
    return T.free_variables(term)


def _number(term: Term) -> int:
    return term.id
