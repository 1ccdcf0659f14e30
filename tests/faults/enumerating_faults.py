"""Enumerated states between inputs, and the check of such states, without one of their conditions."""

from __future__ import annotations

from collections.abc import Callable

from antumbra.engines.enumerating import flow, narrowing, shape, writing
from antumbra.proofs.claims import states
from antumbra.strategies.enumerated import Enumerated
from enumerating import test_enumerating as tests
from support.faults import Fault

_STATES = "states between inputs"
_CHECK = "the check of states between inputs"


def _range(*names: str) -> tuple[Callable[[], None], ...]:
    def ranges() -> None:
        for name in names:
            tests.test_ranges(name)

    return (ranges,)


def _meet() -> None:
    for first in (True, False):
        tests.test_ways_meet(first)


_EVERY = _range(*tests.CONDITIONS)
_LOW = _range("low bits")

FAULTS = [
    Fault(
        _STATES,
        "a range ends where an unsigned number wraps",
        narrowing._compared,
        "term.op in _UNSIGNED",
        "False",
        _range("an unsigned number wraps"),
    ),
    Fault(
        _STATES,
        "a range ends where a sum wraps",
        narrowing._compared,
        "one.op is not T.VAR",
        "False",
        _range("a sum wraps"),
    ),
    Fault(
        _STATES,
        "a range ends where a narrow number wraps",
        narrowing._follows,
        "found.append(Whole(term, extended))",
        "pass",
        _range("a narrow number wraps"),
    ),
    Fault(
        _STATES,
        "a variable that follows the input does not wrap",
        narrowing.use_of,
        "if term.op is T.VAR else",
        "if True else",
        (tests.test_what_follows_the_input,),
    ),
    Fault(_STATES, "other uses tell all values apart", narrowing.use_of, "dependence = Dependence.ANY", "pass", _LOW),
    Fault(
        _STATES,
        "a state that depends on the input is of one value",
        writing._Writer._asks,
        "if after & (self._now.follow | self._now.other):",
        "if False:",
        (tests.test_states_of_inputs,),
    ),
    Fault(
        _STATES,
        "a branch that depends on the input is of one value",
        writing._Writer._decided,
        "is not Dependence.NONE",
        "is None",
        _LOW,
    ),
    Fault(
        _STATES,
        "cases of the input end ranges",
        writing._Writer._cases,
        "for constant, _ in cases:",
        "for constant, _ in ():",
        (tests.test_cases_of_the_input,),
    ),
    Fault(
        _STATES,
        "ranges are as long as the nearest comparison says",
        writing._shortening,
        "icmp slt i64 %end, %last",
        "icmp sgt i64 %end, %last",
        _EVERY,
    ),
    Fault(
        _STATES,
        "what branches read is kept",
        flow.Flow.at_end,
        "needed[then] | needed[otherwise] | self.read(name, condition)",
        "needed[then] | needed[otherwise]",
        (tests.test_states_that_branches_read,),
    ),
    Fault(
        _STATES,
        "what assertions read is kept",
        flow.Flow.before,
        "return after | self.read(name, command.condition)",
        "return after",
        (tests.test_states_that_assertions_read,),
    ),
    Fault(
        _STATES,
        "what callers need is kept",
        flow.Flow._at_return,
        "found |= kept",
        "pass",
        (tests.test_what_callers_need,),
    ),
    Fault(
        _STATES,
        "what other segments read is a variable of its own",
        flow.Flow._share_inner,
        "if seen.setdefault(key, number) != number or key not in inner:",
        "if False:",
        (tests.test_what_callers_need,),
    ),
    Fault(
        _STATES,
        "dependences of all ways meet",
        flow.Flow.dependences.func,
        "follow | old.follow, other | old.other",
        "follow, other",
        (_meet,),
    ),
    Fault(
        _STATES,
        "undefined behaviour is left to others",
        shape._Builder._assert,
        "self.shape.asserted[id(command)] = None",
        "pass",
        (tests.test_undefined_behaviour_is_left_to_others,),
    ),
    Fault(
        _STATES,
        "an end that nobody can judge is left to others",
        shape._end,
        '"" if end in _ENDS else detail or end.value',
        '""',
        (tests.test_ends_that_nobody_can_judge,),
    ),
    Fault(
        _STATES,
        "recursion is left to others",
        shape.shape_of,
        "name in calls.recursive for name",
        "False for name",
        (tests.test_recursion_is_left_to_others,),
    ),
    Fault(
        _STATES,
        "only all states are a proof",
        Enumerated.complete.fget,
        "self._done",
        "True",
        (tests.test_not_complete_before_the_end,),
    ),
    Fault(
        _CHECK,
        "states that follow are among them",
        states._Lanes._inside,
        "if not found <= self._rows[id(one)]:",
        "if False:",
        (tests.test_states_are_all,),
    ),
    Fault(
        _CHECK,
        "the beginning is looked at",
        states._Check._batches,
        "yield start",
        "pass",
        (tests.test_states_are_all,),
    ),
    Fault(
        _CHECK,
        "every state is looked at",
        states._Check._batches,
        "range(0, len(one.rows), size)",
        "range(0, 0, size)",
        (tests.test_states_that_assertions_read,),
    ),
    Fault(_CHECK, "assertions hold", states._Lanes._asserted, "if fails and", "if False and", _EVERY),
    Fault(
        _CHECK,
        "places are not reached",
        states._Lanes._block,
        "in self._question.places",
        "in ()",
        (tests.test_states_are_all,),
    ),
    Fault(
        _CHECK,
        "a number within a range is not all of it",
        states._Evaluation.compared,
        "if low <= other <= high:",
        "if False:",
        _range("one number"),
    ),
    Fault(
        _CHECK,
        "unsigned numbers wrap",
        states._Evaluation.compared,
        "if low < 0 <= high:",
        "if False:",
        _range("an unsigned sum wraps"),
    ),
    Fault(
        _CHECK,
        "both ends of a range compare alike",
        states._Evaluation.compared,
        "if at_low is not at_high:",
        "if False:",
        _range("part of a half"),
    ),
    Fault(_CHECK, "sums wrap", states._moved, "if -half <= low and high < half else None", "", _range("a sum wraps")),
    Fault(_CHECK, "wide ranges are cut", states._Lanes._vague, "self._clear = False", "pass", _LOW),
    Fault(
        _CHECK,
        "what is unknown has no value",
        states._Lanes._block,
        "self._write(self._key(name, command.target), {}, lanes)",
        "pass",
        (tests.test_an_unknown_without_states,),
    ),
    Fault(
        _CHECK,
        "branches depend on what is known",
        states._Lanes._sides,
        "if lanes:",
        "if False:",
        (tests.test_an_unknown_without_states,),
    ),
    Fault(
        _CHECK,
        "calls under way are those that were found",
        states._Lanes._asked,
        "if lanes:",
        "if False:",
        (tests.test_other_callers,),
    ),
    Fault(
        _CHECK,
        "returns lead to known calls",
        states._Lanes._return,
        "if rest:",
        "if False:",
        (tests.test_other_callers,),
    ),
    Fault(
        _CHECK,
        "an end that nobody can judge is none",
        states._Lanes._stop,
        'raise _Refutation(f"an end',
        'str(f"an end',
        (tests.test_ends_that_nobody_can_judge,),
    ),
]
