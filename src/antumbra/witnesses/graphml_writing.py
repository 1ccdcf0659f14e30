"""A witness as GraphML 1.0. What that format has no words for is left out: contracts, invariants away from loops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from antumbra.witnesses.values import InvariantAt, Segment, Witness

_KEYS: Final = {
    "graph": (
        "witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash", "architecture",
        "creationtime", "witness-format-version",
    ),
    "node": ("entry", "violation", "invariant", "invariant.scope"),
    "edge": (
        "startline", "assumption", "assumption.scope", "assumption.resultfunction", "enterFunction", "enterLoopHead",
    ),
}  # fmt: skip
_BOOLEAN: Final = ("entry", "violation", "enterLoopHead")
_ARCHITECTURES: Final = {"LP64": "64bit", "ILP32": "32bit"}


def graphml_text(witness: Witness) -> str:
    """The whole file."""
    return "\n".join(_lines(witness)) + "\n"


def _lines(witness: Witness) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
    yield (
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
    )
    yield from _keys()
    yield ' <graph edgedefault="directed">'
    task = witness.task
    yield from _data(
        2,
        ("witness-type", "violation_witness" if witness.violation else "correctness_witness"),
        ("sourcecodelang", "C"),
        ("producer", f"{witness.producer.name} {witness.producer.version} {witness.producer.configuration}".strip()),
        ("specification", task.specification),
        ("programfile", task.files[0] if task.files else ""),
        ("programhash", task.hashes[0][1] if task.hashes else ""),
        ("architecture", _ARCHITECTURES.get(task.data_model, "64bit")),
        ("creationtime", witness.created),
        ("witness-format-version", "1.0"),
    )
    yield '  <node id="N0">'
    yield from _data(3, ("entry", "true"))
    yield "  </node>"
    yield from _path(witness.segments) if witness.violation else _heads(witness.invariants)
    yield " </graph>"
    yield "</graphml>"


def _keys() -> Iterator[str]:
    for of, names in _KEYS.items():
        for name in names:
            kind = "boolean" if name in _BOOLEAN else "int" if name == "startline" else "string"
            key = f' <key attr.name="{name}" attr.type="{kind}" for="{of}" id="{name}"'
            yield f"{key}><default>false</default></key>" if name in _BOOLEAN else f"{key}/>"


def _path(segments: tuple[Segment, ...]) -> Iterator[str]:
    for number, segment in enumerate(segments, 1):
        follow = segment.follow
        yield f'  <node id="N{number}">' if follow.type == "target" else f'  <node id="N{number}"/>'
        if follow.type == "target":
            yield from _data(3, ("violation", "true"))
            yield "  </node>"
        yield f'  <edge source="N{number - 1}" target="N{number}">'
        yield from _data(3, ("startline", str(follow.location.line)))
        if follow.type == "function_return" and follow.constraint is not None:
            yield from _data(
                3,
                ("assumption", follow.constraint.text),
                ("assumption.scope", follow.location.function),
                ("assumption.resultfunction", follow.result_of),
            )
        yield "  </edge>"


def _heads(invariants: tuple[InvariantAt, ...]) -> Iterator[str]:
    heads: dict[tuple[int, int, str], list[str]] = {}
    for invariant in invariants:
        where = invariant.location
        if invariant.loop:
            heads.setdefault((where.line, where.column, where.function), []).append(invariant.expression.text)
    lines = [line for line, _, _ in heads]
    for number, ((line, _, function), texts) in enumerate(heads.items(), 1):
        if lines.count(line) > 1:
            continue  # a line is all that the format knows
        yield f'  <node id="N{number}">'
        text = texts[0] if len(texts) == 1 else " && ".join(f"({each})" for each in texts)
        yield from _data(3, ("invariant", text), ("invariant.scope", function))
        yield "  </node>"
        yield f'  <edge source="N0" target="N{number}">'
        yield from _data(3, ("startline", str(line)), ("enterLoopHead", "true"))
        yield "  </edge>"


def _data(depth: int, *pairs: tuple[str, str]) -> Iterator[str]:
    for key, value in pairs:
        yield f'{" " * depth}<data key="{key}">{_escaped(value)}</data>'


def _escaped(text: str) -> str:
    """Without what XML cannot hold."""
    return escape(
        "".join(c if c in "\t\n" or (" " <= c <= "\ud7ff") or ("\ue000" <= c <= "\ufffd") else "?" for c in text)
    )
