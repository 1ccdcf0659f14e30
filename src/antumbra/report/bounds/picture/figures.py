"""Which pictures a characterization gets: a statement, a number line, a plane, or pairs of inputs and a tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from antumbra import terms as T
from antumbra.bounds.asking import Asker, Prices
from antumbra.bounds.cfc import Cfc
from antumbra.records import dataclass
from antumbra.report.bounds.picture import ink
from antumbra.report.bounds.picture.charts.condition_tree import condition_tree
from antumbra.report.bounds.picture.charts.conditions import tree_of
from antumbra.report.bounds.picture.charts.number_line import number_line
from antumbra.report.bounds.picture.charts.plane import in_section, plane
from antumbra.report.bounds.picture.ink import Figure
from antumbra.report.bounds.picture.pairs import conditions_of, drawn_axes, pairs_of
from antumbra.report.bounds.picture.parts.axis import Axis
from antumbra.report.bounds.picture.parts.kinds import Kind
from antumbra.report.bounds.picture.parts.space import EFFORT, Space
from antumbra.report.bounds.picture.points import Points, points_of
from antumbra.report.bounds.picture.wording import Names
from antumbra.report.characterization import Characterization
from antumbra.terms import Term

#: all that a characterization's pictures may cost, and one question of them; a second is about a million
STEPS: Final = 1_500_000
STEPS_EACH: Final = 40_000
#: a great many small questions end too
PRICES: Final = Prices(least=5_000, slow=4, circuits=2_200)
#: of a picture on a telephone, in pixels
_NARROW: Final = 330.0

_HOW: Final = (
    "How it is drawn: a part is coloured MUST, SAFE or MAY only where all of it is, which interval arithmetic or a "
    "solver showed; everything else is cut further, and at the end hatched as several kinds."
)


@dataclass(frozen=True, slots=True)
class Figures:
    """``pairs``: planes that are alternatives. ``about``: how all of it was drawn, and what is fixed."""

    main: tuple[Figure, ...]
    #: the main ones again, for a narrow screen
    narrow: tuple[Figure, ...]
    pairs: tuple[Figure, ...]
    tree: Figure | None
    about: tuple[str, ...]

    @property
    def all(self) -> tuple[Figure, ...]:
        return (*self.main, *self.pairs, *(() if self.tree is None else (self.tree,)))


def picture_asker(steps: int = STEPS, seconds: Callable[[], float | None] = lambda: None) -> Asker:
    """Few questions, short, and counted in steps."""
    return Asker(steps, STEPS_EACH, seconds, prices=PRICES)


def figures_of(
    result: Characterization, *, steps: int = STEPS, seconds: Callable[[], float | None] = lambda: None
) -> Figures:
    """All pictures, the same on every machine; ``steps`` bounds what a solver does for them."""
    cfc, names = result.cfc, Names(result.cfc.parameters)
    asker = picture_asker(steps * 2 // 3, seconds)
    points = points_of(result)
    axes = drawn_axes(cfc)
    about = [*_about(cfc, axes)]
    match axes:
        case []:
            return Figures((_statement(cfc, asker),), (), (), None, tuple(about))
        case [axis]:
            space = Space(cfc, [axis], {}, asker, steps)
            broad, narrow = number_line(space, points), number_line(space, points, width=_NARROW)
            return Figures((broad,), (narrow,), (), None, (*about, _HOW))
        case [first, second]:
            space = Space(cfc, [first, second], {}, asker, steps)
            broad = plane(space, points, width=720, height=480)
            narrow = plane(space, points, width=_NARROW - 80, height=_NARROW - 80)
            return Figures((broad,), (narrow,), (), None, (*about, _HOW))
        case _:
            tree = condition_tree(tree_of(cfc, picture_asker(steps // 3, seconds)), names)
            return _many(cfc, axes, points, asker, tree, about)


def _many(cfc: Cfc, axes: list[Axis], points: Points, asker: Asker, tree: Figure, about: list[str]) -> Figures:
    names = Names(cfc.parameters)
    values, origin = _fixed(cfc, points, asker)
    chosen = pairs_of(cfc, axes)
    share = asker.left // len(chosen)
    drawn: list[Figure] = []
    for pair in chosen:
        others = {axis.variable: values[axis.variable] for axis in axes if axis not in pair and axis.variable in values}
        space = Space(cfc, pair, others, asker, share, EFFORT * 2 // len(chosen))
        near = Points(
            tuple(test for test in points.tests if in_section(space, test.env)),
            tuple(p for p in points.pairs if in_section(space, p.fails) and in_section(space, p.passes)),
        )
        figure = plane(space, near, width=320, height=260, glass=False)
        fixed = f"with {names.values(others)}" if others else "whatever the other inputs are"
        drawn.append(
            Figure(
                figure.name, fixed, figure.width, figure.height, figure.body, figure.kinds, figure.tests, figure.pairs
            )
        )
    total = len(axes) * (len(axes) - 1) // 2
    some = f"{len(chosen)} of {total} pairs of inputs" if len(chosen) < total else "Every pair of inputs"
    about.append(f"{some} as a plane; the other inputs have {origin}. Scales may change where an axis is marked //.")
    about.append(_HOW)
    return Figures((), (), tuple(drawn), tree, tuple(about))


def _fixed(cfc: Cfc, points: Points, asker: Asker) -> tuple[Mapping[Term, Any], str]:
    """Values for inputs that are not drawn, and where they come from."""
    variables = [parameter.variable for parameter in cfc.parameters]
    if points.tests:
        test = points.tests[0]
        return {v: test.env.get(v, T.default_value(v.sort)) for v in variables}, (
            f"the values of the failing test of clause {test.number}"
        )
    for condition, words in ((cfc.lower, "an input that fails"), (cfc.upper, "an input that may fail")):
        model = asker.model(T.and_(cfc.domain, condition))
        if model is not None:
            return {v: model.get(v, T.default_value(v.sort)) for v in variables}, f"the values of {words}"
    return {}, "any values"


def _about(cfc: Cfc, axes: list[Axis]) -> list[str]:
    found: list[str] = []
    drawn = {axis.variable for axis in axes}
    spoken = frozenset[Term]().union(*map(T.free_variables, conditions_of(cfc)))
    idle = [p.name for p in cfc.parameters if p.variable not in spoken]
    if idle and axes:
        found.append(f"Not drawn, because the bounds do not depend on it: {', '.join(idle)}.")
    other = [p.name for p in cfc.parameters if p.variable in spoken and p.variable not in drawn]
    if other:
        found.append(f"Not drawn, because its values have no order: {', '.join(other)}.")
    if any(axis.least is None for axis in axes):
        found.append("Integers and reals have no limits here: shown is a part around the numbers of the conditions.")
    if any(axis.infinities is not None for axis in axes):
        found.append("Floating-point numbers are spaced by their bit patterns; NaNs are beyond the infinities.")
    if cfc.more_inputs:
        found.append("Runs may read more inputs than these.")
    return found


def _statement(cfc: Cfc, asker: Asker) -> Figure:
    """No input matters: one sentence."""
    space = Space(cfc, [], {}, asker, asker.left)
    kind = space.whole(())
    inputs = "whatever its inputs are" if cfc.parameters else "it reads no inputs"
    text = {
        Kind.MUST: f"Every run fails: {inputs}.",
        Kind.SAFE: f"No run fails: {inputs}.",
        Kind.MAY: "Whether a run fails is not known.",
        Kind.OUTSIDE: "No input is looked at: the domain is empty.",
        Kind.MIXED: "Whether a run fails depends on more than its inputs.",
    }[kind]
    body = (
        ink.rectangle(kind.value, 16, 8, 64, 44),
        ink.rectangle("frame", 16, 8, 64, 44),
        ink.label(96, 35, text, role="title"),
    )
    return Figure("all inputs", text, 932, 62, body, frozenset({kind}))
