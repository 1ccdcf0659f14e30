"""Counts of inputs, and pairs across borders, with one of their conditions forgotten."""

from __future__ import annotations

from functools import partial, update_wrapper

from antumbra.bounds.counting import counts, models, truth
from antumbra.bounds.counting.boxes import boxes_of
from antumbra.bounds.counting.distribution import _Reader
from antumbra.bounds.counting.values import step
from antumbra.solvers.counting.counter import count_by_diagrams
from antumbra.solvers.counting.diagrams import Diagrams
from bounds import test_counting, test_probability, test_sampling
from support.faults import Fault

infinite = partial(test_counting.test_mathematical_integers, test_counting.T.TRUE, None)
update_wrapper(infinite, test_counting.test_mathematical_integers)
far_away = partial(
    test_counting.test_mathematical_integers,
    test_counting.T.or_(
        test_counting.T.eq(test_counting.N, test_counting.number(1 << 300)),
        test_counting.T.eq(test_counting.N, test_counting.number(2)),
    ),
    None,
)
update_wrapper(far_away, test_counting.test_mathematical_integers)
FAULTS = [
    Fault(
        "counts",
        "a variable that no part speaks of has all of its values",
        models._Counting.conjunction,
        "_times([*counts, *map(_everything, rest)])",
        "_times(counts)",
        (infinite,),
    ),
    Fault(
        "counts",
        "a variable that a box leaves open has all of its values",
        boxes_of,
        "_Edge(state, (0, top))",
        "_Edge(state, (0, 1))",
        (test_counting.test_random_conditions_by_boxes,),
    ),
    Fault(
        "counts",
        "integers beyond all borders are infinitely many",
        truth.size_of,
        "if sort is T.INT and values",
        "if False and values",
        (infinite,),
    ),
    Fault(
        "counts",
        "a border beyond all positions is not left out",
        truth._roots,
        "if abs(root) >= -LEAST - 2:",
        "if False:",
        (far_away,),
    ),
    Fault(
        "counts",
        "functions have no values to count",
        truth.is_open,
        "part.op is T.APPLY or part.op in T.BINDERS",
        "False",
        (test_counting.test_functions_have_no_models_to_count,),
    ),
    Fault(
        "counts",
        "what was not tried in time is not counted",
        models._Counting._by_trying,
        "self._deadline.passed",
        "False",
        (test_counting.test_not_counted_when_time_is_over,),
    ),
    Fault(
        "counts",
        "hidden variables do not count",
        Diagrams.count,
        "int(number != FALSE)",
        "int(number == TRUE)",
        (test_counting.test_random_conditions_by_diagrams,),
    ),
    Fault(
        "counts",
        "a diagram says what its condition says",
        count_by_diagrams,
        "compare(condition, [*variables, *hidden], says)",
        "says",
        (test_counting.test_a_wrong_translation_is_noticed,),
    ),
    Fault(
        "counts",
        "pieces speak of parameters only",
        counts._Counter.count,
        "if not T.free_variables(condition) <= frozenset(self.variables):",
        "if False:",
        (test_probability.test_pieces_about_other_than_parameters_are_not_counted,),
    ),
    Fault(
        "probabilities",
        "a row's values share its weight",
        counts._Weighing.weigh,
        "Fraction(inside, size * others)",
        "Fraction(inside, others)",
        (test_probability.test_probabilities_under_tables,),
    ),
    Fault(
        "probabilities",
        "rows have no value in common",
        _Reader.rows,
        "if any(self._size(T.and_(a, b)) for a, b in combinations(conditions, 2)):",
        "if False:",
        (test_probability.test_rows_do_not_overlap,),
    ),
    Fault(
        "borders",
        "no step wraps around",
        step,
        "return T.ne(variable, last), ",
        "return T.TRUE, ",
        (test_sampling.test_no_step_wraps_around,),
    ),
]
