"""Options of engines, each declared once: as a field of a dataclass beside the engine it belongs to.

Whoever starts an engine fills in the fields that it has. Fields made by ``user_option`` are for users: the command
line, its help page and the Python interface derive from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from antumbra.records import dataclass, field, fields
from antumbra.semantics.switches import DEFAULT_SWITCHES, Switches

if TYPE_CHECKING:
    from pathlib import Path

    from antumbra.engines.targets import TargetPlace

_KEY: Final = "antumbra.option"


@dataclass(frozen=True, slots=True)
class ExecutionOptions:
    """What every engine that executes programs is told. ``checks``: what counts as an error. None does not limit."""

    checks: frozenset[str]
    timeout: float | None = None
    memory_mb: float | None = None
    max_calls: int = 20_000
    solver: str = "auto"
    solver_timeout: float | None = None
    query_steps: int | None = None  #: of a solver, for one query (solvers.contract)
    save_queries: Path | None = None
    targets: tuple[TargetPlace, ...] = ()  #: places to reach, besides the checks
    switches: Switches = DEFAULT_SWITCHES


@dataclass(frozen=True, slots=True)
class Option:
    """What a user may say about one engine. Without ``choices`` a bool is a switch and everything else a count."""

    name: str
    default: Any
    help: str
    choices: tuple[str, ...] = ()

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    def problem(self, value: Any) -> str | None:
        """What is wrong with a value, where something is."""
        if self.choices:
            fits, expected = value in (*self.choices, self.default), f"one of {', '.join(self.choices)}"
        elif isinstance(self.default, bool):
            fits, expected = isinstance(value, bool), "True or False"
        else:
            fits, expected = value is None or (isinstance(value, int) and value > 0), "a positive number"
        return None if fits else f"{self.name}: {value!r} is not {expected}"


def user_option(default: Any, text: str, choices: tuple[str, ...] = ()) -> Any:
    """A field that users may set."""
    return field(default=default, metadata={_KEY: (text, choices)})


def options_of(kind: type[Any]) -> tuple[Option, ...]:
    """The options for users among the fields of a dataclass."""
    return tuple(
        Option(each.name, each.default, *each.metadata[_KEY]) for each in fields(kind) if _KEY in each.metadata
    )


Chosen = TypeVar("Chosen")


def chosen(kind: type[Chosen], given: Mapping[str, Any]) -> Chosen:
    """The options of an engine from all that was said: each takes the fields that it has. None is the default."""
    names = {each.name for each in fields(kind)}
    return kind(**{name: value for name, value in given.items() if name in names and value is not None})
