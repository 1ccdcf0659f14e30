"""What a procedure, and whatever it calls, can read and write; what it tests; what decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph
from antumbra.records import dataclass
from antumbra.semantics.compiling.flow import defined, used_terms
from antumbra.terms import Term

#: constants that are collected
MOST_CONSTANTS = 24
#: nodes of a condition
LARGEST_CONDITION = 30


@dataclass(frozen=True, slots=True)
class Effects:
    """``mentioned`` and ``written`` global variables; ``memory``: it loads or stores; ``plain``: all of it is known: it
    neither makes nor ends objects, and calls nothing through pointers."""

    mentioned: tuple[Term, ...]
    written: tuple[Term, ...]
    memory: bool
    plain: bool


def effects(program: P.Program, calls: CallGraph, name: str) -> Effects:
    """Of a procedure and all that it calls."""
    closure: dict[str, None] = {}
    work = [name]
    while work:
        one = work.pop()
        if one not in closure:
            closure[one] = None
            work.extend(calls.callees[one])
    mentioned: set[Term] = set()
    written: set[Term] = set()
    memory, plain = False, True
    for command in (c for one in closure for c in _commands(program.procedures[one])):
        for term in used_terms(command):
            mentioned |= T.free_variables(term)
        match command:
            case P.Builtin() if command.name in P.OVERLAPS or command.name == "stay":
                pass
            case P.Alloc() | P.Free() | P.Builtin():
                plain = False
            case P.Call():
                plain = plain and isinstance(command.callee, str)
            case P.Load() | P.Store() | P.Copy() | P.Fill():
                memory = True
            case P.Assign() | P.Assume() | P.Assert() | P.Havoc():
                pass
            case P.Goto() | P.Branch() | P.Switch() | P.Return() | P.Stop():
                pass
            case _:
                assert_never(command)
        if not isinstance(command, P.Goto | P.Branch | P.Switch | P.Return | P.Stop):
            written.update(defined(command))
    variables = program.variables
    return Effects(
        tuple(v for v in variables if v in mentioned or v in written),
        tuple(v for v in variables if v in written),
        memory,
        plain,
    )


def idle(program: P.Program) -> frozenset[Term]:
    """Global variables whose values decide nothing: they only flow into others that decide nothing."""
    used: set[tuple[str, Term]] = set()
    sources: dict[tuple[str, Term], list[tuple[str, Term]]] = {}

    def key(name: str, variable: Term) -> tuple[str, Term]:
        return ("" if variable in program.variables else name, variable)

    for name, procedure in program.procedures.items():
        for command in _commands(procedure):
            if isinstance(command, P.Assign):
                for target, value in zip(command.targets, command.values, strict=True):
                    flows = [key(name, v) for v in T.free_variables(value)]
                    sources.setdefault(key(name, target), []).extend(flows)
            else:
                used.update(key(name, v) for term in used_terms(command) for v in T.free_variables(term))
    work = list(used)
    while work:
        for source in sources.get(work.pop(), ()):
            if source not in used:
                used.add(source)
                work.append(source)
    return frozenset(v for v in program.variables if ("", v) not in used)


def _commands(procedure: P.Procedure) -> Iterator[P.Command | P.Terminator]:
    for block in procedure.blocks.values():
        yield from block.commands
        yield block.terminator


def tested(procedure: P.Procedure, variables: frozenset[Term]) -> list[Term]:
    """Conditions that a procedure branches on, as far as they are about its parameters and these variables."""
    known = frozenset(procedure.parameters) | variables
    values: dict[Term, Term | None] = {}
    for command in _commands(procedure):
        if isinstance(command, P.Assign):
            for target, value in zip(command.targets, command.values, strict=True):
                values[target] = None if target in values else value
        elif not isinstance(command, P.Goto | P.Branch | P.Switch | P.Return | P.Stop):
            values.update(dict.fromkeys(defined(command)))
    found: dict[Term, None] = {}
    for command in _commands(procedure):
        match command:
            case P.Branch() | P.Assume() | P.Assert():
                conditions = [command.condition]
            case P.Switch():
                conditions = [T.eq(command.value, T.const(case, command.value.sort)) for case, _ in command.cases[:4]]
            case _:
                continue
        for condition in conditions:
            for atom in _atoms(_expanded(condition, values, known)):
                if atom.op is not T.CONST and T.free_variables(atom) <= known and T.size(atom) <= LARGEST_CONDITION:
                    found[atom] = None
    return list(found)


def _expanded(condition: Term, values: dict[Term, Term | None], known: frozenset[Term]) -> Term:
    """With what is assigned once put in its place."""
    for _ in range(8):
        mapping = {
            v: value for v in T.free_variables(condition) if v not in known and (value := values.get(v)) is not None
        }
        if not mapping or T.size(condition) > LARGEST_CONDITION:
            break
        condition = T.substitute(condition, mapping)
    return condition


def _atoms(condition: Term) -> Iterator[Term]:
    work = [condition]
    while work:
        item = work.pop()
        if item.op in (T.AND, T.OR, T.NOT):
            work.extend(reversed(item.args))
        else:
            yield item


def constants(program: P.Program) -> tuple[int, ...]:
    """Constants that the program compares with, as signed numbers, and their neighbours."""
    found: dict[int, None] = {}
    for procedure in program.procedures.values():
        for command in _commands(procedure):
            for term in used_terms(command):
                for part in T.subterms(term):
                    if part.op not in (T.EQ, T.BVSLT, T.BVSLE, T.BVULT, T.BVULE):
                        continue
                    for side in part.args:
                        if side.op is T.CONST and side.sort.kind == "bv" and len(found) < MOST_CONSTANTS:
                            value = int(side.data)
                            value -= (value >> (side.width - 1)) << side.width
                            found.update(dict.fromkeys((value, value - 1, value + 1)))
    return tuple(found)
