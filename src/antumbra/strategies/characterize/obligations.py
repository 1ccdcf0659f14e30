"""PROVE(MUST): that every input of a region fails, as a question that engines and the check of proofs can answer.

Two things must hold: no execution ends without the failure, and every execution ends. Both are safety of the inverted
program (program.inverting): ends are violations, and so is a loop that uses up its fuel, or whose rank does not
decrease.
"""

from __future__ import annotations

from antumbra.engines.invariants.ranking import ranks_of
from antumbra.program import model as P
from antumbra.program.inverting.ends import Inverted, NotInverted, inverted
from antumbra.program.inverting.measures import Measures, with_measures
from antumbra.records import dataclass

#: checks that fail at assertions of the program form, and nowhere else
_ASSERTED = frozenset({"unreach-call", "assert"})
#: rounds of a loop within one call, and calls of recursive procedures under way, that a failing execution may take
FUEL = 1 << 20


@dataclass(frozen=True, slots=True)
class Obligation:
    """``program`` violates none of ``checks``, but for those of ``quiet``, if and only if every execution fails."""

    program: P.Program
    checks: frozenset[str]
    quiet: frozenset[str]


def obligation(program: P.Program, checks: frozenset[str]) -> Obligation | str:
    """How to ask; or why nobody can. Loops have ranks where some are known to decrease, and fuel elsewhere."""
    try:
        turned: Inverted = inverted(program, checks)
        measures = Measures(ranks_of(turned.program).shown, fuel=FUEL)
        return Obligation(with_measures(turned.program, measures), turned.checks, turned.quiet)
    except NotInverted as reason:
        return str(reason)


def one_failure(program: P.Program, checks: frozenset[str]) -> bool:
    """Is there one place where the property can fail? Else a proof that everything fails does not say where.

    A place of the library is one for each call."""
    if not checks <= _ASSERTED:
        return False
    places = {
        (command.check, command.location)
        for procedure in program.procedures.values()
        for block in procedure.blocks.values()
        for command in block.commands
        if isinstance(command, P.Assert) and command.check in checks
    }
    return len(places) == 1 and not any(place is not None and place.in_library for _, place in places)
