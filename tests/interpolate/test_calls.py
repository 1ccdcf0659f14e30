"""Calls through pointers with several targets: each is a side of a fork, and is reasoned about as the call it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra

OPERATIONS = """
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int add(int a, int b) { if (a > b) return a + b; return b + a; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }
static int (*const operations[])(int, int) = {add, subtract, multiply};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 3 || j >= 3)
    return 0;
  int r = operations[j](operations[i](7, 5), 3);
  assert(r != UNWANTED);
  return 0;
}
"""
RESULTS = {15, 9, 36, 5, -1, 6, 38, 32, 105}


@pytest.mark.parametrize("unwanted", [36, -1, 105, 7, 35])
def test_all_targets_of_a_call_are_followed(tmp_path: Path, unwanted: int) -> None:
    file = tmp_path / "operations.c"
    file.write_text(OPERATIONS)
    for audit in (False, True):
        result = antumbra.check(
            file,
            engine="interpolate",
            defines=[f"UNWANTED={unwanted}"],
            options={"check_subsumption": audit},
            timeout=60,
        )
        assert result.verdict.value == ("unsafe" if unwanted in RESULTS else "safe"), result.reason


def test_what_a_call_proves_covers_only_the_same_call(tmp_path: Path) -> None:
    """One target leaves the value alone, the other changes it."""
    file = tmp_path / "choice.c"
    file.write_text(
        """#include <assert.h>
        extern unsigned __VERIFIER_nondet_uint(void);
        static int level;
        static void keep(int by) { if (by) level = by; }
        static void raise(int by) { if (by) level = level + by; }
        static void (*const steps[])(int) = {keep, raise};
        int main(void) {
          for (int i = 0; i < 3; i++) {
            unsigned k = __VERIFIER_nondet_uint();
            if (k > 1) return 0;
            steps[k](1);
          }
          assert(level <= LIMIT);
          return 0;
        }"""
    )
    verdicts = [
        antumbra.check(file, engine="interpolate", defines=[f"LIMIT={limit}"], timeout=60).verdict.value
        for limit in (2, 3)
    ]
    assert verdicts == ["unsafe", "safe"]
