"""Pruning where leaks are looked for, without one of the conditions on what lives."""

from __future__ import annotations

from antumbra.engines.backward.evaluation import Evaluation
from antumbra.engines.backward.formula import Builder
from antumbra.engines.backward.reach import Reach
from antumbra.engines.interpolate.tree.tree_interpolant import TreeInterpolants
from faults.interpolate_faults import Program, main
from support.faults import Fault

_LOOP = "for (int i = 0; i < 2; i++) ;"


def either(name: str, one: str, other: str, then: str, property_: str = "valid-memcleanup") -> tuple[Program, ...]:
    """Two ways that meet, in either order: the way that is right may cover the other only if it comes first."""
    made = "char *p = malloc(4);"
    orders = ((one, other), (other, one))
    return tuple(
        Program(
            f"{name} {number}",
            main(
                f"{made} if (any()) {{ {a} }} else {{ {b} }} {_LOOP} {then}",
                "extern void abort(void); extern void exit(int); static char *g; static int k, n;",
            ),
            property_,
        )
        for number, (a, b) in enumerate(orders, 1)
    )


LIVES = either("one way frees it", "free(p);", "", "")
THEN_FORKS = either("a branch later", "free(p);", "", "if (any()) n = 1; else n = 2;")
ABORTS = either("one way aborts", "k = 1;", "k = 2;", "if (k == 1) abort();")
EXITS = either("one way exits", "k = 1;", "k = 2;", "if (k == 2) exit(0); free(p);")
LOST = either("one way forgets", "g = p;", "g = 0;", "", "valid-memtrack")

FAULTS = [
    Fault(
        "leaks",
        "what lives is compared",
        Evaluation._objects_hold,
        "formula.alive is not None and",
        "False and",
        LIVES,
    ),
    Fault("leaks", "nothing may live at the end", TreeInterpolants.ended, "else NOTHING_LEFT", "else NOTHING", LIVES),
    Fault(
        "leaks",
        "what is still reached has its reasons",
        TreeInterpolants.ended,
        "summarised or left else NOTHING if left is None",
        "summarised else NOTHING if left is not False",
        LOST,
    ),
    Fault("leaks", "joined reasons keep it", Builder.conjoin, "self.alive = other.alive", "pass", THEN_FORKS),
    Fault("leaks", "steps back keep it", Builder.__init__, "self.alive = start.alive", "self.alive = None", LIVES),
    Fault("leaks", "returns count", Reach._terminator, "if self._ends:", "if False:", ABORTS),
    Fault("leaks", "exits count", Reach._terminator, "is P.End.EXIT and self._ends", "is None", EXITS),
]
