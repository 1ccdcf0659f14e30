"""Every check of a program, each with an id: what a run decides one by one when all checks are to be shown.

The id of a check in the user's text is ``FUNCTION.CHECK.NUMBER``, counted in the order of the text. Checks in models of
the C library share one row for each model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from antumbra.engines.standing import Standing
from antumbra.engines.targets import TargetPlace
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.records import replace


def plan_checks(program: P.Program, checks: frozenset[str]) -> tuple[TargetPlace, ...]:
    """The places where one of the checks can be violated, the user's first."""
    found: dict[tuple[str, Location], tuple[str, str]] = {}
    standing = Standing(program)
    for name, procedure in program.procedures.items():
        for block in procedure.blocks.values():
            for command in block.commands:
                place = command.location
                if place is None:
                    continue
                for check, text in _checked(command, standing):
                    if check in checks:
                        found.setdefault((check, place), (place.function or name, text))
    users = [key for key in found if key[1].line > 0 and key[1].file in program.sources]
    users.sort(key=lambda key: (key[1].file, key[1].line, key[1].column))
    numbers: Counter[tuple[str, str]] = Counter()
    planned: list[TargetPlace] = []
    for check, place in users:
        function, text = found[check, place]
        numbers[function, check] += 1
        number = numbers[function, check]
        planned.append(TargetPlace(f"{function}.{check}.{number}", place, check=check, text=text))
    others = [key for key in found if key not in set(users)]
    planned += [TargetPlace(f"{place.file}.{check}", place, check=check) for check, place in others]
    return tuple(planned)


def only(
    program: P.Program, checks: frozenset[str], wanted: tuple[str, ...]
) -> tuple[P.Program, frozenset[tuple[str, Location]]]:
    """The program in which other assertions just end executions, and overflows are no errors; and the wanted checks.

    Raises InputError.
    """
    planned = plan_checks(program, checks)
    ids = {place.id for place in planned}
    for name in wanted:
        if name not in ids:
            near = [each for each in ids if each.rpartition(".")[0] == name.rpartition(".")[0]]
            known = f"the last such is {max(near, key=_number)}" if near else "--show-checks lists them"
            raise InputError(f"there is no check {name}; {known}")
    keys = frozenset(place.key for place in planned if place.id in wanted)

    def told(command: P.Command) -> Iterator[P.Command]:
        other = isinstance(command, P.Assert) and (command.check, command.location) not in keys
        if not isinstance(command, P.Assert) or not other or command.check not in P.DEFINED_OTHERWISE:
            yield command
        elif command.check != "no-overflow":
            yield P.Assume(command.condition, command.location)

    procedures = {
        name: replace(
            procedure,
            blocks={
                label: replace(block, commands=[new for command in block.commands for new in told(command)])
                for label, block in procedure.blocks.items()
            },
        )
        for name, procedure in program.procedures.items()
    }
    return replace(program, procedures=procedures), keys


def _number(name: str) -> int:
    return int(name.rpartition(".")[2])


def _checked(command: P.Command, standing: Standing) -> Iterator[tuple[str, str]]:
    """What the command may violate, and in words where it has them."""
    match command:
        case P.Assert():
            yield command.check, command.message
        case P.Load():
            if not standing.has(command.address, command.target.width // 8, write=False):
                yield "valid-deref", f"a read of {command.target.width // 8} bytes is invalid"
        case P.Store():
            if not standing.has(command.address, command.value.width // 8, write=True):
                yield "valid-deref", f"a write of {command.value.width // 8} bytes is invalid"
        case P.Free():
            yield "valid-free", "what is freed is no heap object"
        case P.Copy():
            yield "valid-deref", "a copy of memory is invalid"
        case P.Fill():
            yield "valid-deref", "a fill of memory is invalid"
        case P.Call():
            if not isinstance(command.callee, str):
                yield "valid-deref", "what is called is no function"
        case P.Builtin():
            match command.name:
                case "make_symbolic" | "check_access" | "object_size" | "object_base":
                    yield "valid-deref", "an access is invalid"
                case "stay":
                    yield "def-behavior", "a pointer leaves its object"
                case _:
                    pass
        case P.Alloc() | P.Assign() | P.Assume() | P.Havoc():
            pass
        case _:
            assert_never(command)
