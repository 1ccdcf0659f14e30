"""Lists of possibilities that are bounded: what is beyond the bound, or undecided, forbids ``safe``."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra.solvers import Chain, PathCondition, Side, Unknown
from antumbra.terms import Term
from support.size import some

HEAD = """
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
"""
MANY = 100

FREES = f"""{HEAD}
int main(void) {{
  char *a[{MANY}];
  for (int i = 0; i < {MANY}; i++) a[i] = malloc(1);
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= BOUND) return 0;
  BEFORE
  free(a[i]);
  AFTER
  return 0;
}}
"""


def frees(bound: int, before: str = "", after: str = "") -> str:
    return FREES.replace("BOUND", str(bound)).replace("BEFORE", before).replace("AFTER", after)


def calls(count: int, failing: int | None) -> str:
    """A call through a table; ``failing``: the number of the function that fails."""
    bodies = [f"static void f{i}(void) {{ {'reach_error();' if i == failing else ''} }}" for i in range(count)]
    table = ", ".join(f"f{i}" for i in range(count))
    return f"""{HEAD}
{" ".join(bodies)}
void (*table[{count}])(void) = {{{table}}};
int main(void) {{
  unsigned i = __VERIFIER_nondet_uint();
  if (i < {count}) table[i]();
  return 0;
}}
"""


def loads(failing: str) -> str:
    return f"""{HEAD}
int main(void) {{
  int *a[4];
  for (int i = 0; i < 4; i++) {{ a[i] = malloc(4); *a[i] = i; }}
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 4) return 0;
  int x = *a[i];
  if ({failing}) reach_error();
  return 0;
}}
"""


def switches(failing: str) -> str:
    cases = " ".join(f"case {i}: x = {i * i}; break;" for i in range(6))
    return f"""{HEAD}
int main(void) {{
  unsigned i = __VERIFIER_nondet_uint(), x = 1000;
  switch (i) {{ {cases} }}
  if ({failing}) reach_error();
  return 0;
}}
"""


def verdict(folder: Path, text: str, engine: str, property_: str) -> str:
    path = folder / "program.c"
    path.write_text(text, "utf-8")
    # the check of a proof takes longer than all the rest, and is tested elsewhere
    return antumbra.check(path, engine=engine, property=property_, timeout=60, check_proofs=False).verdict.value


CASES = [
    ("sixty frees", frees(60), "valid-free", "safe"),
    ("sixty frees, a double one", frees(60, "free(a[50]);"), "valid-free", "unsafe"),
    ("many frees", frees(MANY), "valid-free", "unknown"),
    ("many frees, a double one beyond the bound", frees(MANY, "free(a[80]);"), "valid-free", "unsafe"),
    ("nothing but double frees", frees(MANY, f"for (int k = 0; k < {MANY}; k++) free(a[k]);"), "valid-free", "unsafe"),
    ("an inner pointer beyond the bound", frees(MANY, "a[80]++;"), "valid-free", "unsafe"),
    ("what follows beyond the bound", frees(MANY, "", "if (i == 80) reach_error();"), "unreach-call", "unknown"),
    ("sixty callees", calls(60, None), "unreach-call", "safe"),
    ("sixty callees, one fails", calls(60, 55), "unreach-call", "unsafe"),
    ("many callees", calls(MANY, None), "unreach-call", "unknown"),
    ("many callees, one fails beyond the bound", calls(MANY, 90), "unreach-call", "unknown"),
]


@pytest.mark.parametrize("engine", ["explore", "interpolate"])
@pytest.mark.parametrize(("text", "property_", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_beyond_the_bound(tmp_path: Path, text: str, property_: str, expected: str, engine: str) -> None:
    assert verdict(tmp_path, text, engine, property_) == expected


def _silent(chain: type[Chain], monkeypatch: pytest.MonkeyPatch, silent: int, *, rest: bool) -> list[int]:
    """Let the solver say nothing about one side of the branch with this number; returns the count of branches."""
    real = chain.branch
    count = [0]

    def branch(self: Chain, path: PathCondition, condition: Term) -> tuple[Side, Side]:
        then, otherwise = real(self, path, condition)
        count[0] += 1
        if count[0] != silent + 1:
            return then, otherwise
        return (then, Unknown("silent")) if rest else (Unknown("silent"), otherwise)

    monkeypatch.setattr(chain, "branch", branch)
    return count


UNDECIDED = [
    ("free", frees(5, "", "if (i == 4) reach_error();")),
    ("free, first", frees(5, "", "if (i == 0) reach_error();")),
    ("call", calls(6, 5)),
    ("call, first", calls(6, 0)),
    ("load", loads("x == 3")),
    ("load, first", loads("x == 0")),
    ("switch", switches("x == 25")),
    ("switch, first", switches("i == 0")),
    ("switch, default", switches("i > 100 && x == 1000")),
]


SILENT = [(name, text, rest) for name, text in UNDECIDED for rest in (True, False)]


@pytest.mark.parametrize(("name", "text", "rest"), some(SILENT[::3], SILENT))
def test_a_silent_solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, rest: bool) -> None:
    """Whichever side of whichever branch nobody decides: the failure is found, or the verdict is open."""
    path = tmp_path / "program.c"
    path.write_text(text, "utf-8")
    with monkeypatch.context() as patch:
        count = _silent(Chain, patch, -1, rest=rest)
        assert antumbra.check(path, engine="explore", property="unreach-call").verdict.value == "unsafe"
    found: list[str] = []
    for silent in range(count[0]):
        with monkeypatch.context() as patch:
            _silent(Chain, patch, silent, rest=rest)
            result = antumbra.check(path, engine="explore", property="unreach-call", timeout=20)
        found.append(result.verdict.value)
    assert set(found) <= {"unsafe", "unknown"}, found
    assert "unsafe" in found, "some branches do not matter"
