"""Every execution ends, as assertions: loops and recursion with fuel, or with ranks that decrease.

An execution that runs for ever either runs for ever in one call of a procedure, or calls for ever deeper.

* In one call some blocks are met again and again. Of these let h be the first in the order of a depth-first search: all
  edges that lead from them to h go back (retreating edges), so from some time on h is reached by such edges alone.
  *Fuel*: these edges are counted, in each call of the procedure anew and never again set to zero, and the count stays
  within a bound. *Rank*: at h a copy of the rank is kept, whoever comes there, and on such an edge the rank is below
  the copy. Loops inside of h's have copies of their own: a copy is set only at its own head.
* Calls that go deeper for ever are, from some time on, among procedures that call each other (a component of the call
  graph). *Fuel*: how many of them are under way is counted. *Rank*: at a call from one to another the rank of the
  arguments is below the rank that the caller had when it was called.

Bit-vectors are compared without sign, so nothing decreases for ever; an integer may only decrease while it is not
negative. Several terms are compared lexicographically.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh, variable_names
from antumbra.program.graphs import algorithms as graph
from antumbra.program.graphs.flow import FlowGraph, calls_of
from antumbra.program.inverting.ends import ENDED, NotInverted
from antumbra.program.restricting.bounds import redirected
from antumbra.program.validity.validate import written_variables
from antumbra.records import dataclass, field, replace
from antumbra.terms import Term

#: a loop: its procedure, and the label of its head
Head = tuple[str, str]
#: compared lexicographically; over variables of the program. With no terms it cannot decrease: there is no second round
Rank = tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Measures:
    """Why every execution ends. ``loops``: ranks at heads, over what has a value there. ``calls``: ranks of recursive
    procedures, over parameters and global variables. ``fuel``: the bound for all others; None if there are to be none.
    """

    loops: Mapping[Head, Rank] = field(default_factory=dict[Head, Rank])
    calls: Mapping[str, Rank] = field(default_factory=dict[str, Rank])
    fuel: int | None = None


def with_fuel(program: P.Program, fuel: int) -> P.Program:
    """The program, with a violation of ENDED where a call returns to one head of a loop more than so often, or more
    than so many calls of procedures that call each other are under way.

    ``fuel`` may be anything: what an exploration that ended has seen, or more, makes no violation of its own.
    """
    return with_measures(program, Measures(fuel=fuel))


def with_ranks(program: P.Program, loops: Mapping[Head, Rank], calls: Mapping[str, Rank] | None = None) -> P.Program:
    """The program, with a violation of ENDED where a rank does not decrease. Raises NotInverted if one is missing."""
    return with_measures(program, Measures(loops, calls or {}))


def with_measures(program: P.Program, measures: Measures) -> P.Program:
    """The program with assertions of ENDED: if none is violated, no execution runs for ever.

    Raises NotInverted with the loop or the procedure that nothing is said about, or that a rank cannot be about.
    """
    callees = _callees(program)
    reachable = graph.depth_first(program.entry, callees)[0]
    writer = _Writer(program, measures)
    procedures = dict(program.procedures)
    for component in graph.strongly_connected_components({name: callees[name] for name in reachable}):
        if len(component) > 1 or any(name in callees[name] for name in component):
            writer.recursion(component)
    for name in reachable:
        procedures[name] = writer.procedure(procedures[name])
    return replace(program, procedures=procedures, variables={**program.variables, **writer.variables})


def loop_heads(program: P.Program) -> list[Head]:
    """The loops that an execution may come to, each of which needs a measure."""
    found: list[Head] = []
    for name in graph.depth_first(program.entry, _callees(program))[0]:
        edges = FlowGraph(program.procedures[name]).retreating_edges
        found += [(name, head) for head in dict.fromkeys(head for _, head in edges)]
    return found


def has_value(procedure: P.Procedure, variables: Iterable[Term]) -> dict[str, frozenset[Term]]:
    """The variables that have a value at the beginning of each block that can be reached, whatever led there."""
    flow = FlowGraph(procedure)
    written = {
        label: {v for command in block.commands for v in written_variables(command)}
        for label, block in procedure.blocks.items()
    }
    found: dict[str, frozenset[Term]] = {flow.entry: frozenset((*variables, *procedure.parameters))}
    work = [flow.entry]
    while work:
        label = work.pop()
        behind = found[label] | written[label]
        for target in flow.successors[label]:
            together = behind & found[target] if target in found else behind
            if found.get(target) != together:
                found[target] = together
                work.append(target)
    return found


def _callees(program: P.Program) -> dict[str, list[str]]:
    """Who may call whom; a call through an address, every procedure that has one."""
    addressed = [name for name in program.functions.values() if name in program.procedures]
    found: dict[str, list[str]] = {}
    for name, procedure in program.procedures.items():
        called: dict[str, None] = {}
        for call in calls_of(procedure):
            called.update(dict.fromkeys([call.callee] if isinstance(call.callee, str) else addressed))
        found[name] = list(called)
    return found


class _Writer:
    def __init__(self, program: P.Program, measures: Measures) -> None:
        self._program = program
        self._measures = measures
        self._fresh = Fresh(variable_names(program.variables, program.procedures.values()))
        #: of all calls under way: how deep they are
        self.variables: dict[Term, Term] = {}
        self._deep: dict[str, Term] = {}
        #: procedure → those that it calls recursively, and the rank that it had when it was called
        self._together: dict[str, frozenset[str]] = {}
        self._called: dict[str, Rank] = {}

    # ------------------------------------------------------------ recursion

    def recursion(self, component: Sequence[str]) -> None:
        """Procedures that may call each other."""
        ranks = [self._measures.calls.get(name) for name in component]
        if all(rank is not None for rank in ranks):
            kept = [_sorts(rank) for rank in ranks if rank is not None]
            if any(sorts != kept[0] for sorts in kept):
                raise NotInverted(f"ranks of {', '.join(component)} that cannot be compared")
            for name, rank in zip(component, ranks, strict=True):
                self._together[name] = frozenset(component)
                self._called[name] = self._copies(f"called {name}", rank or ())
            return
        count = self._counter("deep", f"the calls of {component[0]}", self._program.procedures[component[0]].location)
        self.variables[count] = T.const(0, count.sort)
        self._deep.update(dict.fromkeys(component, count))

    def _copies(self, name: str, rank: Rank) -> Rank:
        for term in rank:
            if term.sort.kind != "bv" and term.sort is not T.INT:
                raise NotInverted(f"a rank of sort {term.sort!r}")
        return tuple(T.var(self._fresh(f"{name} @{number}"), term.sort) for number, term in enumerate(rank))

    def _counter(self, name: str, what: str, location: P.Location | None) -> Term:
        fuel = self._measures.fuel
        if fuel is None:
            raise NotInverted(f"nothing is said about why {what} end", location)
        return T.var(self._fresh(f"{name} @"), T.bv_sort((fuel + 1).bit_length()))

    def _spent(self, count: Term, what: str, location: P.Location | None) -> list[P.Command]:
        """One more, which must be within the bound: a count that goes beyond it ends the execution, and never wraps."""
        more = P.Assign((count,), (T.bvadd(count, T.const(1, count.sort)),), location)
        within = T.bvule(count, T.const(self._measures.fuel or 0, count.sort))
        return [more, P.Assert(within, ENDED, f"{what} within the bound", location)]

    # ------------------------------------------------------------ procedures

    def procedure(self, old: P.Procedure) -> P.Procedure:
        blocks = {label: self._block(old, block) for label, block in old.blocks.items()}
        labels = Fresh(blocks)
        begin: list[P.Command] = []
        if old.name in self._deep:
            begin += self._spent(self._deep[old.name], f"calls of {old.name}", old.location)
        if self._called.get(old.name):
            begin.append(P.Assign(self._called[old.name], self._measures.calls[old.name], old.location))
        flow = FlowGraph(old)
        for head in dict.fromkeys(head for _, head in flow.retreating_edges):
            again = [source for source, target in flow.retreating_edges if target == head]
            rank = self._measures.loops.get((old.name, head))
            if rank is None:
                self._count(old, blocks, head, again, labels, begin)
                continue
            if not all(flow.dominators.dominates(head, source) for source in again):
                raise NotInverted("a loop that is entered past its head", _location(old.blocks[head]))
            if any(not T.free_variables(term) <= has_value(old, self._program.variables)[head] for term in rank):
                raise NotInverted("a rank over variables that need not have a value", _location(old.blocks[head]))
            self._ranked(blocks, head, again, rank, labels)
        if not begin:
            return replace(old, blocks=blocks)
        start = labels("begin")
        return replace(old, blocks={start: P.Block(start, begin, P.Goto((flow.entry,))), **blocks})

    def _count(
        self,
        old: P.Procedure,
        blocks: dict[str, P.Block],
        head: str,
        again: Iterable[str],
        labels: Fresh,
        begin: list[P.Command],
    ) -> None:
        location = _location(old.blocks[head])
        count = self._counter("rounds", f"the rounds of the loop at {head} in {old.name}", location)
        begin.append(P.Assign((count,), (T.const(0, count.sort),), location))
        _detour(blocks, head, again, labels("again"), self._spent(count, f"rounds of {head}", location))

    def _ranked(self, blocks: dict[str, P.Block], head: str, again: Sequence[str], rank: Rank, labels: Fresh) -> None:
        """The first command of the head keeps a copy of the rank."""
        location = _location(blocks[head])
        copies = self._copies(f"rank of {head}", rank)
        if rank:
            keep = P.Assign(copies, rank, location)
            blocks[head] = P.Block(head, [keep, *blocks[head].commands], blocks[head].terminator)
        falls = P.Assert(decreases(rank, copies), ENDED, f"the rank of {head} decreases", location)
        _detour(blocks, head, again, labels("again"), [falls])

    def _block(self, procedure: P.Procedure, block: P.Block) -> P.Block:
        commands: list[P.Command] = []
        for command in block.commands:
            if isinstance(command, P.Call) and procedure.name in self._called:
                commands += self._descent(procedure.name, command)
            commands.append(command)
        if isinstance(block.terminator, P.Return) and procedure.name in self._deep:
            count = self._deep[procedure.name]
            commands.append(P.Assign((count,), (T.bvsub(count, T.const(1, count.sort)),), block.terminator.location))
        return P.Block(block.label, commands, block.terminator)

    def _descent(self, caller: str, call: P.Call) -> list[P.Command]:
        if not isinstance(call.callee, str):
            raise NotInverted("a call through an address in recursion that has a rank", call.location)
        if call.callee not in self._together[caller]:
            return []
        given = dict(zip(self._program.procedures[call.callee].parameters, call.arguments, strict=True))
        rank = tuple(T.substitute(term, given) for term in self._measures.calls[call.callee])
        falls = decreases(rank, self._called[caller])
        return [P.Assert(falls, ENDED, f"the rank of {call.callee} decreases", call.location)]


def decreases(new: Rank, old: Rank) -> Term:
    """Is one rank below the other, in an order in which nothing decreases for ever?"""
    below: list[Term] = []
    same: list[Term] = []
    for one, other in zip(new, old, strict=True):
        below.append(T.and_(*same, _less(one, other)))
        same.append(T.eq(one, other))
    return T.or_(*below) if below else T.FALSE


def _less(one: Term, other: Term) -> Term:
    if one.sort.kind == "bv":
        return T.bvult(one, other)
    return T.and_(T.lt(one, other), T.le(T.const(0, T.INT), other))


def _detour(
    blocks: dict[str, P.Block], head: str, sources: Iterable[str], label: str, commands: list[P.Command]
) -> None:
    """Edges from these blocks to the head lead through a block of its own."""
    for source in sources:
        block = blocks[source]
        blocks[source] = P.Block(source, block.commands, redirected(block.terminator, head, label))
    blocks[label] = P.Block(label, commands, P.Goto((head,), _location(blocks[head])))


def _location(block: P.Block) -> P.Location | None:
    return next((c.location for c in (*block.commands, block.terminator) if c.location is not None), None)


def _sorts(rank: Rank) -> list[T.Sort]:
    return [term.sort for term in rank]
