"""Loops that end at a known zero, closed for the inputs of one state, without one of the conditions on what stays."""

from __future__ import annotations

from antumbra.engines.interpolate.loops.widening import Widening
from faults.interpolate_faults import Program, main
from support.faults import Fault


def search(name: str, round_: str, then: str) -> Program:
    """``b[n]`` is zero, and a loop looks for a zero; after some rounds it does something else."""
    begin = "char b[40]; unsigned n = any(), m = n, k = 0; if (n >= 40) return 0; b[n] = 0;"
    return Program(name, main(f"{begin} while (b[k] != 0) {{ {round_} k++; }} {then}"))


CONTENT = search("the zero is written over", "if (k == 3) b[n] = 1;", "if (k > n) reach_error();")
TERM = search("another input is held", "if (k == 3) m = n + 1;", "if (m != n) reach_error();")
FURTHER = search("two steps at once", "if (k == 3) k++;", "if (k > n) reach_error();")

FAULTS = [
    Fault(
        "loops that end at a zero",
        "content stays",
        Widening.arrive,
        "if any(arrays[base] != form for base, form in trial.kept.items()):",
        "if False:",
        (CONTENT,),
    ),
    Fault(
        "loops that end at a zero",
        "terms stay",
        Widening.arrive,
        "(values[location].__class__ is Term or values[location] != value)",
        "values[location].__class__ is int and values[location] != value",
        (TERM,),
    ),
    Fault(
        "loops that end at a zero",
        "guesses hold in every round",
        Widening.arrive,
        "trial.refuted.add(guess)",
        "pass",
        (FURTHER,),
    ),
]
