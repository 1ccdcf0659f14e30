"""The variables of a function, and beside each whether its value depends on inputs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from antumbra import terms as T
from antumbra.engines.dash.native.writing import Writer
from antumbra.engines.dash.systems.system import Edge
from antumbra.terms import Term
from antumbra.terms.native.expressions import Expressions

#: a word whose bits are all set
ONES: Final = (1 << 64) - 1


class Variables(Writer):
    """Reads and marks variables: global ones, and those of the frame under way."""

    def _address(self, variable: Term) -> str:
        at = self._layout.globals.at.get(variable)
        return self._word(at) if at is not None else self._frame_word(self._frame.variables.at[variable])

    def _known(self, body: Expressions, terms: Iterable[Term]) -> None:
        """Load the variables of terms."""
        for term in terms:
            for part in T.subterms(term):
                if part.op is T.VAR and part not in body.values:
                    body.values[part] = body.load(part.sort, self._address(part))

    def _mask_words(self) -> list[str]:
        """Addresses of the bits of variables that depend on inputs: global ones first, then the frame's."""
        shared = [self._word(self._layout.globals_at + i) for i in range(self._layout.global_masks)]
        return shared + [self._frame_word(self._frame.tainted + i) for i in range(self._frame.masks)]

    def _masks(self, variables: Iterable[Term]) -> list[int]:
        """The bits of variables in those words."""
        variables = list(variables)
        shared = self._layout.globals.mask(variables)
        mine = self._frame.variables.mask(v for v in variables if v not in self._layout.globals.at)
        words = [shared >> 64 * i & ONES for i in range(self._layout.global_masks)]
        return words + [mine >> 64 * i & ONES for i in range(self._frame.masks)]

    def _any_tainted(self, taints: list[str], variables: Iterable[Term]) -> str | None:
        """Does one of the variables depend on inputs? None: there are none of them."""
        found: str | None = None
        for word, mask in zip(taints, self._masks(variables), strict=True):
            if mask:
                bits = self._do(f"and i64 {word}, {mask}")
                found = bits if found is None else self._do(f"or i64 {found}, {bits}")
        return None if found is None else self._do(f"icmp ne i64 {found}, 0")

    def _assigned(self, variables: Iterable[Term]) -> None:
        """The frame's variables that have a value now."""
        mask = self._frame.variables.mask(v for v in variables if v not in self._layout.globals.at)
        for i in range(self._frame.masks):
            bits = mask >> 64 * i & ONES
            if bits:
                address = self._frame_word(self._frame.assigned + i)
                self._set(address, self._do(f"or i64 {self._load(address)}, {bits}"))

    def _with_taint(
        self, words: list[str], taints: list[str], variable: Term, term: Term, inputs: Iterable[Term]
    ) -> list[str]:
        """The bits with that of a variable, if what it becomes depends on inputs."""
        used = T.free_variables(term)
        tainted = "true" if used & set(inputs) else self._any_tainted(taints, used)
        if tainted is None:
            return words
        found: list[str] = []
        for word, mask in zip(words, self._masks([variable]), strict=True):
            if mask:
                bit = self._do(f"select i1 {tainted}, i64 {mask}, i64 0")
                word = self._do(f"or i64 {word}, {bit}")
            found.append(word)
        return found

    def _relevant(self, flag: int, place: int, edge: Edge) -> None:
        """A step that depends on inputs."""
        numbers = f"i64 {flag}, i64 {place}, i64 {self._layout.edge_number[edge]}, i64 {self._frame.words}"
        self._put(f"call void @relevant(ptr %m, {numbers})")
