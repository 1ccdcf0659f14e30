"""Layers in front of the solver that answer in its place, each without one of its conditions."""

from __future__ import annotations

from typing import Any

import pytest

from antumbra.solvers.chain import cache, chain, float_ranges, guess, independence, query, ranges, sweep
from antumbra.solvers.chain.chain import Chain
from antumbra.solvers.chain.query import Query
from antumbra.solvers.chain.shape import Condition, VariableNote
from solvers import test_axioms, test_chain, test_domains, test_structures, test_sweep
from support.faults import Fault


def random_trees() -> None:
    for seed in range(6):
        for order in ("dfs", "random"):
            test_chain.test_random_trees_against_brute_force(order, seed)


def other_questions() -> None:
    for seed in range(3):
        test_chain.test_other_questions_against_brute_force(seed)


def relations() -> None:
    test_chain.test_relations_against_a_backend("bitwuzla")


def groups_that_meet() -> None:
    test_chain.test_groups_that_meet_against_a_backend()


def integers() -> None:
    test_chain.test_integers_against_a_backend()


def functions() -> None:
    test_chain.test_functions_against_a_backend()


def solver_without_answers() -> None:
    with pytest.MonkeyPatch.context() as patch:
        test_chain.test_unknown_stays_unknown(patch)


def cores() -> None:
    test_structures.test_cores_apply_to_supersets_only()
    test_structures.test_cores_with_domains_apply_to_smaller_domains()


def remembered() -> None:
    test_structures.test_query_cache_and_recent_models()


def float_bounds() -> None:
    test_domains.test_ranges_of_floats_at_their_edges()
    test_domains.test_ranges_of_floats_are_sound()


def groups() -> None:
    test_structures.test_groups_follow_the_path()
    test_structures.test_a_query_takes_only_its_group()


def axioms() -> None:
    with pytest.MonkeyPatch.context() as patch:
        test_axioms.test_an_undecided_path_goes_on_in_doubt_and_confirms_nothing(patch)


def large_terms() -> None:
    test_domains.test_large_terms_over_one_byte()


def swept() -> None:
    test_sweep.test_the_first_and_the_last_value_are_tried()


def swept_at_random() -> None:
    for seed in range(12):
        test_sweep.test_answers_are_those_of_evaluation(seed)


_RANDOM = (random_trees, other_questions, relations)
_key: Any = Query.__dict__["key"].func

FAULTS = [
    Fault(
        "large terms over one byte",
        "each value has parts of its own",
        VariableNote.making_true,
        "self.parts.setdefault(value, {})",
        "self.parts.setdefault(0, {})",
        (large_terms,),
    ),
    Fault(
        "large terms over one byte",
        "the answer is about these values only",
        Condition._solve,
        "return variable.making_true(self.term, values)",
        "self._truth = variable.making_true(self.term, values); return self._truth",
        (large_terms,),
    ),
    Fault(
        "cores",
        "their literals are on the path",
        cache._covers,
        "if number != goal and trie.get(known, number) is None:",
        "if False:",
        (cores, *_RANDOM),
    ),
    Fault(
        "cores",
        "domains are as small as theirs",
        cache._covers,
        "if mine is None or not mine.subset_of(values):",
        "if mine is None:",
        (cores, *_RANDOM),
    ),
    Fault(
        "query cache",
        "the key has the path's constraints",
        _key,
        "[c.number for c in self.constraints]",
        "[]",
        (remembered, *_RANDOM),
    ),
    Fault(
        "query cache",
        "the key has the domains",
        _key,
        "if values is not note.full:",
        "if False:",
        (remembered, *_RANDOM),
    ),
    Fault(
        "query cache", "the key has the goal", _key, "if self.goal is not None:", "if False:", (remembered, *_RANDOM)
    ),
    Fault(
        "recent models",
        "they satisfy the whole group",
        cache.RecentModels.find,
        "if query.satisfied_by(values):",
        "if True:",
        (remembered, *_RANDOM),
    ),
    Fault(
        "recent models",
        "values lie in the domains",
        Query.satisfied_by,
        "int(values[note.term]) not in allowed",
        "False",
        _RANDOM,
    ),
    Fault(
        "recent models",
        "constraints hold",
        Query.satisfied_by,
        "return all(constraint.holds(values) for constraint in self.constraints)",
        "return True",
        (remembered, *_RANDOM),
    ),
    Fault(
        "independence",
        "joined groups keep the constraints of both",
        independence._merge,
        "constraints = group.constraints if constraints is None else Rope(None, constraints, group.constraints)",
        "constraints = group.constraints",
        (groups, *_RANDOM),
    ),
    Fault(
        "independence",
        "joined groups keep the variables of both",
        independence._merge,
        "members = group.members if members is None else Rope(None, members, group.members)",
        "members = group.members",
        (groups, *_RANDOM),
    ),
    Fault(
        "independence",
        "a query takes the groups of all its variables",
        query.groups_of,
        "groups[found[0]] = found[1]",
        "groups = {found[0]: found[1]}",
        (groups_that_meet,),
    ),
    Fault(
        "guesses",
        "conditions on the variable hold",
        guess._pinned,
        "if condition.opaque or not condition.holds(values):",
        "if condition.opaque:",
        (integers,),
    ),
    Fault(
        "guesses", "conditions of the path count", guess._conditions, "conditions.append(constraint)", "pass", _RANDOM
    ),
    Fault(
        "guesses",
        "only a solver vouches for functions",
        guess._conditions,
        "return conditions, opaque or any(condition.opaque for condition in conditions)",
        "return conditions, False",
        (functions,),
    ),
    Fault(
        "bounds of terms", "the goal is false, not only possibly false", chain._beyond, "== (0, 0)", "[0] == 0", _RANDOM
    ),
    Fault(
        "fixed variables",
        "one value is left",
        chain._reduce,
        "domain is not None and domain.single",
        "domain is not None",
        _RANDOM,
    ),
    Fault(
        "domains", "the model's value is one of them", chain._narrow, "if value not in domain:", "if False:", _RANDOM
    ),
    Fault(
        "known conditions",
        "the negation is known, not the condition",
        Chain._known,
        "if trie.get(known, note.negation.number) is not None:",
        "if trie.get(known, note.number) is None:",
        _RANDOM,
    ),
    Fault(
        "solver answers",
        "unknown is not infeasible",
        Chain._search,
        "if isinstance(answer, Unknown):\n        return answer",
        "if isinstance(answer, Unknown):\n        return None",
        (solver_without_answers,),
    ),
    Fault(
        "branches",
        "a side is infeasible only if the search says so",
        Chain._branch_related,
        "if other is None:",
        "if True:",
        _RANDOM,
    ),
    Fault("bounds of floats", "finite ones only", float_ranges._hull, "if any(", "if False and any(", (float_bounds,)),
    Fault(
        "bounds of floats",
        "no quotient by what may be zero",
        float_ranges._div,
        "None if low <= 0 <= high else ",
        "",
        (float_bounds,),
    ),
    Fault(
        "bounds of floats",
        "numbers may be negative",
        float_ranges._from_number,
        " or (t.op is o.FP_FROM_SBV and high >= half)",
        "",
        (float_bounds,),
    ),
    Fault(
        "bounds of floats",
        "numbers that fit",
        float_ranges._to_number,
        " or floats.to_fraction(sort, _bits(sort, high)) >= limit - 1",
        "",
        (float_bounds,),
    ),
    Fault("bounds of floats", "zero is between", float_ranges._abs, "0 if low <= 0 <= high else ", "", (float_bounds,)),
    Fault(
        "bounds of floats",
        "two zeros are two values",
        ranges._eq,
        ' and (al != 0 or t.args[0].sort.kind != "fp")',
        "",
        (float_bounds,),
    ),
    Fault(
        "all values of few bits",
        "the last slice, too",
        sweep.sweep,
        "range(0, count, SLICE)",
        "range(0, count - SLICE, SLICE)",
        (swept,),
    ),
    Fault(
        "all values of few bits",
        "of each variable",
        sweep._text,
        "shift += _width(variable)",
        "shift += 1",
        (swept, swept_at_random),
    ),
    Fault(
        "all values of few bits",
        "of every slice the first",
        sweep._text,
        "phi i64 [%first, %start]",
        "phi i64 [%behind, %start]",
        (swept,),
    ),
    Fault(
        "all values of few bits",
        "all assertions",
        sweep._text,
        "enumerate(assertions):",
        "enumerate(assertions[1:]):",
        (swept_at_random,),
    ),
]
