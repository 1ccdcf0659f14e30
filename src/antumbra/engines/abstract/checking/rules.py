"""What a program does between cut points, for the independent check of a proof.

This reads the program a second time, on purpose: it shares nothing with ``from_program``, so that a mistake there does
not go unnoticed. No simplification, no choice of relevant variables: commands are followed one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from antumbra import terms as T
from antumbra.engines.abstract.systems.inline import inlined
from antumbra.program import model as P
from antumbra.records import dataclass, field, replace
from antumbra.terms import Term

#: ways from one cut point before the check gives up
MOST_WAYS = 50_000
#: where the program starts
START = ""


class NotRules(Exception):  # noqa: N818 - it says why a program cannot be read this way
    """A proof about this program cannot be checked, and why."""


@dataclass(frozen=True, slots=True)
class Rule:
    """If ``guard`` holds at ``source``, the program may go to ``target`` with these new values.

    ``target`` is None where an assertion fails. Unknown values are variables whose names begin with ``!``.
    """

    name: str
    source: str
    guard: Term
    values: Mapping[Term, Term]
    unknowns: tuple[Term, ...]
    target: str | None


@dataclass(frozen=True, slots=True)
class _Way:
    """A way through the program that is under way."""

    label: str
    passed: tuple[str, ...]
    guards: tuple[Term, ...]
    values: Mapping[Term, Term]
    unknowns: tuple[Term, ...]


@dataclass(slots=True)
class _Reader:
    procedure: P.Procedure
    heads: Sequence[str]
    checks: frozenset[str]
    found: list[Rule] = field(default_factory=list[Rule])
    fresh: int = 0

    def read(self, source: str, label: str, values: Mapping[Term, Term], unknowns: tuple[Term, ...]) -> None:
        pending = [_Way(label, (), (), values, unknowns)]
        count = 0
        while pending:
            count += 1
            if count > MOST_WAYS:
                raise NotRules(f"more than {MOST_WAYS} ways through the program")
            way = pending.pop()
            if way.label in way.passed:
                raise NotRules(f"a loop through {way.label} has no cut point")
            for after in self._block(source, way):
                if T.FALSE in after.guards:
                    continue
                if after.label in self.heads:
                    self._add(source, after, after.label)
                else:
                    pending.append(after)

    def _add(self, source: str, way: _Way, target: str | None) -> None:
        guard = T.and_(T.TRUE, *way.guards)
        # The block after a cut point names what happens.
        name = next(iter(way.passed[1:] if source else way.passed), source)
        if guard is not T.FALSE:
            self.found.append(Rule(name, source, guard, way.values, way.unknowns, target))

    def _block(self, source: str, way: _Way) -> Iterator[_Way]:
        block = self.procedure.blocks[way.label]
        way = replace(way, passed=(*way.passed, way.label))
        for command in block.commands:
            match command:
                case P.Assign(targets, sources, _):
                    news = [T.substitute(s, way.values) for s in sources]
                    way = replace(way, values={**way.values, **dict(zip(targets, news, strict=True))})
                case P.Assume(condition, _):
                    way = replace(way, guards=(*way.guards, T.substitute(condition, way.values)))
                case P.Assert():
                    way = self._assert(source, way, command)
                case P.Havoc(target, _, name, _, _):
                    self.fresh += 1
                    unknown = T.var(f"!{self.fresh} {name}", target.sort)
                    way = replace(way, values={**way.values, target: unknown}, unknowns=(*way.unknowns, unknown))
                case P.Builtin(name="print"):
                    pass
                case _:
                    raise NotRules(f"{type(command).__name__} is no command of a transition system")
        yield from self._leave(way, block.terminator)

    def _assert(self, source: str, way: _Way, command: P.Assert) -> _Way:
        good = T.substitute(command.condition, way.values)
        if good is T.TRUE:
            return way
        if command.check in self.checks:
            self._add(source, replace(way, guards=(*way.guards, T.not_(good))), None)
            return replace(way, guards=(*way.guards, good))
        if command.check not in P.DEFINED_OTHERWISE:
            raise NotRules(f"undefined behaviour that nobody asked about: {command.message}")
        return way

    def _leave(self, way: _Way, terminator: P.Terminator) -> Iterator[_Way]:
        match terminator:
            case P.Goto(targets, _):
                for target in targets:
                    yield replace(way, label=target)
            case P.Branch(condition, then, otherwise, _):
                decided = T.substitute(condition, way.values)
                yield replace(way, label=then, guards=(*way.guards, decided))
                yield replace(way, label=otherwise, guards=(*way.guards, T.not_(decided)))
            case P.Switch(value, cases, default, _):
                chosen = T.substitute(value, way.values)
                equal = [T.eq(chosen, T.bv(key, chosen.width)) for key, _ in cases]
                for place, (_, label) in enumerate(cases):
                    before = tuple(T.not_(e) for e in equal[:place])
                    yield replace(way, label=label, guards=(*way.guards, *before, equal[place]))
                yield replace(way, label=default, guards=(*way.guards, *(T.not_(e) for e in equal)))
            case P.Return() | P.Stop(end=P.End.EXIT | P.End.ABORT | P.End.SILENT):
                return
            case P.Stop(end, detail, _):
                raise NotRules(f"{end.value}: {detail}")


def rules_of(program: P.Program, heads: Sequence[str], checks: frozenset[str], variables: Sequence[Term]) -> list[Rule]:
    """Every way from the start or a cut point to the next one. ``variables`` that nothing has set have any value."""
    procedure = inlined(program)
    reader = _Reader(procedure, heads, checks)
    entry = next(iter(procedure.blocks))
    values = {v: w for v, w in program.variables.items() if w is not None}
    unknowns = tuple(T.var(f"!0 {v.data}", v.sort) for v in variables if v not in values)
    values |= dict(zip((v for v in variables if v not in values), unknowns, strict=True))
    if entry in heads:
        reader.found.append(Rule("start", START, T.TRUE, values, unknowns, entry))
    else:
        reader.read(START, entry, values, unknowns)
    for head in heads:
        reader.read(head, head, {}, ())
    return reader.found
