"""Properties as SV-COMP's formulas spell them, and what a formula asks of a program."""

from __future__ import annotations

from typing import Final

from antumbra.frontends.options import LoadOptions
from antumbra.program.properties import MEMSAFETY

#: check → its formula; what is not here has none
_FORMULAS: Final = {
    "valid-free": "G valid-free",
    "valid-deref": "G valid-deref",
    "valid-memtrack": "G valid-memtrack",
    "valid-memcleanup": "G valid-memcleanup",
    "no-overflow": "G ! overflow",
    "def-behavior": "G def-behavior",
}
_ORDER: Final = ("valid-free", "valid-deref", "valid-memtrack")


#: what a failing assertion of C calls
ASSERTION: Final = "__assert_fail"


def specification(options: LoadOptions, *, asserted: bool = False) -> str | None:
    """The text of a property file that asks the same; None where there is none. ``asserted``: it is about an
    assertion: without a property file both assertions and calls are asked for, and a formula has one of them."""
    properties, entry = options.properties, options.entry_name
    if properties.unsupported or properties.only or options.entry is not None:
        return None
    checks = properties.checks - {"assert"}
    if checks == frozenset({"unreach-call"}):
        if asserted:
            return _line(entry, f"G ! call({ASSERTION}())")
        called = properties.error_functions[0] if properties.error_functions else "reach_error"
        return _line(entry, f"G ! call({called}())")
    if checks == MEMSAFETY.checks:
        return "\n".join(_line(entry, _FORMULAS[check]) for check in _ORDER)
    if len(checks) == 1 and (formula := _FORMULAS.get(next(iter(checks)))):
        return _line(entry, formula)
    return None


def _line(entry: str, formula: str) -> str:
    return f"CHECK( init({entry}()), LTL({formula}) )"
