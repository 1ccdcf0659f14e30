"""An engine that does what a test says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from antumbra.engines.contract import EngineDefaults, OnProgress
from antumbra.engines.outcome import Cut, PathEnd, Statistics
from antumbra.proofs import Certificate


@dataclass
class Scripted(EngineDefaults):
    """An engine that ends its last turn with these cuts."""

    name: str
    cuts: list[Cut]
    statistics: Statistics = field(default_factory=Statistics)
    turns: int = 1

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        del on_progress, steps
        self.turns -= 1
        return iter(())

    def interrupt(self) -> None: ...

    @property
    def unfinished(self) -> bool:
        return self.turns > 0

    @property
    def complete(self) -> bool:
        return self.turns <= 0 and not self.cuts

    def certificate(self) -> Certificate | None:
        return None
