"""What tests of witnesses share: programs, and a witness as values before it is text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

import antumbra
from antumbra.report.result import Result
from antumbra.witnesses.values import Witness
from antumbra.witnesses.yaml_writing import yaml_text

HEAD = """extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error() { abort(); }
"""

#: two branches lead to the error, if the input is above 1000
BRANCHES = (
    HEAD
    + """int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  if (x > 1000) {
    y = 1;
  }
  if (y == 1) {
    reach_error();
  }
  return 0;
}
"""
)

#: safe by i <= n
COUNTING = (
    HEAD
    + """int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int i = 0;
  while (i < n) {
    i++;
  }
  if (i != n) {
    reach_error();
  }
  return 0;
}
"""
)


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def checked(path: Path, engine: str = "auto", **settings: Any) -> tuple[Result, Witness]:
    """The result of a check that is decided, with its witness."""
    result = antumbra.check(path, engine=engine, witness=True, **settings)
    assert result.witness is not None, (result.reason, result.notes)
    return result, result.witness


def entries(witness: Witness) -> list[dict[str, Any]]:
    """What others read of it."""
    return yaml.safe_load(yaml_text(witness))


def dumped(path: Path, document: object) -> Path:
    return written(path, yaml.safe_dump(document, sort_keys=False))
