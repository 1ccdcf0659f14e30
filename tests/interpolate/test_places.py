"""On 32 bits objects lie near each other: an interpolant says to which one a pointer belongs, not where it leads."""

from __future__ import annotations

from pathlib import Path

import antumbra
from antumbra import terms as T
from antumbra.engines.backward.backprop import Backprop
from antumbra.engines.backward.formula import Builder
from antumbra.engines.backward.steps import Near
from antumbra.frontends.llvm.translating.statics import PAGE
from antumbra.program.spacing import first_address, next_page

FIRST = max(first_address(32) // PAGE, next_page(1, 0, 32))
#: from one static to the next
STEP = (next_page(FIRST, 1, 32) - FIRST) * PAGE

TEXT = """
extern int __VERIFIER_nondet_int(void);
char a[4] = {1}, b[4] = {5};
int main(void) {
  char *p = a;
  unsigned k = STEP;
  if (__VERIFIER_nondet_int()) { k = 0; p = b; }
  p = p + k;
  *p = 7;
  a[0]++;
  return 0;
}
"""


def _check(folder: Path, step: int) -> antumbra.Result:
    path = folder / "near.c"
    path.write_text(TEXT.replace("STEP", str(step)))
    return antumbra.check(
        path, engine="interpolate", data_model="ILP32", property="valid-deref", check_proofs=False, timeout=30
    )


def test_the_same_place_by_two_ways(tmp_path: Path) -> None:
    result = _check(tmp_path, STEP)
    assert result.verdict.value == "unknown"
    assert "far outside its object" in (result.reason or "")
    assert _check(tmp_path, 3).verdict.value == "safe"


def test_what_is_computed_from_a_pointer_says_where_that_is() -> None:
    pointer, psi = T.var("p", T.bv_sort(32)), Builder()
    nobody = Backprop(None, None, None, None, None, None, 0)  # type: ignore[arg-type]
    nobody._step(psi, Near(pointer, 0x1000, 0x3000), [])
    assert [end for bounds in psi.sets.values() for end in bounds] == [0x1000, 0x3000]
