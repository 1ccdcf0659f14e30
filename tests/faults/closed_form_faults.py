"""Closed forms of loops and the normal forms behind them, with one of their conditions forgotten."""

from __future__ import annotations

from functools import partial, update_wrapper

from antumbra.engines.invariants.closed_forms import accelerating, confirming, dividing, rounds, series, ways
from antumbra.proofs.asking.deciding import Decider
from antumbra.terms import ring
from engines import test_closed_forms, test_dividing, test_ways
from support.faults import Fault
from terms import test_ring

figure = partial(test_closed_forms.test_figure_1, "signed char", 8)
update_wrapper(figure, test_closed_forms.test_figure_1)

WRONG = (test_closed_forms.test_what_is_wrong_is_not_confirmed,)
SAME = (test_closed_forms.test_accelerated_programs_do_the_same,)
NORMAL = (test_ring.test_normal_forms_mean_the_same,)

LEAPS = (test_ways.test_programs_with_leaps_do_the_same,)
DECIDED = (test_ways.test_a_round_that_values_do_not_decide_is_gone_through,)
FIRST = (test_ways.test_the_first_condition_to_fail_counts,)

QUOTIENTS = (test_dividing.test_the_same_conditions_have_values,)

FAULTS = [
    Fault(
        "closed forms",
        "a quotient may be as large as there are",
        dividing._no_wrap,
        "divmod((1 << width) - 1, divisor.data)",
        "divmod((1 << (width - 1)) - 1, divisor.data)",
        QUOTIENTS,
    ),
    Fault(
        "closed forms",
        "a variable stands for one quotient only",
        dividing._stated,
        "if variable is None or variable in values:",
        "if variable is None:",
        QUOTIENTS,
    ),
    Fault(
        "closed forms",
        "they hold at the start",
        confirming.confirm,
        "form.holds(v, T.const(0, number.sort))",
        "T.TRUE",
        WRONG,
    ),
    Fault(
        "closed forms",
        "the loop goes on before the last round",
        confirming.confirm,
        'demand(counted, at(part), "that the loop goes on")',
        "pass",
        WRONG,
    ),
    Fault(
        "closed forms",
        "the loop is left after the last round",
        confirming.confirm,
        "T.not_(at(part, end))",
        "T.TRUE",
        WRONG,
    ),
    Fault(
        "closed forms",
        "a round leads from one to the next",
        confirming.confirm,
        "form.holds(after, next_k)",
        "T.TRUE",
        WRONG,
    ),
    Fault(
        "closed forms",
        "no check in a round fails",
        confirming.confirm,
        'demand(in_round, at(condition), "a check in a round")',
        "pass",
        (test_closed_forms.test_a_violation_in_a_round_stays,),
    ),
    Fault(
        "closed forms",
        "loops that may wrap around are gone through",
        accelerating._without,
        "P.Branch(solved.count.when, fast, head, location)",
        "P.Goto((fast,), location)",
        SAME,
    ),
    Fault(
        "closed forms",
        "global variables are read behind the loop",
        rounds.one_round,
        "(v in alive or v in program.variables)",
        "v in alive",
        SAME,
    ),
    Fault(
        "closed forms",
        "there is one way through a round",
        rounds._Follower._next,
        "if then in self._body and otherwise in self._body:",
        "if False:",
        (test_closed_forms.test_rounds_with_several_ways,),
    ),
    Fault(
        "closed forms",
        "a round only assigns",
        rounds._Follower._command,
        "raise NoClosedForm(",
        "print(",
        (test_closed_forms.test_rounds_with_several_ways,),
    ),
    Fault(
        "closed forms",
        "a division by d! needs more bits",
        series._twos,
        "return (whole & -whole).bit_length() - 1",
        "return 0 if whole else 0",
        SAME,
    ),
    Fault(
        "closed forms",
        "the first condition to fail counts",
        confirming._demand_least,
        "T.bvule(least, name)",
        "T.TRUE",
        FIRST,
    ),
    Fault(
        "closed forms",
        "the number of rounds is that of a condition",
        confirming._demand_least,
        "T.or_(*(T.eq(least, name) for name in names.values()))",
        "T.TRUE",
        FIRST,
    ),
    Fault(
        "closed forms",
        "extensions of what wraps are no sums",
        confirming._extended,
        "if certain(",
        "if True or certain(",
        SAME,
    ),
    Fault(
        "ways through loops",
        "all branches of a way are conditions",
        ways._round,
        "stay.append(value(_taken(block.terminator, following)))",
        "stay.append(value(_taken(block.terminator, following)) if label == head else T.TRUE)",
        LEAPS,
    ),
    Fault(
        "ways through loops",
        "assumptions are conditions",
        ways._round,
        "stay.append(value(condition))",
        "pass",
        (test_ways.test_an_assumption_in_a_round_is_a_condition,),
    ),
    Fault(
        "ways through loops",
        "assertions in a round are shown",
        ways._round,
        "demands.append(value(condition))",
        "pass",
        (test_ways.test_an_assertion_in_a_round_is_not_passed_over,),
    ),
    Fault(
        "ways through loops",
        "a way only assigns",
        ways._round,
        'raise NoClosedForm("a round does something else than assign")',
        "pass",
        DECIDED,
    ),
    Fault(
        "ways through loops",
        "a choice is no condition",
        ways._taken,
        'raise NoClosedForm("a round is a choice")',
        "return T.TRUE",
        DECIDED,
    ),
    Fault(
        "ways through loops",
        "global variables are read behind the loop",
        ways._solved,
        " | set(program.variables)",
        "",
        (test_ways.test_global_variables_are_read_behind_the_loop,),
    ),
    Fault(
        "polynomials",
        "what is shifted counts as often",
        ring.Ring._zero_extended,
        "scaled(high, 1 << term.args[1].width, width)",
        "high",
        (test_ring.test_what_is_shifted_is_extended,),
    ),
    Fault(
        "polynomials",
        "what is carried out of an extended sum",
        ring.Ring._zero_extended,
        "result = plus(result, conditional(carried, top, width), 1 if minus else -1, width)",
        "pass",
        NORMAL,
    ),
    Fault(
        "polynomials",
        "an extended number may be negative",
        ring.Ring._arithmetic,
        "1 << inner.width, width)",
        "0, width)",
        NORMAL,
    ),
    Fault(
        "polynomials",
        "only what is shifted out may be lifted",
        ring.Ring._arithmetic,
        "return self._zero_extended(args[0], width)",
        "return self._lifted(args[0], width)",
        NORMAL,
    ),
    Fault(
        "polynomials",
        "only what has no model with unknowns for products has none",
        Decider._excluded,
        "return isinstance(answer, Unsat)",
        "return True",
        (figure,),
    ),
    Fault(
        "polynomials",
        "an equation is explained if nothing is left of it",
        ring.implied,
        "return not unexplained(",
        "return goal is not None or unexplained(",
        (test_ring.test_implied_equations_hold,),
    ),
    Fault(
        "polynomials",
        "what is carried is left out only where nothing is",
        Decider._explained,
        "if self._excluded([*known, c])",
        "if True",
        (test_ring.test_the_check_of_proofs_counts_carries,),
    ),
    Fault(
        "polynomials",
        "only alternatives that are explained are left out",
        Decider._open,
        "if not (way.op is NOT and self._implied(others, way.args[0]))",
        "if way.op is not NOT",
        (test_ring.test_the_check_of_proofs_counts_carries,),
    ),
]
