"""What contracts of CBMC and ACSL are known by, before any of them is read."""

from __future__ import annotations

from typing import Final

from antumbra.patterns import pattern

#: CBMC's clauses → what kind of clause it is
CLAUSES: Final = {
    "__CPROVER_requires": "requires",
    "__CPROVER_ensures": "ensures",
    "__CPROVER_assigns": "assigns",
    "__CPROVER_frees": "frees",
    "__CPROVER_requires_contract": "requires_contract",
    "__CPROVER_ensures_contract": "ensures_contract",
    "__CPROVER_loop_invariant": "loop_invariant",
    "__CPROVER_decreases": "decreases",
}
#: constants of the module that say what pointer parameters lead to: position, always, bytes or -1, step
SHAPES: Final = "__antumbra_shapes"
#: what a text has that may have contracts
MARKS: Final = pattern(rb"\b(?:" + "|".join(CLAUSES).encode() + rb")\b|/[*/]@")
#: arguments for the compiler: clauses mean nothing to it
FLAGS: Final = tuple(f"-D{name}(...)=" for name in CLAUSES)
