"""A partition of the input space, learned from runs and refined by what others find out about its parts.

Points are run: corner values, random ones, points that are handed in. Between points of different sides, borders are
looked for. A decision tree tells the sides apart; members of its leaves are run until no run contradicts. Each leaf is
then a proposal. A point that refutes one is learned from; a leaf that nobody can prove is cut; what is proved is
settled, and left out from then on.

A run that is not over has no side, and tells nothing; where a leaf resists, such points are told apart from others, and
a leaf that has no other points is proposed to be safe: a run for ever does not fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Final

from antumbra import terms as T
from antumbra.bounds.cfc import Failure, Parameter, Side
from antumbra.program.restricting.assuming import conjuncts
from antumbra.records import replace
from antumbra.strategies.characterize.proposing.borders import border
from antumbra.strategies.characterize.proposing.constants import Taste, constants_of
from antumbra.strategies.characterize.proposing.features import features
from antumbra.strategies.characterize.proposing.points import Points, Sample
from antumbra.strategies.characterize.proposing.regions import Cut, Proposal, Region
from antumbra.strategies.characterize.proposing.sampling import Members, first_points, uniform
from antumbra.strategies.characterize.proposing.space import Point, Space
from antumbra.strategies.characterize.proposing.splitting import Columns
from antumbra.strategies.characterize.proposing.tree import Leaf, Tree, learn_simplest
from antumbra.strategies.characterize.running.runner import Runner
from antumbra.terms import Term

#: steps of runs and of learning, in the units of engines.effort
MOST_STEPS: Final = 5_000_000
#: points to begin with, and of spaces that are run as a whole
FIRST_POINTS: Final = 300
SMALL_SPACE: Final = 4_096
#: borders to begin with, and for a point that contradicts
FIRST_BORDERS: Final = 40
#: rounds of learning, members of a leaf that are run in each, and in the last
ROUNDS: Final = 24
MEMBERS: Final = 24
LAST_MEMBERS: Final = 120
#: leaves of a tree that explains nothing: it is not tested further
MANY_LEAVES: Final = 40
#: points that a leaf's share is estimated with
SHARES: Final = 256
#: features that a leaf is bounded in, after which it is not cut again
MOST_BOUNDS: Final = 12
#: points of each side that a tree is learned from first; what it gets wrong is added
FIRST_LEARNED: Final = 150


class Partition:
    """Proposals for a program. ``atoms``: conditions over parameters that may matter (of paths). ``models``: points to
    run first. ``domain``: which points count. ``most_steps``: of runs and of learning."""

    def __init__(
        self,
        parameters: Sequence[Parameter],
        runner: Runner,
        atoms: Sequence[Term] = (),
        constants: Sequence[int] = (),
        seed: int = 0,
        domain: Term = T.TRUE,
        *,
        models: Iterable[Mapping[Term, int]] = (),
        most_steps: int = MOST_STEPS,
    ) -> None:
        self.space = Space(parameters, domain)
        self.points = Points(self.space, runner, most_steps)
        self._random = Random(seed)  # noqa: S311 - no secret
        self._atoms = _single_atoms(atoms)
        self._constants = tuple(dict.fromkeys([*constants, *constants_of([*self._atoms, domain])]))
        self._members = Members(self.space, self._constants, self._random)
        self._columns = Columns([], Taste(self._constants), self.points)
        #: borders along each axis, by its number
        self._borders: dict[int, int] = {}
        #: samples that the tree is learned from
        self._learned: dict[int, Sample] = {}
        self._settled: list[Term] = []
        self._resisted: dict[Term, int] = {}
        self._tree: Tree | None = None
        self._leaves: list[Leaf] = []
        self._proposed: dict[Term, Leaf] = {}
        self._begun = False
        self._stale = True
        self._models = [self.space.point(model) for model in models]
        self._uniform = [self.space.values(uniform(self.space, self._random)) for _ in range(SHARES)]

    # ------------------------------------------------------------ what others ask and tell

    @property
    def steps(self) -> float:
        """Of runs and of learning, so far."""
        return self.points.steps

    @property
    def exhausted(self) -> bool:
        return self.points.exhausted

    def propose(self) -> list[Proposal]:
        """What is not settled yet, in order of size. Empty where nothing is left, or no steps are."""
        if not self._begun:
            self._begin()
        if self._stale:
            self._relearn()
            self._stale = False
        found: list[Proposal] = []
        self._proposed.clear()
        for leaf in self._leaves:
            proposal = self._proposal(leaf)
            if proposal is not None and proposal.condition not in self._proposed:
                self._proposed[proposal.condition] = leaf
                found.append(proposal)
        return sorted(found, key=lambda p: (not p.sure, -p.share, -p.points))

    def refute(self, proposal: Proposal, values: Mapping[Term, int]) -> None:
        """This point of the proposal is on the other side, someone says. A run decides."""
        sample = self.points.add(self.space.point(values))
        if sample is None or sample.side is None or sample.side is proposal.side:
            self.resist(proposal)
            return
        self._stale = True
        self._take(sample)
        self._borders_of(sample, 4)

    def add(self, values: Mapping[Term, int]) -> None:
        """A point that no proposal has: of what nothing is known of yet."""
        sample = self.points.add(self.space.point(values))
        if sample is not None and self._take(sample):
            self._stale = True

    def resist(self, proposal: Proposal) -> None:
        """Nobody could prove or refute the proposal: cut it."""
        condition = proposal.condition
        self._resisted[condition] = self._resisted.get(condition, 0) + 1
        leaf = self._proposed.get(condition)
        if leaf in self._leaves and not self.exhausted:
            at = self._leaves.index(leaf)
            self._leaves[at : at + 1] = self._cut(leaf)

    def settle(self, proposal: Proposal) -> None:
        """The proposal was proved."""
        self._settled.append(proposal.condition)
        leaf = self._proposed.get(proposal.condition)
        if leaf in self._leaves:
            self._leaves.remove(leaf)

    # ------------------------------------------------------------ points

    def _begin(self) -> None:
        self._begun = True
        points = self.points
        for point in self._models:
            points.run(point)
        if self.space.size <= SMALL_SPACE:
            points.run_all(product(*(range(axis.low, axis.high + 1) for axis in self.space.axes)))
        else:
            points.run_all(first_points(self.space, self._constants, FIRST_POINTS, self._random))
            self._satisfy_atoms()
        must, safe = points.of(Side.MUST), points.of(Side.SAFE)
        for side in (must, safe):
            for sample in self._some(side, FIRST_LEARNED):
                self._take(sample)
        if self.space.size > SMALL_SPACE and must and safe:
            for _ in range(FIRST_BORDERS):
                self._border(self._random.choice(must), self._random.choice(safe))
        self._choose_features()

    def _choose_features(self) -> None:
        """Inputs that borders were found along come first: those matter."""
        axes = self.space.axes
        order = sorted(range(len(axes)), key=lambda i: -self._borders.get(i, 0))
        found = features([axes[i] for i in order], self._atoms, self._constants)
        self._columns = Columns(found, self._columns.taste, self.points)

    def _satisfy_atoms(self) -> None:
        """Points on both sides of an atom's threshold are found by moving along one axis from points that are known."""
        for atom in self._atoms[:32]:
            holds = T.compiled(atom)
            true = next((s for s in self.points.samples if holds(s.values)), None)
            false = next((s for s in self.points.samples if not holds(s.values)), None)
            if true is None or false is None:
                continue
            here, there = true.point, false.point
            for i in range(len(here)):
                changed = (*here[:i], there[i], *here[i + 1 :])
                if not holds(self.space.values(changed)):
                    self._bisect_atom(holds, here, changed, i)
                    break
                here = changed

    def _bisect_atom(self, holds: Callable[[Mapping[Term, int]], bool], one: Point, other: Point, i: int) -> None:
        while abs(one[i] - other[i]) > 1:
            middle = (*one[:i], (one[i] + other[i]) // 2, *one[i + 1 :])
            if holds(self.space.values(middle)):
                one = middle
            else:
                other = middle
        self.points.run(one)
        self.points.run(other)

    def _some(self, samples: Sequence[Sample], most: int) -> Sequence[Sample]:
        return samples if len(samples) <= most else self._random.sample(samples, most)

    def _take(self, sample: Sample) -> bool:
        """Learn from this sample, too."""
        if sample.side is None or sample.number in self._learned:
            return False
        self._learned[sample.number] = sample
        return True

    def _border(self, one: Sample, other: Sample) -> None:
        found = border(self.points, one, other, self._random)
        if found is not None:
            here, there = found
            i = next(i for i, number in enumerate(here.point) if number != there.point[i])
            self._borders[i] = self._borders.get(i, 0) + 1
            self._take(here)
            self._take(there)

    def _borders_of(self, sample: Sample, count: int) -> None:
        """Between a point that contradicts and others, of the other side."""
        others = [s for s in self._learned.values() if s.side is not sample.side]
        for other in self._some(others, count):
            self._border(sample, other)

    # ------------------------------------------------------------ learning

    def _relearn(self) -> None:
        """Learn, run members of leaves, and learn again from what contradicts."""
        last = False
        for _ in range(ROUNDS):
            self._leaves = self._learn()
            if self.exhausted:
                return
            if len(self._leaves) > MANY_LEAVES:
                return
            wrong = self._tested(LAST_MEMBERS if last else MEMBERS)
            if not wrong:
                if last:
                    return
                last = True
                continue
            last = False
            for sample in wrong:
                self._take(sample)
                self._borders_of(sample, 2)
        self._leaves = self._learn()

    def _open(self, values: Mapping[Term, int]) -> bool:
        return not any(T.compiled(condition)(values) for condition in self._settled)

    def _learn(self) -> list[Leaf]:
        """A tree that all labelled points agree with that are not settled."""
        every = [s for s in self.points.samples if s.side is not None and self._open(s.values)]
        while True:
            samples = [s for s in self._learned.values() if self._open(s.values)]
            if not samples:
                return self._pieces(self._whole(every))
            ones = [s.side is Side.MUST for s in samples]
            tree = learn_simplest(self._columns, Region(), samples, ones)
            if self.exhausted and self._tree is not None:
                tree = self._tree
            self._tree = tree
            placed, wrong = self._placed(tree.leaves, every)
            added = [s for s in wrong[:50] if self._take(s)]
            if not added or self.exhausted:
                return [piece for leaf in placed for piece in self._pieces(leaf)]

    def _whole(self, every: Sequence[Sample]) -> Leaf:
        """Nothing is known of any point that is not settled: runs are not over, and may run for ever."""
        return Leaf(Region(), tuple(every), False if self.points.samples and not every else None)

    @staticmethod
    def _placed(leaves: Sequence[Leaf], every: Sequence[Sample]) -> tuple[list[Leaf], list[Sample]]:
        """Leaves with all samples that are in them, and the samples that contradict theirs."""
        placed: list[Leaf] = []
        wrong: list[Sample] = []
        rest = list(every)
        for leaf in leaves:
            inside, outside = list[Sample](), list[Sample]()
            for sample in rest:
                (inside if leaf.region.has(sample.values) else outside).append(sample)
            rest = outside
            against = [s for s in inside if leaf.one is not None and (s.side is Side.MUST) is not leaf.one]
            wrong += against
            placed.append(replace(leaf, samples=tuple(inside), one=None if against else leaf.one))
        wrong.sort(key=lambda sample: sample.number)
        return placed, wrong

    def _tested(self, members: int) -> list[Sample]:
        """Samples that contradict their leaves, found by running members of those."""
        wrong: list[Sample] = []
        for leaf in self._leaves:
            if leaf.one is None or not leaf.samples:
                continue
            for point in self._some_members(leaf, members):
                sample = self.points.run(point)
                if sample is None or sample.side is None or not self._open(sample.values):
                    continue
                if (sample.side is Side.MUST) is not leaf.one:
                    wrong.append(sample)
                    break
        return wrong

    def _some_members(self, leaf: Leaf, count: int) -> Iterator[Point]:
        space, region = self.space, leaf.region

        def inside(point: Point) -> bool:
            values = space.values(point)
            return region.has(values) and space.inside(values)

        for _ in range(count if leaf.samples else 0):
            point = self._members.near(self._random.choice(leaf.samples), inside)
            if point is not None and self.points.known(point) is None:
                yield point

    # ------------------------------------------------------------ proposals

    def _proposal(self, leaf: Leaf) -> Proposal | None:
        if leaf.one is None:
            return None
        side = Side.MUST if leaf.one else Side.SAFE
        region = leaf.region
        # what is settled was left out when the tree was learned, and may be on the other side
        others = [s for s in self.points.samples if s.side not in (None, side) and region.has(s.values)]
        known = [c for c in self._settled if any(T.compiled(c)(s.values) for s in others)]
        condition = T.and_(region.condition(), *(T.not_(c) for c in known))
        share = sum(region.has(values) for values in self._uniform) / len(self._uniform)
        sure = any(sample.side is not None for sample in leaf.samples)
        return Proposal(condition, side, _common_failure(leaf.samples), len(leaf.samples), share, sure)

    # ------------------------------------------------------------ leaves that resist

    def _pieces(self, leaf: Leaf) -> list[Leaf]:
        """The leaf, or where that has resisted before, its parts."""
        pieces: list[Leaf] = []
        work = [leaf]
        while work:
            one = work.pop()
            if one.region.condition() in self._resisted:
                work += reversed(self._cut(one))
            else:
                pieces.append(one)
        return pieces

    def _cut(self, leaf: Leaf) -> list[Leaf]:
        """Parts of a leaf that resists; none where it cannot be cut."""
        if len(leaf.region.bounds) > MOST_BOUNDS:
            return []
        inside = [s for s in self.points.samples if leaf.region.has(s.values) and self._open(s.values)]
        dumb = [sample.side is None for sample in inside]
        if any(dumb) and not all(dumb):
            parts = learn_simplest(self._columns, leaf.region, inside, dumb).leaves
            # a part in which no run was over may run for ever
            return [replace(part, one=False if part.one else leaf.one) for part in parts]
        points = [sample.values for sample in inside]
        points += [self.space.values(point) for point in self._some_members(replace(leaf, samples=tuple(inside)), 40)]
        cut = self._halving(points)
        if cut is None:
            return []
        parts = [leaf.region.cut(cut, holds) for holds in (True, False)]
        return [Leaf(part, tuple(s for s in leaf.samples if part.has(s.values)), leaf.one) for part in parts]

    def _halving(self, points: Sequence[Mapping[Term, int]]) -> Cut | None:
        """A cut of atoms or of inputs, as even as it can be and as simple."""
        best: tuple[float, Cut] | None = None
        for feature in self._columns.features:
            if not feature.truth and feature.cost:
                continue
            numbers = sorted(feature.number(values) for values in points)
            if not numbers or numbers[0] == numbers[-1]:
                continue
            low, high = numbers[len(numbers) // 4], numbers[3 * len(numbers) // 4]
            number = self._columns.taste.choose(min(low, numbers[-1] - 1), min(high, numbers[-1] - 1))
            cut = Cut(feature, 1, True) if feature.truth else Cut(feature, number, False)
            share = sum(cut.holds(number) for number in numbers) / len(numbers)
            worth = min(share, 1 - share) - feature.cost / 100
            if share not in (0, 1) and (best is None or worth > best[0]):
                best = worth, cut
        return None if best is None else best[1]


def _common_failure(samples: Iterable[Sample]) -> Failure | None:
    failures = dict.fromkeys(sample.labelled.failure for sample in samples)
    return next(iter(failures)) if len(failures) == 1 else None


def _single_atoms(conditions: Iterable[Term]) -> list[Term]:
    """Atoms without negation, each once."""
    found: dict[Term, None] = {}
    work = [part for condition in conditions for part in conjuncts(condition)]
    work.reverse()
    while work:
        term = work.pop()
        if term.op in (T.AND, T.OR, T.NOT):
            work += reversed(term.args)
        elif term.op is not T.CONST:
            found[term] = None
    return list(found)
