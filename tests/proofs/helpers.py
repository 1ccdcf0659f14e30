"""Programs of a few lines in the text of the program form, and their check."""

from __future__ import annotations

from antumbra.program.model import Program
from antumbra.program.properties import parse_properties
from antumbra.proofs import Answer, Budget, Certificate, Confirmed, Question, Refuted, Unchecked
from antumbra.proofs.check import check_proof
from support.program_text.reading import read_program

HEAD = """program "test" language "llvm";
layout pointer 64 page 12 free 0x20000;
entry main;
"""


def program(body: str, variables: str = "", *, before: str = "", after: str = "") -> Program:
    """A program whose entry procedure has these blocks and local variables (``name: sort`` separated by commas)."""
    declared = "".join(f"  var {part.strip()};\n" for part in variables.split(",") if part.strip())
    return read_program(f"{HEAD}{before}\nprocedure main() returns (r: bv32)\n{{\n{declared}{body}\n}}\n{after}")


def check(
    made: Program,
    properties: str = "klee",
    certificate: Certificate | None = None,
    *,
    places: frozenset[tuple[str, str]] = frozenset(),
    joined: bool = True,
    steps: int = 400_000,
) -> Answer:
    question = Question(parse_properties(properties).checks, places)
    if certificate is None:
        certificate = Certificate(paths=None if joined else 1)
    return check_proof(made, question, certificate, Budget(steps, seconds=20), ("bitwuzla", "z3"))


def said(answer: Answer) -> str:
    """One word, for comparisons."""
    match answer:
        case Confirmed():
            return "confirmed"
        case Refuted():
            return "refuted"
        case Unchecked():
            return "unchecked"
