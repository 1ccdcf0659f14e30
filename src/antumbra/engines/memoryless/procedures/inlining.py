"""Small procedures that only access what their pointers lead to, in place of their calls.

A lock or a field behind a pointer is then a variable like any other: no question has to be asked about a procedure, and
no place is needed before and after the call.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh, variable_names
from antumbra.program.commands.operands import operands
from antumbra.program.commands.renaming import renamed
from antumbra.program.graphs.flow import FlowGraph
from antumbra.records import replace
from antumbra.terms import Term

#: commands and ends of blocks of a procedure that is small
SMALL: Final = 16
#: procedures within each other
MOST_ROUNDS: Final = 3
#: commands that come in, all together
MOST_COMMANDS: Final = 20_000


def inlined(program: P.Program) -> P.Program:
    """A program that does the same with fewer calls."""
    inlining = _Inlining(program)
    for _ in range(MOST_ROUNDS):
        small = {name: p for name, p in inlining.program.procedures.items() if _is_small(inlining.program, p)}
        if not small or not inlining.round(small):
            break
    return inlining.program


class _Inlining:
    def __init__(self, program: P.Program) -> None:
        self.program = program
        self._variables = Fresh(variable_names(program.variables, program.procedures.values()))
        self._left = MOST_COMMANDS

    def round(self, small: Mapping[str, P.Procedure]) -> bool:
        """Whether a call is gone."""
        before = self.program.procedures
        procedures = {name: p if name in small else self._caller(p, small) for name, p in before.items()}
        self.program = replace(self.program, procedures=procedures)
        return any(procedures[name] is not before[name] for name in before)

    def _caller(self, procedure: P.Procedure, small: Mapping[str, P.Procedure]) -> P.Procedure:
        if not any(self._inlines(command, small) for b in procedure.blocks.values() for command in b.commands):
            return procedure
        labels = Fresh(procedure.blocks)
        names = dict(procedure.source_names)
        blocks: dict[str, P.Block] = {}
        for label, block in procedure.blocks.items():
            current = P.Block(label, [], block.terminator)
            for command in block.commands:
                callee = self._inlines(command, small)
                if callee is None or not isinstance(command, P.Call):
                    current.commands.append(command)
                    continue
                after = labels(f"{label} after {callee.name}")
                body = list(self._body(command, callee, after, labels, names))
                current.commands += body[0].commands
                current.terminator = body[0].terminator
                blocks[current.label] = current
                blocks.update((part.label, part) for part in body[1:])
                current = P.Block(after, [], block.terminator)
            blocks[current.label] = current
        return replace(procedure, blocks=blocks, source_names=names)

    def _inlines(self, command: P.Command, small: Mapping[str, P.Procedure]) -> P.Procedure | None:
        """The procedure whose commands take the place of a call."""
        if not isinstance(command, P.Call) or not isinstance(command.callee, str):
            return None
        callee = small.get(command.callee)
        if callee is None or _size(callee) > self._left:
            return None
        ends = (b.terminator for b in callee.blocks.values())
        returns_all = all(len(end.values) >= len(command.targets) for end in ends if isinstance(end, P.Return))
        return callee if returns_all else None

    def _body(
        self, call: P.Call, callee: P.Procedure, after: str, labels: Fresh, names: dict[str, str]
    ) -> Iterator[P.Block]:
        """The blocks of the callee; its parameters are assigned in the first one, what it returns in the last ones."""
        self._left -= _size(callee)
        own = {v: self._variable(v, callee, names) for v in _own(self.program, callee)}
        label_of = {label: labels(f"{callee.name} {label}") for label in callee.blocks}
        given = tuple(own[parameter] for parameter in callee.parameters)
        for number, (label, block) in enumerate(callee.blocks.items()):
            commands = [renamed(command, own) for command in block.commands]
            # what is the same with other variables is another command nevertheless
            commands = [replace(new) if new is old else new for new, old in zip(commands, block.commands, strict=True)]
            if number == 0 and given:
                commands.insert(0, P.Assign(given, call.arguments, call.location))
            end = renamed(block.terminator, own)
            if isinstance(end, P.Return):
                if call.targets:
                    values = end.values[: len(call.targets)]
                    commands.append(P.Assign(call.targets, values, call.location))
                end = P.Goto((after,), end.location)
            else:
                end = _led(end, label_of)
            yield P.Block(label_of[label], commands, end)

    def _variable(self, variable: Term, callee: P.Procedure, names: dict[str, str]) -> Term:
        old = str(variable.data)
        new = self._variables(f"{callee.name} {old}")
        names[new] = callee.source_names.get(old, old)
        return T.var(new, variable.sort)


def _led(end: P.Terminator, label_of: Mapping[str, str]) -> P.Terminator:
    """The end of a block, to the new labels."""
    match end:
        case P.Goto(targets):
            return replace(end, targets=tuple(label_of[target] for target in targets))
        case P.Branch(_, then, otherwise):
            return replace(end, then=label_of[then], otherwise=label_of[otherwise])
        case P.Switch(_, cases, default):
            moved = tuple((value, label_of[label]) for value, label in cases)
            return replace(end, cases=moved, default=label_of[default])
        case P.Return() | P.Stop():
            return end


def _is_small(program: P.Program, procedure: P.Procedure) -> bool:
    """Does it have pointers, few commands, no loops, and neither calls nor objects of its own?"""
    pointer = program.layout.pointer_width
    if procedure.name == program.entry or _size(procedure) > SMALL or len(procedure.blocks) > SMALL:
        return False
    if not any(p.sort.kind == "bv" and p.sort.width == pointer for p in procedure.parameters):
        return False
    for block in procedure.blocks.values():
        for command in block.commands:
            if not isinstance(command, P.Assign | P.Assume | P.Assert | P.Havoc | P.Load | P.Store):
                return False
    return not FlowGraph(procedure).loop_heads


def _size(procedure: P.Procedure) -> int:
    return sum(1 + len(block.commands) for block in procedure.blocks.values())


def _own(program: P.Program, procedure: P.Procedure) -> list[Term]:
    """The variables of a procedure that are not global."""
    found = dict.fromkeys((*procedure.parameters, *procedure.results))
    for block in procedure.blocks.values():
        for part in (*block.commands, block.terminator):
            for term in operands(part):
                found.update(dict.fromkeys(sorted(T.free_variables(term), key=lambda v: v.id)))
    return [v for v in found if v not in program.variables]
