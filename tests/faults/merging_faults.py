"""States that become one: what must be equal, what is merged, which of the two it is, and what nobody asked about."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import antumbra
from antumbra.engines.outcome import Cut, Reason, Statistics
from antumbra.semantics import merging
from antumbra.semantics.machine import Machine
from antumbra.semantics.paths import Paths
from antumbra.solvers import Chain
from antumbra.strategies.auto import Alternation
from support.faults import Fault
from support.merging import PROGRAMS, explored, global_variable, ignored_result
from support.scripted import Scripted


@cache
def right(name: str) -> Callable[[], None]:
    """A program of support.merging has its verdict."""

    def killer() -> None:
        program = PROGRAMS[name]
        verdict = explored(program)
        assert verdict == program.expected or (program.expected == "not safe" and verdict != "safe")

    killer.__name__ = name.replace(" ", "_").replace(",", "")
    return killer


def variables() -> None:
    assert not [end for end in global_variable(wrong=False).run() if end.check]


def ignored() -> None:
    engine = ignored_result()
    assert [end.reason for end in engine.run()] == [Reason.RETURN]
    assert engine.complete


def impossible_blocks() -> None:
    """A side that nobody asked about does not count as reached."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(PROGRAMS["a side that is impossible"].text, "utf-8")
        merged, apart = (antumbra.explore(path, options={"merge": way}) for way in ("all", "none"))
        assert merged.stats["covered_blocks"] == apart.stats["covered_blocks"]


def trial_that_does_not_support() -> None:
    """What only merging does not support is no reason to stop."""
    counted = Statistics(forks=2, extra={"met": 2, "merged": 1})
    first = Scripted("explore", [Cut(Reason.UNSUPPORTED, "several objects")], counted)
    alternation = Alternation([lambda _: first, lambda _: Scripted("plain", [])], trial=True)
    list(alternation.run())
    assert (alternation.name, alternation.complete) == ("plain", True)
    assert not alternation.cuts


def trial_that_is_unfinished() -> None:
    """It has left out what is not followed yet."""
    counted = Statistics(forks=2, extra={"met": 2, "merged": 1})
    first = Scripted("explore", [], counted, turns=2)
    alternation = Alternation([lambda _: first, lambda _: Scripted("plain", [], turns=3)], trial=True)
    list(alternation.run())
    assert (alternation.name, alternation.complete) == ("plain", True)


FAULTS = [
    Fault(
        "merging",
        "inputs are the same",
        merging._RULES["inputs"],
        "_alike(",
        "(lambda _: None)(",
        (
            right("pieces of an unknown object, in another order"),
            right("pieces of an unknown object, in another order, other side"),
        ),
    ),
    Fault(
        "merging",
        "objects are the same",
        merging._skeleton,
        "_alike(",
        "(lambda _: None)(",
        (right("an object whose life ends on one side"), right("an object whose life ends on the other side")),
    ),
    Fault(
        "merging",
        "unwritten bytes are zero",
        merging._never_written,
        "item is not None and item.content is Content.ZERO",
        "True",
        (right("bytes that nobody wrote"),),
    ),
    Fault(
        "merging",
        "bytes were not written otherwise",
        merging._never_written,
        "page is EMPTY or all(",
        "True or all(",
        (right("bytes of another width"),),
    ),
    Fault(
        "merging",
        "cells that differ",
        merging._cell,
        "if not _same(value, other):",
        "if False:",
        (right("cells"), right("cells, wrong")),
    ),
    Fault(
        "merging",
        "cells that only the other has",
        merging._page,
        "if address not in mine:",
        "if False:",
        (right("cells"),),
    ),
    Fault(
        "merging",
        "both are arrays",
        merging._arrays,
        "_alike(one.keys() == other.keys())",
        "if one.keys() != other.keys(): return",
        (right("an array on one side"), right("an array on the other side")),
    ),
    Fault(
        "merging",
        "arrays that differ",
        merging._arrays,
        "if array is not other_array:",
        "if False:",
        (right("arrays"),),
    ),
    Fault(
        "merging", "global variables that differ", merging._variables, "if not _same(a, b):", "if False:", (variables,)
    ),
    Fault(
        "merging",
        "registers that differ",
        merging._differences,
        "if not _same(a, b) and not",
        "if False and not",
        (right("registers"),),
    ),
    Fault(
        "merging", "ignored results have any sort", merging._ignored, "if sort is not T.BOOL:", "if True:", (ignored,)
    ),
    Fault(
        "merging",
        "different sides of a fork",
        merging._guard,
        "x is not y and x[2]",
        "x[2]",
        (right("parted twice"), right("parted twice, written on the other sides")),
    ),
    Fault(
        "merging",
        "which side it was",
        merging._one_of,
        "side[2] if side[1] else T.not_(side[2])",
        "side[2]",
        (right("an assumption on one side"), right("a switch")),
    ),
    Fault(
        "merging",
        "what one side has found",
        merging._common_path,
        "either = _either(rest_a, rest_b)",
        "either = T.TRUE",
        (right("an assumption on one side"),),
    ),
    Fault(
        "merging",
        "one side keeps its own",
        merging._either,
        "T.or_(other[-1], ",
        "T.or_(T.TRUE, ",
        (right("an assumption on one side"), right("an assumption on the other side")),
    ),
    Fault(
        "merging",
        "the other side keeps its own",
        merging._either,
        "T.or_(one[-1], ",
        "T.or_(T.TRUE, ",
        (right("an assumption on one side"), right("an assumption on the other side")),
    ),
    Fault(
        "merging",
        "all that nobody asked about",
        merging.settle,
        "if path is None:",
        "if False:",
        (right("a side that is impossible"),),
    ),
    Fault(
        "merging",
        "only what is possible is reached",
        Machine._cover,
        "if state.unsettled is not None:",
        "if False:",
        (impossible_blocks,),
    ),
    Fault(
        "merging",
        "the default is none of the cases",
        Paths._switch,
        "T.or_(T.FALSE, *conditions)",
        "T.or_(T.FALSE, *conditions[:1])",
        (right("a switch"),),
    ),
    Fault(
        "merging",
        "a condition that is foreseen",
        Chain.foreseen,
        "True if split[1] is EMPTY",
        "True if split[1] is not EMPTY",
        (right("registers"),),
    ),
    Fault(
        "merging",
        "a trial decides only what is complete",
        Alternation._decided.fget,
        "if player.trial and",
        "if False and",
        (trial_that_does_not_support, trial_that_is_unfinished),
    ),
]
