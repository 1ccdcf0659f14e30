"""Running the engine on the text of a protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from antumbra.engines.abstract.options import AbstractOptions
from antumbra.engines.abstract.refine import Outcome, Refinement
from antumbra.engines.abstract.systems.from_program import transition_system
from antumbra.frontends.guarded.build import program

CHECKS = frozenset({"assert", "unreach-call"})
PROTOCOLS = Path(__file__).parents[2] / "benchmarks" / "protocols"


def engine(text: str, given: dict[str, int] | None = None, **options: Any) -> Refinement:
    system = transition_system(program(text, "f.gcl", given or {}), CHECKS)
    return Refinement(system, AbstractOptions(**{"timeout": 60.0, **options}))


def analysed(text: str, given: dict[str, int] | None = None, **options: Any) -> Outcome:
    return engine(text, given, **options).run()


def protocol(name: str) -> str:
    return (PROTOCOLS / f"{name}.gcl").read_text("utf-8")
