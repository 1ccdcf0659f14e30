"""Is a program what the model says it is? Every engine may rely on it, so front ends check what they made.

Linear in the program: a term's variables are cached on the term.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from antumbra.program import model as P
from antumbra.program.graphs.flow import targets_of
from antumbra.program.source import Location
from antumbra.program.text.notation import sort_text
from antumbra.program.validity.validate_objects import object_problems
from antumbra.records import dataclass
from antumbra.terms import Term, operators
from antumbra.terms.sorts import BOOL, Sort, bv_sort
from antumbra.terms.traverse import free_variables


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where."""

    message: str
    procedure: str = ""
    block: str = ""
    location: Location | None = None

    def __str__(self) -> str:
        where = [f"procedure {self.procedure!r}"] if self.procedure else []
        if self.block:
            where.append(f"block {self.block!r}")
        text = f"{', '.join(where)}: {self.message}" if where else self.message
        return f"{self.location}: {text}" if self.location else text


class ProgramError(Exception):
    """A front end made a program that breaks the rules of the model: a bug of ours, not of the input."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        shown = "\n".join(map(str, problems[:20]))
        more = f"\n… and {len(problems) - 20} more" if len(problems) > 20 else ""
        super().__init__(f"{len(problems)} problems in the program:\n{shown}{more}")
        self.problems = tuple(problems)


def check(program: P.Program) -> P.Program:
    """The program itself; raises ProgramError if anything is wrong with it."""
    problems = validate(program)
    if problems:
        raise ProgramError(problems)
    return program


def validate(program: P.Program) -> list[Problem]:
    """Everything that is wrong, in the order of the program."""
    problems = [Problem(message) for message in _program_problems(program)]
    problems.extend(Problem(message) for message in object_problems(program))
    for name, procedure in program.procedures.items():
        problems.extend(_Checker(program, name, procedure).problems())
    return problems


#: builtin → (sorts of arguments, sorts of targets): "p" pointer, "*" anything
_BUILTINS: Final[Mapping[str, tuple[str, str]]] = {
    "make_symbolic": ("pp", ""),
    "havoc_memory": ("p", "p"),
    "havoc_number": ("p", "p"),
    "havoc_escaped": ("", "p"),
    "object_size": ("p", "p"),
    "object_base": ("p", "p"),
    "is_symbolic": ("*", "*"),
    "check_access": ("pp", ""),
    "accessible": ("pp", "p"),
    "print": ("*", ""),
    "number_of": ("p", "p"),
    "pointer_of": ("p", "p"),
    "same_address": ("pp", "b"),
    "below": ("pp", "b"),
    "distance": ("pp", "p"),
    "overlap": ("pppp", "b"),
    "overlap_in_part": ("pppp", "b"),
    "stay": ("pp", ""),
    "reused": ("pp", ""),
    "begin_life": ("p", ""),
    "new_life": ("p", "p"),
    "end_life": ("p", ""),
    "stack_mark": ("", "p"),
    "stack_restore": ("p", ""),
}


def _program_problems(program: P.Program) -> Iterator[str]:
    if program.entry not in program.procedures:
        yield f"the entry procedure {program.entry!r} is not defined"
    names: dict[str, Term] = {}
    for variable, value in program.variables.items():
        if variable.op is not operators.VAR:
            yield f"{variable!r} is declared as a variable"
        elif names.setdefault(variable.data, variable) is not variable:
            yield f"variable {variable.data!r} is declared with two sorts"
        if value is not None and value.sort is not variable.sort:
            yield f"variable {variable.data!r} of sort {sort_text(variable.sort)} begins as {sort_text(value.sort)}"
    for axiom in program.axioms:
        if axiom.sort is not BOOL:
            yield f"an axiom has sort {sort_text(axiom.sort)}"


class _Checker:
    """Checks one procedure."""

    def __init__(self, program: P.Program, name: str, procedure: P.Procedure) -> None:
        self.program = program
        self.name = name
        self.procedure = procedure
        self.pointer = bv_sort(program.layout.pointer_width)
        self.block = ""
        self.written: set[Term] = {*program.variables, *procedure.parameters, *procedure.results}
        for block in procedure.blocks.values():
            for command in block.commands:
                if isinstance(command, P.Assign):
                    self.written.update(command.targets)
                else:
                    self.written.update(written_variables(command))
        self.names: dict[str, Term] = {}
        self.reported: set[Term] = set()
        self.sound: set[Term] = set()  #: terms of whose variables there is nothing to say

    def problems(self) -> Iterator[Problem]:
        procedure = self.procedure
        for message in self._head():
            yield Problem(message, self.name, "", procedure.location)
        for label, block in procedure.blocks.items():
            self.block = label
            if block.label != label:
                yield Problem(f"the block is filed under {label!r} but named {block.label!r}", self.name, label)
            for command in block.commands:
                if not self._is_plainly_right(command):
                    for message in self._command(command):
                        yield Problem(message, self.name, label, command.location)
            if not self._goes_on_rightly(block.terminator):
                for message in self._terminator(block.terminator):
                    yield Problem(message, self.name, label, block.terminator.location)

    # ------------------------------------------------------------ what most of a program is: right, and seen at once

    def _is_sound(self, term: Term) -> bool:
        """Whether each variable in it is given a value somewhere, and is the only one of its name."""
        if term in self.sound:
            return True
        names, written = self.names, self.written
        for variable in (term,) if term.op is operators.VAR else free_variables(term):
            if variable not in written or names.setdefault(variable.data, variable) is not variable:
                return False
        self.sound.add(term)
        return True

    def _is_plainly_right(self, command: P.Command) -> bool:
        """An assignment of one variable with which nothing is wrong; False says nothing."""
        if not isinstance(command, P.Assign):
            return False
        targets, values = command.targets, command.values
        if len(targets) != 1 or len(values) != 1:
            return False
        target, value = targets[0], values[0]
        return (
            target.op is operators.VAR
            and target.sort is value.sort
            and self._is_sound(target)
            and self._is_sound(value)
        )

    def _goes_on_rightly(self, terminator: P.Terminator) -> bool:
        """A branch or a goto with which nothing is wrong; False says nothing."""
        blocks = self.procedure.blocks
        if isinstance(terminator, P.Branch):
            condition = terminator.condition
            return (
                condition.sort is BOOL
                and terminator.then in blocks
                and terminator.otherwise in blocks
                and self._is_sound(condition)
            )
        if isinstance(terminator, P.Goto):
            return len(terminator.targets) == 1 and terminator.targets[0] in blocks
        return False

    def _head(self) -> Iterator[str]:
        procedure = self.procedure
        if procedure.name != self.name:
            yield f"the procedure is filed under {self.name!r} but named {procedure.name!r}"
        if not procedure.blocks:
            yield "there is no block"
        for what, variables in (("parameter", procedure.parameters), ("result", procedure.results)):
            if len(set(variables)) != len(variables):
                yield f"two {what}s are the same variable"
            for variable in variables:
                if variable.op is not operators.VAR:
                    yield f"a {what} is not a variable"
                else:
                    yield from self._reads(variable)

    # ------------------------------------------------------------ terms

    def _reads(self, *terms: Term) -> Iterator[str]:
        """Variables must be defined somewhere, and one name must mean one variable."""
        for term in terms:
            for variable in sorted(free_variables(term) - self.reported, key=lambda v: v.id):
                if variable not in self.written:
                    self.reported.add(variable)
                    yield f"variable {variable.data!r} of sort {sort_text(variable.sort)} is never given a value"
                first = self.names.setdefault(variable.data, variable)
                if first is not variable:
                    self.reported.add(variable)
                    sorts = f"{sort_text(first.sort)} and {sort_text(variable.sort)}"
                    yield f"the name {variable.data!r} is used for two variables, of sorts {sorts}"

    def _targets(self, targets: tuple[Term, ...]) -> Iterator[str]:
        for target in targets:
            if target.op is not operators.VAR:
                yield f"the target {target!r} is not a variable"
        if len(set(targets)) != len(targets):
            yield "a variable is written twice by one command"
        yield from self._reads(*targets)

    def _is(self, what: str, term: Term, sort: Sort) -> Iterator[str]:
        if term.sort is not sort:
            yield f"{what} has sort {sort_text(term.sort)}, not {sort_text(sort)}"
        yield from self._reads(term)

    def _bytes(self, what: str, term: Term) -> Iterator[str]:
        if term.sort.kind != "bv" or term.sort.width % 8:
            yield f"{what} has sort {sort_text(term.sort)}, not a bit-vector of whole bytes"
        yield from self._reads(term)

    def _agree(self, what: str, given: Sequence[Term], wanted: Sequence[Term]) -> Iterator[str]:
        if len(given) != len(wanted):
            yield f"{len(given)} {what}, not {len(wanted)}"
            return
        for number, (one, other) in enumerate(zip(given, wanted, strict=True), 1):
            if one.sort is not other.sort:
                yield f"{what}: number {number} has sort {sort_text(one.sort)}, not {sort_text(other.sort)}"

    # ------------------------------------------------------------ commands

    def _command(self, command: P.Command) -> Iterator[str]:
        match command:
            case P.Assign(targets, values):
                yield from self._targets(targets)
                yield from self._reads(*values)
                yield from self._agree("values assigned", values, targets)
            case P.Assume(condition):
                yield from self._is("the assumption", condition, BOOL)
            case P.Assert(condition, name):
                yield from self._is("the assertion", condition, BOOL)
                if name not in P.CHECKS:
                    yield f"unknown check {name!r}"
            case P.Havoc(target):
                yield from self._targets((target,))
            case P.Call():
                yield from self._call(command)
            case P.Builtin():
                yield from self._builtin(command)
            case _:
                yield from self._memory(command)

    def _memory(self, command: P.Load | P.Store | P.Alloc | P.Free | P.Copy | P.Fill) -> Iterator[str]:
        match command:
            case P.Load(target, address):
                yield from self._targets((target,))
                yield from self._bytes("the target", target)
                yield from self._is("the address", address, self.pointer)
                if command.pointer:
                    yield from self._is("the pointer that is loaded", target, self.pointer)
            case P.Store(address, value):
                yield from self._bytes("the value", value)
                yield from self._is("the address", address, self.pointer)
                if command.pointer:
                    yield from self._is("the pointer that is stored", value, self.pointer)
            case P.Alloc(target, size, region):
                if command.align < 1 or command.align & (command.align - 1):
                    yield f"an alignment of {command.align} is no power of two"
                yield from self._targets((target,))
                yield from self._is("the target", target, self.pointer)
                yield from self._is("the size", size, self.pointer)
                if region not in (P.Region.STACK, P.Region.HEAP, P.Region.GLOBAL):
                    yield f"an object of region {region.value} cannot be allocated"
            case P.Free(address):
                yield from self._is("the address", address, self.pointer)
            case P.Copy(destination, source, size):
                for what, term in (("the destination", destination), ("the source", source), ("the size", size)):
                    yield from self._is(what, term, self.pointer)
            case P.Fill(destination, byte, size):
                yield from self._is("the destination", destination, self.pointer)
                yield from self._is("the byte", byte, bv_sort(8))
                yield from self._is("the size", size, self.pointer)

    def _call(self, command: P.Call) -> Iterator[str]:
        yield from self._targets(command.targets)
        yield from self._reads(*command.arguments)
        if not isinstance(command.callee, str):
            yield from self._is("the callee's address", command.callee, self.pointer)
            return
        callee = self.program.procedures.get(command.callee)
        if callee is None:
            yield f"the callee {command.callee!r} is not defined"
            return
        yield from self._agree(f"arguments for {command.callee!r}", command.arguments, callee.parameters)
        if command.targets:  # a call without targets drops the results
            yield from self._agree(f"targets for results of {command.callee!r}", command.targets, callee.results)

    def _builtin(self, command: P.Builtin) -> Iterator[str]:
        yield from self._targets(command.targets)
        yield from self._reads(*command.arguments)
        expected = _BUILTINS.get(command.name)
        if expected is None or command.name not in P.BUILTINS:
            yield f"unknown builtin {command.name!r}"
            return
        for what, terms, pattern in (
            ("arguments", command.arguments, expected[0]),
            ("targets", command.targets, expected[1]),
        ):
            if len(terms) != len(pattern):
                yield f"builtin {command.name} takes {len(pattern)} {what}, not {len(terms)}"
                continue
            for term, letter in zip(terms, pattern, strict=True):
                if letter == "p":
                    yield from self._is(f"one of the {what} of builtin {command.name}", term, self.pointer)
                elif letter == "b":
                    yield from self._is(f"one of the {what} of builtin {command.name}", term, BOOL)

    # ------------------------------------------------------------ terminators

    def _terminator(self, terminator: P.Terminator) -> Iterator[str]:
        for label in targets_of(terminator):
            if label not in self.procedure.blocks:
                yield f"label {label!r} is not defined"
        match terminator:
            case P.Goto(targets):
                if not targets:
                    yield "goto without a target"
            case P.Branch(condition):
                yield from self._is("the condition", condition, BOOL)
            case P.Switch(value, cases):
                yield from self._switch(value, cases)
            case P.Return(values):
                yield from self._reads(*values)
                yield from self._agree("values returned", values, self.procedure.results)
            case P.Stop():
                pass

    def _switch(self, value: Term, cases: tuple[tuple[int, str], ...]) -> Iterator[str]:
        yield from self._reads(value)
        if value.sort.kind != "bv":
            yield f"switch on sort {sort_text(value.sort)}, not on a bit-vector"
            return
        seen: set[int] = set()
        for key, _ in cases:
            if not 0 <= key < 1 << value.sort.width:
                yield f"case {key} does not fit into {value.sort.width} bits"
            if key in seen:
                yield f"case {key} appears twice"
            seen.add(key)


def written_variables(command: P.Command) -> tuple[Term, ...]:
    """Variables that a command gives a value."""
    match command:
        case P.Assign(targets) | P.Call(targets) | P.Builtin(targets):
            return targets
        case P.Havoc(target) | P.Load(target) | P.Alloc(target):
            return (target,)
        case _:
            return ()
