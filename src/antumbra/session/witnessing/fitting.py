"""Is a witness about this program, this property and these sizes of types?"""

from __future__ import annotations

import hashlib
from pathlib import PurePath

from antumbra.frontends.options import LoadOptions
from antumbra.program.errors import InputError
from antumbra.program.properties import ERROR_FUNCTIONS, PropertySet, parse_property_text
from antumbra.program.source import Location
from antumbra.records import dataclass, replace
from antumbra.session.witnessing.telling import ASSERTION
from antumbra.witnesses.values import Witness


class Misfit(Exception):  # noqa: N818 - an answer
    """The witness is not about what is checked, and why."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the user said; None: nothing, and the witness may."""

    properties: PropertySet | None
    data_model: str | None


def check_program(witness: Witness, content: bytes) -> None:
    """Raises Misfit where the witness names another text by its hash."""
    if witness.task.language.upper() not in ("C", ""):
        raise Misfit(f"the witness is about a program of {witness.task.language[:20]}")
    known = [value.lower() for _, value in witness.task.hashes if value]
    if not known:
        return
    own = {hashlib.sha256(content).hexdigest(), hashlib.sha1(content, usedforsecurity=False).hexdigest()}
    if not own & set(known):
        raise Misfit(f"the witness is about another program: its hash is {known[0][:64]}")


def is_own_file(file: str, witness: Witness, path: PurePath) -> bool:
    """Does a location of the witness mean the program's file? A file may have been renamed: its hash counts."""
    name = PurePath(file).name
    if not file or name == path.name:
        return True
    return any(value for _, value in witness.task.hashes) and name in {PurePath(f).name for f in witness.task.files}


def chosen(witness: Witness, options: LoadOptions, said: Said) -> tuple[PropertySet, str]:
    """The property and the data model: what the user says, else what the witness says. Raises Misfit."""
    text, model = (
        witness.task.specification.strip(),
        {"32bit": "ILP32", "64bit": "LP64"}.get(witness.task.data_model, witness.task.data_model),
    )
    if model and said.data_model and model != said.data_model:
        raise Misfit(f"the witness is about {model[:20]}, and not about {said.data_model}")
    if model not in ("", "LP64", "ILP32"):
        raise Misfit(f"the witness is about an unknown data model, {model[:20]!r}")
    meant: PropertySet | None = None
    if text:
        try:
            meant = parse_property_text(text.replace(") ) CHECK(", ") )\nCHECK("), "specification")
        except InputError as error:
            raise Misfit(f"the specification of the witness is not understood: {error.message}") from error
        if meant.unsupported:
            raise Misfit(f"the property of the witness is not checked: {meant.unsupported[0][:80]}")
        if meant.error_functions == (ASSERTION,):
            meant = replace(meant, checks=meant.checks | {"assert"})
    asked = said.properties
    if asked is not None and meant is not None and not _same(_asked(asked), _asked(meant)):
        raise Misfit(f"the witness is about another property: {meant.name}, and not {asked.name}")
    return asked or meant or options.properties, said.data_model or model or options.data_model


Asked = tuple[frozenset[str], frozenset[str]]


def _same(one: Asked, other: Asked) -> bool:
    return one[0] == other[0] and (not one[1] or one[1] <= other[1] or other[1] <= one[1])


def _asked(properties: PropertySet) -> Asked:
    checks = properties.checks - {"assert"}
    functions = frozenset(properties.error_functions) if "unreach-call" in checks else frozenset[str]()
    # the property's name means both names that SV-COMP has had, and assertions
    known = {*ERROR_FUNCTIONS, ASSERTION} if "assert" in properties.checks else set[str]()
    return checks, functions | known


def place(location: Location) -> str:
    """For people."""
    return f"line {location.line}" + (f", column {location.column}" if location.column else "")
