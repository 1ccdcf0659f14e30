"""Where an expression may get weaker or stronger: quantifiers over types, and code expressions.

No solver has quantifiers over types: where it is sound they become instances at the types that are used.

A ``forall`` over types says more than its instances, an ``exists`` less. So instances of a ``forall`` may stand where a
weaker formula is harmless, in what is assumed, and those of an ``exists`` where a stronger one is, in what is claimed;
under a negation it is the other way round.
"""

from __future__ import annotations

from typing import Literal

from antumbra.frontends.boogie import syntax as s

#: an expression that is assumed may get weaker, one that is claimed stronger
Use = Literal["exact", "assumed", "claimed"]


def expandable(e: s.Expression, *, assumed: bool) -> frozenset[s.Quantifier]:
    """Quantifiers over types that may become their instances. ``assumed``: ``e`` may get weaker, else stronger."""
    found = _placed(e, assumed)
    return frozenset(q for q, weaker in found if isinstance(q, s.Quantifier) and (q.kind == "forall") == weaker)


def arbitrary(e: s.Expression) -> frozenset[s.Quantifier]:
    """Quantifiers in the claim ``e`` that hold if they do for one type about which nothing is known."""
    found = _placed(e, assumed=False)
    return frozenset(q for q, weaker in found if isinstance(q, s.Quantifier) and q.kind == "forall" and not weaker)


def code_uses(e: s.Expression, *, assumed: bool) -> dict[s.CodeExpression, Use]:
    """How the code expressions in ``e`` are used, which is assumed or claimed."""
    found = _placed(e, assumed)
    return {c: "assumed" if weaker else "claimed" for c, weaker in found if isinstance(c, s.CodeExpression)}


def _placed(e: s.Expression, assumed: bool) -> list[tuple[s.Quantifier | s.CodeExpression, bool]]:
    """Quantifiers over types and code expressions below connectives only, and whether they may get weaker."""
    found: list[tuple[s.Quantifier | s.CodeExpression, bool]] = []
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
            case s.CodeExpression():
                found.append((node, weaker))
            case _:
                pass
    return found
