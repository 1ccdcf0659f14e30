"""The properties of a guarded-command file by name: which are asked, and which a program asserts."""

from __future__ import annotations

from collections.abc import Container, Sequence

from antumbra.frontends.errors import InputError, suggestion
from antumbra.frontends.guarded import syntax as S
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.records import dataclass, replace

#: the block where every reachable state passes, and where the properties are asserted
STATES = "states"
#: can be asked of every file
DEADLOCK_FREE = "deadlock_free"


def selected(properties: Sequence[S.Property], names: Sequence[str], file: str) -> tuple[S.Property, ...]:
    """The properties with these names. Raises InputError for a name that the file does not have."""
    found: dict[S.Property, None] = {}
    known = list(dict.fromkeys(p.name for p in properties))
    for name in names:
        here = [p for p in properties if p.name == name]
        if not here and name == DEADLOCK_FREE:
            here = [S.Property(DEADLOCK_FREE, DEADLOCK_FREE, None, Location(file, 1, 1))]
        if not here:
            hint = suggestion(name, [*known, DEADLOCK_FREE])
            expected = ", ".join([*known, *([DEADLOCK_FREE] if DEADLOCK_FREE not in known else [])])
            raise InputError(f"there is no property {name!r}; expected {expected}{hint}", Location(file))
        found.update(dict.fromkeys(here))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Named:
    """A property that a program asserts. ``id`` is its name, with the line where others have the same."""

    id: str
    name: str
    message: str
    place: Location | None


def named(program: P.Program) -> tuple[Named, ...]:
    """The properties of the file, in their order."""
    asserted = [c for c in program.procedures[program.entry].blocks[STATES].commands if isinstance(c, P.Assert)]
    names = [a.message.partition(":")[0] for a in asserted]
    return tuple(
        Named(
            f"{name}:{a.location.line}" if names.count(name) > 1 and a.location is not None else name,
            name,
            a.message,
            a.location,
        )
        for name, a in zip(names, asserted, strict=True)
    )


def without(program: P.Program, dropped: Container[tuple[str, Location | None]]) -> P.Program:
    """The program without some of its properties, given by message and place."""
    main = program.procedures[program.entry]
    states = main.blocks[STATES]
    kept = [c for c in states.commands if not (isinstance(c, P.Assert) and (c.message, c.location) in dropped)]
    blocks = {**main.blocks, STATES: P.Block(STATES, kept, states.terminator)}
    return replace(program, procedures={**program.procedures, program.entry: replace(main, blocks=blocks)})
