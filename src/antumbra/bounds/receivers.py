"""Which variable of the source receives an input: the name by which a user knows it.

For names only: where nothing is found, or another variable would have been better, reports are less readable, and
nothing else depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from antumbra.program import model as P
from antumbra.program.inputs import InputPlace, asked_at_start, place_of
from antumbra.terms import Term, free_variables
from antumbra.terms import operators as O

#: steps from a variable of the program form to the next, when a name is looked for
_FAR: Final = 4
#: what leaves a value what it is for its user
_KEPT: Final = frozenset({O.VAR, O.ZERO_EXTEND, O.SIGN_EXTEND, O.FP_FROM_BV, O.FP_TO_IEEE_BV})


def receivers(program: P.Program) -> dict[InputPlace, str]:
    """The source's name for each place where it is known."""
    found: dict[InputPlace, str] = {}
    scopes = {name: _Scope(program, procedure) for name, procedure in program.procedures.items()}
    entry = scopes[program.entry]
    for variable, place in asked_at_start(program):
        name = entry.named(variable) or entry.passed_to(variable, scopes)
        if name:
            found.setdefault(place, name)
    for scope in scopes.values():
        for command in scope.commands():
            if isinstance(command, P.Havoc):
                place = place_of(command)
                if place not in found and (name := scope.receiver(command.target, scopes)):
                    found[place] = name
    return found


class _Scope:
    """One procedure, with the names that its variables have in the source."""

    def __init__(self, program: P.Program, procedure: P.Procedure) -> None:
        self._procedure = procedure
        self._objects = program.objects
        self._assigned: dict[Term, Term] | None = None

    def commands(self) -> Iterator[P.Command]:
        for block in self._procedure.blocks.values():
            yield from block.commands

    def named(self, variable: Term) -> str:
        return self._procedure.source_names.get(str(variable.data), "")

    def receiver(self, target: Term, scopes: dict[str, _Scope]) -> str:
        """The variable that has the value, is given it, or in whose memory it is stored."""
        return self.named(target) or self._given(target) or self.passed_to(target, scopes) or self._stored(target)

    def _given(self, target: Term) -> str:
        for command in self.commands():
            if isinstance(command, P.Assign):
                for variable, value in zip(command.targets, command.values, strict=True):
                    if _is_kept(value, target) and (name := self.named(variable)):
                        return name
        return ""

    def passed_to(self, target: Term, scopes: dict[str, _Scope]) -> str:
        """The parameter that it is passed for."""
        for command in self.commands():
            if isinstance(command, P.Call) and isinstance(command.callee, str) and target in command.arguments:
                callee = scopes.get(command.callee)
                at = command.arguments.index(target)
                if callee is not None and callee is not self and at < len(callee._procedure.parameters):
                    parameter = callee._procedure.parameters[at]
                    if name := callee.named(parameter) or callee._given(parameter):
                        return name
        return ""

    def _stored(self, target: Term) -> str:
        for command in self.commands():
            if isinstance(command, P.Store) and _is_kept(command.value, target) and (name := self._base(command)):
                return name
        return ""

    def _base(self, store: P.Store) -> str:
        """The object that is stored into."""
        address = store.address
        for _ in range(_FAR):
            if address.op is O.CONST:
                at = address.data
                return next((o.name for o in self._objects if o.address <= at < o.address + o.size), "")
            variables = [v for v in free_variables(address) if v.sort is address.sort]
            for variable in sorted(variables, key=lambda v: str(v.data)):
                if name := self.named(variable):
                    return name
            defined = [v for v in sorted(variables, key=lambda v: str(v.data)) if v in self._definitions()]
            if not defined:
                return ""
            address = self._definitions()[defined[0]]
        return ""

    def _definitions(self) -> dict[Term, Term]:
        if self._assigned is None:
            self._assigned = {}
            for command in self.commands():
                if isinstance(command, P.Assign):
                    for variable, value in zip(command.targets, command.values, strict=True):
                        self._assigned.setdefault(variable, value)
        return self._assigned


def _is_kept(value: Term, target: Term) -> bool:
    """Is a value the target itself, in another width or form?"""
    while True:
        if value is target:
            return True
        if value.op is O.ITE and value.args[1].op is O.CONST and value.args[2].op is O.CONST:
            value = value.args[0]  # a truth value as a number
        elif value.args and (value.op in _KEPT or (value.op is O.EXTRACT and value.data[1] == 0)):
            value = value.args[0]
        else:
            return False
