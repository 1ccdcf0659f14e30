"""Are two syntax trees the same, places aside? By a loop: trees may be deeper than C's stack."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

_SKIPPED = frozenset({"place", "end", "type", "target", "instance", "procedure_", "datatype", "variables_"})


def same(a: Any, b: Any) -> bool:
    """Compares fields of nodes, items of lists, and the rest by ``==``."""
    stack: list[tuple[Any, Any]] = [(a, b)]
    while stack:
        x, y = stack.pop()
        if type(x) is not type(y):
            return False
        if type(x) in (list, tuple):
            if len(x) != len(y):
                return False
            if len(x) == 2 and isinstance(x[0], tuple):  # a label with its place
                stack.append((x[1], y[1]))
            else:
                stack.extend(zip(x, y, strict=True))
        elif is_dataclass(x):
            stack.extend((getattr(x, f.name), getattr(y, f.name)) for f in fields(x) if f.name not in _SKIPPED)
        elif x != y:
            return False
    return True
