"""Long lists of programs that are alike: ``make test`` takes a part of each, ``make nightly`` all.

Who names a file or a test gets all of it. What is worth a row is at the end of ``ANTUMBRA_SHOWN=9000 make nightly``: a
test whose parameters together take more than two seconds of the day runs one of several of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from support.size import FULL

#: file, or file and test → one of how many parameters
SHARES = {
    "abstract/test_confirm.py": 2,
    "abstract/test_protocols.py": 2,
    "aimed/test_aimed.py::test_verdicts": 2,
    "assumptions/test_lifting.py": 4,
    "assumptions/test_outside.py": 2,
    "boogie/test_corpus.py": 4,
    "boogie/test_random.py": 3,
    "boogie/test_unused.py": 3,
    "bounds/test_against.py": 2,
    "bounds/test_counting.py::test_floats_by_arithmetic": 2,
    "bounds/test_sampling.py": 2,
    "characterize/test_native_truth.py::test_wrong_bounds_are_seen": 3,
    "characterize/test_traps.py": 3,
    "cli/test_plain.py": 2,
    "engines/dash/test_figures.py": 3,
    "engines/dash/test_lemmas.py": 3,
    "engines/dash/test_native_terms.py": 3,
    "engines/dash/test_protocols.py::test_programs": 3,
    "engines/dash/test_traps.py": 6,
    "engines/memoryless/test_random.py": 3,
    "engines/memoryless/test_rules.py": 4,
    "engines/test_closed_forms.py::test_kinds_of_loops": 2,
    "engines/test_inputs.py::test_verdicts_under_random_conditions": 2,
    "engines/test_merging.py::test_verdicts": 2,
    "engines/test_possibilities.py": 3,
    "evidence/test_building.py": 3,
    "evidence/test_replay.py::test_each_error_is_confirmed_and_its_absence_too": 2,
    "faults/test_faults.py": 4,
    "frontends_c/test_contracts.py": 4,
    "frontends_llvm/test_float_ranges.py": 2,
    "frontends_llvm/test_programs.py": 4,
    "guarded/test_finite_protocols.py": 3,
    "houdini/test_programs.py": 4,
    "interpolate/test_beyond.py": 4,
    "interpolate/test_boogie_values.py": 2,
    "interpolate/test_memory_states.py": 4,
    "interpolate/test_mutants.py": 2,
    "interpolate/test_paper.py": 3,
    "interpolate/test_soundness.py": 2,
    "interpolate/test_summaries.py::test_contracts_never_hide_what_can_happen": 3,
    "libc/test_numbers.py": 2,
    "libc/test_outcomes.py::test_outcomes": 3,
    "libc/test_verdicts.py": 5,
    "proofs/test_attack.py": 2,
    "proofs/test_everywhere.py": 2,
    "proofs/test_regions.py": 5,
    "proofs/test_session.py": 2,
    "proofs/test_twins.py": 4,
    "proofs/test_unwritten_branches.py": 4,
    "proposing/test_learning.py": 3,
    "search/test_turns.py::test_an_endless_loop": 2,
    "semantics/test_addresses.py": 6,
    "semantics/test_scopes.py": 2,
    "shapes/test_shapes.py": 2,
    "solvers/test_backends.py": 4,
    "solvers/test_chain.py::test_random_trees_against_brute_force": 2,
    "suites/test_portfolio.py": 2,
    "terms/test_floats.py": 2,
    "terms/test_rules_bv.py": 4,
    "test_programs.py": 4,
    "test_shown.py::test_it_works": 2,
    "witnesses/test_mutants.py": 2,
    "witnesses/test_validate.py": 3,
}
#: tests that take more than two seconds and have shorter ones of their kind beside them: all of it, or some parameters
NIGHT = {
    "bounds/test_counting.py::test_leap_years",
    "bounds/test_value_sets.py::test_figure_1_of_some_inputs",
    "characterize/test_anytime.py::test_the_result_is_told_once",
    "characterize/test_nets.py::test_what_pieces_leave_out_is_said_in_words_that_do_not_grow",
    "characterize/test_run.py::test_more_inputs_are_read_while_there_is_time",
    "characterize/test_run.py::test_what_reads_more_inputs_than_count_is_between_the_bounds",
    "characterize/test_slices.py::test_bounds_of_random_programs",
    "engines/dash/test_native.py::test_the_engine_does_the_same",
    "engines/dash/test_pictures.py::test_many_regions_are_summed_up",
    "engines/dash/test_protocols.py::test_a_violation_is_a_trace[explore]",
    "engines/dash/test_ways.py::test_tests_do_what_summaries_promise",
    "engines/test_dividing.py::test_the_same_conditions_have_values",
    "proposing/test_learning.py::test_atoms_and_models_help",
    "report/test_picture_cells.py::test_whole_boxes_are_what_all_their_points_are",
    "session/test_alternating.py::test_a_path_without_an_end_ends_its_turn",
    "solvers/test_backends.py::test_a_table_that_is_only_read_costs_no_array[z3]",
    "solvers/test_backends.py::test_long_queries_share_prefixes[z3]",
    "solvers/test_domains.py::test_large_terms_over_one_byte",
    "suites/test_portfolio.py::test_who_contradicts_is_seen",
}
TESTS = Path(__file__).parents[1]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if FULL or [Path(argument).resolve() for argument in config.args] != [TESTS] or config.option.keyword:
        return
    met: dict[tuple[Path, str], int] = {}
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        file = item.path.relative_to(TESTS).as_posix()
        name = getattr(item, "originalname", item.name)
        share = SHARES.get(f"{file}::{name}", SHARES.get(file, 1))
        key = item.path, name
        number = met[key] = met.get(key, -1) + 1
        late = not NIGHT.isdisjoint((f"{file}::{name}", f"{file}::{item.name}"))
        # two by two: neighbours are often twins, one right and one wrong
        (left if late or number // 2 % share else kept).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept
