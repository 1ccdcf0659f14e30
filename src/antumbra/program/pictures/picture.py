"""What a picture of control flow shows: the boxes of a procedure with their lines, and the edges between them.

Shared by the DOT text and the SVG drawing. Texts are raw here; each writer escapes them for its format.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph, targets_of
from antumbra.program.source import Location
from antumbra.program.text.printing import command_text, local_variables
from antumbra.records import dataclass, replace
from antumbra.terms import Term


class Detail(Enum):
    """What stands inside a box."""

    BOTH = "both"  #: source lines, then commands
    SOURCE = "source"
    COMMANDS = "commands"
    LABELS = "labels"  #: the label and where it is


@dataclass(frozen=True, slots=True)
class Box:
    label: str
    #: "a.c:3–7", empty where not known
    place: str
    #: lines of the user's source, "3  x = y;"
    source: tuple[str, ...]
    commands: tuple[str, ...]
    #: entry, return, stop, error or empty; pruned or open in an execution tree; in a region graph "region" and which of
    #: initial, goal, lost (not reachable), new (by a split), first (where a test is to begin) it is
    role: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """Between the numbers of two boxes; ``kind`` is true, false, case or plain; exact, inexact or start in M_a;
    subsumed or equal in an execution tree; link, path, trace, frontier, lost or none (not drawn, but it has its place)
    in a region graph. ``condition``: under which it is taken; told before ``text``."""

    source: int
    target: int
    kind: str
    text: str = ""
    condition: str = ""

    @property
    def label(self) -> str:
        return "; ".join(part for part in (self.condition, self.text) if part)


@dataclass(frozen=True, slots=True)
class Picture:
    name: str
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    #: so many boxes that a drawing shows their labels only
    crowded: bool = False


#: procedures with more blocks than this are crowded
_CROWDED = 400
#: more lines than this in one part of a box are summed up
MOST_LINES = 14
#: more cases than this on one edge are summed up
_MOST_CASES = 4


def pictures(program: P.Program, procedure: str | None, detail: Detail) -> list[Picture]:
    """Of one procedure, or of all that the entry may call, callers first."""
    if procedure is not None:
        if procedure not in program.procedures:
            raise KeyError(f"the program has no procedure {procedure!r}")
        names = [procedure]
    else:
        reachable = CallGraph(program).reachable if program.entry in program.procedures else ()
        names = list(reachable) or list(program.procedures)
    lines = {file: text.split("\n") for file, text in program.sources.items()}
    return [_picture(program, program.procedures[name], lines, detail) for name in names]


def _picture(program: P.Program, procedure: P.Procedure, lines: Mapping[str, list[str]], detail: Detail) -> Picture:
    scope = {variable.data: variable for variable in program.variables}
    scope.update((variable.data, variable) for variable in local_variables(procedure))
    passed = _forwarders(procedure)
    shown = [label for label in procedure.blocks if label not in passed]
    numbers = {label: number for number, label in enumerate(shown)}
    numbers.update((label, numbers[target]) for label, target in passed.items())
    blocks = [procedure.blocks[label] for label in shown]
    boxes = [_box(block, scope, lines, detail) for block in blocks]
    if boxes:
        boxes[0] = replace(boxes[0], role="entry")
    edges: list[Edge] = []
    for number, block in enumerate(blocks):
        edges.extend(_edges(number, block.terminator, numbers))
    return Picture(procedure.name, tuple(boxes), tuple(edges), crowded=len(boxes) > _CROWDED)


def _forwarders(procedure: P.Procedure) -> dict[str, str]:
    """Blocks that only go on to another one, with where they lead: not drawn, their edges pass through."""
    direct: dict[str, str] = {}
    for position, (label, block) in enumerate(procedure.blocks.items()):
        match block.terminator:
            case P.Goto((target,)) if position and not block.commands:
                direct[label] = target
            case _:
                pass
    found: dict[str, str] = {}
    for start in direct:
        path: dict[str, None] = {}
        label = start
        while label in direct and label not in found and label not in path:
            path[label] = None
            label = direct[label]
        if label not in path:  # else an endless loop of empty blocks, which is worth seeing
            found.update((passed, found.get(label, label)) for passed in path)
    return found


def _edges(source: int, terminator: P.Terminator, numbers: Mapping[str, int]) -> list[Edge]:
    match terminator:
        case P.Branch(_, then, otherwise):
            return [Edge(source, numbers[then], "true", "true"), Edge(source, numbers[otherwise], "false", "false")]
        case P.Switch(_, cases, default):
            keys: dict[str, list[str]] = {}
            for key, label in cases:
                keys.setdefault(label, []).append(str(key))
            keys.setdefault(default, []).append("else")
            return [Edge(source, numbers[label], "case", _cases(texts)) for label, texts in keys.items()]
        case _:
            return [Edge(source, numbers[label], "plain") for label in targets_of(terminator)]


def _cases(texts: list[str]) -> str:
    if len(texts) <= _MOST_CASES:
        return ", ".join(texts)
    last = ["else"] if texts[-1] == "else" else []
    kept = texts[: _MOST_CASES - 1]
    return ", ".join([*kept, f"… {len(texts) - len(kept) - len(last)} more", *last])


def _box(block: P.Block, scope: Mapping[str, Term], lines: Mapping[str, list[str]], detail: Detail) -> Box:
    nodes = [*block.commands, block.terminator]
    places = [node.location for node in nodes if node.location is not None]
    commands: list[str] = []
    if detail in (Detail.BOTH, Detail.COMMANDS):
        # what a jump does is seen from its edges, except what it decides on
        shown = nodes[:-1] if isinstance(block.terminator, P.Goto) else nodes
        commands = _summed([_command(node, scope) for node in shown], len(shown))
    source: list[str] = []
    if detail in (Detail.BOTH, Detail.SOURCE):
        found = _source_lines(places, lines)
        source = _summed(found, len(found))
    return Box(block.label, _place(places), tuple(source), tuple(commands), _role(block.terminator))


def _command(node: P.Command | P.Terminator, scope: Mapping[str, Term]) -> str:
    match node:
        case P.Branch(condition):
            return "if " + command_text(P.Assume(condition), scope).removeprefix("assume ")
        case P.Switch(value):
            return "switch " + command_text(P.Free(value), scope).removeprefix("free ")
        case _:
            return command_text(node, scope)


def _summed(texts: list[str], total: int) -> list[str]:
    if total <= MOST_LINES:
        return texts
    return [*texts[: MOST_LINES - 3], f"… {total - MOST_LINES + 1} more …", *texts[-2:]]


def _role(terminator: P.Terminator) -> str:
    match terminator:
        case P.Return():
            return "return"
        case P.Stop(end):
            return "error" if end in (P.End.ABORT, P.End.UNSUPPORTED, P.End.UNDEFINED) else "stop"
        case _:
            return ""


def _place(places: list[Location]) -> str:
    """The file and the lines of most of the block."""
    known = [place for place in places if place.line]
    if not known:
        return places[0].file if places else ""
    file = known[0].file
    numbers = [place.line for place in known if place.file == file]
    first, last = min(numbers), max(numbers)
    name = file.rsplit("/", 1)[-1]
    return f"{name}:{first}" if first == last else f"{name}:{first}–{last}"


def _source_lines(places: list[Location], lines: Mapping[str, list[str]]) -> list[str]:
    """Each source line that a command of the block comes from, once, in source order."""
    wanted = sorted({(place.file, place.line) for place in places if place.line and place.file in lines})
    digits = max((len(str(number)) for _, number in wanted), default=0)
    return [
        f"{number:>{digits}}  {lines[file][number - 1].strip()}"
        for file, number in wanted
        if number <= len(lines[file])
    ]
