"""Before and after a repair, against truth by trying every value."""

from __future__ import annotations

from random import Random

import pytest

from antumbra import terms as T
from antumbra.bounds.against import Change, against
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Cfc, Parameter, Piece
from antumbra.program.errors import InputError
from antumbra.terms import Term
from report.bounds.made import must, parameter, safe
from support.size import some

SORT = T.bv_sort(4)


def given(line: int) -> tuple[Parameter, Parameter]:
    """The same inputs, read at another line."""
    return parameter("x", "int", SORT, line=line), parameter("y", "unsigned int", SORT, line=line)


OLD, NEW = given(3), given(7)
POINTS = [(x, y) for x in range(16) for y in range(16)]


def region(random: Random, parameters: tuple[Parameter, Parameter]) -> Term:
    x, y = (p.variable for p in parameters)
    n, m = (T.bv(random.randrange(16), 4) for _ in range(2))
    return random.choice([T.bvult(x, n), T.bvslt(y, m), T.bvule(x, y), T.eq(T.bvadd(x, y), n), T.FALSE])


def bounds(seed: int, parameters: tuple[Parameter, Parameter]) -> Cfc:
    random = Random(seed)
    fails = region(random, parameters)
    passes = T.not_(fails) if seed % 2 else T.and_(T.not_(fails), region(random, parameters))
    domain = T.bvult(parameters[0].variable, T.bv(12, 4)) if seed % 5 == 0 else T.TRUE
    return Cfc(parameters, (must(fails), safe(passes)), exact=bool(seed % 2), domain=domain)


def says(condition: Term, parameters: tuple[Parameter, Parameter]) -> list[bool]:
    return [
        bool(T.evaluate(condition, dict(zip([p.variable for p in parameters], point, strict=True)))) for point in POINTS
    ]


@pytest.mark.parametrize("seed", range(some(16, 100)))
def test_each_input_is_where_it_belongs(seed: int) -> None:
    old, new = bounds(seed, OLD), bounds(seed + 1001, NEW)
    comparison = against(old, new)
    found = {part.change: says(part.condition, NEW) for part in comparison.parts}
    failed, passed, there = says(old.lower, OLD), says(T.not_(old.upper), OLD), says(old.domain, OLD)
    fails, passes, here = says(new.lower, NEW), says(T.not_(new.upper), NEW), says(new.domain, NEW)
    for at in range(len(POINTS)):
        known = there[at] and here[at]
        assert found[Change.FIXED][at] == (known and failed[at] and passes[at])
        assert found[Change.STILL][at] == (known and failed[at] and fails[at])
        assert found[Change.NEW][at] == (known and passed[at] and fails[at])
        decided = known and (failed[at] or passed[at]) and (fails[at] or passes[at])
        assert found[Change.OPEN][at] == (not decided)
    for part in comparison.parts:
        assert part.empty == (not any(found[part.change]))
        assert (part.text == "no input") == bool(part.empty)
    assert comparison.complete == (not any(map(any, (found[c] for c in Change if c is not Change.FIXED))))


def exactly(fails: Term, parameters: tuple[Parameter, ...]) -> Cfc:
    pieces: tuple[Piece, ...] = (must(fails), safe(T.not_(fails)))
    return Cfc(parameters, pieces, exact=True)


def test_three_repairs_are_told_apart() -> None:
    before, x = T.bvult(OLD[0].variable, T.bv(5, 4)), NEW[0].variable
    old = exactly(before, OLD)
    complete, partial, broken = (
        against(old, exactly(fails, NEW)) for fails in (T.FALSE, T.bvult(x, T.bv(2, 4)), T.bvugt(x, T.bv(13, 4)))
    )
    assert complete.complete
    assert "the repair is complete" in complete.summary
    assert not partial.complete
    assert "inputs that failed still fail" in partial.summary
    assert partial.of(Change.FIXED).text == "2 <= x <= 4"
    assert "inputs fail that did not" in broken.summary
    assert broken.of(Change.NEW).text == "-2 <= x <= -1"


def test_what_is_not_decided_is_not_complete() -> None:
    old = exactly(T.bvult(OLD[0].variable, OLD[1].variable), OLD)
    new = exactly(T.eq(T.bvmul(NEW[0].variable, NEW[1].variable), T.bv(3, 4)), NEW)
    comparison = against(old, new, Asker(0))
    assert not comparison.complete
    assert all(part.empty is not False for part in comparison.parts if part.change is Change.STILL)


def test_other_inputs_are_refused() -> None:
    x, y = OLD
    with pytest.raises(InputError, match="was int in the old bounds and is unsigned char now"):
        against(exactly(T.FALSE, (x,)), exactly(T.FALSE, (parameter("x", "unsigned char", T.bv_sort(8)),)))
    with pytest.raises(InputError, match="no input of the old bounds"):
        against(exactly(T.FALSE, (x,)), exactly(T.FALSE, (y,)))
    with pytest.raises(InputError, match="another order"):
        against(exactly(T.FALSE, (x, y)), exactly(T.FALSE, (NEW[1], NEW[0])))


def test_inputs_of_one_program_only() -> None:
    x, y = NEW
    comparison = against(exactly(T.eq(OLD[0].variable, T.bv(1, 4)), OLD[:1]), exactly(T.FALSE, (x, y)))
    assert comparison.complete
    assert comparison.notes == ("the program now also reads y",)
    gone = against(exactly(T.eq(OLD[1].variable, T.bv(1, 4)), OLD), exactly(T.FALSE, (x,)))
    assert gone.of(Change.FIXED).text == "y == 1"
    assert gone.notes == ("the program no longer reads y",)
