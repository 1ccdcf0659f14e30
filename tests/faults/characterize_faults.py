"""Bounds on all failing inputs, with one of the conditions forgotten under which a piece belongs to a bound."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial, update_wrapper
from pathlib import Path

from antumbra.bounds.cfc import Side
from antumbra.engines.naming import TightConditions
from antumbra.session.characterizing import checking, runs_net
from antumbra.session.characterizing import run as session
from antumbra.strategies.characterize import obligations, possible, reading, slicing
from antumbra.strategies.characterize.acf import Acf
from antumbra.strategies.characterize.definite import Definite
from antumbra.strategies.characterize.known import Known
from antumbra.strategies.characterize.proved_slices import ProvedSlices
from antumbra.terms import tightest
from characterize import test_nets, test_pieces, test_slices
from support.faults import Fault
from terms import test_tightest


def _with(test: Callable[..., None], argument: object) -> Callable[[], None]:
    given = partial(test, argument)
    return update_wrapper(given, test)


_CUT, _UNWRITTEN, _CHOICE = (
    _with(test_pieces.test_what_is_followed_is_held_to_the_same, text)
    for text in (test_pieces.CUT, test_pieces.UNWRITTEN, test_pieces.CHOICE)
)
_MUST, _SAFE = (_with(test_nets.test_the_second_opinion_refutes_wrong_pieces, side) for side in Side)


def _in_a_folder(test: Callable[[Path], None]) -> Callable[[], None]:
    def killer() -> None:
        with tempfile.TemporaryDirectory() as folder:
            test(Path(folder))

    return update_wrapper(killer, test)


FAULTS = [
    Fault(
        "pieces of bounds",
        "pieces are disjoint",
        Known._add,
        "condition=T.and_(whole, T.not_(union(near)))",
        "condition=whole",
        (test_nets.test_pieces_are_disjoint,),
    ),
    Fault(
        "pieces of bounds",
        "paths exclude each other, but not what came from elsewhere",
        Known.merge_path,
        "self._add(piece, self._others)",
        "self._add(piece, ())",
        (test_nets.test_pieces_are_disjoint,),
    ),
    Fault(
        "pieces of bounds",
        "no input is what axioms with quantifiers settle",
        reading.settled_by_axioms,
        "if variable in spoken_of",
        "if variable in ()",
        (test_pieces.test_constants_that_axioms_speak_of_are_nobodys_input,),
    ),
    Fault(
        "pieces of bounds",
        "without a piece the bounds do not meet",
        Known.withdraw,
        "self.exact = False",
        "self.exact = self.exact",
        (test_nets.test_what_is_withdrawn_is_gone,),
    ),
    Fault(
        "pieces of bounds",
        "what is withdrawn is not in MUST",
        Known.withdraw,
        "[piece.condition for piece in self.of(Side.MUST)]",
        "self._cover",
        (test_nets.test_what_is_withdrawn_is_gone,),
    ),
    Fault(
        "slices",
        "a slice takes the place of its own failure only",
        Known.merge_slice,
        "return alike and parts",
        "return parts",
        (test_slices.test_a_slice_leaves_other_failures_and_the_other_side,),
    ),
    Fault(
        "slices",
        "a slice takes the place of what is in it only",
        Known.merge_slice,
        "alike and parts <= set(conjuncts(other.whole))",
        "alike",
        (test_slices.test_a_slice_takes_the_place_of_what_is_in_it,),
    ),
    Fault(
        "slices",
        "paths of the other side are not in a slice",
        Known._in_slice,
        "piece.side is Side.MUST and ",
        "",
        (test_slices.test_a_slice_leaves_other_failures_and_the_other_side,),
    ),
    Fault(
        "slices",
        "what was withdrawn is no slice",
        Known.withdraw,
        "self._slices.clear()",
        "pass",
        (test_slices.test_what_is_withdrawn_is_no_slice,),
    ),
    Fault(
        "slices",
        "only what contradicts a conjunct has nothing in common with a piece",
        Known._add,
        "if not any(T.not_(part) in parts for part",
        "if not any(part not in parts for part",
        (test_nets.test_pieces_are_disjoint,),
    ),
    Fault(
        "slices",
        "a slice is proved",
        ProvedSlices._slice,
        "case Proved(engine):",
        "case Proved(engine) | Open(engine):",
        (test_slices.test_what_nobody_proves_is_no_slice,),
    ),
    Fault(
        "slices",
        "of what exploration leaves out its ends say nothing",
        Definite._condition,
        "end.reason is not Reason.ASSUMPTION or",
        "True or",
        (test_slices.test_exploration_outside_says_nothing_of_what_is_left_out,),
    ),
    Fault(
        "slices",
        "which failure it is was proved only where there is one",
        ProvedSlices.run,
        "failure_of(end) if self._one_failure else None",
        "failure_of(end)",
        (test_slices.test_which_failure_it_is_is_known_only_where_there_is_one,),
    ),
    Fault(
        "pieces of bounds",
        "what is proved beyond what fails is safe there only",
        Acf._tried_to_prove,
        "proved = proposal.condition if must else beyond",
        "proved = proposal.condition",
        (test_nets.test_what_is_proved_beyond_what_fails_is_safe_there_only,),
    ),
    Fault(
        "pieces of bounds",
        "paths of two explorations may be the same",
        Known.another_exploration,
        "self._others = list(self._pieces)",
        "pass",
        (test_nets.test_many_more_reads_keep_what_is_known,),
    ),
    Fault(
        "pieces of bounds",
        "no piece reaches into what was withdrawn",
        Known.withdraw,
        "[replace(p, wide=None) for p in self._pieces if",
        "[p for p in self._pieces if",
        (test_nets.test_no_piece_reaches_into_what_was_withdrawn,),
    ),
    Fault(
        "pieces of bounds",
        "which failure it is was proved only where there is one",
        obligations.one_failure,
        "return len(places) == 1",
        "return True",
        (test_nets.test_one_failure,),
    ),
    Fault(
        "pieces of bounds",
        "a place of the library is one for each call",
        obligations.one_failure,
        " and not any(",
        " or any(",
        (test_nets.test_one_failure,),
    ),
    Fault(
        "pieces of bounds",
        "a path that was cut has no end",
        Definite._ended,
        "if end.reason.kind is Kind.CUT:",
        "if False:",
        (test_pieces.test_a_path_that_was_cut_says_nothing,),
    ),
    Fault(
        "pieces of bounds",
        "the condition speaks of inputs alone",
        Definite._ended,
        "whole = self._inputs_only(condition)",
        "whole = True",
        (test_pieces.test_what_nobody_wrote_decides_nothing,),
    ),
    Fault(
        "pieces of bounds",
        "functions are no inputs",
        Definite._inputs_only,
        "return not any(self._has_functions(part) for part in conjuncts(condition))",
        "return True",
        (test_pieces.test_functions_are_nobodys_input,),
    ),
    Fault(
        "pieces of bounds",
        "what nobody wrote is no input",
        reading.Reading._counting,
        "named.place.source not in GIVEN or ",
        "",
        (test_pieces.test_what_nobody_wrote_decides_nothing,),
    ),
    Fault(
        "pieces of bounds",
        "with choices no path alone says how its inputs end",
        Definite._ended,
        "if self.choices or not whole:",
        "if not whole:",
        (test_pieces.test_one_way_of_several_says_nothing,),
    ),
    Fault(
        "pieces of bounds",
        "no way of those that fail passes",
        Definite._settle,
        "surely = T.not_(T.or_(passes, cut))",
        "surely = T.not_(cut)",
        (test_pieces.test_one_way_of_several_says_nothing,),
    ),
    Fault(
        "pieces of bounds",
        "no way of those that fail was cut",
        Definite._settle,
        "surely = T.not_(T.or_(passes, cut))",
        "surely = T.not_(passes)",
        (test_pieces.test_ways_that_were_cut_count,),
    ),
    Fault(
        "pieces of bounds",
        "no way of those that pass fails",
        Definite._settle,
        "never = T.not_(T.or_(fails, cut))",
        "never = T.not_(cut)",
        (test_pieces.test_one_way_of_several_says_nothing,),
    ),
    Fault(
        "pieces of bounds",
        "no way of those that pass was cut",
        Definite._settle,
        "never = T.not_(T.or_(fails, cut))",
        "never = T.not_(fails)",
        (test_pieces.test_ways_that_were_cut_count,),
    ),
    Fault(
        "pieces of bounds",
        "with choices some execution fails",
        Definite._settle,
        "if found.whole or not self.choices:",
        "if True:",
        (test_pieces.test_an_input_without_an_execution_does_not_fail,),
    ),
    Fault(
        "pieces of bounds",
        "the rest is safe if nothing was cut",
        Definite._settle,
        "and not self._cuts:",
        "and True:",
        (test_pieces.test_a_path_that_was_cut_says_nothing,),
    ),
    Fault(
        "pieces of bounds",
        "all paths were told",
        Definite.run,
        "and self._all_told:",
        "and True:",
        (test_pieces.test_a_search_that_ended_early_settles_nothing,),
    ),
    Fault(
        "pieces of bounds",
        "a path that is followed has an end",
        Definite.directed,
        "if end.reason.kind is Kind.CUT or",
        "if",
        (_CUT,),
    ),
    Fault(
        "pieces of bounds",
        "a path that is followed is the only one of its inputs",
        Definite.directed,
        "self.choices or not",
        "not",
        (_CHOICE,),
    ),
    Fault(
        "pieces of bounds",
        "a path that is followed speaks of inputs alone",
        Definite.directed,
        "or not self._inputs_only(condition):",
        "or False:",
        (_UNWRITTEN,),
    ),
    Fault(
        "pieces of bounds",
        "slices stay within what is known",
        slicing.Slicer._widened,
        "outside = T.and_(self._domain, T.not_(everything))",
        "outside = T.FALSE",
        (test_nets.test_slices_stay_within_what_is_known,),
    ),
    Fault(
        "pieces of bounds",
        "slices stay within their failure",
        slicing.Slicer.sliced,
        "if (piece.side, piece.failure) == key]",
        "]",
        (test_nets.test_slices_stay_within_what_is_known,),
    ),
    Fault(
        "pieces of bounds",
        "slices are disjoint",
        slicing.Slicer._disjoint,
        "apart = T.and_(piece.condition, T.not_(union(overlapping)))",
        "apart = piece.condition",
        (test_nets.test_slices_stay_within_what_is_known,),
    ),
    Fault(
        "pieces of bounds",
        "slices of several kinds are disjoint",
        slicing.Slicer._disjoint,
        "earlier = [*before, *found]",
        "earlier = found",
        (test_nets.test_slices_of_several_kinds_are_disjoint,),
    ),
    Fault(
        "pieces of bounds",
        "what is not checked again hides no path",
        slicing.Slicer._wide,
        "piece.evidence.phase != EXPLORED",
        "0",
        (test_nets.test_slices_do_not_hide_paths_behind_proofs,),
    ),
    Fault(
        "pieces of bounds",
        "where it fails is known if nothing else is chosen",
        Definite._elsewhere,
        "if other != failure",
        "if False",
        (_in_a_folder(test_pieces.test_where_it_fails_is_not_said_where_nobody_chooses),),
    ),
    Fault(
        "regions that runs suggest",
        "values are compared only if they are numbers",
        Acf._grow,
        " or not all(is_number(parameter) for parameter in self.parameters)",
        "",
        (_in_a_folder(test_pieces.test_inputs_that_have_no_order),),
    ),
    Fault(
        "conditions of paths",
        "only what the value agrees with is implied by it",
        tightest._implied,
        "return value <= last if above else value >= last",
        "return True",
        (test_tightest.test_the_rest_means_the_same,),
    ),
    Fault(
        "conditions of paths",
        "another value is implied, the same contradicts",
        tightest._implied,
        "return term in equal and equal[term][0] != other",
        "return term in equal",
        (test_tightest.test_one_value_says_it_all,),
    ),
    Fault(
        "conditions of paths",
        "the tightest of comparisons is kept",
        tightest.tightest,
        "value < known[0] if key[2] else value > known[0]",
        "value > known[0] if key[2] else value < known[0]",
        (test_tightest.test_the_rest_means_the_same,),
    ),
    Fault(
        "conditions of paths",
        "a beginning that is known counts",
        TightConditions._beginning,
        "else self._known[node])",
        "else ())",
        (test_pieces.test_conditions_of_paths_are_whole,),
    ),
    Fault(
        "proofs of bounds",
        "a refuted proof does not count",
        Acf._told,
        'return Open("a proof was refuted")',
        "pass",
        (test_nets.test_a_refuted_proof_does_not_count,),
    ),
    Fault(
        "proofs of bounds",
        "the engine has left nothing out",
        possible.Prover.prove,
        "if not engine.complete or engine.cuts:",
        "if False:",
        (test_nets.test_a_cut_proves_nothing,),
    ),
    Fault(
        "proofs of bounds",
        "proofs are checked on the program itself",
        possible.Prover.prove,
        "else assuming(claimed[0], region)",
        "else conditioned",
        (test_nets.test_proofs_are_checked_on_the_program_itself,),
    ),
    Fault(
        "proofs of bounds",
        "who fails comes to an end",
        obligations.obligation,
        "with_measures(turned.program, measures)",
        "turned.program",
        (test_nets.test_who_runs_for_ever_does_not_fail,),
    ),
    Fault(
        "proofs of bounds",
        "who fails does not end otherwise",
        obligations.obligation,
        "with_measures(turned.program, measures)",
        "program",
        (_MUST,),
    ),
    Fault(
        "nets below bounds",
        "a failure that no run confirms is withdrawn",
        session._Run._confirm,
        "not self._confirmed(failure, known.get(failure, ()))",
        "False",
        (test_nets.test_what_no_run_confirms_is_withdrawn,),
    ),
    Fault(
        "nets below bounds",
        "what the second opinion refutes is withdrawn",
        session._Run._check,
        "acf.known.withdraw(opinion.pieces)",
        "pass",
        (test_nets.test_what_the_second_opinion_refutes_is_withdrawn,),
    ),
    Fault(
        "nets below bounds",
        "checks that end early confirm nothing",
        session._Run._check,
        "self.opinions.append(rest)",
        "rest = Opinion('', Confirmed(CHECKER)); self.opinions.append(rest)",
        (test_nets.test_checks_that_end_early_confirm_nothing,),
    ),
    Fault(
        "nets below bounds",
        "what a run contradicts is withdrawn",
        session._Run._compare_with_runs,
        "acf.known.withdraw(acf.known.pieces)",
        "pass",
        (test_nets.test_what_a_run_contradicts_is_withdrawn,),
    ),
    Fault(
        "nets below bounds",
        "a run on the other side contradicts",
        runs_net.disagreement,
        "side is not said",
        "side is said",
        (test_nets.test_runs_are_compared_with_bounds,),
    ),
    Fault(
        "nets below bounds",
        "a refutation within the region counts",
        checking.SecondOpinion._about,
        "return within(region, values, Asker(seconds=self._prover.seconds))",
        "return False",
        (_MUST, _SAFE),
    ),
    Fault(
        "nets below bounds",
        "integers have values",
        reading.number_of,
        "return int(text)",
        "return bits",
        (test_nets.test_the_second_opinion_reads_integers,),
    ),
    Fault(
        "nets below bounds",
        "outside of the domain nothing is said",
        session._Run._cfc.fget,
        "self.domain, acf.reading.more",
        "T.TRUE, acf.reading.more",
        (test_pieces.test_only_the_domain_is_spoken_of,),
    ),
]
