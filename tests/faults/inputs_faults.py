"""Conditions on inputs, and conditions of ended paths, with one of their own conditions forgotten."""

from __future__ import annotations

from functools import partial, update_wrapper

from antumbra.engines.naming import _numbered
from antumbra.engines.recording import Recording
from antumbra.program.restricting import order
from antumbra.program.restricting.assuming import _Writer, conjuncts
from antumbra.program.restricting.order import AskingOrder
from antumbra.semantics.machine import Machine
from engines import test_inputs
from program import test_asking_order
from support.faults import Fault

under_conditions = partial(test_inputs.test_verdicts_under_random_conditions, "explore")
update_wrapper(under_conditions, test_inputs.test_verdicts_under_random_conditions)


def asking_order() -> None:
    """Every program of the table."""
    for text, last in test_asking_order.PROGRAMS:
        test_asking_order.test_who_may_be_last(text, last)


FAULTS = [
    Fault(
        "conditions on inputs",
        "a conjunct waits for the inputs of other places",
        _Writer._bound,
        "if other != place:",
        "if False:",
        (under_conditions,),
    ),
    Fault(
        "conditions on inputs",
        "a conjunct is about the number of the call",
        _Writer._bound,
        "T.eq(told.counter, told.times(part.last[place]))",
        "T.TRUE",
        (under_conditions,),
    ),
    Fault(
        "conditions on inputs",
        "an input is kept when it is asked for",
        _Writer._asked,
        "T.eq(count, told.times(named.number - 1))",
        "T.TRUE",
        (under_conditions,),
    ),
    Fault(
        "conditions on inputs",
        "counters do not wrap",
        _Writer._asked,
        "T.ite(T.bvugt(count, told.times(told.most)), count, T.bvadd(count, told.times(1)))",
        "T.bvadd(count, told.times(1))",
        (test_inputs.test_every_call_in_a_loop,),
    ),
    Fault(
        "conditions on inputs",
        "the parts of a negated disjunction are negated",
        conjuncts,
        "T.not_(part) for part",
        "part for part",
        (test_inputs.test_conjuncts_are_together_the_condition,),
    ),
    Fault(
        "conditions on inputs",
        "who is called twice asks in no order",
        order._at_most_once,
        "if not others and caller == name",
        "if caller == name",
        (asking_order,),
    ),
    Fault(
        "conditions on inputs",
        "who is called in a loop asks in no order",
        order._at_most_once,
        "and label not in looping",
        "",
        (asking_order,),
    ),
    Fault(
        "conditions on inputs",
        "whoever knows an address may call",
        order._at_most_once,
        "if program.functions:",
        "if False:",
        (asking_order,),
    ),
    Fault(
        "conditions on inputs",
        "inputs of two procedures have no order",
        AskingOrder._reached,
        "name != self._in.get(late)",
        "False",
        (asking_order,),
    ),
    Fault(
        "conditions on inputs",
        "in a loop each input may be the last",
        AskingOrder._reached,
        "label in self._from(name, before) or",
        "",
        (asking_order,),
    ),
    Fault(
        "conditions of paths",
        "inputs of a place are numbered",
        _numbered,
        "asked.get(place, 0) + 1",
        "1",
        (test_inputs.test_exactly_one_end_for_every_input,),
    ),
    Fault(
        "conditions of paths",
        "what an assumption excludes is told",
        Machine._excluded,
        "elif fails is not None and holds is not None:",
        "elif False:",
        (test_inputs.test_exactly_one_end_for_every_input,),
    ),
    Fault(
        "conditions of paths",
        "every violation is told",
        Recording.violated,
        "and not self.path_conditions",
        "",
        (test_inputs.test_every_violation_is_told,),
    ),
]
