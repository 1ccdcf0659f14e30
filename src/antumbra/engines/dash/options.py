"""What the engine dash is told."""

from __future__ import annotations

from antumbra.engines.options import ExecutionOptions, user_option
from antumbra.records import dataclass


@dataclass(frozen=True, slots=True)
class DashOptions(ExecutionOptions):
    """``axioms``: the program has integers, axioms or quantifiers."""

    seed: int = 0
    axioms: bool = False
    #: files name properties of their own, each of which is decided
    named_properties: bool = False
    #: loops are not tried without invariants: others have done so
    lemmas_first: bool = False
    fine: bool = False  #: a place for each block, as the thesis has, where a picture is wanted
    refinement: str = user_option(
        "mixed",
        "How regions are split: by what mixes all rules, the thesis's weakest precondition, or interpolants.",
        ("mixed", "wp", "core", "itp"),
    )
    most_iterations: int | None = user_option(None, "Iterations of the main loop, those within calls included.")
