"""The persistent structures, the caches and the pace of resets, each alone."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from antumbra import terms as T
from antumbra.solvers import Chain, PathCondition
from antumbra.solvers.backends.pace import WINDOW, Pace
from antumbra.solvers.chain import trie
from antumbra.solvers.chain.cache import CoreStore, QueryCache, RecentModels
from antumbra.solvers.chain.guess import choose
from antumbra.solvers.chain.independence import Rope, groups_of
from antumbra.solvers.chain.query import Query
from antumbra.solvers.chain.shape import condition_note, variable_note
from antumbra.terms import Term

A, B, C, D, E = (T.var(f"st{i}", T.bv_sort(16)) for i in range(5))


@given(st.lists(st.tuples(st.integers(0, 5000), st.integers(1, 99)), max_size=60))
def test_trie_is_a_persistent_map(steps: list[tuple[int, int]]) -> None:
    versions: list[tuple[trie.Trie, dict[int, int]]] = [(trie.EMPTY, {})]
    for key, value in steps:
        old, content = versions[-1]
        versions.append((trie.put(old, key, value), {**content, key: value}))
    for version, content in versions:
        assert list(trie.values(version)) == [content[k] for k in sorted(content)]
        for key in [0, 15, 16, 255, 256, 4095, 4096, 70_000, *content]:
            assert trie.get(version, key) == content.get(key)


def test_rope_keeps_the_order() -> None:
    random = Random(4)
    pieces = [(Rope(i, None, None), [i]) for i in range(50)]
    while len(pieces) > 1:
        at = random.randrange(len(pieces) - 1)
        (a, x), (b, y) = pieces[at], pieces.pop(at + 1)
        pieces[at] = (Rope(None, a, b), x + y)
    assert pieces[0][0].items() == pieces[0][1]
    assert pieces[0][0].size == 50


def extend(chain: Chain, path: PathCondition, *conditions: Term) -> PathCondition:
    for condition in conditions:
        side = chain.assume(path, condition)
        assert isinstance(side, PathCondition)
        path = side
    return path


def members(path: PathCondition, variable: Term) -> set[Term]:
    groups, loose = groups_of(path.entries, [variable_note(variable)])
    return {note.term for group in groups.values() for note in group.members.items()} | {n.term for n in loose}


def test_groups_follow_the_path() -> None:
    chain = Chain()
    start = extend(chain, PathCondition.empty(), T.bvult(A, T.bv(100, 16)))
    assert members(start, A) == {A}
    first = extend(chain, start, T.bvult(A, B))
    second = extend(chain, first, T.bvult(C, D))
    assert members(second, A) == {A, B}
    assert members(second, D) == {C, D}
    third = extend(chain, second, T.bvult(B, C), T.bvult(D, E))
    assert members(third, E) == {A, B, C, D, E}
    groups, _ = groups_of(third.entries, [variable_note(E)])
    (group,) = groups.values()
    assert {c.term for c in group.constraints.items()} == {
        T.bvult(A, B),
        T.bvult(C, D),
        T.bvult(B, C),
        T.bvult(D, E),
    }
    # older paths and siblings are as they were
    assert members(second, A) == {A, B}
    assert members(first, C) == {C}
    assert members(extend(chain, second, T.bvult(E, A)), E) == {A, B, E}


def test_a_query_takes_only_its_group() -> None:
    chain = Chain()
    path = extend(chain, PathCondition.empty(), T.bvult(A, B), T.bvult(C, D), T.bvult(C, T.bv(7, 16)))
    query = Query(path, condition_note(T.bvult(B, A)))
    assert [c.term for c in query.constraints] == [T.bvult(A, B)]
    assert set(query.assertions()) == {T.bvult(A, B), T.bvult(B, A)}
    other = Query(path, condition_note(T.bvult(D, C)))
    assert len(other.assertions()) == 3, "with the domain of c"


def test_cores_apply_to_supersets_only() -> None:
    chain = Chain()
    store = CoreStore()
    goal = condition_note(T.bvult(C, A))
    small = extend(chain, PathCondition.empty(), T.bvult(A, B))
    path = extend(chain, small, T.bvult(B, C))
    query = Query(path, goal)
    assert store.find(query) is None
    store.add(query, [condition_note(T.bvult(A, B)), condition_note(T.bvult(B, C)), goal])
    assert store.find(query) is not None
    assert store.find(Query(extend(chain, path, T.bvult(D, E)), goal)) is not None
    assert store.find(Query(small, goal)) is None
    # the same core, reached with its literals in another order
    turned = extend(chain, PathCondition.empty(), T.bvult(C, A), T.bvult(A, B))
    assert store.find(Query(turned, condition_note(T.bvult(B, C)))) is not None


def test_cores_with_domains_apply_to_smaller_domains() -> None:
    chain = Chain()
    store = CoreStore()
    path = extend(chain, PathCondition.empty(), T.bvult(A, T.bv(10, 16)))
    goal = condition_note(T.bvult(T.bvadd(B, T.bv(10, 16)), A))
    query = Query(path, goal)
    store.add(query, [goal, variable_note(A)])
    assert store.find(Query(extend(chain, path, T.bvult(A, T.bv(5, 16))), goal)) is not None
    assert store.find(Query(PathCondition.empty(), goal)) is None


def test_query_cache_and_recent_models() -> None:
    chain = Chain()
    one = extend(chain, PathCondition.empty(), T.bvult(A, B), T.bvult(B, C))
    other = extend(chain, PathCondition.empty(), T.bvult(B, C), T.bvult(A, B))
    goal = condition_note(T.eq(T.bvadd(A, C), T.bv(50, 16)))
    assert Query(one, goal).key == Query(other, goal).key
    cache = QueryCache()
    cache.add(Query(one, goal).key, None)
    assert Query(other, goal).key in cache
    assert cache[Query(other, goal).key] is None
    recent = RecentModels()
    assert recent.find(Query(one, goal)) is None
    recent.add({A: 10, B: 5, C: 40})
    assert recent.find(Query(one, goal)) is None, "it must satisfy the whole group"
    recent.add({A: 10, B: 20, C: 40})
    assert recent.find(Query(one, goal)) == {A: 10, B: 20, C: 40}


@given(st.lists(st.integers(0, 2**16), min_size=2, max_size=10, unique=True))
def test_choose_takes_an_element(values: list[int]) -> None:
    values.sort()
    bounds = tuple(values[: len(values) // 2 * 2])
    value = choose(bounds, 1 << 16)
    assert any(bounds[i] <= value < bounds[i + 1] for i in range(0, len(bounds), 2))


def test_pace_resets_a_slow_instance_and_gives_up_when_it_does_not_help() -> None:
    pace = Pace()
    for _ in range(WINDOW):
        pace.record(50)
    resets = [0, 0]
    for _ in range(200):
        pace.record(1000)
        resets[0] += pace.should_reset()
    assert resets[0] == 1, "the new instance is as slow, so that is its pace"
    quick = Pace()
    for _ in range(500):
        quick.record(40)
        assert not quick.should_reset()


def test_a_copied_trie_holds_the_same_and_shares_no_node() -> None:
    table = trie.EMPTY
    for key in range(0, 3000, 7):
        table = trie.put(table, key, key + 1)
    twin = trie.copied(table)
    assert list(trie.values(twin)) == list(trie.values(table))
    assert all(trie.get(twin, key) == key + 1 for key in range(0, 3000, 7))

    def nodes(shift: int, node: Any) -> set[int]:
        below = [nodes(shift - 4, child) for child in node if child is not None] if shift else []
        return {id(node)}.union(*below)

    assert nodes(*twin).isdisjoint(nodes(*table))
