"""Predicates, statements and states of region graphs in the words of the program's source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from antumbra import terms as T
from antumbra.engines.dash.states import State
from antumbra.engines.dash.systems.liveness import live_variables
from antumbra.engines.dash.systems.system import Edge, Kind, Place, System
from antumbra.engines.dash.testing import Run
from antumbra.patterns import pattern
from antumbra.program import model as P
from antumbra.program.text.readable import condition_text
from antumbra.proofs.regions import thawed
from antumbra.terms import Term

_NEGATIVE = pattern(r"(?<= )(>|<=) -1(?=$|\)| &&| \|\|)")
#: characters of one predicate in a sentence
LONGEST = 90
#: variables of a state, and inputs of a test, that are told
MOST_VALUES = 4


class Wording:
    """Of one system. ``others``: names of variables of the other procedures, for what callers know."""

    def __init__(self, system: System, others: Mapping[str, str]) -> None:
        self._system = system
        self._names = system.procedure.source_names
        self._others = others
        self._live = _live(system)
        self._asked = {x.variable: x.havoc for e in system.edges for x in e.inputs}
        self._called: dict[Place, dict[Term, str]] = {}
        self.numbers = _numbers(system)

    # ------------------------------------------------------------ names

    def _name(self, variable: Term) -> str:
        known = thawed(variable)
        if known is not None:
            name = str(known.data)
            return f"caller's {self._others.get(name, _plain(name))}"
        if variable in self._asked:
            return self.input(self._asked[variable])
        name = str(variable.data)
        if variable in self._system.results:
            return "result" if len(self._system.results) == 1 else name
        return self._names.get(name) or _plain(name)

    def input(self, havoc: P.Havoc | None) -> str:
        """After the variable that takes it, where the source has one."""
        if havoc is None:
            return "choice"
        return self._others.get(str(havoc.target.data)) or havoc.name.removeprefix("__VERIFIER_") or "input"

    def names(self, place: Place) -> dict[Term, str]:
        """Of the variables that matter at a place; those that would be called the same are told apart."""
        found = self._called.get(place)
        if found is None:
            found = {v: self._name(v) for v in sorted(self._live[place], key=lambda v: str(v.data))}
            shared = list(found.values())
            found = {v: n if shared.count(n) == 1 else _own(v, n) for v, n in found.items()}
            self._called[place] = found
        return found

    def _text(self, term: Term, place: Place) -> str:
        parts = _alternatives(term)
        if len(parts) > 1:
            return " || ".join(self._text(part, place) for part in parts)
        names = self.names(place)
        text = condition_text(term, lambda v: names.get(v) or self._name(v))
        # the opposite of "is negative", as people say it
        return _NEGATIVE.sub(lambda found: {">": ">= 0", "<=": "< 0"}[found[1]], text)

    # ------------------------------------------------------------ what is said

    def number(self, place: Place) -> int:
        return self.numbers[place]

    def literals(self, place: Place, literals: Iterable[Term]) -> tuple[str, ...]:
        """A region's predicate, one line for each conjunct; what says the same in people's words is said once."""
        return tuple(dict.fromkeys(self._text(literal, place) for literal in simpler(literals)))

    def goal(self, goal: Term) -> str:
        return self._text(goal, self._system.exit)

    def condition(self, edge: Edge) -> str:
        """What is assumed on an edge."""
        return joined(list(dict.fromkeys(self._text(guard, edge.source) for guard in edge.guards)))

    def statement(self, edge: Edge) -> str:
        """What is done on an edge, of what matters behind it."""
        if edge.call is not None:
            callee = edge.callee
            if edge.target.kind is Kind.CALLEE:
                return f"error in {callee}"
            given = ", ".join(self._text(a, edge.source) for a in edge.call.arguments)
            behind = self.names(edge.target)
            taken = [behind[t] for t in edge.call.targets if t in behind]
            return f"{', '.join(taken)} := {callee}({given})" if taken else f"{callee}({given})"
        parts: list[str] = []
        behind = self.names(edge.target)
        for variable, value in edge.updates.items():
            if variable in behind:
                text = "input" if value in self._asked else self._text(value, edge.source)
                if text != behind[variable]:
                    parts.append(f"{behind[variable]} := {text}")
        return ", ".join(parts)

    def state(self, place: Place, steps: int, values: Mapping[Term, Any]) -> str:
        """``#3[a = 0]``: after so many steps, the variables that matter here."""
        known = [(name, v) for v, name in self.names(place).items() if v in values and _is_told(v)]
        shown = [f"{name} = {_value(values[v], v.sort)}" for name, v in known[:MOST_VALUES]]
        if len(known) > MOST_VALUES:
            shown.append("…")
        return f"#{steps}[{', '.join(shown)}]" if shown else f"#{steps}"

    def test(self, run: Run, *, inputs_only: bool) -> str:
        """``a test with a = 0``: what it was given, at the beginning of this procedure and on the way.

        ``inputs_only``: not what is the same in each test.
        """
        chain: list[State] = []
        state = run.last
        while state is not None:
            chain.append(state)
            state = state.parent
        chain.reverse()
        entry = chain[0]
        names = self.names(entry.place)
        known: Mapping[Term, Term] = entry.symbolic.values if entry.symbolic is not None and inputs_only else {}
        told = [
            f"{names[v]} = {_value(value, v.sort)}"
            for v, value in (entry.values or {}).items()
            if v in names and _is_told(v) and known.get(v, v).op is not T.CONST
        ]
        asked = [x.havoc for s in chain if s.how == "step" and s.edge is not None for x in s.edge.inputs if x.havoc]
        for havoc, given in zip(asked, run.given, strict=False):
            told.append(f"{self.input(havoc)} = {_value(given.value, given.sort)}")
        if not told:
            return "A test"
        more = f" and {len(told) - MOST_VALUES} more" if len(told) > MOST_VALUES else ""
        return f"A test with {', '.join(told[:MOST_VALUES])}{more}"


def all_names(systems: Iterable[System]) -> dict[str, str]:
    """The source's names of variables, of all procedures."""
    found: dict[str, str] = {}
    for system in systems:
        for name, source in system.procedure.source_names.items():
            found.setdefault(name, source)
    return found


def few(text: str, most: int = LONGEST) -> str:
    """A text that is cut where it is long."""
    return text if len(text) <= most else text[: most - 1] + "…"


def joined(literals: Sequence[str]) -> str:
    """All of them."""
    return " && ".join(f"({one})" if " || " in one and len(literals) > 1 else one for one in literals)


def simpler(literals: Iterable[Term]) -> list[Term]:
    """The same conjunction: what one literal says is left out of the others."""
    found = list(dict.fromkeys(literals))
    changed = True
    while changed:
        changed = False
        known = set(found)
        for at, literal in enumerate(found):
            parts = _alternatives(literal)
            others = known - {literal}
            left = tuple(part for part in parts if T.not_(part) not in others)
            if len(parts) > 1 and not others.isdisjoint(parts):
                found[at : at + 1] = []
            elif left and len(left) < len(parts):
                found[at] = T.or_(*left)
            else:
                continue
            changed = True
            break
    return found


def _alternatives(term: Term) -> tuple[Term, ...]:
    """A disjunction's parts; of ``not (A and B)`` they are ``not A`` and ``not B``."""
    if term.op is T.OR:
        return term.args
    if term.op is T.NOT and term.args[0].op is T.AND:
        return tuple(T.not_(part) for part in term.args[0].args)
    return (term,)


def _own(variable: Term, name: str) -> str:
    """A variable's own name, without the source's before it where that is said twice: ``x.0``."""
    own = str(variable.data)
    short = own.removeprefix(f"{name}.")
    return short if short.startswith(name) else own


def _plain(name: str) -> str:
    """Without what marks globals and memory that became variables, and numbers variables of the same name."""
    return name.removesuffix("!").removesuffix(" content").removeprefix("~").split("~")[0] or name


def _is_told(variable: Term) -> bool:
    return variable.sort.kind in ("bool", "bv", "int", "real", "fp")


def _value(value: Any, sort: T.Sort) -> str:
    return condition_text(T.const(value, sort), lambda v: str(v.data))


def _numbers(system: System) -> dict[Place, int]:
    """Places from the entry on, those before others first as far as loops let them."""
    order: list[Place] = []
    seen = {system.entry}
    stack = [(system.entry, list(system.entry.outgoing))]
    while stack:
        place, edges = stack[-1]
        while edges:
            target = edges.pop().target
            if target not in seen:
                seen.add(target)
                stack.append((target, list(target.outgoing)))
                break
        else:
            order.append(place)
            stack.pop()
    order.reverse()
    order += [place for place in system.places if place not in seen]
    return {place: number for number, place in enumerate(order)}


def _live(system: System) -> dict[Place, set[Term]]:
    """The variables whose values matter at each place; where something went wrong, those that decided it."""
    ends: dict[Place, set[Term]] = {system.exit: {*system.results, *system.modifies}}
    for place in system.errors:
        decided = [T.free_variables(g) for e in place.incoming for g in e.guards]
        ends[place] = {v for vs in decided for v in vs if not str(v.data).startswith("dash input")}
    return live_variables(system, ends)
