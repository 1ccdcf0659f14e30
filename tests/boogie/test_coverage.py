"""Every construct of the language is in at least two programs of the corpus: one that holds and one that fails."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from antumbra.frontends.boogie.reading.diagnostics import Diagnostics
from antumbra.frontends.boogie.reading.parser import parse
from boogie.constructs import constructs

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.bpl"))

TYPES = (
    "bool", "int", "real", "bv", "float24e8", "map", "map of several arguments", "nested map", "polymorphic map",
    "type constructor", "type synonym", "datatype",
)  # fmt: skip
DECLARATIONS = (
    "const", "unique", "complete", "extends", "function", "function with body", "{:inline}", "{:define}",
    "{:bvbuiltin}", "{:builtin}", "axiom", "var", "where", "implementation", "requires", "free requires", "ensures",
    "free ensures", "modifies", "invariant", "free invariant",
)  # fmt: skip
STATEMENTS = (
    "assert", "assume", "assignment", "parallel assignment", "map assignment", "field assignment", "havoc", "call",
    "in parameters", "out parameters", "goto", "goto of several targets", "label", "return", "if", "if (*)", "while",
    "while (*)", "break", "break with label", "unpack",
)  # fmt: skip
EXPRESSIONS = (
    "forall", "exists", "trigger", "lambda", "old", "if-then-else", "coercion", "int(…)", "real(…)", "let", "div",
    "mod", "/", "extraction", "++", "map update", "map selection", "field", "field update", "is", "<:", "==>",
    "<==", "<==>", "&&", "||", "!", "-", "+", "*", "==", "!=", "<", "<=", ">", ">=", "float",
    "code expression",
)  # fmt: skip


@pytest.fixture(scope="module")
def programs() -> dict[str, set[str]]:
    """Construct → verdicts of the programs that use it."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in CORPUS:
        text = path.read_text("utf-8")
        verdict = text.splitlines()[0].partition("expect:")[2].strip()
        for construct in constructs(parse(text, Diagnostics(path.name))):
            found[construct].add(verdict)
    return found


@pytest.mark.parametrize("construct", TYPES + DECLARATIONS + STATEMENTS + EXPRESSIONS)
def test_safe_and_unsafe(programs: dict[str, set[str]], construct: str) -> None:
    assert {"safe", "unsafe"} <= programs[construct]
