"""Variables that only ever have one value, because it is the address of an object with a fixed place."""

from __future__ import annotations

from collections.abc import Mapping

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.validity.validate import written_variables
from antumbra.terms import Term


def constants(
    program: P.Program, fixed: Mapping[int, Term], reached: Mapping[int, Mapping[str, None]]
) -> dict[str, dict[Term, Term]]:
    """Procedure → variable → its one value. ``fixed``: what an allocation, or a new life, surely gives (by ``id``).

    A variable is read only after it was written: front ends see to that.
    """
    return _Constants(program, fixed, reached).found


class _Constants:
    def __init__(
        self, program: P.Program, fixed: Mapping[int, Term], reached: Mapping[int, Mapping[str, None]]
    ) -> None:
        self.found: dict[str, dict[Term, Term]] = {name: {} for name in program.procedures}
        self._program = program
        self._pointer = T.bv_sort(program.layout.pointer_width)
        #: who gives a variable its value: a term over the variables of a procedure, None if that is not known
        self._givers: dict[tuple[str, Term], list[tuple[str, Term | None]]] = {}
        entry = program.procedures[program.entry]
        for parameter in entry.parameters:
            self._give(entry.name, parameter, entry.name, None)
        for name, procedure in program.procedures.items():
            for block in procedure.blocks.values():
                for command in block.commands:
                    self._command(name, command, fixed, reached)
        self._solve()

    def _give(self, name: str, variable: Term, giver: str, value: Term | None) -> None:
        if variable.sort is self._pointer and variable not in self._program.variables:
            self._givers.setdefault((name, variable), []).append((giver, value))

    def _command(
        self, name: str, command: P.Command, fixed: Mapping[int, Term], reached: Mapping[int, Mapping[str, None]]
    ) -> None:
        if isinstance(command, P.Assign):
            for target, value in zip(command.targets, command.values, strict=True):
                self._give(name, target, name, value)
        else:
            for target in written_variables(command):
                self._give(name, target, name, fixed.get(id(command)))
        if isinstance(command, P.Call):
            callees = (command.callee,) if isinstance(command.callee, str) else tuple(reached[id(command)])
            for callee in callees:
                parameters = self._program.procedures[callee].parameters
                for parameter, argument in zip(parameters, command.arguments, strict=False):
                    self._give(callee, parameter, name, argument)

    def _solve(self) -> None:
        users: dict[tuple[str, Term], set[tuple[str, Term]]] = {}
        for key, givers in self._givers.items():
            for giver, value in givers:
                for variable in () if value is None else T.free_variables(value):
                    users.setdefault((giver, variable), set()).add(key)
        work = list(self._givers)
        while work:
            key = work.pop()
            name, variable = key
            if variable in self.found[name]:
                continue
            values = {self._value(giver, value) for giver, value in self._givers[key]}
            if len(values) == 1 and (value := values.pop()) is not None:
                self.found[name][variable] = value
                work.extend(sorted(users.get(key, ()), key=lambda k: (k[0], k[1].id)))

    def _value(self, name: str, term: Term | None) -> Term | None:
        if term is None:
            return None
        if term.op is not T.CONST:
            free = T.free_variables(term)
            known = self.found[name]
            if any(v not in known for v in free):
                return None
            term = T.substitute(term, {v: known[v] for v in free})
        return term if term.op is T.CONST else None
