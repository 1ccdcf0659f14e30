"""What must fail, turned into safety, with one of its conditions forgotten."""

from __future__ import annotations

from functools import partial, update_wrapper

from antumbra.program.inverting import ends, measures
from antumbra.proofs.question import Question
from program import test_inverting
from support.faults import Fault

regions = partial(test_inverting.test_random_regions, "explore")
update_wrapper(regions, test_inverting.test_random_regions)
recursion = partial(test_inverting.test_recursion, 0)
update_wrapper(recursion, test_inverting.test_recursion)

FAULTS = [
    Fault(
        "inverted programs",
        "who breaks an assumption does not fail",
        ends._Inverter._command,
        'P.Assert(condition, ENDED, "an assumption is false", location)',
        "P.Assume(condition, location)",
        (regions,),
    ),
    Fault(
        "inverted programs",
        "a violation that nobody asks for is no failure",
        ends._Inverter._command,
        "if check in self._checks",
        "if True",
        (test_inverting.test_checks_that_nobody_asks_for,),
    ),
    Fault(
        "inverted programs",
        "a return is an end",
        ends._Inverter._terminator,
        "if self._ends:",
        "if False:",
        (regions,),
    ),
    Fault(
        "inverted programs",
        "the entry returns to its callers",
        ends.inverted,
        "if name in called:",
        "if False:",
        (test_inverting.test_returns_of_the_entry_that_calls_itself,),
    ),
    Fault(
        "inverted programs",
        "who aborts does not fail",
        ends._Inverter._terminator,
        "case P.End.EXIT | P.End.ABORT | P.End.SILENT:",
        "case P.End.EXIT | P.End.SILENT:",
        (regions,),
    ),
    Fault(
        "inverted programs",
        "undefined behaviour that nobody asks for is no failure",
        ends._Inverter._terminator,
        'if "def-behavior" in self._checks:',
        "if True:",
        (regions,),
    ),
    Fault(
        "inverted programs",
        "leaks are checked where the program ends",
        ends.inverted,
        "if checks & _LEAKS:",
        "if False:",
        (test_inverting.test_leaks_are_refused,),
    ),
    Fault(
        "inverted programs",
        "a choice has a way",
        ends._Inverter._choice,
        'commands.append(P.Assert(T.or_(*found), ENDED, "no way to go on", node.location))',
        "pass",
        (test_inverting.test_choices,),
    ),
    Fault(
        "inverted programs",
        "ways without an assumption are no guards",
        ends._Inverter._choice,
        "if len(found) < len(guards):",
        "if False:",
        (test_inverting.test_choices,),
    ),
    Fault(
        "inverted programs",
        "the check of proofs takes what is quiet for an end, and nothing else",
        Question.forbids,
        "if check in self.quiet:",
        'if check in self.quiet or check == "valid-deref":',
        (test_inverting.test_accesses_end_quietly,),
    ),
    Fault(
        "measures",
        "rounds are within the fuel",
        measures._Writer._spent,
        "T.bvule(count, T.const(self._measures.fuel or 0, count.sort))",
        "T.TRUE",
        (test_inverting.test_a_count_beyond_the_fuel,),
    ),
    Fault(
        "measures",
        "every loop has one",
        measures._Writer._counter,
        "if fuel is None:",
        "if fuel is None and not (fuel := 1):",
        (test_inverting.test_what_nothing_is_said_about_is_refused,),
    ),
    Fault(
        "measures",
        "a rank decreases strictly",
        measures._less,
        "T.bvult(one, other)",
        "T.bvule(one, other)",
        (test_inverting.test_a_rank_that_never_changes_is_none_checked,),
    ),
    Fault(
        "measures",
        "integers are bounded below",
        measures._less,
        "T.and_(T.lt(one, other), T.le(T.const(0, T.INT), other))",
        "T.lt(one, other)",
        (test_inverting.test_integers_decrease_while_they_are_not_negative,),
    ),
    Fault(
        "measures",
        "what comes first in a rank stays the same",
        measures.decreases,
        "T.and_(*same, _less(one, other))",
        "_less(one, other)",
        (test_inverting.test_lexicographic_ranks,),
    ),
    Fault(
        "measures",
        "a copy is kept in every round",
        measures._Writer._ranked,
        "blocks[head] = P.Block(head, [keep, *blocks[head].commands], blocks[head].terminator)",
        "_detour(blocks, head, [b for b in blocks if b not in again], labels('enter'), [keep])",
        (test_inverting.test_a_rank_goes_down_from_round_to_round,),
    ),
    Fault(
        "measures",
        "a loop with a rank is entered at its head",
        measures._Writer.procedure,
        "if not all(flow.dominators.dominates(head, source) for source in again):",
        "if False:",
        (test_inverting.test_a_loop_at_the_first_block_and_one_entered_past_its_head,),
    ),
    Fault(
        "measures",
        "recursion has one",
        measures.with_measures,
        "if len(component) > 1 or any(name in callees[name] for name in component):",
        "if len(component) > 1:",
        (test_inverting.test_recursion_without_an_end_is_seen,),
    ),
    Fault(
        "measures",
        "a rank decreases with every call",
        measures._Writer._descent,
        "if call.callee not in self._together[caller]:",
        "if call.callee == caller:",
        (recursion, test_inverting.test_recursion_without_an_end_is_seen),
    ),
]
