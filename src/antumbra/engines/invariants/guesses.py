"""Guesses for the invariant of a loop, from what one round does to unknown values.

Each is a condition over locations and their values at entry. None has to be right: what a round does not keep is
dropped. They come from the program (what it asserts at the head, what it compares), from the way values change
(directions, low bits, variables that stay equal), and, for flags, from the conditions under which a round sets them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import gcd
from typing import Any

from antumbra import terms as T
from antumbra.engines.invariants.linear import addends, twos
from antumbra.engines.invariants.probe import Probe, Sample, at_entry, same_value
from antumbra.engines.invariants.projection import projections
from antumbra.semantics.runtime import to_term
from antumbra.terms import Term

#: guesses for one loop
MOST_GUESSES = 160
#: comparisons of the program that are tried
MOST_COMPARISONS = 40
#: terms that a value may be by the conditions in it, as far as they are looked at
MOST_CASES = 50
#: counters that are compared with each other
MOST_COUNTERS = 8
#: the largest step of a counter that a bound is moved by
LONGEST_STRIDE = 1 << 12
#: values larger than this are not searched for comparisons
LARGEST = 2_000

_ORDERS = (T.BVULT, T.BVULE, T.BVSLT, T.BVSLE, T.LT, T.LE)


def guesses(probe: Probe, asserted: Iterable[Term], kept: frozenset[Term]) -> list[Term]:
    """All guesses for a loop whose probe has come back. ``kept``: the inputs from before the loop."""
    found: dict[Term, None] = {}
    sources = (
        asserted,
        _equal(probe),
        _proportional(probe),
        _flags(probe, kept),
        _numbers(probe),
        _compared(probe, kept),
    )
    for source in sources:
        for guess in source:
            if guess.op is not T.CONST:
                found[guess] = None
            if len(found) >= MOST_GUESSES:
                return list(found)
    return list(found)


def _numbers(probe: Probe) -> Iterator[Term]:
    """Directions, and low bits that no round changes."""
    low = _low_bits_kept(probe)
    for location, fresh in probe.changing.items():
        now, then = location, at_entry(location)
        if location in low:
            yield T.eq(T.extract(low[location] - 1, 0, now), T.extract(low[location] - 1, 0, then))
        if location.sort.kind == "bv":
            steps = [step for s in probe.samples for step in _steps(s.values[location], fresh)]
            if None in steps:
                continue
            half = 1 << (location.width - 1)
            known = [step for step in steps if step is not None]
            if all(step < half for step in known):
                yield from (T.bvule(then, now), T.bvsle(then, now))
            elif all(step >= half or not step for step in known):
                yield from (T.bvule(now, then), T.bvsle(now, then))
        elif location.sort.kind in ("int", "real"):
            yield from (T.le(then, now), T.le(now, then))


def _low_bits_kept(probe: Probe) -> dict[Term, int]:
    """How many low bits of numbers a round surely keeps, where it is some but not all."""
    result: dict[Term, int] = {}
    for location, fresh in probe.changing.items():
        if location.sort.kind == "bv" and probe.samples:
            bits = min(_kept(case, fresh) for s in probe.samples for case in _cases(s.values[location], fresh))
            if 0 < bits < location.width:
                result[location] = bits
    return result


def _kept(value: Term, fresh: Term) -> int:
    if value.op is T.CONCAT:
        low = value.args[1]
        return low.width if low is T.extract(low.width - 1, 0, fresh) else 0
    found = addends(T.bvsub(value, fresh))
    return 0 if found is None else min(twos(n, fresh.width) for n in (found[1], *found[0].values()))


def _cases(value: Any, fresh: Term) -> list[Term]:
    """The terms that a value may be, by the conditions in it."""
    work, result = [to_term(value, fresh.sort)], list[Term]()
    while work and len(result) < MOST_CASES:
        item = work.pop()
        if item.op is T.ITE:
            work += item.args[1:]
        else:
            result.append(item)
    return result + work


def _steps(value: Any, fresh: Term) -> Iterator[int | None]:
    """What a round may add to a value; None for what is not a constant."""
    for item in _cases(value, fresh):
        found = None if item.op is T.ITE else addends(T.bvsub(item, fresh))
        yield None if found is None or found[0] else found[1]


def _equal(probe: Probe) -> Iterator[Term]:
    """Variables that were equal and that every round changes in the same way, by refinement of classes."""
    classes: dict[Term, Term] = {}
    firsts: list[Term] = []
    for location in probe.changing:
        if location.sort.kind == "array":
            continue
        value = probe.entry[location]
        like = next((x for x in firsts if x.sort is location.sort and same_value(probe.entry[x], value)), location)
        if like is location:
            firsts.append(location)
        classes[location] = like
    while True:
        shared = {probe.changing[x]: probe.changing[c] for x, c in classes.items()}
        keys: dict[tuple[Term, ...], Term] = {}
        refined: dict[Term, Term] = {}
        for location, like in classes.items():
            after = (T.substitute(to_term(s.values[location], location.sort), shared) for s in probe.samples)
            refined[location] = keys.setdefault((like, *after), location)
        if len(set(refined.values())) == len(set(classes.values())):
            break
        classes = refined
    for location, like in classes.items():
        if location is not like:
            yield T.eq(like, location)


def _proportional(probe: Probe) -> Iterator[Term]:
    """Numbers to which every round adds a multiple of what it adds to another: ``s - s₀ = 2·(i - i₀)``."""
    steps: dict[Term, list[int]] = {}
    for location, fresh in probe.changing.items():
        if location.sort.kind in ("bv", "int") and len(steps) < MOST_COUNTERS:
            found = [_constant_step(to_term(s.values[location], location.sort), fresh) for s in probe.samples]
            known = [step for step in found if step is not None]
            if len(known) == len(found) and any(known):
                steps[location] = known
    for (x, by_x), (y, by_y) in combinations(steps.items(), 2):
        number = next(n for n, step in enumerate(by_x) if step)
        a, b = by_x[number], by_y[number]
        if x.sort is y.sort and all(i * b == j * a for i, j in zip(by_x, by_y, strict=True)):
            shared = gcd(a, b)
            yield T.eq(_times(b // shared, x), _times(a // shared, y))


def _constant_step(value: Term, fresh: Term) -> int | None:
    """What a round adds, as a signed number, if that is the same whatever the values are."""
    difference = T.bvsub(value, fresh) if fresh.sort.kind == "bv" else T.sub(value, fresh)
    if difference.op is not T.CONST:
        return None
    step = int(difference.data)
    return step - (step >> (fresh.width - 1) << fresh.width) if fresh.sort.kind == "bv" else step


def _times(factor: int, location: Term) -> Term:
    """So many times what a location has changed by."""
    if location.sort.kind == "int":
        return T.mul(T.integer(factor), T.sub(location, at_entry(location)))
    constant = T.const(factor % (1 << location.width), location.sort)
    return T.bvmul(T.bvsub(location, at_entry(location)), constant)


def _flags(probe: Probe, kept: frozenset[Term]) -> Iterator[Term]:
    """A flag that is true was true before, or the conditions under which a round sets it hold.

    What is guessed first of the flags on which those conditions depend makes for stronger guesses, which come first.
    """
    first = dict(_raised(probe, kept, {}))
    bounds = {
        fresh: T.and_(fresh, probe.condition(first[x][0], {})) for x, fresh in probe.changing.items() if x in first
    }
    second = dict(_raised(probe, kept, {**bounds, **_strided(probe)}))
    for found in (second, first):
        for location, conditions in found.items():
            yield from (T.or_(T.not_(location), above) for above in conditions)


def _raised(probe: Probe, kept: frozenset[Term], known: Mapping[Term, Term]) -> Iterator[tuple[Term, list[Term]]]:
    """Flags with conditions of which one holds where the flag is true, the stronger ones first."""
    for location, fresh in probe.changing.items():
        if location.sort is not T.BOOL or not probe.samples:
            continue
        ways = [list(_set_by(sample, location, fresh, kept, known)) for sample in probe.samples]
        if all(ways):
            numbers = range(max(map(len, ways)))
            yield location, [T.or_(at_entry(location), *(w[min(n, len(w) - 1)] for w in ways)) for n in numbers]


def _strided(probe: Probe) -> dict[Term, Term]:
    """Numbers whose low bits stay as they were, as the value at entry and a multiple of a power of two."""
    result: dict[Term, Term] = {}
    for location, bits in _low_bits_kept(probe).items():
        fresh = probe.changing[location]
        rest = T.bvmul(T.var(f"@multiple {fresh.data}", fresh.sort), T.const(1 << bits, fresh.sort))
        result[fresh] = T.bvadd(to_term(probe.entry[location], fresh.sort), rest)
    return result


def _set_by(
    sample: Sample, location: Term, fresh: Term, kept: frozenset[Term], known: Mapping[Term, Term]
) -> Iterator[Term]:
    """Conditions on what stays under which a round sets a flag that was false."""
    value = to_term(sample.values[location], T.BOOL)
    for _ in range(4):  # loops in loops
        if not T.free_variables(value) & sample.bounds.keys():
            break
        value = T.substitute(value, sample.bounds)
    known = {**known, fresh: T.FALSE}
    condition = T.substitute(value, known)
    unknown = T.free_variables(condition) - kept
    near = [T.substitute(c, known) for c in sample.conditions if T.free_variables(c) & unknown]
    yield from projections(T.and_(condition, *near), kept)
    if near:
        yield from projections(condition, kept)


def _compared(probe: Probe, kept: frozenset[Term]) -> Iterator[Term]:
    """What a round compares, with the weaker forms of it."""
    back = {fresh: location for location, fresh in probe.changing.items()}
    usable = kept | back.keys()
    seen: dict[Term, None] = {}
    for sample in probe.samples:
        values = [to_term(v, x.sort) for x, v in sample.values.items() if x in probe.changing and x.sort is T.BOOL]
        for term in (*sample.conditions, *values):
            if T.size(term) > LARGEST:
                continue
            for part in T.subterms(term):
                if part.op in _ORDERS or (part.op is T.EQ and part.args[0].sort.kind in ("bv", "int")):
                    free = T.free_variables(part)
                    if free <= usable and free & back.keys() and not _reads(part):
                        seen[part] = None
    beyond = sorted({0, 1, *(_strides(probe))})
    for part in list(seen)[:MOST_COMPARISONS]:
        a, b = (T.substitute(x, back) for x in part.args)
        if part.op in (T.BVULT, T.BVULE) or (part.op is T.EQ and a.sort.kind == "bv"):
            yield from (T.bvule(a, b), T.bvule(b, a))
        if part.op in (T.BVSLT, T.BVSLE) or (part.op is T.EQ and a.sort.kind == "bv"):
            yield from (T.bvsle(a, b), T.bvsle(b, a))
        if part.op in (T.LT, T.LE):
            yield from (T.le(a, b), T.le(b, a))
        if part.op in (T.BVULT, T.BVSLT, T.LT):
            form = T.substitute(part, back)
            yield from (form, T.not_(form))
        # what is still below the bound may be beyond it after a round
        for stride in beyond[1:]:
            if b.op is T.CONST and part.op in (T.BVULE, T.BVSLE, T.BVULT, T.BVSLT):
                order = T.bvule if part.op in (T.BVULE, T.BVULT) else T.bvsle
                yield order(a, T.bvadd(b, T.const(stride % (1 << b.width), b.sort)))
            elif part.op in (T.LT, T.LE):
                yield T.le(a, T.add(b, T.const(stride, b.sort)))


def _strides(probe: Probe) -> Iterator[int]:
    """What rounds add to numbers, as far as it is little."""
    for location, fresh in probe.changing.items():
        for sample in probe.samples:
            if location.sort.kind == "bv":
                steps = _steps(sample.values[location], fresh)
                yield from (step for step in steps if step is not None and 0 < step <= LONGEST_STRIDE)


def _reads(term: Term) -> bool:
    """Does a term depend on a map or a function? Such comparisons are of data, and hardly ever bound a loop."""
    return any(t.op in (T.SELECT, T.APPLY) for t in T.subterms(term))
