"""What a caller and a callee that it finds by an address take values for: pointers, bits of floats, other numbers."""

from __future__ import annotations


def alike(wanted: str, given: str) -> bool:
    """Do ``kinds`` of a call and of a procedure agree? What one of them lacks does not matter."""
    if not wanted or not given:
        return True
    sides = zip(wanted.split("/"), given.split("/"), strict=True)
    return all(one == other for mine, theirs in sides for one, other in zip(mine, theirs, strict=False))
