"""What a solver can match: conditions on the triggers of quantifiers."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t

_BOOLEAN = frozenset({"&&", "||", "==>", "<==", "<==>"})
_ORDER = frozenset({"<", "<=", ">", ">="})


def trigger_errors(quantifier: s.Quantifier, trigger: s.Trigger) -> Iterator[tuple[s.Place, str]]:
    """Complaints about a trigger whose names are resolved."""
    mentioned: set[s.Bound] = set()
    for expression in trigger.expressions:
        yield from _forbidden(expression)
        for part in s.walk(expression):
            match part:
                case s.Identifier() if isinstance(part.target, s.Bound):
                    mentioned.add(part.target)
                case _:
                    pass
    if trigger.negative:
        return
    unknown = set(quantifier.instance or ()).difference(*(t.variables(b.type) for b in quantifier.variables))
    unknown = unknown.difference(*(t.variables(p.type) for e in trigger.expressions for p in s.walk(e) if p.type))
    for parameter in sorted(p.name for p in unknown):
        yield (
            trigger.place,
            f"trigger does not mention {parameter}, which does not occur in variables types either",
        )
    missing = [b.name for b in quantifier.variables if b not in mentioned]
    if missing:
        yield (
            trigger.place,
            f"trigger must mention all quantified variables, but does not mention: {', '.join(missing)}",
        )


def _forbidden(expression: s.Expression) -> Iterator[tuple[s.Place, str]]:
    if isinstance(expression, s.Identifier):
        yield expression.place, f"a matching pattern must be more than just a variable by itself: {expression.name}"
    for part in s.walk(expression):
        match part:
            case s.Unary(operator="!"):
                yield part.place, "boolean operators are not allowed in triggers"
            case s.Binary() if part.operator in _BOOLEAN:
                yield part.place, "boolean operators are not allowed in triggers"
            case s.Binary(operator="=="):
                yield part.place, "equality is not allowed in triggers"
            case s.Binary() if part.operator in _ORDER:
                yield part.place, "arithmetic comparisons are not allowed in triggers"
            case s.Quantifier() if part.kind != "lambda":
                yield part.place, "quantifiers are not allowed in triggers"
            case _:
                pass
