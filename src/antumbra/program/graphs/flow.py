"""Control flow of a procedure and calls of a program, as graphs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from antumbra.program.graphs import algorithms as graph
from antumbra.program.model import Branch, Call, Goto, Procedure, Program, Return, Stop, Switch, Terminator
from antumbra.terms import Term


def targets_of(terminator: Terminator) -> tuple[str, ...]:
    """Labels a block can continue at, each once, in the order written."""
    match terminator:
        case Goto(targets):
            return tuple(dict.fromkeys(targets))
        case Branch(_, then, otherwise):
            return (then,) if then == otherwise else (then, otherwise)
        case Switch(_, cases, default):
            return tuple(dict.fromkeys([*(label for _, label in cases), default]))
        case Return() | Stop():
            return ()


class FlowGraph:
    """The control-flow graph of one procedure, as it was when this object was made.

    Blocks are named by their labels. Everything but ``successors`` is computed when first asked for.
    """

    def __init__(self, procedure: Procedure) -> None:
        if not procedure.blocks:
            raise ValueError(f"procedure {procedure.name!r} has no blocks")
        self.entry: str = next(iter(procedure.blocks))
        self.successors: dict[str, tuple[str, ...]] = {
            label: targets_of(block.terminator) for label, block in procedure.blocks.items()
        }

    @cached_property
    def predecessors(self) -> dict[str, tuple[str, ...]]:
        return graph.predecessors_of(self.successors)

    @cached_property
    def reverse_postorder(self) -> tuple[str, ...]:
        """Reachable blocks, each before its successors except along retreating edges."""
        return tuple(graph.reverse_postorder(self.entry, self.successors))

    @cached_property
    def reachable(self) -> frozenset[str]:
        """Blocks with a path of edges from the entry (not necessarily a feasible one)."""
        return frozenset(self.reverse_postorder)

    @cached_property
    def dominators(self) -> graph.DominatorTree[str]:
        return graph.DominatorTree(graph.immediate_dominators(self.entry, self.successors, self.predecessors))

    @cached_property
    def retreating_edges(self) -> tuple[tuple[str, str], ...]:
        """Edges that close every cycle, reducible or not; their targets are the places to cut loops at."""
        return tuple(graph.retreating_edges(self.entry, self.successors))

    @cached_property
    def loop_heads(self) -> frozenset[str]:
        """Targets of retreating edges: every cycle passes one."""
        return frozenset(target for _, target in self.retreating_edges)

    @cached_property
    def loops(self) -> graph.LoopForest[str]:
        return graph.LoopForest(self.entry, self.successors, self.predecessors)

    @cached_property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """Strongly connected components, each after those it can reach."""
        return tuple(graph.strongly_connected_components(self.successors))


class CallGraph:
    """Who may call whom. A call through a pointer may reach every addressed function that fits its sorts."""

    def __init__(self, program: Program) -> None:
        self.entry: str = program.entry
        addressed = [program.procedures[name] for name in program.functions.values() if name in program.procedures]
        self.callees: dict[str, tuple[str, ...]] = {}
        for name, procedure in program.procedures.items():
            found: dict[str, None] = {}
            for call in calls_of(procedure):
                if isinstance(call.callee, str):
                    if call.callee in program.procedures:
                        found[call.callee] = None
                else:
                    found.update((callee.name, None) for callee in addressed if fits(call, callee))
            self.callees[name] = tuple(found)

    @cached_property
    def callers(self) -> dict[str, tuple[str, ...]]:
        return graph.predecessors_of(self.callees)

    @cached_property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """Mutually recursive procedures together; callees before callers."""
        return tuple(graph.strongly_connected_components(self.callees))

    @cached_property
    def recursive(self) -> frozenset[str]:
        """Procedures that may call themselves, directly or not."""
        return frozenset(
            name
            for component in self.components
            for name in component
            if len(component) > 1 or name in self.callees[name]
        )

    @cached_property
    def reachable(self) -> tuple[str, ...]:
        """Procedures that a run from the entry may execute, callers first where there is no recursion."""
        return tuple(graph.reverse_postorder(self.entry, self.callees))


def calls_of(procedure: Procedure) -> Iterator[Call]:
    """The calls of a procedure, in source order."""
    for block in procedure.blocks.values():
        for command in block.commands:
            if isinstance(command, Call):
                yield command


def fits(call: Call, callee: Procedure) -> bool:
    """Arguments and results of the call have the callee's sorts."""
    return _sorts(call.arguments) == _sorts(callee.parameters) and (
        not call.targets or _sorts(call.targets) == _sorts(callee.results)
    )


def _sorts(terms: tuple[Term, ...]) -> list[object]:
    return [term.sort for term in terms]
