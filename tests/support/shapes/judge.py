"""What Antumbra says about a program of :mod:`support.shapes`, against the truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import antumbra
from support.aimed.judge import SLACK, broken
from support.shapes.truth import Shape

ENGINES = ("explore", "interpolate", "auto", "prune")
#: property → the events that violate it
PROPERTIES: dict[str, frozenset[str]] = {
    "unreach-call": frozenset({"unreach-call"}),
    "valid-deref,valid-free": frozenset({"valid-deref", "valid-free"}),
    "valid-memcleanup": frozenset({"valid-memcleanup"}),
}
UNDEFINED = frozenset({"valid-deref", "valid-free", "division-by-zero"})


@dataclass(frozen=True)
class Answer:
    engine: str
    asked: str
    kind: str  #: right, unknown, slow, or what is wrong
    told: str

    @property
    def wrong(self) -> bool:
        return self.kind not in ("right", "unknown", "slow")


def judge(shape: Shape, path: Path, engines: tuple[str, ...], timeout: float, **settings: object) -> Iterator[Answer]:
    path.write_text(shape.text)
    for engine in engines:
        for asked in ("unreach-call,valid-deref,valid-free",) if engine == "prune" else PROPERTIES:
            events = shape.events & frozenset().union(*(PROPERTIES.get(p, {p}) for p in asked.split(",")))
            options = {"property": asked, "timeout": timeout, **settings}
            if engine == "prune":
                result = antumbra.explore(path, prune=True, **options)
            else:
                result = antumbra.check(path, engine=engine, **options)
            told = f"{result.verdict.value} {result.violated or result.reason or ''} ({sorted(shape.events)})"
            kind = "right"
            if crash := broken(result):
                kind, told = "crash", crash
            elif result.stats.get("wall_seconds", 0) > 1.1 * timeout + SLACK:
                kind = "slow"
            elif result.verdict.value == "unknown":
                kind = "unknown"
            elif result.verdict.value == "safe" and (events or shape.events & UNDEFINED):
                kind = "wrong safe"
            elif result.verdict.value == "unsafe" and result.violated not in events:
                kind = "wrong unsafe"
            yield Answer(engine, asked, kind, told)
