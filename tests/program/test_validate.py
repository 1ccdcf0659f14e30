"""Each rule of the model, broken once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.program.validity.validate import ProgramError, check, validate

X, Y, B, PTR = T.var("x", T.bv_sort(32)), T.var("y", T.bv_sort(32)), T.var("b", T.BOOL), T.var("p", T.bv_sort(64))
HERE = Location("a.c", 3, 5)


def sample() -> P.Program:
    body: list[P.Command] = [
        P.Havoc(X, P.Source.INPUT, "n", "int", HERE),
        P.Assign((Y, B), (T.bvadd(X, T.bv(1, 32)), T.TRUE), HERE),
        P.Alloc(PTR, T.bv(8, 64), P.Region.HEAP, location=HERE),
        P.Store(PTR, X, HERE),
        P.Load(Y, PTR, HERE),
        P.Call((Y,), "f", (X,), HERE),
        P.Builtin((PTR,), "object_base", (PTR,), "", HERE),
    ]
    main = P.Procedure(
        "main",
        (),
        (),
        {
            "entry": P.Block("entry", body, P.Branch(B, "end", "entry", HERE)),
            "end": P.Block("end", [], P.Return()),
        },
        HERE,
    )
    f = P.Procedure("f", (X,), (Y,), {"entry": P.Block("entry", [], P.Return((X,)))})
    program = P.Program("p", "c", {"main": main, "f": f}, "main", P.Layout(64, 12, 0x10000))
    program.objects = [
        P.StaticObject("g", 0x1000, 4096, P.Region.GLOBAL, ((0, 4, 5),)),
        P.StaticObject("f", 0x3000, 1, P.Region.CODE),
    ]
    program.functions = {0x3000: "f"}
    return program


def test_the_sample_is_right() -> None:
    program = sample()
    assert validate(program) == []
    assert check(program) is program


def first(program: P.Program) -> P.Block:
    return program.procedures["main"].blocks["entry"]


def command(number: int, replacement: P.Command) -> Callable[[P.Program], None]:
    def change(program: P.Program) -> None:
        first(program).commands[number] = replacement

    return change


def end(replacement: P.Terminator) -> Callable[[P.Program], None]:
    def change(program: P.Program) -> None:
        first(program).terminator = replacement

    return change


def assign(**values: object) -> Callable[[P.Program], None]:
    def change(program: P.Program) -> None:
        for name, value in values.items():
            setattr(program, name, value)

    return change


WRONG: list[tuple[Callable[[P.Program], None], str]] = [
    (assign(entry="nowhere"), "entry procedure 'nowhere' is not defined"),
    (assign(variables={X: T.TRUE}), "begins as bool"),
    (assign(axioms=[X]), "an axiom has sort bv32"),
    (command(1, P.Assign((Y, Y), (X, X))), "written twice"),
    (command(1, P.Assign((Y, B), (X, X))), "number 2 has sort bv32, not bool"),
    (command(1, P.Assign((Y, B), (X,))), "1 values assigned, not 2"),
    (command(1, P.Assign((Y,), (T.TRUE,))), "number 1 has sort bool, not bv32"),
    (command(1, P.Assign((T.bvadd(X, Y),), (X,))), "is not a variable"),
    (command(1, P.Assign((T.var("x", T.BOOL),), (T.TRUE,))), "the name 'x' is used for two variables"),
    (command(1, P.Assign((T.bvadd(X, Y), B), (X, T.TRUE))), "is not a variable"),
    (
        command(1, P.Assign((B,), (T.eq(X, T.var("never", T.bv_sort(32))),))),
        "'never' of sort bv32 is never given a value",
    ),
    (command(1, P.Assign((B, T.var("x", T.BOOL)), (T.TRUE, T.TRUE))), "the name 'x' is used for two variables"),
    (command(1, P.Assume(X)), "the assumption has sort bv32"),
    (command(1, P.Assert(B, "no such", "m")), "unknown check 'no such'"),
    (command(2, P.Alloc(PTR, X, P.Region.HEAP)), "the size has sort bv32"),
    (command(2, P.Alloc(PTR, PTR, P.Region.CODE)), "region code cannot be allocated"),
    (command(3, P.Store(X, X)), "the address has sort bv32, not bv64"),
    (command(3, P.Store(PTR, T.extract(6, 0, X))), "not a bit-vector of whole bytes"),
    (command(4, P.Load(B, PTR)), "the target has sort bool"),
    (command(5, P.Call((Y,), "g", (X,))), "the callee 'g' is not defined"),
    (command(5, P.Call((Y,), "f", ())), "0 arguments for 'f', not 1"),
    (command(5, P.Call((B,), "f", (X,))), "number 1 has sort bool, not bv32"),
    (command(5, P.Call((), X, ())), "the callee's address has sort bv32"),
    (command(6, P.Builtin((), "nonsense", ())), "unknown builtin 'nonsense'"),
    (command(6, P.Builtin((), "object_base", (PTR,))), "takes 1 targets, not 0"),
    (command(6, P.Builtin((X,), "object_base", (PTR,))), "has sort bv32, not bv64"),
    (command(6, P.Fill(PTR, X, PTR)), "the byte has sort bv32, not bv8"),
    (command(6, P.Copy(PTR, X, PTR)), "the source has sort bv32"),
    (command(6, P.Free(X)), "the address has sort bv32"),
    (end(P.Goto(())), "goto without a target"),
    (end(P.Goto(("nowhere",))), "label 'nowhere' is not defined"),
    (end(P.Branch(X, "end", "end")), "the condition has sort bv32"),
    (end(P.Branch(B, "end", "nowhere")), "label 'nowhere' is not defined"),
    (end(P.Branch(B, "nowhere", "end")), "label 'nowhere' is not defined"),
    (end(P.Branch(T.var("never", T.BOOL), "end", "end")), "'never' of sort bool is never given a value"),
    (end(P.Switch(B, (), "end")), "switch on sort bool"),
    (end(P.Switch(X, ((1 << 32, "end"),), "end")), "does not fit into 32 bits"),
    (end(P.Switch(X, ((1, "end"), (1, "end")), "end")), "case 1 appears twice"),
    (end(P.Return((X,))), "1 values returned, not 0"),
    (assign(objects=[P.StaticObject("o", 0, 4, P.Region.GLOBAL)]), "not a page apart from the null page"),
    (assign(objects=[P.StaticObject("o", 0x1010, 4, P.Region.GLOBAL)]), "does not begin a page"),
    (assign(objects=[P.StaticObject("o", 0xF000, 5000, P.Region.GLOBAL)]), "space for run-time objects"),
    (assign(objects=[P.StaticObject("o", 0x1000, 4, P.Region.GLOBAL, ((0, 2, 1), (1, 1, 1)))]), "overlaps"),
    (assign(objects=[P.StaticObject("o", 0x1000, 4, P.Region.GLOBAL, ((0, 1, 256),))]), "does not fit into 1 bytes"),
    (assign(objects=[P.StaticObject("o", 0x1000, 4, P.Region.GLOBAL, ((2, 4, 1),))]), "a cell ends at 6"),
    (
        assign(objects=[P.StaticObject(n, a, 4096, P.Region.GLOBAL) for n, a in (("o", 0x1000), ("q", 0x2000))]),
        "object 'q' at 0x2000 is not a page apart from 'o'",
    ),
    (
        assign(objects=[P.StaticObject(n, a, 16, P.Region.CODE) for n, a in (("o", 0x1000), ("q", 0x1008))]),
        "object 'q' at 0x1008 is not a page apart from 'o'",
    ),
    (assign(functions={0x3000: "nobody"}), "'nobody', which is not defined"),
    (assign(functions={0x1000: "f"}), "is not the start of a code object"),
    (assign(layout=P.Layout(64, 12, 0x10001)), "not the start of a page"),
]


@pytest.mark.parametrize(("change", "message"), WRONG, ids=[message for _, message in WRONG])
def test_every_rule(change: Callable[[P.Program], None], message: str) -> None:
    program = sample()
    change(program)
    found = validate(program)
    assert any(message in str(problem) for problem in found), [str(problem) for problem in found]
    with pytest.raises(ProgramError):
        check(program)


def test_problems_say_where() -> None:
    program = sample()
    first(program).commands[3] = P.Store(X, X, HERE)
    [problem] = validate(program)
    assert str(problem) == "a.c:3:5: procedure 'main', block 'entry': the address has sort bv32, not bv64"


def test_linear_time() -> None:
    blocks = {
        f"b{i}": P.Block(f"b{i}", [P.Assign((X,), (T.bvadd(X, T.bv(i, 32)),))], P.Goto((f"b{i // 2}",)))
        for i in range(50_000)
    }
    program = P.Program("p", "c", {"main": P.Procedure("main", (X,), (), blocks)}, "main", P.Layout(64))
    assert validate(program) == []
