"""Every engine by its name, and what sets it apart for others. Adding one is a folder and an entry in this table.

docs/adding-an-engine.md has an example. Which engines ``auto`` takes is said by each language (program.languages).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from antumbra.engines.options import ExecutionOptions, Option, chosen, options_of
from antumbra.program.errors import InputError, suggestion
from antumbra.records import dataclass

if TYPE_CHECKING:
    from antumbra.engines.contract import Engine, Stoppable, ViewWishes
    from antumbra.program.model import Program
    from antumbra.program.pictures.views import EngineView, Regions


@dataclass(frozen=True, slots=True)
class Entry:
    """Where an engine is and what it is told, loaded when they are needed: ``module:name`` in its folder."""

    name: str
    engine: str
    options: str  #: empty: ExecutionOptions as they are
    about: str  #: a few words for the help page
    prunes: bool = False  #: leaves out paths that show nothing new; where tests are wanted it is told what is new
    traces: bool = False  #: a violation is a trace of transitions that the engine has run step by step
    loops: bool = False  #: it is of use only for loops without a bound
    axioms: bool = False  #: what it asks of solvers may have axioms and quantifiers (engines.chains)
    slow_to_make: bool = False  #: large programs take seconds before its first step
    shows: str = ""  #: the word for what it builds (``antumbra show --tree``)
    shown: str = ""  #: what that is, for the help page
    view: str = ""  #: the function for that: (Program, ViewWishes, Stoppable) → EngineView or Regions

    def _load(self, where: str) -> Any:
        module, name = where.split(":")
        return getattr(import_module(f"antumbra.engines.{self.name}.{module}"), name)

    @property
    def user_options(self) -> tuple[Option, ...]:
        return options_of(self._options)

    @property
    def _options(self) -> type[Any]:
        return self._load(self.options) if self.options else ExecutionOptions

    def make(self, program: Program, given: Mapping[str, Any]) -> Engine:
        """The engine on a program, told what it has a use for of what is given. Raises InputError."""
        make: Callable[[Program, Any], Engine] = self._load(self.engine)
        return make(program, chosen(self._options, given))

    def show(self, program: Program, wishes: ViewWishes, stoppable: Stoppable) -> EngineView | Regions:
        """What it builds of a program. Raises InputError."""
        return self._load(self.view)(program, wishes, stoppable)


ENGINES: Mapping[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry("explore", "explorer:Explorer", "options:ExploreOptions", "every path", axioms=True),
        Entry(
            "interpolate",
            "dsei:Interpolator",
            "options:InterpolateOptions",
            "paths that no interpolant covers",
            prunes=True,
            shows="tree",
            shown="execution tree",
            view="pictures.view:view",
        ),
        Entry(
            "dash",
            "engine:Dash",
            "options:DashOptions",
            "tests and region graphs, each sharpening the other",
            slow_to_make=True,
            shows="regions",
            shown="region graphs",
            view="pictures.view:view",
        ),
        Entry(
            "houdini",
            "engine:Houdini",
            "",
            "loops closed by guessed invariants, without memory",
            loops=True,
            axioms=True,
        ),
        Entry(
            "abstract",
            "engine:AbstractAnalysis",
            "options:AbstractOptions",
            "predicates over transition systems",
            traces=True,
            shows="abstract",
            shown="transition system",
            view="pictures:view",
        ),
    )
}
#: by what they show
VIEWS: Mapping[str, Entry] = {entry.shows: entry for entry in ENGINES.values() if entry.shows}
#: what explores for tests and coverage: every path, or those that may show something new
EXPLORING = "explore"
#: what looks for invariants of loops over numbers
INVARIANTS = "dash"
PRUNING = next(entry.name for entry in ENGINES.values() if entry.prunes)


def engine_named(name: str) -> str:
    """The engine a user asks for. Raises InputError when there is none of that name."""
    if name != "auto" and name not in ENGINES:
        hint = suggestion(name, ("auto", *ENGINES))
        raise InputError(f"unknown engine {name!r}{hint}; expected one of auto, {', '.join(ENGINES)}")
    return name


def user_options() -> Iterator[tuple[str, Option]]:
    """The options of all engines that are for users, with the engine's name."""
    for entry in ENGINES.values():
        for option in entry.user_options:
            yield entry.name, option
