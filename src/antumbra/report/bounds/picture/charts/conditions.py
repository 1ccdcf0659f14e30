"""A tree of conditions: which answers to which questions about the inputs lead to a failure.

Questions are atoms of the bounds. Each is asked where it parts most, and a branch that no input takes is left out where
a solver says so. A leaf is MUST or SAFE because nothing is left of the question, or because a solver says so.
"""

from __future__ import annotations

from typing import Final

from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Cfc
from antumbra.records import dataclass
from antumbra.report.bounds.picture.parts.kinds import Kind
from antumbra.terms import Term

#: questions in one tree, and one below the other
MOST_NODES: Final = 48
_DEEPEST: Final = 12
#: atoms that are looked at for one question
_MOST_ATOMS: Final = 200

_JOINTS: Final = frozenset({T.AND, T.OR, T.NOT})


@dataclass(frozen=True, slots=True)
class Leaf:
    """MIXED: the tree would have to be larger."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Question:
    """``yes`` and ``no`` are numbers of nodes."""

    atom: Term
    yes: int
    no: int


Node = Leaf | Question


@dataclass(frozen=True, slots=True)
class _Open:
    """What is left of the claims (outside, must, safe) after the answers so far."""

    at: int
    rest: tuple[Term, Term, Term]
    answers: tuple[Term, ...]


def tree_of(cfc: Cfc, asker: Asker, *, most: int = MOST_NODES) -> list[Node]:
    """Nodes, the root first; in a tree without a question there is one leaf."""
    safe = T.not_(cfc.lower) if cfc.exact else cfc.safe
    nodes: list[Node] = [Leaf(Kind.MIXED)]
    waiting = [_Open(0, (T.not_(cfc.domain), cfc.lower, safe), ())]
    asked = 0
    while waiting:
        # the shallowest first, so that a tree that is too large is cut evenly
        one = waiting.pop(0)
        kind = _decided(one.rest)
        if kind is None and len(one.answers) >= 1:
            kind = _shown(one, asker)
        if kind is not None:
            nodes[one.at] = Leaf(kind)
            continue
        branch = None if asked >= most or len(one.answers) >= _DEEPEST else _branch(one, asker)
        if branch is None:
            continue
        atom, yes, no = branch
        if no is None or yes is None:
            # the answer is known: the question is not worth a node
            waiting.insert(0, _Open(one.at, yes or no or one.rest, one.answers))
            continue
        asked += 1
        at = len(nodes)
        nodes.extend((Leaf(Kind.MIXED), Leaf(Kind.MIXED)))
        nodes[one.at] = Question(atom, at, at + 1)
        waiting.append(_Open(at, yes, (*one.answers, atom)))
        waiting.append(_Open(at + 1, no, (*one.answers, T.not_(atom))))
    return nodes


_Rest = tuple[Term, Term, Term]


def _branch(one: _Open, asker: Asker) -> tuple[Term, _Rest | None, _Rest | None] | None:
    atom = _best(one.rest)
    if atom is None:
        return None
    yes, no = (_answered(one.rest, atom, value) for value in (T.TRUE, T.FALSE))
    if one.answers:
        if asker.impossible(*one.answers, atom):
            return atom, None, no
        if asker.impossible(*one.answers, T.not_(atom)):
            return atom, yes, None
    return atom, yes, no


def _decided(rest: _Rest) -> Kind | None:
    outside, must, safe = rest
    if outside is T.TRUE:
        return Kind.OUTSIDE
    if outside is not T.FALSE:
        return None
    if must is T.TRUE:
        return Kind.MUST
    if safe is T.TRUE:
        return Kind.SAFE
    return Kind.MAY if must is T.FALSE and safe is T.FALSE else None


def _shown(one: _Open, asker: Asker) -> Kind | None:
    """What a solver says of all inputs with these answers. An empty leaf is whatever is asked first."""
    outside, must, safe = one.rest
    for kind, claim in ((Kind.MUST, T.and_(T.not_(outside), must)), (Kind.SAFE, T.and_(T.not_(outside), safe))):
        if claim is not T.FALSE and asker.impossible(*one.answers, T.not_(claim)):
            return kind
    return None


def _best(rest: _Rest) -> Term | None:
    """The atom that stands in most places, shallow ones first: what is common to many pieces parts them best."""
    weights: dict[Term, float] = {}
    waiting = [(part, 1.0) for part in rest]
    seen = 0
    while waiting and seen < 20 * _MOST_ATOMS:
        part, weight = waiting.pop()
        seen += 1
        if part.op in _JOINTS:
            share = weight if part.op is T.NOT else weight / len(part.args)
            waiting.extend((argument, share) for argument in part.args)
        elif part.op is not T.CONST and (part in weights or len(weights) < _MOST_ATOMS):
            weights[part] = weights.get(part, 0.0) + weight
    return max(weights, key=lambda atom: weights[atom], default=None)


def _answered(rest: _Rest, atom: Term, value: Term) -> _Rest:
    outside, must, safe = (T.replace_parts(part, {atom: value}) for part in rest)
    return outside, must, safe
