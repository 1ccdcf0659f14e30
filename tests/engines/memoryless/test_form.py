"""What the program without memory looks like, and what is not lowered."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from antumbra import terms as T
from antumbra.engines.memoryless import Memoryless, NotLowered, without_memory
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph
from antumbra.program.text.printing import program_text
from antumbra.program.validity.validate import validate
from antumbra.proofs import Certificate, LoopClaim
from proofs.helpers import check, said
from support.memoryless import ALL, program_of

LISTS = """
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int v; struct node *next; };
int table[8]; struct node *first;
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static void push(struct node **at, int v) {
  struct node *m = malloc(sizeof *m);
  m->v = v;
  m->next = *at;
  *at = m;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) push(&first, __VERIFIER_nondet_int());
  int (*f)(int) = n ? one : two;
  table[f(n) & 7] = __VERIFIER_nondet_int();
  if (first && first->v == 3) reach_error();
  return 0;
}
"""

IN_A_LOOP = """
extern int __VERIFIER_nondet_int(void);
static int again(int n) {
  char *p = 0;
  if (n > 0) return again(n - 1);
  while (__VERIFIER_nondet_int()) {
    char *q = __builtin_alloca(4);
    q[0] = p ? *p : 0;
    p = q;
  }
  return 0;
}
int main(void) { return again(__VERIFIER_nondet_int()); }
"""


def _program(text: str, folder: Path, **options: object) -> P.Program:
    path = folder / "program.c"
    path.write_text(text)
    return program_of(path, **options)


def _lowered(text: str, folder: Path, **options: object) -> Memoryless:
    found = without_memory(_program(text, folder, **options), ALL)
    assert validate(found.program) == []
    return found


def _commands(program: P.Program) -> list[P.Command]:
    return [c for p in program.procedures.values() for b in p.blocks.values() for c in b.commands]


def _inputs(program: P.Program) -> list[P.Havoc]:
    return [c for c in _commands(program) if isinstance(c, P.Havoc) and c.source is P.Source.INPUT]


def test_a_program_without_memory_is_itself(tmp_path: Path) -> None:
    program = _program("extern int f(void); int main(void) { int x = 1; return x; }", tmp_path)
    assert without_memory(program, ALL).program is program


def test_only_commands_over_variables_are_left(tmp_path: Path) -> None:
    original = _program(LISTS, tmp_path)
    lowered = without_memory(original, ALL).program
    kept = (P.Assign, P.Assume, P.Assert, P.Havoc, P.Call)
    assert all(isinstance(command, kept) for command in _commands(lowered))
    assert all(isinstance(c.callee, str) for c in _commands(lowered) if isinstance(c, P.Call))
    for name, procedure in original.procedures.items():
        assert procedure.blocks.keys() <= lowered.procedures[name].blocks.keys()
    asked = _inputs(original)
    assert len(asked) == 3
    assert _inputs(lowered) == asked


def test_the_same_program_gives_the_same_text(tmp_path: Path) -> None:
    texts = {program_text(_lowered(LISTS, tmp_path).program) for _ in range(2)}
    assert len(texts) == 1


def test_unknown_values_are_told(tmp_path: Path) -> None:
    found = _lowered("int main(void) { int x, *p = &x; return *p; }", tmp_path)
    havocs = {c.target for c in _commands(found.program) if isinstance(c, P.Havoc)}
    assert "unknown x" in {variable.data for variable in found.unreal}
    assert found.unreal <= havocs


def test_bytes_that_are_input_are_one_input(tmp_path: Path) -> None:
    text = """
    #include <stddef.h>
    extern void klee_make_symbolic(void *, size_t, const char *);
    extern void reach_error(void);
    int main(void) {
      struct { int a; char b[4]; } s;
      klee_make_symbolic(&s, sizeof s, "s");
      if (s.a == 7 && s.b[2] == 1) reach_error();
      return 0;
    }"""
    found = _lowered(text, tmp_path)
    (havoc,) = _inputs(found.program)
    assert (havoc.name, havoc.type_name, havoc.target.width) == ("s", "bytes", 64)


def test_cells_have_addresses_of_the_original_program(tmp_path: Path) -> None:
    text = """
    int g[2];
    static void set(int *p) { *p = 1; g[1] = 2; }
    int main(void) { int x; set(&x); return x; }"""
    original = _program(text, tmp_path)
    found = without_memory(original, ALL)
    (static,) = [o for o in original.objects if o.name == "g"]
    cells = {(procedure, cell.address, cell.width) for procedure, cell, _ in found.cells}
    local = next(c.target for c in _commands(original) if isinstance(c, P.Alloc))
    assert cells == {("", T.bv(static.address + 4, 64), 4), ("main", local, 4)}
    assert [(procedure, variable) for procedure, _, variable in found.places] == [("main", local)]


def test_claims_about_cells_prove_the_original(tmp_path: Path) -> None:
    """What holds of the variables at a loop's head is a claim that the checker of proofs can use."""
    text = """
    extern int __VERIFIER_nondet_int(void);
    extern void reach_error(void);
    struct s { int a, b; } g;
    static void step(struct s *p) { if (p->a < 5) p->a++; p->b = __VERIFIER_nondet_int(); }
    int main(void) {
      struct s l = {0, 0};
      while (__VERIFIER_nondet_int()) { step(&g); step(&l); }
      if (g.a > 5 || l.a > 5) reach_error();
      return 0;
    }"""
    original = _program(text, tmp_path)
    found = without_memory(original, ALL)
    (head,) = FlowGraph(found.program.procedures["main"]).loop_heads
    first = [cell for _, cell, _ in found.cells if str(cell.variable.data).endswith("+0 content")]
    assert len(first) == 2
    conditions = tuple(T.bvsle(cell.variable, T.bv(5, 32)) for cell in first)
    certificate = Certificate((LoopClaim("main", head, conditions, tuple(first)),))
    assert said(check(original, "unreach-call", certificate, steps=20_000)) == "confirmed"
    assert said(check(original, "unreach-call", Certificate(), steps=4_000)) == "unchecked"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("extern void f(int *); int main(void) { int x; f(&x); return x; }", "havoc_memory"),
        (IN_A_LOOP, "made in a loop"),
    ],
)
def test_what_is_not_lowered_has_a_reason_and_a_place(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(NotLowered, match=reason) as caught:
        without_memory(_program(text, tmp_path), ALL | {"valid-memcleanup"})
    assert caught.value.location is not None


@pytest.mark.parametrize(("data_model", "counted"), [("LP64", False), ("ILP32", True)])
def test_objects_are_counted_where_numbers_are_few(data_model: str, counted: bool, tmp_path: Path) -> None:
    program = _lowered(LISTS, tmp_path, data_model=data_model).program
    ends = [b.terminator for p in program.procedures.values() for b in p.blocks.values()]
    assert any(isinstance(end, P.Stop) and end.detail == "more objects than have room" for end in ends) == counted


def test_leaks_do_not_matter_where_nobody_asks(tmp_path: Path) -> None:
    assert _lowered("#include <stdlib.h>\nint main(void) { return malloc(4) != 0; }", tmp_path).program.objects == []


def test_a_large_program_is_lowered_in_time(tmp_path: Path) -> None:
    """Processor time, with much to spare: it is a matter of how it grows."""
    functions = [
        f"static int f{i}(struct node *p, int k) {{\n  int a[4] = {{k, 1, 2, 3}};\n  struct node own = {{k, p}};\n"
        f"  p->v += a[k & 3];\n  if (k > {i}) own.next = p->next;\n  table[k & 7] = own.v;\n"
        f"  struct node *q = malloc(sizeof *q);\n  *q = own;\n  q->next = p;\n  return own.next->v + q->v;\n}}"
        for i in range(90)
    ]
    calls = "\n".join(f"  n += f{i}(first, n);" for i in range(90))
    text = LISTS.replace("int main(void) {", "\n".join([*functions, "int main(void) {"]))
    text = text.replace("  return 0;", f"  if (first) {{\n{calls}\n  }}\n  return 0;")
    assert len(text.splitlines()) > 1000
    program = _program(text, tmp_path)
    started = time.process_time()
    without_memory(program, ALL)
    assert time.process_time() - started < 3
