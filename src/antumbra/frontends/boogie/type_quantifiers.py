"""Quantifiers over types. No solver has them: where it is sound they become instances at the types that are used.

A ``forall`` over types says more than its instances, an ``exists`` less. So instances of a ``forall`` may stand where a
weaker formula is harmless, in what is assumed, and those of an ``exists`` where a stronger one is, in what is claimed;
under a negation it is the other way round.
"""

from __future__ import annotations

from antumbra.frontends.boogie import syntax as s


def expandable(e: s.Expression, *, assumed: bool) -> frozenset[s.Quantifier]:
    """Quantifiers over types that may become their instances. ``assumed``: ``e`` may get weaker, else stronger."""
    return frozenset(q for q, weaker in _placed(e, assumed) if (q.kind == "forall") == weaker)


def arbitrary(e: s.Expression) -> frozenset[s.Quantifier]:
    """Quantifiers in the claim ``e`` that hold if they do for one type about which nothing is known."""
    return frozenset(q for q, weaker in _placed(e, assumed=False) if q.kind == "forall" and not weaker)


def _placed(e: s.Expression, assumed: bool) -> list[tuple[s.Quantifier, bool]]:
    """Quantifiers over types below connectives only, and whether the whole gets weaker when they do."""
    found: list[tuple[s.Quantifier, bool]] = []
    stack = [(e, assumed)]
    while stack:
        node, weaker = stack.pop()
        match node:
            case s.Unary(operator="!"):
                stack.append((node.operand, not weaker))
            case s.Binary(operator="&&" | "||"):
                stack += [(node.left, weaker), (node.right, weaker)]
            case s.Binary(operator="==>"):
                stack += [(node.left, not weaker), (node.right, weaker)]
            case s.Binary(operator="<=="):
                stack += [(node.left, weaker), (node.right, not weaker)]
            case s.IfThenElse():
                stack += [(node.then, weaker), (node.otherwise, weaker)]
            case s.Old() | s.Coercion():
                stack.append((node.operand, weaker))
            case s.Let():
                stack.append((node.body, weaker))
            case s.Quantifier() if node.kind != "lambda":
                if node.type_parameters:
                    found.append((node, weaker))
                stack.append((node.body, weaker))
            case _:
                pass
    return found
