"""What library functions can do: each outcome that the real function has is found, and none that it never has.

The programs in ``outcomes/`` say it line by line (see ``outcomes.h``). Each ``can`` must be confirmed by native code,
each ``open`` must be found and must not count as confirmed, each ``never`` must not be found in a complete search.
A program that begins with ``// endless`` has no ``never``, and its search is cut off.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import antumbra

FOLDER = Path(__file__).parent / "outcomes"
_LINE = re.compile(r"// (can|open|never)$")


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.c")))
def test_outcomes(name: str) -> None:
    path = FOLDER / name
    lines = path.read_text().splitlines()
    said = {n: m[1] for n, line in enumerate(lines, 1) if (m := _LINE.search(line))}
    endless = lines[0].startswith("// endless")
    assert not (endless and "never" in said.values())
    result = antumbra.explore(path, property="unreach-call", timeout=10 if endless else 120)
    seen: dict[int, str] = {}
    for finding in (*([result.finding] if result.finding else ()), *result.others):
        if finding.check == "unreach-call" and finding.location is not None:
            seen[finding.location.line] = "can" if finding.replayed else "open"
    wrong = {n: f"{what}, but {seen.get(n, 'not found')}" for n, what in said.items() if seen.get(n, "never") != what}
    assert wrong == {}
    assert endless or [note for note in result.notes if "limit" in note or "unsupported" in note] == []
