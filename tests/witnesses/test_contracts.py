"""Contracts of recursive functions: what proofs have of them is written, in words that C and ACSL understand alike, and
is enough for the checker of proofs; what is changed in them is not believed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import antumbra
from antumbra.report.result import Result
from antumbra.witnesses.yaml_writing import yaml_text
from support.size import some
from witnesses.test_writing import follows_schema
from witnesses.witnessed import HEAD, checked, dumped, entries, written

#: the result, by the parameters as they were given; a product that wraps around
RESULTS = (
    HEAD
    + """static unsigned triple(unsigned n) { if (n == 0) return 0; n--; return 3 + triple(n); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (triple(n) != 3 * n) reach_error();
  return 0;
}
"""
)
#: a global variable goes up and down again
GLOBALS = (
    HEAD
    + """static int depth;
static void visit(int more) {
  depth++;
  if (depth <= 0) reach_error();
  if (more && depth < 100) { visit(__VERIFIER_nondet_int()); visit(__VERIFIER_nondet_int()); }
  depth--;
}
int main(void) {
  visit(1);
  if (depth != 0) reach_error();
  return 0;
}
"""
)
BOUNDS = (
    HEAD
    + """static int search(int low, int high) {
  if (low < 0 || high > 1000000 || low >= high) reach_error();
  if (high - low == 1) return low;
  int middle = low + (high - low) / 2;
  return __VERIFIER_nondet_int() ? search(low, middle) : search(middle, high);
}
int main(void) {
  int at = search(0, 1000000);
  if (at < 0 || at >= 1000000) reach_error();
  return 0;
}
"""
)
PROGRAMS = {"results": RESULTS, "globals": GLOBALS, "bounds": BOUNDS}
ENOUGH = "what it says was checked, and is enough"


def _written(tmp_path: Path, name: str) -> tuple[Path, list[dict[str, Any]]]:
    """The program, and what its witness says."""
    file = written(tmp_path / "a.c", PROGRAMS[name])
    _, witness = checked(file, "interpolate", max_forks=2_000)
    return file, entries(witness)


def _validated(tmp_path: Path, file: Path, said: object) -> Result:
    return antumbra.validate(file, dumped(tmp_path / "w.yml", said))


@pytest.mark.parametrize("name", some(["results", "globals"], list(PROGRAMS)))
def test_what_recursive_functions_do_is_told_and_enough(tmp_path: Path, name: str) -> None:
    file, said = _written(tmp_path, name)
    follows_schema(said)
    (entry,) = said
    assert entry["metadata"]["format_version"] == "2.1"
    assert any("contract" in item for item in entry["content"])
    result = _validated(tmp_path, file, said)
    assert result.result_line == "RESULT: true"
    assert any(ENOUGH in note for note in result.notes), result.notes


def test_a_contract_that_is_wrong_is_refuted(tmp_path: Path) -> None:
    file, said = _written(tmp_path, "results")
    (contract,) = (item["contract"] for item in said[0]["content"])
    contract["ensures"] = "(unsigned int)(\\result - 3 * \\old(n)) == 1U"
    assert "unknown(refuted: the postcondition of triple" in _validated(tmp_path, file, said).result_line
    contract["requires"], contract["ensures"] = "n < 7", "\\true"
    assert "unknown(refuted: the precondition of triple" in _validated(tmp_path, file, said).result_line


def test_no_more_is_said_than_is_needed(tmp_path: Path) -> None:
    """Of a dozen conditions that the proof of ``depth`` has, four say the rest."""
    _, said = _written(tmp_path, "globals")
    (contract,) = (item["contract"] for item in said[0]["content"])
    assert contract["requires"].count("&&") <= 1
    assert contract["ensures"].count("&&") <= 3


def test_text_that_is_written_is_read(tmp_path: Path) -> None:
    file = written(tmp_path / "a.c", RESULTS)
    _, witness = checked(file, "interpolate", max_forks=2_000)
    (contract,) = witness.contracts
    assert contract.location.line == PROGRAMS["results"][: PROGRAMS["results"].index("static unsigned")].count("\n") + 1
    assert 'type: "function_contract"' in yaml_text(witness)
