"""Passes over translated procedures: no havoc of what is never read, branches for complementary gotos, loops."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph, targets_of
from antumbra.program.validity.validate import written_variables
from antumbra.terms import Term


def dead_havocs(procedure: P.Procedure, global_variables: frozenset[Term]) -> None:
    """Leave out the initial unknown values of locals that are written before they are read."""
    live = _live_in(procedure, global_variables)
    first = next(iter(procedure.blocks.values()))
    alive = _after(first, live)
    kept: list[P.Command] = []
    for command in reversed(first.commands):
        if isinstance(command, P.Havoc) and command.source is P.Source.UNINITIALISED and command.target not in alive:
            continue
        kept.append(command)
        alive -= set(written_variables(command))
        alive |= _read(command, global_variables)
    first.commands[:] = reversed(kept)


def _read(command: P.Command | P.Terminator, global_variables: frozenset[Term]) -> set[Term]:
    match command:
        case P.Assign():
            parts = command.values
        case P.Assume() | P.Assert() | P.Branch():
            parts = (command.condition,)
        case P.Call():
            parts = command.arguments
        case P.Return():
            parts = command.values
        case _:
            parts = ()
    result: set[Term] = set()
    for part in parts:
        result |= {part} if part.op is T.VAR else T.free_variables(part)
    return result - global_variables


def _live_in(procedure: P.Procedure, global_variables: frozenset[Term]) -> dict[str, set[Term]]:
    use: dict[str, set[Term]] = {}
    kill: dict[str, set[Term]] = {}
    for label, block in procedure.blocks.items():
        reads: set[Term] = set()
        writes: set[Term] = set()
        for command in block.commands:
            reads |= _read(command, global_variables) - writes
            writes |= set(written_variables(command))
        reads |= _read(block.terminator, global_variables) - writes
        use[label], kill[label] = reads, writes
    predecessors: dict[str, list[str]] = {label: [] for label in procedure.blocks}
    for label, block in procedure.blocks.items():
        for target in targets_of(block.terminator):
            predecessors[target].append(label)
    live = {label: set(reads) for label, reads in use.items()}
    work = list(procedure.blocks)
    while work:
        label = work.pop()
        for before in predecessors[label]:
            more = live[label] - kill[before] - live[before]
            if more:
                live[before] |= more
                work.append(before)
    return live


def _after(block: P.Block, live: dict[str, set[Term]]) -> set[Term]:
    result: set[Term] = set()
    for target in targets_of(block.terminator):
        result |= live[target]
    return result | _read(block.terminator, frozenset())


def assumed_values(procedure: P.Procedure, global_variables: frozenset[Term]) -> None:
    """After ``assume x == 5`` the local ``x`` is the constant, as if it were assigned: what is computed from it stays
    small. Global variables are seen to while a program runs, since others may hold the same value."""
    for block in procedure.blocks.values():
        commands: list[P.Command] = []
        for command in block.commands:
            commands.append(command)
            if isinstance(command, P.Assume):
                fixed = {v: c for v, c in _fixed_by(command.condition) if v not in global_variables}
                if fixed:
                    commands.append(P.Assign(tuple(fixed), tuple(fixed.values()), command.location))
        block.commands[:] = commands


def _fixed_by(condition: Term) -> Iterator[tuple[Term, Term]]:
    """Variables that a condition says the value of."""
    parts = [condition]
    for part in parts:
        match part.op, part.args:
            case T.AND, args:
                parts.extend(args)
            case T.VAR, _:
                yield part, T.TRUE
            case T.NOT, (inner,) if inner.op is T.VAR:
                yield inner, T.FALSE
            case T.EQ, (x, value) if x.op is T.VAR and value.op is T.CONST and x.sort.kind in ("bool", "bv", "int"):
                yield x, value
            case _:
                pass


def complementary_gotos(procedure: P.Procedure) -> None:
    """``goto A, B`` where A assumes c and B assumes not c is a branch on c."""
    for block in procedure.blocks.values():
        terminator = block.terminator
        if isinstance(terminator, P.Goto) and len(terminator.targets) == 2:
            first, second = (_assumed(procedure.blocks[label]) for label in terminator.targets)
            if first is not None and second is not None and T.not_(first) is second:
                block.terminator = P.Branch(first, *terminator.targets, terminator.location)


def _assumed(block: P.Block) -> Term | None:
    if block.commands and isinstance(block.commands[0], P.Assume):
        return block.commands[0].condition
    return None


def leave_loops_first(procedure: P.Procedure) -> None:
    """The way out of the innermost loop comes first: depth-first search then tries it first."""
    loops = FlowGraph(procedure).loops
    for label, block in procedure.blocks.items():
        head = loops.innermost(label)
        if head is None:
            continue
        terminator = block.terminator
        inside = {target: head in loops.around(target) for target in targets_of(terminator)}
        match terminator:
            case P.Branch() if inside[terminator.then] and not inside[terminator.otherwise]:
                block.terminator = P.Branch(
                    T.not_(terminator.condition), terminator.otherwise, terminator.then, terminator.location
                )
            case P.Goto() if len(terminator.targets) > 1:
                ordered = tuple(sorted(terminator.targets, key=lambda label: inside[label]))
                block.terminator = P.Goto(ordered, terminator.location)
            case _:
                pass
