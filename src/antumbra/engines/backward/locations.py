"""Names for the parts of a state at a program point, as variables of formulas.

A local variable is named with the depth of its frame, counted from the entry procedure, so that frames of a
recursive procedure stay apart. A global variable is itself. A memory cell is named by address and width, a whole
object (where an index into it is not known) by its base and the width of its elements.
"""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program.widths import is_pointer
from antumbra.semantics.memory.objects import Object
from antumbra.terms import Term

#: first free page, as a location: where the next object will lie depends on it
NEXT_PAGE = T.var("@next page", T.bv_sort(64))

_CELL = "@cell "
_OBJECT = "@object "
#: bits of an index into an object, as in its array form
INDEX = 32
#: bytes of an object that formulas speak of as a whole, and that becomes unknown as a whole
LARGEST_OBJECT = 1 << 12


class Locations:
    """Renames program terms to locations; remembers what it renamed."""

    def __init__(self, global_variables: frozenset[Term]) -> None:
        self._globals = global_variables
        self._locals: dict[tuple[int, Term], Term] = {}
        self._terms: dict[tuple[int, Term], Term] = {}
        self._originals: dict[Term, tuple[int, Term]] = {}
        self.cells: dict[Term, tuple[int, int]] = {}
        self.objects: dict[Term, tuple[Object, int]] = {}

    def local(self, depth: int, variable: Term) -> Term:
        if variable in self._globals:
            return variable
        found = self._locals.get((depth, variable))
        if found is None:
            found = self._locals[depth, variable] = T.var(f"@{depth} {variable.data}", variable.sort)
            self._originals[found] = (depth, variable)
        return found

    def original(self, location: Term) -> Term:
        """The program's variable that a location stands for; itself if it is none of a procedure's."""
        known = self._originals.get(location)
        return location if known is None else known[1]

    def depth(self, location: Term) -> int | None:
        """The frame of a local variable, counted from the entry procedure."""
        known = self._originals.get(location)
        return None if known is None else known[0]

    def term(self, depth: int, term: Term) -> Term:
        """A program term with its variables as locations."""
        if term.op is T.CONST:
            return term
        found = self._terms.get((depth, term))
        if found is None:
            free = T.free_variables(term)
            found = T.substitute(term, {v: self.local(depth, v) for v in free})
            self._terms[depth, term] = found
        return found

    def cell(self, address: int, width: int) -> Term:
        location = T.var(f"{_CELL}{address} {_kind(width)}", T.bv_sort(8 * width))
        self.cells[location] = (address, width)
        return location

    def whole(self, item: Object, width: int) -> Term:
        """An object as an array from byte offsets to elements."""
        sort = T.array_sort(T.bv_sort(INDEX), T.bv_sort(8 * width))
        location = T.var(f"{_OBJECT}{item.base} {item.size} {_kind(width)}", sort)
        self.objects[location] = (item, width)
        return location


def _kind(width: int) -> str:
    return f"pointer {width}" if is_pointer(width) else str(width)
