"""Regular expressions of our modules are compiled when they are first used, and all of them can be."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import antumbra
from antumbra.patterns import pattern

ROOT = Path(antumbra.__file__).parent


def test_a_pattern_does_what_the_compiled_one_does() -> None:
    made, compiled = pattern(r"(a)|b", re.IGNORECASE), re.compile(r"(a)|b", re.IGNORECASE)
    text = "xAyb"
    assert made.findall(text) == compiled.findall(text)
    assert [m.span() for m in made.finditer(text)] == [m.span() for m in compiled.finditer(text)]
    assert (made.match(text), made.fullmatch("q"), made.pattern, made.groups) == (None, None, compiled.pattern, 1)
    assert made.sub("-", text) == compiled.sub("-", text)
    assert pattern(rb"\d").split(b"a1b") == [b"a", b"b"]
    assert not hasattr(made, "__reduce_to_nothing__")


def test_all_of_them_are_right() -> None:
    users = [path for path in sorted(ROOT.rglob("*.py")) if "antumbra.patterns import" in path.read_text()]
    found = 0
    for path in users:
        name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
        for value in vars(import_module(name)).values():
            if type(value).__module__ == "antumbra.patterns" and not callable(value):
                found += 1
                assert isinstance(value.groups, int)
    assert found > 60


def test_nothing_is_compiled_at_import() -> None:
    lines = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted(ROOT.rglob("*.py"))
        if "llvm" not in path.parts and path.name != "read.py"
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.match(r"\w+(: Final.*)? = re\.compile\(", line)
    ]
    assert lines == []
