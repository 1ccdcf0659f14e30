"""What library functions can do: each outcome that the real function has is found, and none that it never has.

The programs in ``outcomes/`` say it line by line (see ``outcomes.h``). Each ``can`` must be confirmed by native code,
each ``open`` must be found and must not count as confirmed, each ``never`` must not be found in a complete search.
A program that begins with ``// endless`` has no ``never``, and its search is cut off.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

import antumbra
from antumbra.frontends.c.models import models
from support.size import some

FOLDER = Path(__file__).parent / "outcomes"
_LINE = re.compile(r"// (can|open|never)$")


NAMES = sorted(path.name for path in FOLDER.glob("*.c"))


@pytest.mark.parametrize(
    ("name", "data_model"),
    [*((name, "LP64") for name in NAMES), *some([], [("files.c", "ILP32"), ("world.c", "ILP32")])],
)
def test_outcomes(name: str, data_model: Literal["LP64", "ILP32"]) -> None:
    path = FOLDER / name
    lines = path.read_text().splitlines()
    said = {n: m[1] for n, line in enumerate(lines, 1) if (m := _LINE.search(line))}
    endless = lines[0].startswith("// endless")
    assert not (endless and "never" in said.values())
    paths = 300 if endless else None
    result = antumbra.explore(path, property="unreach-call", timeout=120, max_paths=paths, data_model=data_model)
    seen: dict[int, str] = {}
    for finding in (*([result.finding] if result.finding else ()), *result.others):
        if finding.check == "unreach-call" and finding.location is not None:
            seen[finding.location.line] = "can" if finding.replayed else "open"
    wrong = {n: f"{what}, but {seen.get(n, 'not found')}" for n, what in said.items() if seen.get(n, "never") != what}
    assert wrong == {}
    assert endless or [note for note in result.notes if "limit" in note or "unsupported" in note] == []


#: takes a line of any length, so there is nothing that it cannot do to its argument
_WITHOUT_BOUND = {"gets", "getdelim"}
_DECIDED_ELSEWHERE = re.compile(r"WORLD\(|OPEN_RESULT|__antumbra_between|unknown_prefix")


def test_each_function_whose_result_is_not_computed_has_its_outcomes() -> None:
    texts = "\n".join((FOLDER / name).read_text() for name in NAMES)
    called = set(re.findall(r"\b(\w+)\(", texts))
    for symbol, model in models().items():
        other_name = symbol.startswith(("_", "antumbra.")) or symbol.endswith(("_unlocked", "64"))
        in_its_own_test = model.name.startswith("math_")
        if _DECIDED_ELSEWHERE.search(model.text) and not other_name and not in_its_own_test:
            assert symbol in called | _WITHOUT_BOUND, f"{symbol} of {model.name}"
