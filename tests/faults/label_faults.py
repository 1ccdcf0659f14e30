"""Labels of points by concrete runs, and proposals from them, with one of their conditions forgotten."""

from __future__ import annotations

from antumbra.semantics.compiling import flow
from antumbra.strategies.characterize.proposing.dropping import Dropping
from antumbra.strategies.characterize.proposing.learning import Partition
from antumbra.strategies.characterize.proposing.regions import said
from antumbra.strategies.characterize.running.answering import Answering, Endings, _Slot
from antumbra.strategies.characterize.running.runner import Runner
from proposing import test_dropping, test_learning, test_running
from support.faults import Fault

_LABELS = "labels of points"
_PROPOSALS = "proposals"


FAULTS = [
    Fault(
        _LABELS,
        "all executions with these inputs end alike",
        Runner._label,
        "if over and all(label == labels[0] for label in labels):",
        "if labels:",
        (test_running.test_assumptions_on_what_is_no_input_leave_no_label,),
    ),
    Fault(
        _LABELS,
        "what an assumption excludes is told",
        Answering.assume,
        "if condition.__class__ is Term:",
        "if False:",
        (test_running.test_assumptions_on_what_is_no_input_leave_no_label,),
    ),
    Fault(
        _LABELS,
        "every input that is read has a value",
        Answering._answer,
        "if value is None:",
        "if value is None and (value := 0):",
        (test_running.test_inputs_without_a_value_leave_no_label,),
    ),
    Fault(
        _LABELS,
        "reads of a place are numbered",
        _Slot.fill,
        "values.get(self.numbers[number])",
        "values.get(self.numbers[1])",
        (test_running.test_inputs_without_a_value_leave_no_label,),
    ),
    Fault(
        _LABELS,
        "the violation is one of the property",
        Endings.violated,
        "if check in self.checks else",
        "if True else",
        (test_running.test_undefined_behaviour_outside_the_property_leaves_no_label,),
    ),
    Fault(
        _LABELS,
        "code is for values only where inputs have them",
        flow.symbolic_variables,
        "and place_of(command) in given:",
        ":",
        (test_running.test_what_is_no_input_and_decides_leaves_no_label, test_running.test_parameters_are_inputs),
    ),
    Fault(
        _PROPOSALS,
        "settled parts are left out of the others",
        Partition._proposal,
        "*(T.not_(c) for c in known)",
        "",
        (test_learning.test_what_is_settled_binds_later_proposals,),
    ),
    Fault(
        _PROPOSALS,
        "a leaf with points of both sides is none",
        Partition._placed,
        "one=None if against else leaf.one",
        "one=leaf.one",
        (test_learning.test_steps_end_it,),
    ),
    Fault(
        _PROPOSALS,
        "no point contradicts what is left of a path",
        Dropping._alike,
        "sample.side is not base.side and self._inside(parts, sample.values)",
        "False",
        (test_dropping.test_points_that_are_known_count,),
    ),
    Fault(
        _PROPOSALS,
        "numbers that are left out are said",
        said,
        "for number in interval.without:",
        "for number in ():",
        (test_learning.test_features_say_what_they_count,),
    ),
]
