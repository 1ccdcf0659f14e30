"""Programs to Python functions, one per region, compiled when first reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from antumbra.program import model as P
from antumbra.semantics.compiling.regions import CodeStyle, Regions
from antumbra.semantics.compiling.writer import RegionWriter

#: a compiled region: takes a state and the values of its variables, gives the next region with those of its own
RegionFunction = Callable[..., tuple[int, tuple[Any, ...]]]


class Compiler(Regions):
    """Turns regions into functions. ``environment``: what generated code may name, filled by the machine."""

    def __init__(
        self,
        program: P.Program,
        environment: dict[str, Any],
        site: Callable[[P.Command | P.Terminator, str], int],
        style: CodeStyle,
    ) -> None:
        super().__init__(program, site, style)
        self._environment = environment

    def bind(self, name: str, value: Any) -> None:
        """Give generated code another name."""
        self._environment[name] = value

    def compile(self, number: int) -> RegionFunction:
        writer = RegionWriter(self, number)
        text = writer.write()
        environment = {**self._environment, **writer.emitter.constants}
        # the text holds only integers and names of our own making
        exec(compile(text, f"<region {number}>", "exec"), environment)  # noqa: S102
        return environment["region"]

    def text(self, number: int) -> str:
        """The source of a region, to look at."""
        return RegionWriter(self, number).write()
