"""Memory as variables, with a condition forgotten that keeps one part of it apart from another."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import antumbra
from antumbra.engines.memoryless import tidying
from antumbra.engines.memoryless.commands import lives, ranges, reading, relations
from antumbra.engines.memoryless.lowering import _Lowering
from antumbra.engines.memoryless.objects import accesses, shapes
from antumbra.engines.memoryless.objects.contents import Content
from antumbra.engines.memoryless.objects.homes import Home, Homes
from antumbra.engines.memoryless.pointers import constants
from antumbra.engines.memoryless.procedures import inlining, specialising
from antumbra.engines.memoryless.procedures.calls import Calls
from antumbra.engines.memoryless.world import World
from engines.memoryless import test_rules
from support.faults import Fault


def _rule(name: str) -> Callable[[], None]:
    def killer() -> None:
        with tempfile.TemporaryDirectory() as folder:
            test_rules.test_what_goes_wrong_still_does(name, Path(folder))
            test_rules.test_what_is_safe_stays_so(name, Path(folder))

    killer.__name__ = name
    return killer


def _fault(condition: str, function: Any, old: str, new: str, rule: str) -> Fault:
    return Fault("memory as variables", condition, function, old, new, (_rule(rule),))


def _leak(name: str) -> Callable[[], None]:
    """A program that leaks is not safe."""

    def killer() -> None:
        path = LEAKING / f"{name}_unsafe.c"
        found = antumbra.check(path, engine="dash", property="valid-memcleanup", timeout=20, check_proofs=False)
        assert found.verdict.value != "safe"

    killer.__name__ = name
    return killer


LEAKING = Path(__file__).parent.parent.parent / "benchmarks" / "dash" / "suite" / "heap"

FAULTS = [
    Fault(
        "memory as variables",
        "heap objects are freed when the program ends",
        lives.Lives.end,
        "if site.region is not Region.HEAP or home.alive is None:",
        "if True:",
        (_leak("freed_on_all_ways"),),
    ),
    Fault(
        "memory as variables",
        "heap objects that nobody frees live",
        Homes.mortal,
        " or (self._leaks and site.region is Region.HEAP)",
        "",
        (_leak("pair_freed_by_helper"),),
    ),
    _fault(
        "objects that are made in a loop die with their call",
        lives.Lives.leave,
        "none = T.array_value(home.alive.sort, False, {}) if home.family else T.FALSE",
        "none = home.alive",
        "an alloca in a loop",
    ),
    _fault(
        "of what is copied to another shape nothing is known",
        ranges.Ranges._unknown_where,
        "inside = T.and_(guard, touched)",
        "inside = T.FALSE",
        "many bytes of another shape",
    ),
    _fault(
        "what a procedure in place of a call returns is given",
        inlining._Inlining._body,
        "values = end.values[: len(call.targets)]",
        "values = tuple(T.const(0, t.sort) for t in call.targets)",
        "a small procedure in place of its calls",
    ),
    _fault(
        "parameters of a procedure in place of a call are what is given",
        inlining._Inlining._body,
        "P.Assign(given, call.arguments, call.location)",
        "P.Assign(given[:1], call.arguments[:1], call.location)",
        "a small procedure in place of its calls",
    ),
    _fault(
        "procedures with loops or objects of their own are called",
        inlining._is_small,
        "return False\n    return not FlowGraph",
        "return True\n    return not FlowGraph",
        "locals of a small procedure",
    ),
    _fault(
        "a pointer to a function may be another one",
        specialising._Specialising._command,
        "yield P.Assert(right, ",
        "yield P.Assert(T.TRUE, ",
        "a procedure for each object through a table",
    ),
    _fault(
        "an access is to one cell",
        Home.exactly,
        "at = T.eq(address, ",
        "at = T.eq(T.bvadd(self.base, T.const(offset, sort)), ",
        "null",
    ),
    _fault(
        "an access is to one field",
        Home.exactly,
        "T.bv(offset, self.shift))",
        "T.extract(self.shift - 1, 0, address))",
        "one of two fields in a family",
    ),
    _fault("what a cell belongs to lives", Home.exactly, "fits, self.lives(address))", "fits)", "use after free"),
    _fault("an access is inside an object", Home.inside, "T.bvule(offset, T.bvsub(size, width))", "T.TRUE", "bounds"),
    _fault("what is accessed lives", Home.inside, "fits, self.lives(address))", "fits)", "use after free of an array"),
    _fault(
        "a store is to one of several",
        reading.Accessing.store,
        "T.TRUE if len(places) == 1 else place.guard",
        "T.TRUE",
        "one of two",
    ),
    _fault(
        "constants are not written",
        reading.Accessing._places,
        "not (write and site.region is Region.CONSTANT)",
        "True",
        "constants",
    ),
    _fault(
        "the number of a pointer is unknown",
        reading.Accessing._read,
        "place.part.kind is Kind.NUMBER or command.pointer",
        "True",
        "a pointer in a union",
    ),
    _fault(
        "the number of a pointer is not its place",
        _Lowering._converted,
        "self.steps.unknown(",
        "value or self.steps.unknown(",
        "a pointer as a number",
    ),
    _fault(
        "recursion has many locals",
        Homes._needs_family,
        "site.procedure in self._calls.recursive",
        "False",
        "locals of recursion",
    ),
    _fault(
        "a pointer may outlive a call", Homes._needs_family, "self._outlives(site)", "False", "a local of a call before"
    ),
    _fault(
        "a pointer may outlive a scope",
        Homes._needs_family,
        "return site in self._scoped and self._scoped[site]",
        "return False",
        "a scope",
    ),
    _fault(
        "variables of callers are left", Homes._outlives, "name not in inside", "False", "a local that a callee returns"
    ),
    _fault(
        "objects keep pointers", Homes._outlives, "return any(", "return False and any(", "a local that an object keeps"
    ),
    _fault("what is freed dies", Homes.mortal, "return site in self._freed", "return False", "use after free"),
    _fault(
        "locals die at the end of their scope", Homes.mortal, "site in self._scoped or ", "", "a scope that has ended"
    ),
    _fault(
        "the stack is restored",
        Homes.mortal,
        "site in self._restored or ",
        "",
        "an array of variable length that is gone",
    ),
    _fault(
        "locals die when their procedure returns",
        lives.Lives.leave,
        "self._die(self._mortal, location)",
        "pass",
        "a local that outlives its call",
    ),
    _fault("free ends a life", lives.Lives.free, "T.not_(here)", "T.TRUE", "double free"),
    _fault(
        "only the start of an object is freed",
        Home.exactly,
        "at = T.eq(address, ",
        "at = T.bvule(self.base, address) if not width else T.eq(address, ",
        "free inside",
    ),
    _fault("new objects are unknown", lives.Lives._unwritten, "if zeroed:", "if True:", "memory that is not written"),
    _fault(
        "new objects of an array are unknown",
        lives.Lives._unwritten,
        "if self._world.reused(home.site):",
        "if False:",
        "unwritten again",
    ),
    _fault(
        "a new object is none of those that live",
        lives.Lives._born,
        "T.not_(T.select(home.alive, number))",
        "T.TRUE",
        "nodes differ",
    ),
    _fault("a loop is executed often", Calls.once, " or self.in_cycle(procedure, block)", "", "nodes differ"),
    _fault("a procedure is called often", Calls.once, "if len(sites) != 1:", "if False:", "made by a call"),
    _fault(
        "accesses that overlap are to one part", shapes._parts, "start < groups[-1][1]", "False", "overlapping widths"
    ),
    _fault(
        "no access leaves an element",
        shapes.shape,
        "all(at + width <= period for at, width, _ in ranges)",
        "True",
        "bytes of an array",
    ),
    _fault("a part of which residues differ", Content.places, "len(residues) > 1", "False", "a part of several"),
    _fault(
        "copies are of what is accessed",
        accesses._Shapes._told,
        "changed |= self._accesses[other].add(of((at + shift,)), width, pointer)",
        "pass",
        "copies of copies",
    ),
    _fault(
        "a range is inside an object",
        ranges.Ranges._ranges,
        "valid = T.or_(",
        "valid = T.TRUE or T.or_(",
        "a copy too far",
    ),
    _fault(
        "a range ends",
        ranges._reaching,
        "T.bvult(T.const(start + i, size.sort), size)",
        "T.TRUE",
        "copies of unknown length",
    ),
    _fault(
        "a range is one of several",
        ranges.Ranges._put,
        "T.TRUE if len(targets) == 1 else target.guard",
        "T.TRUE",
        "one of two ranges",
    ),
    _fault(
        "a variable has one value", constants._Constants._solve, "len(values) == 1", "values", "aliasing parameters"
    ),
    _fault("others change a local", World._locals, "outside.update(", "len(", "a callee changes a local"),
    _fault(
        "the end of an object may be the start of another",
        relations.Relations._inside,
        "self._world.number(1)",
        "self._world.null",
        "the end of one, the start of another",
    ),
    _fault(
        "constants may be one",
        relations.Relations._known,
        "T.FALSE if constant else inside",
        "inside",
        "constants may be one",
    ),
    _fault(
        "objects have no order",
        relations.Relations._known,
        "return T.or_(*cases) if cases else T.FALSE",
        "return T.TRUE",
        "order of two objects",
    ),
    _fault(
        "what has ended may be where another is",
        relations.Relations._inside,
        "home.inside(pointer, self._world.number(1))",
        "T.bvult(home.offset(pointer), home.size_at(pointer))",
        "what was freed, and what is new",
    ),
    _fault(
        "a call is of a function",
        _Lowering._call,
        'T.FALSE, "valid-deref"',
        'T.TRUE, "valid-deref"',
        "calls through pointers",
    ),
    _fault(
        "copies have commands of their own",
        specialising._Specialising._copy,
        "[replace(command) for command in block.commands]",
        "list(block.commands)",
        "locals of recursion",
    ),
    _fault("calls read", tidying.tidy, "dead -= shared", "pass", "read by a call, then overwritten"),
    _fault("commands read", tidying.tidy, "dead -= _read(found)", "pass", "read, then overwritten"),
]
