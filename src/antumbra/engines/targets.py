"""Targets of code penetration: places of which a run decides whether they can be reached."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.records import dataclass, replace

#: checks that the calls of an error function violate
ERROR_CALLS = frozenset({"unreach-call", "assert"})

Place = tuple[str, str]  #: procedure and block


@dataclass(frozen=True, slots=True)
class TargetPlace:
    """``blocks``: reaching any of them is reaching the target. ``check``: or rather, violating it at ``location``."""

    id: str
    location: Location
    blocks: tuple[Place, ...] = ()
    check: str = ""
    text: str = ""  #: what the check says

    @property
    def key(self) -> tuple[str, Location]:
        return self.check, self.location


@dataclass(frozen=True, slots=True)
class Plan:
    """A program whose targets are blocks. ``empty`` lines have no code of their own: nothing is known of them."""

    program: P.Program
    targets: tuple[TargetPlace, ...]
    empty: tuple[int, ...] = ()


def plan_targets(program: P.Program, wanted: str, file: str, checks: frozenset[str]) -> Plan:
    """Targets as a user names them: ``all``, ``error-calls``, or line numbers of the file. Raises InputError."""
    if wanted == "all":
        return Plan(program, tuple(_blocks(program)))
    if wanted == "error-calls":
        return Plan(program, tuple(_error_calls(program, checks & ERROR_CALLS)))
    lines: list[int] = []
    for part in wanted.split(","):
        if not re.fullmatch(r"\s*[0-9]{1,9}\s*", part):
            raise InputError(f"wrong targets {wanted!r}; expected all, error-calls, or lines such as 12,40")
        lines.append(int(part))
    return _lines(program, tuple(dict.fromkeys(lines)), file)


def _users(program: P.Program, location: Location) -> bool:
    return location.line > 0 and location.file in program.sources


def _blocks(program: P.Program) -> Iterator[TargetPlace]:
    """One target for each place where a block of the user's files starts."""
    found: dict[tuple[str, Location], list[Place]] = {}
    for name, procedure in program.procedures.items():
        for number, (label, block) in enumerate(procedure.blocks.items()):
            places = [part.location for part in (*block.commands, block.terminator)]
            # what has no place of its own has the function's, without a column: that only tells of its entry
            location = next(
                (p for p in places if p is not None and _users(program, p) and (p.column or not number)), None
            )
            if location is not None:
                found.setdefault((name, location), []).append((name, label))
    for (name, location), places in found.items():
        function = location.function or name
        yield TargetPlace(f"{function}:{location.line}:{location.column}", location, tuple(places))


def _error_calls(program: P.Program, checks: frozenset[str]) -> Iterator[TargetPlace]:
    found: dict[tuple[str, Location], tuple[str, list[Place]]] = {}
    for name, procedure in program.procedures.items():
        for label, block in procedure.blocks.items():
            for command in block.commands:
                if isinstance(command, P.Assert) and command.check in checks and command.location is not None:
                    function = command.location.function or name
                    key = (command.check, command.location)
                    found.setdefault(key, (function, []))[1].append((name, label))
    for (check, location), (function, _) in found.items():
        yield TargetPlace(f"{function}:{location.line}:{location.column}", location, check=check)


# ---------------------------------------------------------------- lines


def _lines(program: P.Program, lines: Sequence[int], file: str) -> Plan:
    """A line is reached when the first of its commands in a block is about to be executed: blocks are split there."""
    source = next((name for name in program.sources if _same_file(name, file)), None)
    if source is not None:
        last = program.sources[source].count("\n") + 1
        beyond = [line for line in lines if not 1 <= line <= last]
        if beyond:
            raise InputError(f"there is no line {beyond[0]}: the file has {last}", Location(file))
    wanted = frozenset(lines)
    found: dict[int, list[Place]] = {}
    places: dict[int, Location] = {}
    procedures: dict[str, P.Procedure] = {}
    for name, procedure in program.procedures.items():
        blocks: dict[str, P.Block] = {}
        fresh = Fresh(procedure.blocks)
        for block in procedure.blocks.values():
            for piece, line, location in _split(block, wanted, source or file, fresh):
                blocks[piece.label] = piece
                if line:
                    found.setdefault(line, []).append((name, piece.label))
                    places.setdefault(line, replace(location, column=0) if location else Location(file, line))
        procedures[name] = replace(procedure, blocks=blocks)
    targets = tuple(TargetPlace(str(n), places[n], tuple(found[n])) for n in lines if n in found)
    empty = tuple(n for n in lines if n not in found)
    return Plan(replace(program, procedures=procedures), targets, empty)


def _same_file(name: str, file: str) -> bool:
    return name == file or PurePath(name).name == PurePath(file).name


def _split(
    block: P.Block, wanted: frozenset[int], file: str, fresh: Fresh
) -> Iterable[tuple[P.Block, int, Location | None]]:
    """The block in pieces that each start at a wanted line (or at the block's start), with that line."""

    def line_of(part: P.Command | P.Terminator) -> int:
        location = part.location
        return location.line if location is not None and _same_file(location.file, file) else 0

    cuts: list[tuple[int, int, Location | None]] = [(0, 0, None)]
    seen: set[int] = set()
    for index, part in enumerate((*block.commands, block.terminator)):
        line = line_of(part)
        if line in wanted and line not in seen:
            seen.add(line)
            if index == cuts[-1][0] and not cuts[-1][1]:
                cuts[-1] = (index, line, part.location)
            else:
                cuts.append((index, line, part.location))
    pieces: list[tuple[P.Block, int, Location | None]] = []
    labels = [block.label, *(fresh(f"{block.label}#{number}") for number in range(1, len(cuts)))]
    for number, (start, line, location) in enumerate(cuts):
        last = number + 1 == len(cuts)
        end = len(block.commands) if last else cuts[number + 1][0]
        terminator = block.terminator if last else P.Goto((labels[number + 1],), block.terminator.location)
        pieces.append((P.Block(labels[number], list(block.commands[start:end]), terminator), line, location))
    return pieces
