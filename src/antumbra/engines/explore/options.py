"""What the engine explore is told."""

from __future__ import annotations

from antumbra.engines.options import ExecutionOptions, user_option
from antumbra.records import dataclass
from antumbra.solvers import SOON

#: states that meet: each goes on by itself, or they become one where it pays, or wherever nothing is lost
MERGE = ("none", "auto", "all")


@dataclass(frozen=True, slots=True)
class ExploreOptions(ExecutionOptions):
    search: tuple[str, ...] = ("balanced",)
    seed: int = 0
    max_depth: int | None = None
    max_forks: int | None = None
    max_paths: int | None = None
    #: run concretely with these inputs, in order; further ones are zero
    fixed_inputs: tuple[int, ...] | None = None
    #: inputs for every ended path, not only for those that are news
    every_input: bool = False
    #: tell every ended path with its condition over the program's inputs (PathEnd.input_condition)
    path_conditions: bool = False
    #: the program has axioms, quantifiers or functions without meaning: see solvers.axioms
    axioms: bool = False
    #: steps of a branch before other states go first
    soon: int = SOON
    merge: str | None = user_option(
        None,
        "States that meet after a branch become one: none (each path by itself; the default of explore and of every "
        "engine that is named), auto (where it pays; the default of check), all (wherever nothing is lost).",
        MERGE,
    )
    profile: bool = user_option(False, "Count instructions, forks, queries and solver time by line: callgrind.out.")
