"""Ways through a loop, from its head back to it, each as a round of its own that stays as long as it is taken.

``accelerating`` takes loops with one way through and one way out. Of any other loop a single way may have a closed
form: as long as all conditions on it hold, it is taken again. So whoever begins it is at the head behind the last of
these rounds at once, and there the loop itself says what is next: another way, or out of it. Executions are the same
but for the rounds in them. Only ways that values decide are taken so: with an input, a call, memory or a choice on it,
a way may be left at any time.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from antumbra import terms as T
from antumbra.engines.invariants.closed_forms.confirming import Prover, Solved, solve
from antumbra.engines.invariants.closed_forms.rounds import NoClosedForm, Round
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh, variable_names
from antumbra.program.graphs.flow import FlowGraph, targets_of
from antumbra.program.inverting.measures import Head
from antumbra.program.restricting.bounds import redirected
from antumbra.records import dataclass, field, replace
from antumbra.semantics.compiling.flow import Liveness
from antumbra.terms import Term

#: ways through one loop, and blocks that are passed to find them
MOST_WAYS = 12
MOST_BLOCKS = 400
#: rounds that are not worth a leap
FEW = 2


@dataclass(slots=True)
class Leaping:
    """``solved``: ways with closed forms, by the head of their loop."""

    program: P.Program
    solved: dict[Head, list[Solved]] = field(default_factory=dict[Head, list[Solved]])
    #: new heads, and whose states they have
    heads: dict[Head, Head] = field(default_factory=dict[Head, Head])


def leaping(
    program: P.Program, checks: frozenset[str], prover: Prover | None = None, done: Container[Head] = ()
) -> Leaping:
    """The program, in which ways through loops that have closed forms are taken as often as they stay at once; loops
    that are ``done`` are left as they are."""
    prover = prover or Prover()
    fresh = Fresh(variable_names(program.variables, program.procedures.values()))
    found = Leaping(program)
    procedures = dict(program.procedures)
    for name, procedure in program.procedures.items():
        flow = FlowGraph(procedure)
        for head in dict.fromkeys(head for _, head in flow.retreating_edges):
            if (name, head) in done:
                continue
            solved = list(_solved(program, procedure, flow, head, checks, prover))
            if solved:
                found.solved[name, head] = solved
                procedures[name], meet = _with_leaps(procedures[name], head, solved, fresh)
                found.heads[name, meet] = (name, head)
    found.program = replace(program, procedures=procedures)
    return found


def _solved(
    program: P.Program, procedure: P.Procedure, flow: FlowGraph, head: str, checks: frozenset[str], prover: Prover
) -> Iterator[Solved]:
    live = Liveness(procedure, frozenset(program.variables))
    alive = set(live.of(live.live_in[head])) | set(program.variables)
    for way in _ways(procedure, flow, head):
        try:
            yield solve(_round(procedure, head, way, checks, alive), prover)
        except NoClosedForm:
            continue


def _ways(procedure: P.Procedure, flow: FlowGraph, head: str) -> Iterator[tuple[str, ...]]:
    """Ways through the body from the head to the head that come to no block twice; few, or none."""
    body = frozenset(flow.loops.loop(head).body)
    found: list[tuple[str, ...]] = []
    passed = 0
    work: list[tuple[str, ...]] = [(head,)]
    while work:
        way = work.pop()
        passed += 1
        if passed > MOST_BLOCKS or len(found) > MOST_WAYS:
            return
        for target in targets_of(procedure.blocks[way[-1]].terminator):
            if target == head:
                found.append(way)
            elif target in body and target not in way:
                work.append((*way, target))
    yield from found


def _round(procedure: P.Procedure, head: str, way: tuple[str, ...], checks: frozenset[str], alive: set[Term]) -> Round:
    """What one round on a way does, and all conditions under which it is taken. Raises NoClosedForm."""
    values: dict[Term, Term] = {}
    stay: list[Term] = []
    demands: list[Term] = []

    def value(term: Term) -> Term:
        own = {v: values[v] for v in T.free_variables(term) if v in values}
        return T.substitute(term, own) if own else term

    for label, following in zip(way, (*way[1:], head), strict=True):
        block = procedure.blocks[label]
        for command in block.commands:
            match command:
                case P.Assign(targets, terms):
                    values.update(zip(targets, [value(term) for term in terms], strict=True))
                case P.Assume(condition):
                    stay.append(value(condition))
                case P.Assert(condition, check):
                    if check in checks or check not in P.DEFINED_OTHERWISE:
                        demands.append(value(condition))
                case _:
                    raise NoClosedForm("a round does something else than assign")
        stay.append(value(_taken(block.terminator, following)))
    after = {v: t for v, t in values.items() if t is not v}
    needed = tuple(v for v in after if v in alive)
    return Round(procedure.name, head, T.and_(*stay), {}, after, tuple(demands), "", (), needed)


def _taken(terminator: P.Terminator, target: str) -> Term:
    """When control goes on there. Raises NoClosedForm where that is a choice."""
    match terminator:
        case P.Goto((only,)) if only == target:
            return T.TRUE
        case P.Branch(condition, then, otherwise):
            return T.TRUE if then == otherwise else condition if then == target else T.not_(condition)
        case P.Switch(scrutinee, cases, default):
            numbers = [(T.eq(scrutinee, T.const(number, scrutinee.sort)), label) for number, label in cases]
            here = [test for test, label in numbers if label == target]
            if default == target:
                here.append(T.and_(*(T.not_(test) for test, label in numbers if label != target)))
            return T.or_(*here)
        case _:
            raise NoClosedForm("a round is a choice")


def _with_leaps(procedure: P.Procedure, head: str, solved: list[Solved], fresh: Fresh) -> tuple[P.Procedure, str]:
    """Whoever comes to the head asks first which way it is about to take again and again."""
    blocks = dict(procedure.blocks)
    labels = Fresh(blocks)
    location = next((c.location for c in (*blocks[head].commands, blocks[head].terminator) if c.location), None)
    meets = [labels(f"meet {head}") for _ in solved]
    fasts = [labels(f"all of {head}") for _ in solved]
    for label, block in procedure.blocks.items():
        if head in targets_of(block.terminator):
            blocks[label] = P.Block(label, block.commands, redirected(block.terminator, head, meets[0]))
    for one, meet, fast, other in zip(solved, meets, fasts, (*meets[1:], head), strict=True):
        count = one.count
        many = T.bvult(T.const(FEW - 1, count.number.sort), count.number)
        taken = T.and_(one.round.stay, count.when, many)
        blocks[meet] = P.Block(meet, [], P.Branch(taken, fast, other, location))
        rounds = T.var(fresh(f"rounds of {head}"), count.number.sort)
        commands: list[P.Command] = [P.Assign((rounds,), (count.number,), location)]
        values = {v: one.forms[v].value(rounds) for v in one.round.needed}
        if values:
            commands.append(P.Assign(tuple(values), tuple(values.values()), location))
        # this way is over: another one, or the loop itself
        blocks[fast] = P.Block(fast, commands, P.Goto((head,), location))
    if next(iter(procedure.blocks)) == head:
        first = labels("begin")
        blocks = {first: P.Block(first, [], P.Goto((meets[0],))), **blocks}
    return replace(procedure, blocks=blocks), meets[0]
