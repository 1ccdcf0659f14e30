"""Loops as machine code, with one of the conditions forgotten under which it does what generated Python does."""

from __future__ import annotations

from functools import partial, update_wrapper

from antumbra.semantics import warmth
from antumbra.semantics.native import pages, running, stretches, writing
from antumbra.strategies.characterize.running import answering
from engines import test_turns
from semantics import test_machine_code as tests
from support.faults import Fault

below = partial(tests.test_two_pointers, "below")
update_wrapper(below, tests.test_two_pointers)
asserted = partial(tests.test_checks_that_fail_late, "assert")
update_wrapper(asserted, tests.test_checks_that_fail_late)

FAULTS = [
    Fault(
        "machine code",
        "bytes behind an object are closed",
        pages._read,
        "bytes([CLOSED]) * (PAGE - end)",
        "bytes([default]) * (PAGE - end)",
        (tests.test_accesses_outside_an_object,),
    ),
    Fault(
        "machine code",
        "bytes of terms are closed",
        pages._read,
        "bytes([CLOSED]) * size",
        "bytes([ZERO]) * size",
        (tests.test_bytes_that_are_terms,),
    ),
    Fault(
        "machine code",
        "unwritten bytes are zero only where the object began so",
        pages._read,
        "ZERO if item.content is Content.ZERO else UNKNOWN",
        "ZERO",
        (tests.test_bytes_that_were_never_written,),
    ),
    Fault(
        "machine code",
        "the object lives",
        pages.Pages._take,
        "not item.alive or ",
        "",
        (tests.test_objects_that_have_ended,),
    ),
    Fault(
        "machine code",
        "the object is no array",
        pages.Pages._take,
        " or item.base in state.arrays",
        "",
        (tests.test_objects_in_array_form,),
    ),
    Fault(
        "machine code",
        "constants are not written",
        pages.Pages.wanted,
        "item is None or item.region is Region.CONSTANT",
        "item is None",
        (tests.test_constants_are_not_written,),
    ),
    Fault(
        "machine code",
        "what was written goes back",
        pages.Pages.put_back,
        "if held.written:",
        "if False:",
        (tests.test_states_do_not_share_what_they_write,),
    ),
    Fault(
        "machine code",
        "pages of other states are copied",
        pages._write,
        "own_page(state, held.number)",
        "state.pages[held.number]",
        (tests.test_states_do_not_share_what_they_write,),
    ),
    Fault(
        "machine code",
        "a cell is one of the access's kind",
        writing.Text._access,
        "icmp eq {kind} {found}, {cell}",
        "icmp ult {kind} {found}, -1",
        (tests.test_pointers_and_numbers,),
    ),
    Fault(
        "machine code",
        "an access ends in its page",
        pages.Held.__init__,
        "bytes([CLOSED]) * EDGE",
        "bytes(EDGE)",
        (tests.test_accesses_over_the_end_of_a_page,),
    ),
    Fault(
        "machine code",
        "a check that fails is left to Python",
        writing.Text._command,
        "if command.check not in self.regions.skipped_checks:",
        "if False:",
        (asserted,),
    ),
    Fault(
        "machine code",
        "an assumption that fails is left to Python",
        writing.Text._command,
        "case P.Assume(condition=condition):\n            self._holds(condition, place)",
        "case P.Assume(condition=condition):\n            pass",
        (tests.test_an_assumption_that_fails_late,),
    ),
    Fault(
        "machine code",
        "places of two objects say nothing",
        writing.Text._near,
        "icmp eq {kind} {apart}, 0",
        "icmp uge {kind} {apart}, 0",
        (below,),
    ),
    Fault(
        "machine code",
        "the bits of a NaN are unknown",
        writing.Text._assignment,
        "xor i1 {there_is_one}, true",
        "or i1 {there_is_one}, true",
        (tests.test_bits_of_a_float_that_is_none,),
    ),
    Fault(
        "machine code",
        "a block that nobody has reached is left to Python",
        writing.Text._block,
        "icmp ne i64 {flag}, 0",
        "icmp uge i64 {flag}, 0",
        (tests.test_a_block_that_is_reached_late,),
    ),
    Fault(
        "machine code",
        "loops come back after so many commands",
        writing.Text._block,
        "icmp ult i64 {count}, %limit",
        "icmp uge i64 {count}, 0",
        (tests.test_others_have_their_turn,),
    ),
    Fault(
        "machine code",
        "commands that read terms are left to Python",
        stretches.Translated.usable,
        "T.free_variables(term).isdisjoint(self._left)",
        "True",
        (tests.test_variables_that_are_terms,),
    ),
    Fault(
        "machine code",
        "values are numbers where it is entered",
        running.Native._enter,
        "value = arguments[i]\n        if value.__class__ is not kind:\n            return False",
        "value = arguments[i]\n        if value.__class__ is not kind:\n            value = kind(0)",
        (tests.test_variables_that_are_terms,),
    ),
    Fault(
        "machine code",
        "a state that others wait for stops where they do",
        warmth.Warmth._awaited,
        "self._regions.joins and state.node is not None",
        "False",
        (tests.test_states_that_wait_for_each_other,),
    ),
    Fault(
        "machine code",
        "loops that do not pay are given up",
        running.Native.pays.fget,
        "self.gained > 2 * self.spent",
        "True",
        (tests.test_loops_that_do_not_pay_are_given_up,),
    ),
    Fault(
        "machine code",
        "runs with given inputs have none",
        answering.Answering.__init__,
        "machine_code=False",
        "machine_code=True",
        (test_turns.test_runs_with_given_inputs,),
    ),
]
