"""Loops with confirmed closed forms replaced by what they come to.

Whoever comes to such a loop and stays, under the condition that its number of rounds was confirmed for, gets the values
after the last round at once and leaves. Who does not stay leaves as before; all others go through the loop itself. So
the accelerated program has the same executions, but for the rounds in them.
"""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.invariants.closed_forms.confirming import Prover, Solved, solve
from antumbra.engines.invariants.closed_forms.rounds import NoClosedForm, one_round
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh, variable_names
from antumbra.program.graphs.flow import FlowGraph, targets_of
from antumbra.program.inverting.measures import Head
from antumbra.program.restricting.bounds import redirected
from antumbra.records import dataclass, replace
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Accelerated:
    """``solved``: loops that were replaced (with ``always`` those that nobody goes through any more). ``refused``: the
    other loops, and why."""

    program: P.Program
    solved: dict[Head, Solved]
    always: tuple[Head, ...]
    refused: dict[Head, str]


def accelerated(program: P.Program, checks: frozenset[str], prover: Prover | None = None) -> Accelerated:
    """The program without the rounds of loops that have closed forms; ``checks`` are those of the property.

    Every execution of the one is an execution of the other, with the same inputs and the same end. A violation in a
    round is none of them: a loop in which one is possible is left as it is.
    """
    prover = prover or Prover()
    fresh = Fresh(variable_names(program.variables, program.procedures.values()))
    found: dict[Head, Solved] = {}
    always: list[Head] = []
    refused: dict[Head, str] = {}
    procedures = dict(program.procedures)
    for name, procedure in program.procedures.items():
        flow = FlowGraph(procedure)
        heads = dict.fromkeys(head for _, head in flow.retreating_edges)
        # inner loops first
        for head in sorted(heads, key=lambda label: -flow.loops.depth(label)):
            whole = replace(program, procedures=procedures)
            try:
                solved = solve(one_round(whole, procedures[name], head, checks), prover)
            except NoClosedForm as why:
                refused[name, head] = str(why)
                continue
            found[name, head] = solved
            if solved.count.when is T.TRUE:
                always.append((name, head))
            procedures[name] = _without(procedures[name], solved, fresh)
    return Accelerated(replace(program, procedures=procedures), found, tuple(always), refused)


def _without(procedure: P.Procedure, solved: Solved, fresh: Fresh) -> P.Procedure:
    one = solved.round
    head = one.head
    body = set(FlowGraph(procedure).loops.loop(head).body)
    blocks = dict(procedure.blocks)
    labels = Fresh(blocks)
    location = next((c.location for c in (*blocks[head].commands, blocks[head].terminator) if c.location), None)
    meet, test, fast, leave = (labels(f"{what} {head}") for what in ("meet", "rounds of", "all of", "leave"))
    for label, block in procedure.blocks.items():
        if label not in body and head in targets_of(block.terminator):
            blocks[label] = P.Block(label, block.commands, redirected(block.terminator, head, meet))
    rounds = T.var(fresh(f"rounds of {head}"), solved.count.number.sort)
    blocks[meet] = P.Block(meet, [], P.Branch(one.stay, test, leave, location))
    blocks[test] = P.Block(test, [], P.Branch(solved.count.when, fast, head, location))
    values: dict[Term, Term] = {v: solved.forms[v].value(rounds) for v in one.needed}
    many: list[P.Command] = [P.Assign((rounds,), (solved.count.number,), location)]
    if values:
        many.append(P.Assign(tuple(values), tuple(values.values()), location))
    blocks[fast] = P.Block(fast, many, P.Goto((leave,), location))
    blocks[leave] = P.Block(leave, list(one.prefix), P.Goto((one.leaves_to,), location))
    if next(iter(procedure.blocks)) == head:
        first = labels("begin")
        blocks = {first: P.Block(first, [], P.Goto((meet,))), **blocks}
    return replace(procedure, blocks=blocks)
