"""Directed graphs: the algorithms that every engine needs, iterative and (nearly) linear.

A graph is a mapping node → successors; nodes are whatever hashes. Orders depend only on the
order of the mapping and of the successor sequences, so results are the same in every run.
:mod:`antumbra.program.graphs.flow` applies them to control flow and calls.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from antumbra.records import dataclass

Node = TypeVar("Node", bound=Hashable)


def predecessors_of(successors: Mapping[Node, Sequence[Node]]) -> dict[Node, tuple[Node, ...]]:
    """The reversed graph; every node of the graph is a key."""
    found: dict[Node, list[Node]] = {node: [] for node in successors}
    for node, following in successors.items():
        for target in following:
            found[target].append(node)
    return {node: tuple(sources) for node, sources in found.items()}


def depth_first(entry: Node, successors: Mapping[Node, Sequence[Node]]) -> tuple[list[Node], list[Node]]:
    """(preorder, postorder) of the nodes reachable from ``entry``."""
    preorder = [entry]
    postorder: list[Node] = []
    seen = {entry}
    stack = [(entry, iter(successors[entry]))]
    while stack:
        node, pending = stack[-1]
        for target in pending:
            if target not in seen:
                seen.add(target)
                preorder.append(target)
                stack.append((target, iter(successors[target])))
                break
        else:
            postorder.append(node)
            stack.pop()
    return preorder, postorder


def reverse_postorder(entry: Node, successors: Mapping[Node, Sequence[Node]]) -> list[Node]:
    """Reachable nodes, each before its successors except along retreating edges."""
    order = depth_first(entry, successors)[1]
    order.reverse()
    return order


def retreating_edges(entry: Node, successors: Mapping[Node, Sequence[Node]]) -> list[tuple[Node, Node]]:
    """Edges to an ancestor (or itself) in the depth-first tree: without them there is no cycle."""
    found: list[tuple[Node, Node]] = []
    seen = {entry}
    active = {entry}
    stack = [(entry, iter(successors[entry]))]
    while stack:
        node, pending = stack[-1]
        for target in pending:
            if target in active:
                found.append((node, target))
            elif target not in seen:
                seen.add(target)
                active.add(target)
                stack.append((target, iter(successors[target])))
                break
        else:
            active.discard(node)
            stack.pop()
    return found


def strongly_connected_components(successors: Mapping[Node, Sequence[Node]]) -> list[tuple[Node, ...]]:
    """Tarjan's components; a component comes after all that it can reach (reverse topological order).

    Nodes inside a component are in the order of the mapping's depth-first walk.
    """
    number: dict[Node, int] = {}
    low: dict[Node, int] = {}
    pending: list[Node] = []
    on_stack: set[Node] = set()
    components: list[tuple[Node, ...]] = []
    for root in successors:
        if root in number:
            continue
        number[root] = low[root] = len(number)
        pending.append(root)
        on_stack.add(root)
        work = [(root, iter(successors[root]))]
        while work:
            node, following = work[-1]
            for target in following:
                if target not in number:
                    number[target] = low[target] = len(number)
                    pending.append(target)
                    on_stack.add(target)
                    work.append((target, iter(successors[target])))
                    break
                if target in on_stack:
                    low[node] = min(low[node], number[target])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == number[node]:
                    start = len(pending) - 1
                    while pending[start] != node:
                        start -= 1
                    component = tuple(pending[start:])
                    del pending[start:]
                    on_stack.difference_update(component)
                    components.append(component)
    return components


def immediate_dominators(
    entry: Node, successors: Mapping[Node, Sequence[Node]], predecessors: Mapping[Node, Sequence[Node]]
) -> dict[Node, Node | None]:
    """The immediate dominator of every reachable node; None for ``entry``.

    Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph" (1979), with
    simple linking; nodes are their depth-first numbers throughout.
    """
    order = depth_first(entry, successors)[0]
    count = len(order)
    number = {node: position for position, node in enumerate(order)}
    parent = _tree_parents(order, number, successors)
    before = [[number[source] for source in predecessors[node] if source in number] for node in order]
    semi = list(range(count))
    best = list(range(count))
    forest = [-1] * count
    dominator = [0] * count
    bucket: list[list[int]] = [[] for _ in order]

    def evaluate(node: int) -> int:
        if forest[node] < 0:
            return node
        path: list[int] = []
        while forest[forest[node]] >= 0:
            path.append(node)
            node = forest[node]
        for below in reversed(path):
            above = forest[below]
            if semi[best[above]] < semi[best[below]]:
                best[below] = best[above]
            forest[below] = forest[above]
        return best[path[0] if path else node]

    for node in range(count - 1, 0, -1):
        for source in before[node]:
            semi[node] = min(semi[node], semi[evaluate(source)])
        bucket[semi[node]].append(node)
        above = parent[node]
        forest[node] = above
        for below in bucket[above]:
            candidate = evaluate(below)
            dominator[below] = candidate if semi[candidate] < semi[below] else above
        bucket[above].clear()
    for node in range(1, count):
        if dominator[node] != semi[node]:
            dominator[node] = dominator[dominator[node]]
    return {node: order[dominator[position]] if position else None for position, node in enumerate(order)}


def _tree_parents(
    order: Sequence[Node], number: Mapping[Node, int], successors: Mapping[Node, Sequence[Node]]
) -> list[int]:
    """Parents in the depth-first tree whose preorder is ``order``, by preorder number; -1 for the root."""
    parent = [-1] * len(order)
    seen = [False] * len(order)
    seen[0] = True
    stack = [(0, iter(successors[order[0]]))]
    while stack:
        node, pending = stack[-1]
        for target in pending:
            position = number[target]
            if not seen[position]:
                seen[position] = True
                parent[position] = node
                stack.append((position, iter(successors[target])))
                break
        else:
            stack.pop()
    return parent


class DominatorTree(Generic[Node]):
    """Constant-time questions about dominance, from immediate dominators."""

    __slots__ = ("_enter", "_leave", "immediate")

    def __init__(self, immediate: Mapping[Node, Node | None]) -> None:
        self.immediate = immediate
        children: dict[Node, list[Node]] = {node: [] for node in immediate}
        roots: list[Node] = []
        for node, above in immediate.items():
            if above is None:
                roots.append(node)
            else:
                children[above].append(node)
        self._enter: dict[Node, int] = {}
        self._leave: dict[Node, int] = {}
        clock = 0
        for root in roots:
            stack = [(root, iter(children[root]))]
            self._enter[root] = clock
            while stack:
                node, pending = stack[-1]
                child = next(pending, None)
                clock += 1
                if child is None:
                    self._leave[node] = clock
                    stack.pop()
                else:
                    self._enter[child] = clock
                    stack.append((child, iter(children[child])))

    def dominates(self, above: Node, below: Node) -> bool:
        """Every way to ``below`` passes ``above`` (a node dominates itself); False where either is unreachable."""
        if above not in self._enter or below not in self._enter:
            return False
        return self._enter[above] <= self._enter[below] and self._leave[below] <= self._leave[above]


@dataclass(frozen=True, slots=True)
class Loop(Generic[Node]):
    """One loop of the nesting forest. ``body`` has the head first and all inner loops' nodes."""

    head: Node
    body: tuple[Node, ...]
    #: heads of the loops around it, innermost first
    outer: tuple[Node, ...]
    #: False when the loop can be entered without passing its head
    natural: bool


class LoopForest(Generic[Node]):
    """The loops of a flow graph and how they nest (Havlak 1997, on Tarjan's interval finding).

    Every cycle lies in some loop and passes that loop's head or the head of a loop inside it, also where the
    graph is irreducible: then ``natural`` is False and the head is the first node entered depth first.
    """

    __slots__ = ("_innermost", "_natural", "_order", "heads", "parent")

    def __init__(
        self, entry: Node, successors: Mapping[Node, Sequence[Node]], predecessors: Mapping[Node, Sequence[Node]]
    ) -> None:
        order = depth_first(entry, successors)[0]
        number = {node: position for position, node in enumerate(order)}
        count = len(order)
        parents = _tree_parents(order, number, successors)
        last = list(range(count))
        for position in range(count - 1, 0, -1):
            last[parents[position]] = max(last[parents[position]], last[position])
        header = [-1] * count
        is_head = [False] * count
        natural = [True] * count
        union = list(range(count))

        def find(node: int) -> int:
            root = node
            while union[root] != root:
                root = union[root]
            while union[node] != root:
                union[node], node = root, union[node]
            return root

        entering: list[list[int]] = [[] for _ in order]
        for position, node in enumerate(order):
            entering[position] = [number[source] for source in predecessors[node] if source in number]
        for head in range(count - 1, -1, -1):
            body: dict[int, None] = {}
            for source in entering[head]:
                if head <= source <= last[head]:
                    is_head[head] = True
                    if source != head:
                        body[find(source)] = None
            body.pop(head, None)
            work = list(body)
            while work:
                node = work.pop()
                extra: list[int] = []
                for source in entering[node]:
                    if node <= source <= last[node]:
                        continue  # a back edge of the inner loop that ``node`` stands for
                    inside = find(source)
                    if not head <= inside <= last[head]:
                        natural[head] = False
                        extra.append(inside)
                    elif inside != head and inside not in body:
                        body[inside] = None
                        work.append(inside)
                if extra:
                    # whoever jumps into this loop also jumps into the loops around it
                    entering[head].extend(extra)
            for node in body:
                header[node] = head
                union[node] = head
        self._order = order
        self._innermost: dict[Node, Node | None] = {}
        #: head → head of the loop around it, in depth-first order
        self.parent: dict[Node, Node | None] = {}
        self._natural: dict[Node, bool] = {}
        for position, node in enumerate(order):
            around = None if header[position] < 0 else order[header[position]]
            if is_head[position]:
                self.parent[node] = around
                self._natural[node] = natural[position]
                self._innermost[node] = node
            else:
                self._innermost[node] = around
        self.heads: tuple[Node, ...] = tuple(self.parent)

    def innermost(self, node: Node) -> Node | None:
        """Head of the innermost loop that contains ``node``."""
        return self._innermost.get(node)

    def around(self, node: Node) -> tuple[Node, ...]:
        """Heads of all loops that contain ``node``, innermost first."""
        found: list[Node] = []
        head = self._innermost.get(node)
        while head is not None:
            found.append(head)
            head = self.parent[head]
        return tuple(found)

    def depth(self, node: Node) -> int:
        """How many loops contain ``node``."""
        return len(self.around(node))

    def loop(self, head: Node) -> Loop[Node]:
        """The whole loop of ``head``; takes time linear in the graph."""
        inside = {head}
        body = [head]
        for node in self._order:  # preorder: a head comes before all of its body
            if node is head or node == head:
                continue
            step = self.parent[node] if node in self.parent else self._innermost[node]
            if step is not None and step in inside:
                body.append(node)
                if node in self.parent:
                    inside.add(node)
        return Loop(head, tuple(body), self.around(head)[1:], self._natural[head])

    def loops(self) -> Iterable[Loop[Node]]:
        """Every loop, outer before inner."""
        return (self.loop(head) for head in self.heads)
