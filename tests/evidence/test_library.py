"""Programs as a run loads them, with the models of the C library: what the analysis finds, native code shows."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from antumbra.evidence.native.child import Ending
from antumbra.evidence.replay import Replayer, ReplayOptions
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from evidence.native_programs import failing

FLOATS = """#include <math.h>
void reach_error(void);
int main(void) {
  volatile double d = -7.5; volatile float f = 2.5f; volatile long double l = -2.5L;
  int good = fmod(d, 2) == -1.5 && fmodf(f, 2) == 0.5f && fmodl(l, 2) == -0.5L
    && floor(d) == -8 && ceilf(f) == 3 && trunc(d) == -7 && rint(2.5) == 2 && rint(3.5) == 4
    && floorl(l) == -3 && ceill(l) == -2 && truncl(l) == -2 && rintl(l) == -2 && nearbyintl(l) == -2 && roundl(l) == -3
    && round(d) == -8 && roundf(f) == 3 && sqrt(d * -1.2) == 3 && fabsl(l) == 2.5L && copysign(1, d) == -1
    && fminl(l, 1) == l && fmaxl(l, 1) == 1 && fmin(d, 1) == d && fmaxf(f, 1) == f
    && fma(1e308, 10, -INFINITY) == -INFINITY && fma(0x1p-600, 0x1p-600, 1) == 1 && fma(1.1, 1.1, -1.1 * 1.1) != 0;
  if (good) reach_error();
  return 0;
}
"""

TEXTS = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void reach_error(void);
static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  char text[40], *copy = strdup("abc");
  int numbers[4] = {4, 1, 3, 2};
  sprintf(text, "%s-%d-%05x", copy, -12, 255);
  copy = realloc(copy, 10);
  strcat(copy, "def");
  qsort(numbers, 4, sizeof *numbers, ascending);
  if (!strcmp(text, "abc--12-000ff") && !strcmp(copy, "abcdef") && numbers[0] == 1 && numbers[3] == 4)
    if (atoi("42") == 42) reach_error();
  free(copy);
  return 0;
}
"""


@pytest.mark.parametrize("data_model", ["LP64", "ILP32"])
@pytest.mark.parametrize("text", [FLOATS, TEXTS], ids=["floats", "texts"])
def test_models_run_natively(tmp_path: Path, text: str, data_model: Literal["LP64", "ILP32"]) -> None:
    path = tmp_path / "program.c"
    path.write_text(text)
    loaded = load(path, LoadOptions(data_model=data_model))
    with Replayer([module.text for module in loaded.modules], ReplayOptions(data_model=data_model)) as native:
        seen = native.run(failing("unreach-call"))
    assert seen.confirmed, seen.detail


def test_an_error_inside_a_model_is_blamed_on_the_caller_too(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        '#include <string.h>\nint main(void) {\n  char small[3];\n  strcpy(small, "abc");\n  return small[0];\n}\n'
    )
    loaded = load(path)
    with Replayer([module.text for module in loaded.modules]) as native:
        seen = native.run(failing("valid-deref", line=4))
    assert seen.confirmed, seen.detail
    assert seen.ending is Ending.BOUNDS
    assert [place.line for place in seen.stack if place.file.endswith("program.c")] == [4]
