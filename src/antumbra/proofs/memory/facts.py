"""What is known of all elements of arrays, at the elements that matter.

A fact holds of arrays as they were at the head of a loop that was closed. Nobody asks a solver about all elements: of
those that are read, or that a claim is about, the fact says something without quantifiers. That follows from it, so
that nothing is lost but what other elements would say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from antumbra import terms as T
from antumbra.proofs.memory.contents import Content
from antumbra.proofs.state import Fact, State
from antumbra.terms import Term

#: how far from the elements that are asked about: an element before the loop, and one beside it
DEEPEST = 3
#: what is said at once, and parts of an array that are looked into
MOST_SAID = 60
MOST_PARTS = 2_000


def parts(array: Term) -> set[Term]:
    """The arrays that an array is made of by writing to some elements."""
    found: set[Term] = set()
    work = [array]
    while work and len(found) < MOST_PARTS:
        term = work.pop()
        if term in found:
            continue
        found.add(term)
        if term.op is T.STORE:
            work.append(term.args[0])
        elif term.op is T.ITE:
            work += term.args[1:]
    return found


def of_content(content: Content) -> set[Term]:
    return parts(content.default if content.array is None else content.array)


def said(state: State, reads: Iterable[tuple[set[Term], Term]]) -> list[Term]:
    """What the facts of a state say of elements: arrays, and where they are read."""
    if not state.facts:
        return []
    found: dict[Term, None] = {}
    seen: set[tuple[Fact, Term]] = set()
    level = list(reads)
    for _ in range(DEEPEST):
        new = list(dict.fromkeys(_instances(state, level, seen)))
        found.update(dict.fromkeys(new))
        if not new or len(found) > MOST_SAID:
            break
        level = [(parts(part.args[0]), part.args[1]) for part in T.subterms(*new) if part.op is T.SELECT]
    return [each for each in found if each is not T.TRUE]


def _instances(state: State, reads: Iterable[tuple[set[Term], Term]], seen: set[tuple[Fact, Term]]) -> Iterator[Term]:
    for arrays, offset in reads:
        for fact, guard in state.facts.items():
            if guard is T.FALSE:
                continue
            for array, away in fact.arrays:
                at = T.bvsub(offset, away)
                if array in arrays and (fact, at) not in seen:
                    seen.add((fact, at))
                    yield T.implies(guard, T.substitute(fact.body, {fact.bound: at}))
