"""Ganak counts models, in a child process that can be ended at any time.

Ganak tells components of a formula apart by hashes of theirs, so it may err with a probability too small to measure. So
no number leaves here before a second run with other hashes has said the same; and on some values the clauses must say
what our own evaluation says.

It counts no steps, so its limit is processor time, which a busy machine hardly changes. What it costs does not depend
on what it took: an answer and a count that was ended have a price each.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Final

from antumbra import terms as T
from antumbra.solvers.answers import SolverError, Unknown, UnsupportedTerm
from antumbra.solvers.backends.apart import Ended, Lost, Returned, apart
from antumbra.solvers.counting.comparing import compare
from antumbra.solvers.deadline import Deadline
from antumbra.solvers.runs import begin_run
from antumbra.terms import Term

#: processor seconds of one count, where steps are limited; and the price of a count that was ended, and of an answer
_SECONDS: Final = 4
_ENDED: Final = 4_000_000
_ANSWER: Final = 250_000


def available() -> bool:
    """There is no wheel of it for every Python."""
    return find_spec("pyganak") is not None


def count_clauses(
    condition: Term, variables: Sequence[Term], limits: Deadline, memory_mb: float | None = None
) -> int | Unknown:
    """As ``count_bits`` in ``counter.py``."""
    if not available():
        return Unknown("the counter Ganak is not installed for this Python")
    processor = None if limits.steps is None else _SECONDS
    match apart(lambda: _counted(condition, tuple(variables)), lambda: limits.late, memory_mb, processor):
        case Returned(value):
            limits.spend(_ANSWER)
            return value
        case Ended():
            limits.spend(_ENDED)
            return Unknown("timeout")
        case Lost(reason):
            limits.spend(_ENDED)
            return Unknown(reason)


def _counted(condition: Term, variables: tuple[Term, ...]) -> int | Unknown:
    """In the child."""
    _be_silent()
    # a context of Z3 of its own: that of the parent may be large, and is no longer looked after
    begin_run()
    try:
        found, again = (_count(condition, variables, seed) for seed in (0, 1))
    except UnsupportedTerm as reason:
        return Unknown(str(reason))
    if found != again:
        raise SolverError("two counts contradict each other")
    return found


def _be_silent() -> None:
    """Ganak tells of intermediate counts on the terminal, which is the parent's."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def _count(condition: Term, variables: tuple[Term, ...], seed: int) -> int:
    import pyganak

    from antumbra.solvers.counting.clauses import clauses_of

    ganak: Any = pyganak
    made = clauses_of(condition, variables)
    if T.free_variables(condition) <= frozenset(variables):
        compare(condition, variables, made.allow)
    shown = [bit for bits in made.bits.values() for bit in bits]
    numbers = [bit for bit in shown if bit is not None]
    if () in made.clauses:
        return 0
    counter: Any = ganak.Counter(seed=seed)
    # one more variable, always true: a projection onto nothing would be taken for none
    true = made.variables + 1
    counter.new_vars(true)
    counter.add_clauses([*made.clauses, (true,)])
    counter.set_sampling_set([*numbers, true])
    return int(counter.count()) << (len(shown) - len(numbers))
