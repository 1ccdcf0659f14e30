"""One round of a loop as a parallel assignment, if there is one path through it and one way out."""

from __future__ import annotations

from collections.abc import Mapping

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph
from antumbra.records import dataclass
from antumbra.semantics.compiling.flow import Liveness, defined
from antumbra.terms import Term


class NoClosedForm(Exception):  # noqa: N818 - not an error: most loops have none
    """Why a loop has no closed form that we know of."""


@dataclass(frozen=True, slots=True)
class Round:
    """All terms are over the values that variables have at the head.

    ``stay``: whether there is another round; tested behind ``before``, a part of the round. ``after``: values when the
    round is over. ``demands``: what is checked on the way. ``needed``: variables that the loop changes and somebody may
    read at its head.
    """

    procedure: str
    head: str
    stay: Term
    before: Mapping[Term, Term]
    after: Mapping[Term, Term]
    demands: tuple[Term, ...]
    leaves_to: str
    #: the commands before the test, for those who leave
    prefix: tuple[P.Command, ...]
    needed: tuple[Term, ...]

    def changing(self, variable: Term) -> bool:
        return self.after.get(variable, variable) is not variable


def one_round(program: P.Program, procedure: P.Procedure, head: str, checks: frozenset[str]) -> Round:
    """Raises NoClosedForm where the loop has calls, memory, unknown values, or several ways."""
    flow = FlowGraph(procedure)
    loop = flow.loops.loop(head)
    if not loop.natural:
        raise NoClosedForm("the loop can be entered past its head")
    follower = _Follower(procedure, frozenset(loop.body), checks)
    follower.follow(head)
    if follower.test is None:
        raise NoClosedForm("the loop has no way out")
    stay, leaves_to, before, prefix = follower.test
    live = Liveness(procedure, frozenset(program.variables))
    alive = set(live.of(live.live_in[head]))
    after = follower.values
    needed = tuple(v for v in after if (v in alive or v in program.variables) and after[v] is not v)
    demands = tuple(follower.demands)
    return Round(procedure.name, head, stay, before, after, demands, leaves_to, prefix, needed)


class _Follower:
    def __init__(self, procedure: P.Procedure, body: frozenset[str], checks: frozenset[str]) -> None:
        self._blocks = procedure.blocks
        self._body = body
        self._checks = checks
        self.values: dict[Term, Term] = {}
        self.demands: list[Term] = []
        self.test: tuple[Term, str, dict[Term, Term], tuple[P.Command, ...]] | None = None
        self._prefix: list[P.Command] = []

    def _value(self, term: Term) -> Term:
        own = {v: self.values[v] for v in T.free_variables(term) if v in self.values}
        return T.substitute(term, own) if own else term

    def follow(self, head: str) -> None:
        label = head
        seen: set[str] = set()
        while label != head or not seen:
            if label in seen:
                raise NoClosedForm("there is a loop in it")
            seen.add(label)
            for command in self._blocks[label].commands:
                self._command(command)
            label = self._next(self._blocks[label].terminator)

    def _command(self, command: P.Command) -> None:
        if self.test is None:
            self._prefix.append(command)
        match command:
            case P.Assign(targets, values):
                self.values.update(zip(targets, [self._value(value) for value in values], strict=True))
            case P.Assert(condition, check):
                if check in self._checks or check not in P.DEFINED_OTHERWISE:
                    self.demands.append(self._value(condition))
            case P.Builtin(name="print"):
                pass
            case _:
                raise NoClosedForm(f"a round has a command {type(command).__name__.lower()}: {defined(command)}")

    def _next(self, terminator: P.Terminator) -> str:
        match terminator:
            case P.Goto((target,)):
                return target
            case P.Branch(condition, then, otherwise):
                value = self._value(condition)
                if then in self._body and otherwise in self._body:
                    raise NoClosedForm("a round has several ways")
                if self.test is not None:
                    raise NoClosedForm("the loop has several ways out")
                inside, outside = (then, otherwise) if then in self._body else (otherwise, then)
                stay = value if inside == then else T.not_(value)
                self.test = (stay, outside, dict(self.values), tuple(self._prefix))
                return inside
            case _:
                raise NoClosedForm("a round ends in another way")
