"""Names that we make are no names of programs: programs that use exactly the names that our passes like."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra import terms as T
from antumbra.engines.abstract.systems.inline import inlined
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh, variable_names
from antumbra.program.restricting.bounds import bounded
from antumbra.program.validity.validate import validate

WORD = T.bv_sort(32)


def test_fresh() -> None:
    fresh = Fresh(["x", "x.2", "y"])
    assert [fresh("x"), fresh("x"), fresh("z"), fresh("z"), fresh("y")] == ["x.3", "x.4", "z", "z.2", "y.2"]


def test_variable_names() -> None:
    x, y, z, g = (T.var(name, WORD) for name in "xyzg")
    procedure = P.Procedure("p", (x,), (y,), {"a": P.Block("a", [P.Assign((y,), (z,))], P.Return((y,)))})
    assert variable_names([g], [procedure]) == {"x", "y", "z", "g"}


# ---------------------------------------------------------------- calls that are replaced by blocks

RETURNS = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int a) { if (a < 0) return 1; return 2; }
int main(void) {
  int n = 0, previous = 0, same = 1;
  while (n < 2) {
    int y = f(n == 0 ? -1 : n);
    if (n == 1 && previous BAD y) reach_error();
    previous = y;
    n++;
  }
  return 0;
}
"""
ONE_CALL = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int a) { if (a < 0) return 1; return 2; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (f(x) == 1 && x BAD 0) reach_error();
  return 0;
}
"""


@pytest.mark.parametrize(
    ("text", "bad", "expected"),
    [(RETURNS, "==", "safe"), (RETURNS, "!=", "unsafe"), (ONE_CALL, ">=", "safe"), (ONE_CALL, "<", "unsafe")],
)
def test_a_callee_with_a_block_called_return(tmp_path: Path, text: str, bad: str, expected: str) -> None:
    path = tmp_path / "f.c"
    path.write_text(text.replace("BAD", bad), "utf-8")
    result = antumbra.check(path, engine="abstract", property="unreach-call", timeout=60)
    assert result.verdict.value == expected, result.reason


@pytest.mark.parametrize("taken", ["f#1 return", "f#1 after the call", "f#1 a", "f#1 x", "return"])
def test_inlining_keeps_every_block(taken: str) -> None:
    """Labels and variables of the caller, or of the callee, that look like those of a copy."""
    x, y, mine = T.var("x", WORD), T.var("y", WORD), T.var(taken, WORD)
    for caller, callee in ((taken, "other"), ("other", taken)):
        f = P.Procedure(
            "f",
            (x,),
            (y,),
            {
                "a": P.Block("a", [P.Assign((mine,), (T.bv(7, 32),))], P.Branch(T.eq(x, mine), callee, "b")),
                callee: P.Block(callee, [P.Assign((y,), (T.bv(1, 32),))], P.Return((y,))),
                "b": P.Block("b", [P.Assign((y,), (T.bv(2, 32),))], P.Return((y,))),
            },
        )
        call = P.Call((y,), "f", (T.bv(3, 32),))
        first = P.Block("start", [P.Assign((mine,), (T.bv(5, 32),)), call], P.Goto((caller,)))
        main = P.Procedure("main", (), (), {"start": first, caller: P.Block(caller, [], P.Return(()))})
        program = P.Program("t", "c", {"main": main, "f": f}, "main", P.Layout(64, first_free=0x100000))
        whole = inlined(program)
        assert len(whole.blocks) == 2 + 3 + 1
        written = [v for b in whole.blocks.values() for c in b.commands if isinstance(c, P.Assign) for v in c.targets]
        assert len([v for v in written if v is mine]) == 1, "the callee's variable is not the caller's"


@pytest.mark.parametrize("taken", ["again @0", "enter @0", "bound @0", "start @0", "rounds @0"])
def test_bounds_keep_every_block(taken: str) -> None:
    count = T.var(taken, WORD)
    one = P.Assign((count,), (T.bv(1, 32),))
    blocks = {
        "entry": P.Block("entry", [one], P.Goto((taken,))),
        taken: P.Block(taken, [], P.Branch(T.eq(count, T.bv(1, 32)), taken, "end")),
        "end": P.Block("end", [], P.Return(())),
    }
    program = P.Program(
        "t", "c", {"main": P.Procedure("main", (), (), blocks)}, "main", P.Layout(64, first_free=0x100000)
    )
    once, counters = bounded(program, 3)
    assert count not in counters
    assert len(once.procedures["main"].blocks) == 3 + 4
    twice, more = bounded(once, 2)
    assert not counters & more
    assert len(twice.procedures["main"].blocks) == 3 + 4 + 4
    assert validate(twice) == []


# ---------------------------------------------------------------- LLVM: any name may be quoted

LOCALS = """
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
@"~x!" = internal global i32 5
define i32 @main() {
  %"x!" = call i32 @__VERIFIER_nondet_int()
  %"x#0" = add i32 %"x!", 1
  %x = insertvalue { i32, i32 } { i32 3, i32 4 }, i32 %"x!", 1
  %"undef~1" = add i32 %"x!", 2
  %u = freeze i32 undef
  %"undef~2" = add i32 %u, 0
  %g = load i32, ptr @"~x!"
  store i32 %g, ptr @"~x!"
  %first = extractvalue { i32, i32 } %x, 0
  %again = load i32, ptr @"~x!"
  %wrong = WRONG
  br i1 %wrong, label %bad, label %"a b"
bad:
  call void @reach_error()
  ret i32 1
"a b":
  br label %"a\\5C20b"
"a\\5C20b":
  ret i32 0
}
"""


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ("icmp ne i32 %again, 5", "safe"),
        ("icmp ne i32 %first, 3", "safe"),
        ('icmp eq i32 %"x#0", %"x!"', "safe"),
        ('icmp eq i32 %"undef~1", %"x!"', "safe"),
        ('icmp eq i32 %"x!", 77', "unsafe"),
        ('icmp eq i32 %"x#0", 3', "unsafe"),
    ],
)
@pytest.mark.parametrize("engine", ["explore", "interpolate"])
def test_llvm_names(tmp_path: Path, wrong: str, expected: str, engine: str) -> None:
    path = tmp_path / "names.ll"
    path.write_text(LOCALS.replace("WRONG", wrong), "utf-8")
    result = antumbra.check(path, engine=engine, property="unreach-call", timeout=30)
    assert result.verdict.value == expected, result.reason


LOOPS = """
declare void @reach_error()
define i32 @main() {
entry:
  br label %"start @0"
"start @0":
  %n = phi i32 [ 0, %entry ], [ %next, %"again @0" ]
  %more = icmp slt i32 %n, 3
  br i1 %more, label %"again @0", label %"bound @0"
"again @0":
  %next = add i32 %n, 1
  br label %"start @0"
"bound @0":
  %wrong = icmp BAD i32 %n, 3
  br i1 %wrong, label %"enter @0", label %"start #1"
"enter @0":
  call void @reach_error()
  ret i32 1
"start #1":
  ret i32 0
}
"""


@pytest.mark.parametrize(("bad", "expected"), [("ne", "safe"), ("eq", "unsafe")])
@pytest.mark.parametrize("options", [{}, {"bound": 5}, {"engine": "abstract"}, {"engine": "interpolate"}])
def test_llvm_labels(tmp_path: Path, bad: str, expected: str, options: dict[str, object]) -> None:
    path = tmp_path / "labels.ll"
    path.write_text(LOOPS.replace("BAD", bad), "utf-8")
    result = antumbra.check(path, property="unreach-call", timeout=30, **options)  # type: ignore[arg-type]
    assert result.verdict.value == expected, result.reason


# ---------------------------------------------------------------- Boogie: # $ . ' ? and the like; guarded commands

BOOGIE = """
var i0.Int, w1.0, $0, $1, unit, ignored.0: int;
procedure p(x: int) returns (result: int) ensures result == x + 1; { result := x + 1; }
procedure {:entrypoint} main() modifies i0.Int, w1.0, $0, $1, unit, ignored.0; {
  var @OTHER@: int;
  havoc i0.Int, $0;
  w1.0 := i0.Int; $1 := $0; unit := 0; ignored.0 := 3;
  while (unit < 2) { call @OTHER@ := p(unit); unit := @OTHER@; }
  assert w1.0 == i0.Int && $1 == $0 && ignored.0 BAD 3;
}
"""


@pytest.mark.parametrize(("bad", "expected"), [("==", "safe"), ("!=", "unsafe")])
@pytest.mark.parametrize("engine", ["auto", "explore", "interpolate", "abstract"])
def test_boogie_names(tmp_path: Path, bad: str, expected: str, engine: str) -> None:
    path = tmp_path / "names.bpl"
    path.write_text(BOOGIE.replace("BAD", bad).replace("@OTHER@", "p#1.x"), "utf-8")
    result = antumbra.check(path, engine=engine, timeout=30)
    assert result.verdict.value == expected, result.reason


GUARDED = """
var x: 0..3 = 0;
states: when x < 3 do x := x + 1;
initial: when x = 3 do x := 0;
property small: invariant x < BAD;
"""


@pytest.mark.parametrize(("bad", "expected"), [("4", "safe"), ("3", "unsafe")])
def test_guarded_names(tmp_path: Path, bad: str, expected: str) -> None:
    path = tmp_path / "names.gcl"
    path.write_text(GUARDED.replace("BAD", bad), "utf-8")
    assert antumbra.check(path, engine="abstract", timeout=20).verdict.value == expected
