"""Locals live as long as their scopes: every engine, and what each part of it is needed for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import antumbra
from antumbra.engines.backward.formula import Formula
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.program import model as P
from antumbra.program.model import Region
from antumbra.program.text.printing import program_text
from antumbra.semantics.memory import lifetimes
from antumbra.semantics.memory.objects import Content
from antumbra.semantics.state import State
from proofs.helpers import check, program, said
from semantics.scope_programs import ScopeProgram
from support.concrete import Interpreter
from support.program_text.reading import read_program
from support.size import some

FOLDER = Path(__file__).parent.parent / "programs" / "memory"
PROGRAMS = sorted(FOLDER.glob("scope_*.c"))

#: a pointer to a local of the round before, used when the local is in scope again
FORMER = """
int main(void) {
  int *p = 0;
  for (int i = 0; i < 3; i++) {
    int a[3];
    a[0] = i;
    if (USED)
      *p = 1;
    p = a;
  }
  return 0;
}
"""


def _properties(text: str) -> str:
    return "unreach-call,valid-deref" if "reach_error" in text else "valid-deref"


def _check(path: Path, **options: Any) -> antumbra.Result:
    return antumbra.check(path, property=_properties(path.read_text("utf-8")), timeout=30, **options)


@pytest.mark.parametrize("engine", ["explore", "interpolate", "auto"])
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_engines(path: Path, engine: str) -> None:
    result = _check(path, engine=engine)
    expected = path.read_text("utf-8").split()[2]
    assert result.verdict.value == expected, result.reason
    assert expected == "safe" or result.replayed is True


@pytest.mark.parametrize("engine", ["explore", "interpolate"])
def test_a_pointer_to_a_former_life(engine: str, tmp_path: Path) -> None:
    """Native code cannot tell the lives apart, so that the violation is not confirmed."""
    file = tmp_path / "former.c"
    file.write_text(FORMER.replace("USED", "p"))
    result = _check(file, engine=engine)
    assert result.verdict.value == "unknown"
    assert result.reason is not None
    assert "after the end of life of local 'a'" in result.reason
    file.write_text(FORMER.replace("USED", "p == a && p"))
    assert _check(file, engine=engine).verdict.value != "unsafe"
    file.write_text(FORMER.replace("USED", "0"))
    assert _check(file, engine=engine).verdict.value == "safe"


@pytest.mark.parametrize("engine", ["explore", "interpolate"])
def test_a_pointer_to_a_former_life_in_memory(engine: str, tmp_path: Path) -> None:
    file = tmp_path / "former.c"
    text = FORMER.replace("int *p = 0;", "int *kept[2] = {0, 0}, k = 1;").replace("*p = 1", "*kept[k] = 1")
    text = text.replace("USED", "kept[k]").replace("p = a", "kept[k] = a")
    file.write_text(text)
    assert _check(file, engine=engine).verdict.value == "unknown"
    file.write_text(text.replace("kept[k] = a", "kept[k] = a; *kept[k] = 2; kept[k] = 0"))
    assert _check(file, engine=engine).verdict.value == "safe"


#: ways to keep a place in ``a``
WAYS = (
    "p = a",
    "p = &a[i]",
    "p = a + (i & 1)",
    "int *q = a + (i & 1); p = q + 1",
    "p = i ? &a[1] : a",
    "p = (int *)((char *)a + 4)",
    "for (p = a; p < a + i; p++) a[1] = 0",
    "kept.p = &a[i], p = kept.p",
    "int *q = a + i; if (i == 1) q++; p = q",
    "p = same(&a[1])",
)


@pytest.mark.parametrize("way", WAYS)
def test_ways_to_keep_a_place_in_a_former_life(way: str, tmp_path: Path) -> None:
    """Whatever it is computed with: behind the head of the loop, which already speaks of it."""
    file = tmp_path / "former.c"
    before = "struct { int *p; } kept; static int *same(int *p) { return p; }\n"
    text = before + FORMER.replace("p = a;", f"{{ {way}; }}")
    file.write_text(text.replace("USED", "p"))
    result = _check(file, engine="explore")
    assert (result.verdict.value, "after the end of life of local 'a'" in str(result.reason)) == ("unknown", True)
    file.write_text(text.replace("USED", "0"))
    assert _check(file, engine="explore").verdict.value == "safe"


@pytest.mark.parametrize("engine", ["explore", "interpolate"])
@pytest.mark.parametrize("seed", range(5, some(11, 500)))
def test_random_programs(seed: int, engine: str, tmp_path: Path) -> None:
    made = ScopeProgram(seed)
    file = tmp_path / "scopes.c"
    file.write_text(made.text)
    found = antumbra.check(file, engine=engine, timeout=30, check_proofs=False).verdict.value
    assert found == ("unsafe" if made.fails else "unknown" if made.undefined else "safe")


def test_rounds_are_alike(tmp_path: Path) -> None:
    """A loop without a bound is closed although a local's life begins in each round, and its address is told."""
    file = tmp_path / "rounds.c"
    file.write_text("""
    extern int __VERIFIER_nondet_int(void);
    static void set(int *p, int value) { *p = value; }
    int main(void) {
      int n = __VERIFIER_nondet_int();
      for (int i = 0; i < n; i++) {
        int x, a[3];
        set(&x, 2);
        a[x] = 1;
      }
      return 0;
    }
    """)
    assert _check(file, engine="interpolate").verdict.value == "safe"


# ---------------------------------------------------------------- forgotten, one at a time

Patch = Callable[[pytest.MonkeyPatch], None]


def _nothing(name: str, value: Any = None) -> Patch:
    return lambda monkeypatch: monkeypatch.setattr(lifetimes, name, lambda *_: value)


def _keep_content(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(state: State, item: Any, site: int) -> None:
        state.put_object(replace(item, alive=True, scoped=True))

    def end(state: State, item: Any) -> None:
        state.put_object(replace(item, alive=False, scoped=True))

    monkeypatch.setattr(lifetimes, "_begin", begin)
    monkeypatch.setattr(lifetimes, "_end", end)


@pytest.mark.parametrize("engine", ["explore", "interpolate"])
@pytest.mark.parametrize(
    ("patch", "name"),
    [
        (_nothing("_end"), "scope_block_unsafe"),
        (_nothing("_end"), "scope_next_round_unsafe"),
        (_nothing("_end"), "scope_literal_unsafe"),
        (_nothing("stack_restore"), "scope_variable_length_unsafe"),
        (_keep_content, "scope_content_unsafe"),
    ],
)
def test_needed(patch: Patch, name: str, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patch(monkeypatch)
    assert _check(FOLDER / f"{name}.c", engine=engine, check_proofs=False).verdict.value == "safe"


def test_places_are_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _nothing("_pointed_to", False)(monkeypatch)
    file = tmp_path / "former.c"
    file.write_text(FORMER.replace("USED", "p"))
    assert _check(file, engine="explore", check_proofs=False).verdict.value == "safe"


@pytest.mark.parametrize("name", ["scope_block_unsafe", "scope_content_unsafe", "scope_literal_unsafe"])
def test_the_checker_sees_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an engine forgets is found by the check of its proof."""
    (_keep_content if "content" in name else _nothing("_end"))(monkeypatch)
    assert _check(FOLDER / f"{name}.c", engine="explore").verdict.value != "safe"


# ---------------------------------------------------------------- the program form

TWICE = """e: x := alloc stack 4bv64 ""; builtin end_life(x); i := 0bv32; goto again;
again: i := i + 1bv32; BEGIN store x := 7bv32; y := load x; builtin end_life(x); USE
if i <u 3bv32 goto again else done;
done: return 0bv32;"""


@pytest.mark.parametrize("begin", ["builtin begin_life(x);", "x := builtin new_life(x);"])
@pytest.mark.parametrize(("use", "expected"), [("", "confirmed"), ("store x := 8bv32;", "refuted")])
def test_program_form(use: str, begin: str, expected: str) -> None:
    made = program(TWICE.replace("USE", use).replace("BEGIN", begin), "x: bv64, y: bv32, i: bv32")
    assert said(check(made, "valid-deref")) == expected
    text = program_text(made)
    assert program_text(read_program(text)) == text
    outcome = Interpreter(made, fill=1).run()
    assert outcome.kind == ("returned" if expected == "confirmed" else "violation")


def test_a_formula_wants_the_object() -> None:
    """Lives begin and end below: a state without such a local, or with a larger one, is not covered."""
    block = P.Block("b", [], P.Return())
    made = P.Program("t", "c", {"main": P.Procedure("main", (), (), {"b": block})}, "main", P.Layout(64))
    engine = Interpolator(made, InterpolateOptions(checks=frozenset()))
    state = engine.machine.initial().state
    base = lifetimes.place(state, 8)
    formula = Formula({}, frozenset(), scoped=frozenset({(base, 8)}))
    assert not engine.learning.evaluation.holds(formula, {}, state)
    lifetimes.add(state, base, 8, 8, Region.STACK, Content.UNINITIALISED, "", None)
    assert engine.learning.evaluation.holds(formula, {}, state)
    assert not engine.learning.evaluation.holds(Formula({}, frozenset(), scoped=frozenset({(base, 4)})), {}, state)
    lifetimes.end_life(state, base, 0)
    assert engine.learning.evaluation.holds(formula, {}, state)


#: the round in which a pointer is kept is beyond those that are followed before a loop is closed
LATE = """extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0;
  unsigned i = 0;
  while (__VERIFIER_nondet_int()) {
    int x = 1;
    if (p) *p = 2;
    i++;
    if (i == ROUND) p = KEPT;
  }
  return 0;
}
"""


@pytest.mark.parametrize("kept", ["&x", "i ? &x : 0"])
def test_pointers_to_former_lives_are_kept_in_late_rounds(tmp_path: Path, kept: str) -> None:
    """A state that stands for all rounds of a loop may hold a pointer to any of a local's lives."""
    file = tmp_path / "late.c"
    file.write_text(LATE.replace("ROUND", "50").replace("KEPT", kept))
    result = antumbra.check(file, engine="interpolate", property="valid-memsafety", max_forks=400)
    assert result.verdict is not antumbra.Verdict.SAFE


def test_loops_without_such_pointers_are_closed(tmp_path: Path) -> None:
    file = tmp_path / "late.c"
    file.write_text(LATE.replace("ROUND", "50").replace("KEPT", "&y").replace("int *p = 0;", "int y, *p = 0;"))
    result = antumbra.check(file, engine="interpolate", property="valid-memsafety", max_forks=400)
    assert result.verdict is antumbra.Verdict.SAFE


@pytest.mark.parametrize("round_", [5, 50])
def test_outside_code_changes_what_an_unknown_pointer_leads_to(tmp_path: Path, round_: int) -> None:
    """The structure's pointer is that of another local from some round on."""
    file = tmp_path / "outside.c"
    file.write_text(
        f"""extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct s {{ int *q; }};
extern void outside(const struct s *);
int main(void) {{
  int y = 0, x = 0, *k = &y;
  struct s s;
  unsigned i = 0;
  while (__VERIFIER_nondet_int()) {{
    s.q = k;
    outside(&s);
    s.q = &y;
    if (x == 77) reach_error();
    i++;
    if (i == {round_}) k = &x;
  }}
  return 0;
}}
"""
    )
    result = antumbra.check(file, engine="interpolate", property="unreach-call", max_forks=400)
    assert result.verdict is not antumbra.Verdict.SAFE
