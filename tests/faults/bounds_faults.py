"""Bounds as people and compilers read them, with a condition forgotten under which they say the same."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from antumbra.bounds.against import Comparison, _part, against
from antumbra.bounds.asking import Asker
from antumbra.bounds.readable import cubes, value_sets
from antumbra.bounds.readable.cubes import _fits, _plain, _under, joined
from antumbra.bounds.readable.minimise import expand, irredundant, minimal_cover
from antumbra.bounds.readable.relevance import _matters
from antumbra.report.bounds import c_source
from antumbra.report.bounds.json_reading import _File
from bounds import test_against, test_readable, test_value_sets
from report.bounds import test_c_source, test_files
from support.faults import Fault


def _left_open() -> None:
    with TemporaryDirectory() as folder:
        test_c_source.test_what_c_does_not_say_is_left_open(Path(folder))


def _not_ieee() -> None:
    with TemporaryDirectory() as folder:
        test_c_source.test_arithmetic_that_is_not_ieee_says_less(Path(folder))


def _outside() -> None:
    with TemporaryDirectory() as folder:
        test_c_source.test_outside_of_the_domain_nothing_is_said(Path(folder))


def _compared() -> None:
    for seed in range(16):
        test_against.test_each_input_is_where_it_belongs(seed)


FAULTS = [
    Fault(
        "readable clauses",
        "a clause grows within its region only",
        expand,
        "if asker.implies(T.and_(domain, condition), region):",
        "if True:",
        (test_readable.test_a_cover_is_the_same_set,),
    ),
    Fault(
        "readable clauses",
        "a region is that of one failure",
        minimal_cover,
        "for piece in pieces if piece.failure == failure)",
        "for piece in pieces)",
        (test_readable.test_two_failures_stay_apart,),
    ),
    Fault(
        "readable clauses",
        "an input has no value only where that was shown",
        value_sets._Search._some,
        "raise _OpenError",
        "return None",
        (test_value_sets.test_some_borders_are_not_decided,),
    ),
    Fault(
        "readable clauses",
        "clauses that become one say the same of other inputs",
        value_sets._groups,
        "(cube.failure, others)",
        "cube.failure",
        (test_value_sets.test_the_same_values,),
    ),
    Fault(
        "readable clauses",
        "the others cover a clause that goes",
        irredundant,
        "if others and asker.implies(T.and_(domain, cube.condition()), union(o.condition() for o in others)):",
        "if others:",
        (test_readable.test_a_cover_is_the_same_set,),
    ),
    Fault(
        "readable clauses",
        "clauses that are joined differ in one input",
        joined,
        "if len(different) > 1:",
        "if len(different) > 2:",
        (test_readable.test_cubes_that_differ_in_two_inputs_stay_apart,),
    ),
    Fault(
        "readable clauses",
        "clauses that are joined have the same other conditions",
        joined,
        "one.rest != other.rest",
        "False",
        (test_readable.test_nothing_is_done_without_a_budget,),
    ),
    Fault(
        "readable clauses",
        "clauses that are joined have the same failure",
        joined,
        "one.failure != other.failure",
        "False",
        (test_readable.test_two_failures_stay_apart,),
    ),
    Fault(
        "readable clauses",
        "conditions on one input hold together",
        _plain,
        "intersection(sets[variable], bounds) if variable in sets else bounds",
        "bounds",
        (test_readable.test_conditions_on_one_input_hold_together,),
    ),
    Fault(
        "readable clauses",
        "the values of a term are those of the comparison or of its opposite",
        cubes._compared,
        "simple if atom is condition else T.intern(T.NOT, (simple,))",
        "simple",
        (test_readable.test_terms_over_several_inputs_have_sets_too,),
    ),
    Fault(
        "readable clauses",
        "an input is replaced by the only value that it has",
        _under,
        "and len(b) == 2 and b[1] == b[0] + 1}",
        "and len(b) == 2}",
        (test_readable.test_what_is_known_of_inputs_simplifies_the_rest,),
    ),
    Fault(
        "readable clauses",
        "alternatives go only if no value is left",
        _fits,
        "if found is not None and not intersection(",
        "if found is not None and intersection(",
        (test_readable.test_what_is_known_of_inputs_simplifies_the_rest,),
    ),
    Fault(
        "readable clauses",
        "what is not decided is not shown",
        Asker.impossible,
        "return isinstance(self._ask([together], want_core=False), Unsat)",
        "return not isinstance(self._ask([together], want_core=False), Sat)",
        (test_readable.test_what_is_not_decided_is_not_shown,),
    ),
    Fault(
        "inputs that do not matter",
        "neither bound depends on them",
        _matters,
        "in (cfc.lower, cfc.safe)",
        "in (cfc.lower,)",
        (test_readable.test_one_side_may_depend_on_it,),
    ),
    Fault(
        "inputs that do not matter",
        "all their values say the same",
        _matters,
        "asker.implies(T.and_(domain, region), T.substitute(region, changed))",
        "asker.implies(T.and_(domain, region), region)",
        (test_readable.test_inputs_that_do_not_matter,),
    ),
    Fault(
        "bounds as C",
        "the upper bound is the lower one only if all of it is said",
        c_source.c_source,
        "cfc.exact and all(test.whole for test in (domain, *must))",
        "cfc.exact",
        (_left_open,),
    ),
    Fault(
        "bounds as C",
        "floats are calculated with only where that is exact",
        c_source._Test.whole.fget,
        "self.refused is None and not self.partial",
        "self.refused is None",
        (_not_ieee,),
    ),
    Fault(
        "bounds as C",
        "outside of the domain nothing is said",
        c_source._outside,
        "domain.constant is not True",
        "False",
        (_outside,),
    ),
    Fault(
        "bounds as JSON",
        "conditions are about the inputs",
        _File._check,
        "if not T.free_variables(term) <= known:",
        "if False:",
        (test_files.test_variables_of_declarations_are_no_inputs,),
    ),
    Fault(
        "old bounds and new ones",
        "both domains bind",
        against,
        "T.and_(new.domain, renamed(old.domain))",
        "new.domain",
        (_compared,),
    ),
    Fault(
        "old bounds and new ones",
        "what passed is outside of the upper bound",
        against,
        "renamed(T.not_(old.upper))",
        "renamed(T.not_(old.lower))",
        (_compared,),
    ),
    Fault(
        "old bounds and new ones",
        "a repair is complete if nothing is open",
        Comparison.complete.fget,
        "(Change.STILL, Change.NEW, Change.OPEN)",
        "(Change.STILL, Change.NEW)",
        (_compared,),
    ),
    Fault(
        "old bounds and new ones",
        "no input is there only if that was shown",
        _part,
        "if asker.impossible(condition):",
        "if not asker.possible(condition):",
        (test_against.test_what_is_not_decided_is_not_complete,),
    ),
]
