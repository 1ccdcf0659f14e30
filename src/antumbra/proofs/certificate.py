"""What an engine hands out with ``safe``: what a checker needs besides the program.

Plain exploration has nothing to say: to check it is to execute the program once more. An engine that closes loops says
what holds at their heads. A condition is a claim, not a fact: the checker keeps of them what it can show itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from antumbra.terms import Term, var


def at_entry(variable: Term) -> Term:
    """The value that a variable had before the first round of a loop, as a variable of claims."""
    return var(f"at entry of the loop: {variable.data}", variable.sort)


@dataclass(frozen=True, slots=True)
class LoopClaim:
    """At the head of a loop (a block of a procedure) these hold in every round.

    They are over variables of the program, and the values that variables had before the first round (``at_entry``).
    """

    procedure: str
    head: str
    conditions: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """Loops that are not in ``loops`` have ends, and are executed round by round.

    ``paths``: how many ways the engine has found through the program, where it has followed each; a hint.
    """

    loops: tuple[LoopClaim, ...] = ()
    paths: int | None = None

    @staticmethod
    def of_loops(found: Sequence[LoopClaim]) -> Certificate:
        """All claims of one loop together: the checker keeps those that hold where it comes to that loop."""
        together: dict[tuple[str, str], dict[Term, None]] = {}
        for claim in found:
            together.setdefault((claim.procedure, claim.head), {}).update(dict.fromkeys(claim.conditions))
        return Certificate(tuple(LoopClaim(*place, tuple(known)) for place, known in together.items()))
