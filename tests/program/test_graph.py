"""Graph algorithms against their definitions, and on graphs too deep for recursion."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from antumbra.program.graphs import algorithms as graph

Graph = dict[int, tuple[int, ...]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    count = draw(st.integers(1, 9))
    node = st.integers(0, count - 1)
    return {i: tuple(draw(st.lists(node, max_size=3, unique=True))) for i in range(count)}


def reach(successors: Graph, start: int, without: frozenset[int] = frozenset()) -> set[int]:
    seen = {start} - without
    work = list(seen)
    while work:
        for target in successors[work.pop()]:
            if target not in seen and target not in without:
                seen.add(target)
                work.append(target)
    return seen


@given(graphs())
def test_dominators_are_what_cannot_be_avoided(successors: Graph) -> None:
    tree = graph.DominatorTree(graph.immediate_dominators(0, successors, graph.predecessors_of(successors)))
    reachable = reach(successors, 0)
    for above in successors:
        avoided = reach(successors, 0, frozenset([above]))
        for below in successors:
            expected = below in reachable and above in reachable and (below not in avoided or below == above)
            assert tree.dominates(above, below) == expected
    for node, above in tree.immediate.items():
        if above is not None:
            others = [d for d in successors if d != node and tree.dominates(d, node)]
            assert all(tree.dominates(other, above) for other in others)


@given(graphs())
def test_components_are_mutual_reachability_in_reverse_topological_order(successors: Graph) -> None:
    components = graph.strongly_connected_components(successors)
    assert sorted(node for component in components for node in component) == sorted(successors)
    place = {node: position for position, component in enumerate(components) for node in component}
    for one in successors:
        for other in successors:
            together = other in reach(successors, one) and one in reach(successors, other)
            assert (place[one] == place[other]) == together
        for target in successors[one]:
            assert place[target] <= place[one]


@given(graphs())
def test_reverse_postorder_and_retreating_edges(successors: Graph) -> None:
    order = graph.reverse_postorder(0, successors)
    assert order[0] == 0
    assert set(order) == reach(successors, 0)
    retreating = set(graph.retreating_edges(0, successors))
    place = {node: position for position, node in enumerate(order)}
    for node in order:
        for target in successors[node]:
            assert ((node, target) in retreating) == (place[target] <= place[node])


@given(graphs())
def test_loop_forest(successors: Graph) -> None:
    forest = graph.LoopForest(0, successors, graph.predecessors_of(successors))
    reachable = reach(successors, 0)
    loops = {loop.head: loop for loop in forest.loops()}
    assert set(loops) == {target for _, target in graph.retreating_edges(0, successors)}
    # every cycle passes a head: without the heads nothing reaches itself
    heads = frozenset(loops)
    rest = {n: tuple(t for t in successors[n] if t not in heads) for n in reachable - heads}
    assert all(len(c) == 1 and c[0] not in rest[c[0]] for c in graph.strongly_connected_components(rest))
    for head, loop in loops.items():
        inside = set(loop.body)
        assert loop.body[0] == head
        assert len(inside) == len(loop.body)
        part = {n: tuple(t for t in successors[n] if t in inside) for n in inside}
        assert all(head in reach(part, n) for n in inside)
        entered = {n for n in inside for m in reachable - inside if n in successors[m]} | ({0} & inside)
        assert loop.natural == (entered <= {head})
        for outer in loop.outer:
            assert inside < set(loops[outer].body)
    for node in reachable:
        containing = {head for head, loop in loops.items() if node in loop.body}
        assert set(forest.around(node)) == containing
        assert forest.depth(node) == len(containing)


@given(graphs())
def test_natural_loops_of_reducible_graphs(successors: Graph) -> None:
    predecessors = graph.predecessors_of(successors)
    tree = graph.DominatorTree(graph.immediate_dominators(0, successors, predecessors))
    edges = graph.retreating_edges(0, successors)
    if not all(tree.dominates(head, tail) for tail, head in edges):
        return
    forest = graph.LoopForest(0, successors, predecessors)
    backward = {n: tuple(p for p in predecessors[n] if p in tree.immediate) for n in tree.immediate}
    for loop in forest.loops():
        tails = [tail for tail, head in edges if head == loop.head]
        body = {loop.head}.union(*(reach(backward, tail, frozenset([loop.head])) for tail in tails))
        assert set(loop.body) == body


def test_long_and_nested_graphs_take_linear_time() -> None:
    count = 50_000
    # a chain in which every node can also go back to one of three earlier places: deep nesting
    successors: Graph = {i: (i + 1, i // 2) if i + 1 < count else (0,) for i in range(count)}
    predecessors = graph.predecessors_of(successors)
    assert len(graph.reverse_postorder(0, successors)) == count
    assert len(graph.strongly_connected_components(successors)) == 1
    tree = graph.DominatorTree(graph.immediate_dominators(0, successors, predecessors))
    assert tree.dominates(10, count - 1)
    forest = graph.LoopForest(0, successors, predecessors)
    assert forest.innermost(count - 1) is not None
