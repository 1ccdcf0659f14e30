"""Small C programs with the expected verdict in their first line.

``// expect: safe`` · ``// expect: unsafe CHECK`` · ``// expect: unknown WORDS`` (the reason contains the words), and
in the second line, if any, ``// options: …`` as on the command line. ``// proof: confirmed`` in a line of its own means
by the independent check. The line that ends in ``// fails here`` is where a violation must be reported. Every
``unsafe`` must have been confirmed by native code.
"""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest

import antumbra

FOLDER = Path(__file__).parent / "programs"
PROGRAMS = sorted(FOLDER.rglob("*.c"))


def _options(text: str) -> dict[str, object]:
    """The keyword arguments of ``antumbra.check`` for options as on the command line."""
    parser = argparse.ArgumentParser()
    for name in ("property", "engine", "entry", "externals", "data-model"):
        parser.add_argument(f"--{name}")
    for name in ("max-depth", "max-paths", "max-forks", "memory", "entry-pointer-size", "outside-pointers"):
        parser.add_argument(f"--{name}", type=int)
    for name in ("malloc-may-fail", "io-may-fail"):
        parser.add_argument(f"--{name}", action="store_true")
    for name, count in (("args", 3), ("arg", 1)):
        parser.add_argument(f"--sym-{name}", dest="sym_args", action="append", nargs=count, type=int)
    parser.add_argument("--sym-env", action="append", nargs=2)
    parser.add_argument("--sym-files", nargs=2, type=int)
    parser.add_argument("--sym-stdin", type=int)
    given = vars(parser.parse_args(shlex.split(text)))
    given["sym_env"] = [(name, int(length)) for name, length in given["sym_env"] or ()]
    return {name: value for name, value in given.items() if value not in (None, False, [])}


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(FOLDER).with_suffix("")))
def test_program(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    expectation = re.fullmatch(r"// expect: (safe|unsafe|unknown) ?(.*)", lines[0])
    assert expectation, lines[0]
    options = lines[1].removeprefix("// options: ") if lines[1].startswith("// options: ") else ""
    result = antumbra.check(path, timeout=30, **_options(options))  # type: ignore[arg-type]
    verdict, detail = expectation.groups()
    assert result.verdict.value == verdict, f"{result.verdict.value}: {result.reason}; expected {lines[0]}"
    if "// proof: confirmed" in lines:
        assert result.proof_checked is True
    if verdict == "unsafe":
        assert result.finding is not None
        assert result.finding.check == detail
        assert result.replayed is True
        marked = [number for number, line in enumerate(lines, 1) if line.endswith("// fails here")]
        if marked:
            assert result.location is not None
            assert result.location.line == marked[0]
    if verdict == "unknown":
        assert result.reason is not None
        assert detail in result.reason
