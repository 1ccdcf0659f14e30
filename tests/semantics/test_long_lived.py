"""Many variables that live long: kept in the state, with the same answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from antumbra import terms as T
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.program import model as P
from antumbra.semantics.compiling.flow import Liveness
from antumbra.semantics.compiling.long_lived import LONG, MANY, settle_long_lived

SORT = T.bv_sort(32)
COUNT = MANY + LONG + 8


def crowded(limit: int, *, calls: bool = False) -> P.Program:
    """COUNT variables, each 1 or -1 (what a procedure gives back, with ``calls``); their sum is at most COUNT."""
    variables = [T.var(f"x{i}", SORT) for i in range(COUNT)]
    choice = T.var("c", SORT)
    blocks: dict[str, P.Block] = {}
    for i, variable in enumerate(variables):
        following = f"b{i + 1}" if i + 1 < COUNT else "end"
        blocks[f"b{i}"] = P.Block(
            f"b{i}",
            [P.Havoc(choice, P.Source.INPUT, "c", "int")],
            P.Branch(T.eq(choice, T.bv(0, 32)), f"p{i}", f"m{i}"),
        )
        one: P.Command = P.Call((variable,), "one", ()) if calls else P.Assign((variable,), (T.bv(1, 32),))
        blocks[f"p{i}"] = P.Block(f"p{i}", [one], P.Goto((following,)))
        blocks[f"m{i}"] = P.Block(f"m{i}", [P.Assign((variable,), (T.bv((1 << 32) - 1, 32),))], P.Goto((following,)))
    total = variables[0]
    for variable in variables[1:]:
        total = T.bvadd(total, variable)
    blocks["end"] = P.Block("end", [P.Assert(T.bvsle(total, T.bv(limit, 32)), "assert", "a")], P.Return())
    result = T.var("r", SORT)
    give = P.Block("s", [P.Assign((result,), (T.bv(1, 32),))], P.Return((result,)))
    procedures = {"main": P.Procedure("main", (), (), blocks), "one": P.Procedure("one", (), (result,), {"s": give})}
    return P.Program("t", "c", procedures, "main", P.Layout(64, first_free=0x100000))


def live(program: P.Program) -> int:
    masks = Liveness(program.procedures["main"], frozenset(program.variables)).live_in.values()
    return max(mask.bit_count() for mask in masks)


@pytest.mark.parametrize("calls", [False, True])
@pytest.mark.parametrize(("limit", "safe"), [(COUNT, True), (COUNT - 1, False)])
def test_the_verdict_is_the_same(limit: int, safe: bool, calls: bool) -> None:
    program = settle_long_lived(crowded(limit, calls=calls))
    assert live(program) <= LONG
    engine = Interpolator(program, InterpolateOptions(checks=frozenset({"assert"}), timeout=60))
    violations = [end for end in engine.run() if end.check]
    assert bool(violations) is not safe
    assert engine.complete or not safe


def test_few_variables_and_recursive_procedures_stay_as_they_are() -> None:
    program = crowded(COUNT)
    assert live(program) == COUNT
    main = program.procedures["main"]
    main.blocks["b0"].commands.append(P.Call((), "other", ()))
    back = P.Block("s", [P.Call((), "main", ())], P.Return())
    twice = replace(
        program, procedures={**program.procedures, "main": main, "other": P.Procedure("other", (), (), {"s": back})}
    )
    assert settle_long_lived(twice) is twice
    small = replace(program, procedures={"main": P.Procedure("main", (), (), {"s": P.Block("s", [], P.Return())})})
    assert settle_long_lived(small) is small


def test_no_name_of_the_program_is_taken() -> None:
    program = crowded(COUNT)
    taken = T.var("@long-lived main x3", SORT)
    end = program.procedures["main"].blocks["end"]
    end.commands.insert(0, P.Assign((taken,), (T.bv(0, 32),)))
    end.commands.append(P.Assert(T.eq(taken, T.bv(0, 32)), "assert", "b"))
    settled = settle_long_lived(program)
    assert len(settled.variables) > LONG
    assert taken not in settled.variables
