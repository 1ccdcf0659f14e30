"""Weakest preconditions of commands, over terms: the backward reading of a command.

``wp(c, post)`` holds in exactly the states from which every execution of ``c`` neither fails an
assertion nor ends outside ``post``. Memory is one array from addresses to bytes, the variable that :func:`memory`
names; a formula that never mentions it says nothing about memory. What lies where (which addresses are
valid, what an allocation returns) is not part of this reading: ``Alloc``, ``Free``, ``Call`` and ``Builtin`` raise
:class:`NoPreconditionError`, and an engine that has a meaning for them must apply it itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.terms import Term
from antumbra.terms.sorts import array_sort, bv_sort

#: copies and fills of at most this many bytes become single stores, larger or unknown ones a lambda
UNROLLED: Final = 64

#: what to put for the unknown value of a havoc; a new variable each time
Fresh = Callable[[P.Havoc], Term]


class NoPreconditionError(Exception):
    """The command has no meaning in terms alone."""

    def __init__(self, command: P.Command) -> None:
        self.command = command
        self.location: Location | None = command.location
        super().__init__(f"{type(command).__name__.lower()} has no weakest precondition over variables and memory")


def memory(pointer_width: int) -> Term:
    """The variable that stands for memory: an array of bytes."""
    return T.var("all memory", array_sort(bv_sort(pointer_width), bv_sort(8)))


def wp(commands: Sequence[P.Command], post: Term, *, fresh: Fresh | None = None) -> Term:
    """The weakest precondition of a sequence.

    An unknown value is bound by a quantifier, or, with ``fresh``, replaced by the variable that it
    returns: then the result means "for all values of the fresh variables".
    """
    for command in reversed(commands):
        post = _one(command, post, fresh)
    return post


def _one(command: P.Command, post: Term, fresh: Fresh | None) -> Term:
    match command:
        case P.Assign(targets, values):
            return T.substitute(post, dict(zip(targets, values, strict=True)))
        case P.Assume(condition):
            return T.implies(condition, post)
        case P.Assert(condition):
            return T.and_(condition, post)
        case P.Havoc(target):
            if target not in T.free_variables(post):
                return post
            if fresh is None:
                return T.forall((target,), post)
            return T.substitute(post, {target: fresh(command)})
        case P.Load(target, address):
            return T.substitute(post, {target: load(memory(address.width), address, target.width)})
        case P.Store(address, value):
            return _after(post, address, lambda before: store(before, address, value))
        case P.Copy(destination, source, size):
            return _after(post, destination, lambda before: copy(before, destination, source, size))
        case P.Fill(destination, byte, size):
            return _after(post, destination, lambda before: fill(before, destination, byte, size))
        case P.Call() | P.Alloc() | P.Free() | P.Builtin():
            raise NoPreconditionError(command)


def _after(post: Term, address: Term, change: Callable[[Term], Term]) -> Term:
    before = memory(address.width)
    if before not in T.free_variables(post):
        return post
    return T.substitute(post, {before: change(before)})


# ---------------------------------------------------------------- memory as a term


def load(array: Term, address: Term, width: int) -> Term:
    """``width`` bits at ``address``, little-endian."""
    value = T.select(array, address)
    for offset in range(1, width // 8):
        value = T.concat(T.select(array, _offset(address, offset)), value)
    return value


def store(array: Term, address: Term, value: Term) -> Term:
    """The array after ``value`` was written at ``address``."""
    for offset in range(value.width // 8):
        array = T.store(array, _offset(address, offset), T.extract(8 * offset + 7, 8 * offset, value))
    return array


def fill(array: Term, destination: Term, byte: Term, size: Term) -> Term:
    """The array after ``size`` bytes were set."""
    if size.op is T.CONST and size.data <= UNROLLED:
        for offset in range(size.data):
            array = T.store(array, _offset(destination, offset), byte)
        return array
    at = _index(destination, array, byte, size)
    inside = T.bvult(T.bvsub(at, destination), size)
    return T.lambda_((at,), T.ite(inside, byte, T.select(array, at)))


def copy(array: Term, destination: Term, source: Term, size: Term) -> Term:
    """The array after ``size`` bytes were copied; all are read before any is written."""
    if size.op is T.CONST and size.data <= UNROLLED:
        read = [T.select(array, _offset(source, offset)) for offset in range(size.data)]
        for offset, byte in enumerate(read):
            array = T.store(array, _offset(destination, offset), byte)
        return array
    at = _index(destination, array, source, size)
    distance = T.bvsub(at, destination)
    moved = T.select(array, T.bvadd(source, distance))
    return T.lambda_((at,), T.ite(T.bvult(distance, size), moved, T.select(array, at)))


def _offset(address: Term, offset: int) -> Term:
    return T.bvadd(address, T.bv(offset, address.width)) if offset else address


def _index(address: Term, *others: Term) -> Term:
    """A variable for the bound index that occurs in none of the terms."""
    used = {variable.data for term in (address, *others) for variable in T.free_variables(term)}
    name = "at"
    while name in used:
        name += "'"
    return T.var(name, address.sort)


# ---------------------------------------------------------------- control


def edges(terminator: P.Terminator) -> tuple[tuple[str, Term], ...]:
    """Each way out of a block with the condition under which it is taken; several labels may be the same."""
    match terminator:
        case P.Goto(targets):
            return tuple((target, T.TRUE) for target in targets)
        case P.Branch(condition, then, otherwise):
            return ((then, condition), (otherwise, T.not_(condition)))
        case P.Switch(value, cases, default):
            found: list[tuple[str, Term]] = []
            missed: list[Term] = []
            for key, label in cases:
                # cases are distinct constants, so earlier ones need not be excluded
                equal = T.eq(value, T.bv(key, value.width))
                found.append((label, equal))
                missed.append(T.not_(equal))
            found.append((default, T.and_(*missed) if missed else T.TRUE))
            return tuple(found)
        case P.Return() | P.Stop():
            return ()
