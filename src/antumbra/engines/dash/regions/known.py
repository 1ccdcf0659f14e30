"""What is known in the leaves of a tree of splits, said once for all leaves below a split."""

from __future__ import annotations

from antumbra.terms import Term


class Branch:
    """A way from the root of a tree: ``path`` has a bit for each split, behind a leading one."""

    __slots__ = ("depth", "path")

    def __init__(self, depth: int = 0, path: int = 1) -> None:
        self.depth = depth
        self.path = path

    def onward(self, side: bool) -> Branch:
        return Branch(self.depth + 1, 2 * self.path + side)


class Known:
    """Of one tree. Hundreds of splits may lead to a leaf: what they say is not kept with each leaf."""

    def __init__(self) -> None:
        #: literal → depth → the ways of this length behind which it holds
        self._where: dict[Term, dict[int, set[int]]] = {}

    def say(self, literal: Term, branch: Branch) -> None:
        """It holds in all leaves behind a branch."""
        self._where.setdefault(literal, {}).setdefault(branch.depth, set()).add(branch.path)

    def holds(self, literal: Term, branch: Branch) -> bool:
        """Has it been said of a leaf, or of a branch on the way to it?"""
        where = self._where.get(literal)
        if where is None:
            return False
        depth, path = branch.depth, branch.path
        return any(depth >= d and path >> (depth - d) in ways for d, ways in where.items())
