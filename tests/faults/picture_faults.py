"""Pictures of bounds that would claim more than is known."""

from __future__ import annotations

from antumbra.report.bounds.picture import points
from antumbra.report.bounds.picture.charts import conditions
from antumbra.report.bounds.picture.parts import intervals
from antumbra.report.bounds.picture.parts.axis import Axis
from antumbra.report.bounds.picture.parts.space import Space
from report import test_picture, test_picture_cells
from support.faults import Fault

_BOXES = (test_picture_cells.test_whole_boxes_are_what_all_their_points_are,)
_LEAVES = (test_picture_cells.test_leaves_of_the_tree,)

FAULTS = [
    Fault(
        "pictures of bounds",
        "samples do not speak for a whole cell",
        Space._whole,
        "and self._shown(kind, box) ",
        "",
        (test_picture_cells.test_samples_do_not_speak_for_a_cell,),
    ),
    Fault(
        "pictures of bounds",
        "a point has no kind while other inputs are open",
        Space._whole,
        "if not self.open and all(",
        "if all(",
        (test_picture_cells.test_inputs_that_are_not_fixed_are_open,),
    ),
    Fault(
        "pictures of bounds",
        "functions without meaning leave it open",
        Space.__init__,
        "part.op is T.APPLY or part.op in T.BINDERS",
        "False",
        (test_picture_cells.test_functions_without_meaning_are_open,),
    ),
    Fault(
        "pictures of bounds",
        "no answer shows nothing",
        Space._by_solver,
        "shown = bool(",
        "shown = True or bool(",
        (test_picture_cells.test_no_answer_shows_nothing,),
    ),
    Fault(
        "pictures of bounds",
        "the claim is true, not only possible",
        Space._by_intervals,
        "== (1, 1)",
        "!= (0, 0)",
        _BOXES,
    ),
    Fault(
        "pictures of bounds",
        "what is not MUST is SAFE only where the bounds are exact",
        Space.__init__,
        "if cfc.exact else",
        "if True else",
        _BOXES,
    ),
    Fault(
        "pictures of bounds",
        "nothing is said outside of the domain",
        Space.__init__,
        "Kind.MUST: T.and_(domain, self.must)",
        "Kind.MUST: self.must",
        _BOXES,
    ),
    Fault(
        "pictures of bounds",
        "a span across zero has all unsigned values",
        Axis.bits,
        "if crosses else",
        "if False else",
        _BOXES,
    ),
    Fault(
        "pictures of bounds",
        "a span across zero is two ranges of bits",
        Axis.within,
        "if ends[0] < 0 <= ends[1]:",
        "if False:",
        _BOXES,
    ),
    Fault(
        "pictures of bounds",
        "comparisons with NaN are false",
        intervals._floats_compared,
        "(0, high) if a.nan or b.nan else (low, high)",
        "(low, high)",
        (test_picture_cells.test_bounds_of_comparisons_with_nan,),
    ),
    Fault(
        "pictures of bounds",
        "remainders begin anew",
        intervals._combined,
        "and low // by == high // by",
        "",
        (test_picture_cells.test_numbers_without_limits,),
    ),
    Fault(
        "pictures of bounds",
        "a leaf without an answer has no kind",
        conditions._shown,
        "asker.impossible(*one.answers, T.not_(claim))",
        "True",
        _LEAVES,
    ),
    Fault(
        "pictures of bounds",
        "a leaf is inside of the domain",
        conditions._decided,
        "if outside is not T.FALSE:",
        "if False:",
        _LEAVES,
    ),
    Fault(
        "pictures of bounds",
        "a test lies in its clause",
        points.points_of,
        "env is not None and _holds(clause.condition, env)",
        "env is not None",
        (test_picture.test_a_test_outside_of_its_clause_is_not_drawn,),
    ),
]
