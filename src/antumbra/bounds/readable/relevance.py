"""Inputs that do not matter: whatever value they have, the bounds say the same. Asked of the conditions' meaning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Cfc, Parameter
from antumbra.terms import Term

_OTHER: Final = "another value"


def irrelevant(cfc: Cfc, asker: Asker) -> tuple[Parameter, ...]:
    """Those that were shown not to matter, in the order of the parameters."""
    return tuple(p for p in cfc.parameters if not _matters(cfc, p.variable, asker))


def _matters(cfc: Cfc, variable: Term, asker: Asker) -> bool:
    regions = [region for region in (cfc.lower, cfc.safe) if variable in T.free_variables(region)]
    if not regions:
        return False
    # no program has a variable of such a name, and neither has another question
    changed: Mapping[Term, Term] = {variable: T.var(f"{_OTHER} {variable.data}", variable.sort)}
    domain = T.and_(cfc.domain, T.substitute(cfc.domain, changed))
    return not all(asker.implies(T.and_(domain, region), T.substitute(region, changed)) for region in regions)
