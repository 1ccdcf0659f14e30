"""Maps at run time: a term, and the writes since at indices that cannot alias (sections IV-F and IV-G of the paper).

Indices of the writes are all constants, or all ``s + C`` with the same ``s`` and different constants C. A read at
such an index is a look-up; at any other index the writes become part of the term.
"""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.semantics.switches import DEFAULT_SWITCHES, Switches
from antumbra.solvers.chain import trie
from antumbra.terms import Term
from antumbra.terms.values import ArrayValue

#: what stands for constants as the common part of indices
_CONSTANTS = object()


class MapValue:
    """An immutable map value. ``writes`` is a persistent table from the index's number to (indices, value)."""

    __slots__ = ("_term", "base", "part", "writes")

    def __init__(self, base: Term, part: Any, writes: trie.Trie) -> None:
        self.base = base
        self.part = part
        self.writes = writes
        self._term: Term | None = None

    def term(self) -> Term:
        """The map as a term; writes go in by the numbers of their indices: the same writes give the same term."""
        found = self._term
        if found is None:
            found = self.base
            element = found.sort.element
            if element is None:
                raise TypeError("not a map")
            for indices, value in trie.values(self.writes):
                found = T.store(found, *indices, term_of(value, element))
            self._term = found
        return found


def term_of(value: Any, sort: Any) -> Term:
    """The term of a run-time value, maps included."""
    if value.__class__ is Term:
        return value
    return value.term() if value.__class__ is MapValue else T.const(value, sort)


def _split(indices: tuple[Term, ...], symbolic: bool) -> Any:
    """The part that indices with different constants share; None where they may alias others."""
    if len(indices) == 1:
        index = indices[0]
        if index.op is T.CONST:
            return _CONSTANTS
        if not symbolic:
            return None
        if index.op in (T.ADD, T.BVADD) and index.args[1].op is T.CONST:
            return index.args[0]
        return index
    return _CONSTANTS if all(i.op is T.CONST for i in indices) else None


#: several indices as one number
_KEYS: dict[tuple[Term, ...], int] = {}


def _number(indices: tuple[Term, ...]) -> int:
    """Numbers of our own, dense: a table's depth grows with them."""
    found = _KEYS.get(indices)
    if found is None:
        found = _KEYS[indices] = len(_KEYS)
    return found


class Maps:
    """The operations that generated code calls, with the optimisations that are switched on."""

    def __init__(self, switches: Switches = DEFAULT_SWITCHES) -> None:
        self._concrete = switches.concrete_maps
        self._symbolic = switches.symbolic_maps and switches.concrete_maps

    def select(self, sorts: tuple[Any, ...], array: Any, *indices: Any) -> Any:
        """``array[indices]``; ``sorts`` are the sorts of the indices."""
        if array.__class__ is ArrayValue:
            if not any(i.__class__ is Term for i in indices):
                return array.get(indices[0] if len(indices) == 1 else indices)
            array = T.const(array, array.sort)
        terms = tuple(map(term_of, indices, sorts))
        if array.__class__ is MapValue:
            part = _split(terms, self._symbolic)
            if part is not None and part is array.part:
                found = trie.get(array.writes, _number(terms))
                if found is not None:
                    return found[1]
                return _value(T.select(array.base, *terms))
            array = array.term()
        return _value(T.select(array, *terms))

    def store(self, sort: Any, array: Any, *rest: Any) -> Any:
        """``array[indices := value]``."""
        indices, value = rest[:-1], rest[-1]
        if array.__class__ is ArrayValue:
            array = T.const(array, array.sort)
        terms = tuple(map(term_of, indices, sort.index))
        part = _split(terms, self._symbolic) if self._concrete else None
        if part is None:
            return _value(T.store(term_of(array, sort), *terms, term_of(value, sort.element)))
        if array.__class__ is MapValue and array.part is part:
            return MapValue(array.base, part, trie.put(array.writes, _number(terms), (terms, value)))
        base = term_of(array, sort)
        return MapValue(base, part, trie.put(trie.EMPTY, _number(terms), (terms, value)))


def _value(term: Term) -> Any:
    return term.data if term.op is T.CONST else term
