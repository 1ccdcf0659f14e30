"""What is asked of a program: property names, lists of them, and SV-COMP property files (``.prp``).

A property is a set of checks (keys of ``CHECKS``) and the functions whose call is an error. What we
can read but no engine decides (termination, data races, other temporal formulas) is kept by name, so that the answer
is ``unknown`` with that name as its reason, and not an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from antumbra.patterns import pattern
from antumbra.program.errors import InputError, suggestion
from antumbra.program.model import CHECKS
from antumbra.program.source import Location
from antumbra.records import dataclass, replace

#: functions whose call is an error unless a property file names another one
ERROR_FUNCTIONS = ("reach_error", "__VERIFIER_error")


@dataclass(frozen=True, slots=True)
class PropertySet:
    """The checks of a run. ``name`` is how reports and verdicts call it."""

    checks: frozenset[str]
    error_functions: tuple[str, ...] = ()
    entry: str | None = None  #: the function a property file starts from; None where it does not say
    name: str = ""
    unsupported: tuple[str, ...] = ()  #: parts of the property that no engine decides
    only: tuple[str, ...] = ()  #: the checks that are meant, by their ids (engines.checks); none: all of their kinds
    goal: str = ""  #: what tests are to cover, as Test-Comp says it; ``explore`` writes them, no verdict is about it

    def union(self, other: PropertySet) -> PropertySet:
        """Both at once: a program satisfies the union if it satisfies each."""
        functions = self.error_functions + tuple(f for f in other.error_functions if f not in self.error_functions)
        unsupported = self.unsupported + tuple(u for u in other.unsupported if u not in self.unsupported)
        names = [name for name in (self.name, other.name) if name]
        name = ",".join(dict.fromkeys(names))
        only = self.only + tuple(o for o in other.only if o not in self.only)
        goal, entry = self.goal or other.goal, self.entry or other.entry
        return PropertySet(self.checks | other.checks, functions, entry, name, unsupported, only, goal)

    def exploring(self) -> PropertySet:
        """For who writes tests: a goal is no part of what has to be decided."""
        named = tuple(part for part in self.unsupported if part not in GOALS)
        return replace(self, unsupported=named) if self.goal else self


def _named(name: str, *checks: str, functions: tuple[str, ...] = ()) -> PropertySet:
    return PropertySet(frozenset(checks), functions, None, name)


#: what is checked unless the user says otherwise
UNREACH_CALL = _named("unreach-call", "unreach-call", "assert", functions=ERROR_FUNCTIONS)
#: what KLEE reports: the default of ``explore``
KLEE = _named(
    "klee",
    "unreach-call",
    "assert",
    "valid-deref",
    "valid-free",
    "division-by-zero",
    "def-behavior",
    "abort",
    functions=ERROR_FUNCTIONS,
)
MEMSAFETY = _named("valid-memsafety", "valid-deref", "valid-free", "valid-memtrack")

#: every name that ``--property`` knows, in the order messages list them
NAMED: Mapping[str, PropertySet] = {
    "unreach-call": UNREACH_CALL,
    "valid-memsafety": MEMSAFETY,
    "klee": KLEE,
    # abort is what a program may well do; KLEE alone reports it
    "all": _named("all", *(check for check in CHECKS if check != "abort"), functions=ERROR_FUNCTIONS),
    **{check: _named(check, check) for check in CHECKS if check != "unreach-call"},
}

#: properties with a name that no engine decides
UNSUPPORTED = ("termination", "no-data-race", "no-deadlock")
#: Test-Comp's goals: what is covered is measured, and not decided
GOALS: Mapping[str, str] = {
    "coverage-branches": "COVER( init({entry}()), FQL(COVER EDGES(@DECISIONEDGE)) )",
    "coverage-error-call": "COVER( init({entry}()), FQL(COVER EDGES(@CALL({function}))) )",
}

#: the id of a check, ``main.assert.1``
_ID = pattern(r".+\.([\w-]+)\.[1-9][0-9]*\Z")
_CHECK = pattern(r"CHECK\s*\(\s*init\s*\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*LTL\s*\(\s*(.*?)\s*\)\s*\)\Z")
_COVER = pattern(
    r"COVER\s*\(\s*init\s*\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*FQL\s*\(\s*COVER\s+EDGES\s*\(\s*"
    r"@(\w+)\s*(?:\(\s*(\w+)\s*\)\s*)?\)\s*\)\s*\)\Z"
)
_CALL = pattern(r"G\s*!\s*call\s*\(\s*(\w+)\s*\(\s*\)\s*\)\Z")
_ALWAYS = pattern(r"G\s*(!)?\s*([\w-]+)\Z")

_FORMULAS: Mapping[tuple[bool, str], str] = {
    (False, "valid-deref"): "valid-deref",
    (False, "valid-free"): "valid-free",
    (False, "valid-memtrack"): "valid-memtrack",
    (False, "valid-memcleanup"): "valid-memcleanup",
    (False, "def-behavior"): "def-behavior",
    (False, "no-overflow"): "no-overflow",
    (True, "overflow"): "no-overflow",
}


def parse_properties(text: str) -> PropertySet:
    """The property set that ``--property TEXT`` asks for: names and ``.prp`` files, separated by commas."""
    parts = [part.strip() for part in text.split(",")]
    result: PropertySet | None = None
    for part in parts:
        found = _parse_one(part)
        if result is not None and bool(result.only) != bool(found.only):
            raise InputError(f"{text!r} names both properties and single checks; expected one kind of them")
        result = found if result is None else result.union(found)
    if result is None:
        raise InputError(f"no property given; expected {_expected()}")
    return result


def _parse_one(text: str) -> PropertySet:
    if text.endswith(".prp") or "/" in text:
        return read_property_file(Path(text))
    if text in NAMED:
        return NAMED[text]
    if text in GOALS:
        return _goal(text, GOALS[text].format(entry="main", function=ERROR_FUNCTIONS[0]), ERROR_FUNCTIONS, None)
    if text in UNSUPPORTED:
        return PropertySet(frozenset(), name=text, unsupported=(text,))
    if (match := _ID.match(text)) and match[1] in CHECKS:
        return PropertySet(frozenset({match[1]}), ERROR_FUNCTIONS, None, text, only=(text,))
    hint = suggestion(text, (*NAMED, *GOALS, *UNSUPPORTED))
    raise InputError(f"unknown property {text!r}{hint}; expected {_expected()}")


def _goal(name: str, text: str, functions: tuple[str, ...], entry: str | None) -> PropertySet:
    """Executions end at errors, as they do where tests are run."""
    return PropertySet(UNREACH_CALL.checks, functions, entry, name, (name,), goal=text)


def _expected() -> str:
    return f"one or more of {', '.join(NAMED)}, separated by commas, or a property file (.prp)"


def read_property_file(path: Path) -> PropertySet:
    """Read an SV-COMP property file: one ``CHECK( init(f()), LTL(…) )`` a line, all of them meant."""
    if not path.is_file():
        problem = "is a directory, not a property file" if path.is_dir() else "does not exist"
        raise InputError(f"the property file {problem}", Location(str(path)))
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the property file cannot be read: {error}", Location(str(path))) from error
    return parse_property_text(text, str(path))


def parse_property_text(text: str, file: str) -> PropertySet:
    """Parse the text of a property file; ``file`` names it in messages and, without its ending, in reports."""
    result: PropertySet | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        found = _parse_line(line.strip(), Location(file, number, 1 + len(line) - len(line.lstrip())))
        if result is not None and found.entry and result.entry and found.entry != result.entry:
            raise InputError(
                f"starts from {found.entry}, but an earlier line from {result.entry}", Location(file, number)
            )
        result = found if result is None else result.union(found)
    if result is None:
        raise InputError("the property file is empty; expected CHECK( init(main()), LTL(G ...) )", Location(file))
    return replace(result, name=_report_name(result, Path(file).stem))


def _parse_line(line: str, location: Location) -> PropertySet:
    if (cover := _COVER.match(line)) is not None:
        called = cover[2] == "CALL" and cover[3]
        name = "coverage-error-call" if called else "coverage-branches"
        return _goal(name, line, (cover[3],) if called else ERROR_FUNCTIONS, cover[1])
    if re.match(r"(COVER|CHECK\s*\(\s*annotations)\b", line):
        return PropertySet(frozenset(), unsupported=(line,))
    outer = _CHECK.match(line)
    if outer is None:
        raise InputError(
            f"not a property: {line[:80]!r}; expected CHECK( init(main()), LTL(G ! call(reach_error())) )", location
        )
    entry, formula = outer.groups()
    call = _CALL.match(formula)
    if call:
        return PropertySet(frozenset({"unreach-call"}), (call[1],), entry, "unreach-call")
    always = _ALWAYS.match(formula)
    if always:
        check = _FORMULAS.get((always[1] is not None, always[2]))
        if check:
            return PropertySet(frozenset({check}), (), entry, check)
    known = {"F end": "termination", "G ! data-race": "no-data-race", "G ! deadlock": "no-deadlock"}
    return PropertySet(frozenset(), (), entry, unsupported=(known.get(formula, f"LTL({formula})"),))


def _report_name(properties: PropertySet, stem: str) -> str:
    """SV-COMP's name for what a file asks, whatever the file is called (2015 says PropertyMemSafety.prp)."""
    if properties.goal and len(properties.unsupported) == 1:
        return properties.unsupported[0]
    if properties.unsupported:
        return properties.unsupported[0] if len(properties.unsupported) == 1 and not properties.checks else stem
    if properties.checks == MEMSAFETY.checks:
        return MEMSAFETY.name
    return next(iter(properties.checks)) if len(properties.checks) == 1 else stem
