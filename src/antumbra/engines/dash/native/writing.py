"""Instructions written one after the other: names, labels, blocks, words of memory, and ways out."""

from __future__ import annotations

from enum import IntEnum

from antumbra.engines.dash.native.layout import Head, Layout


class Stop(IntEnum):
    """Why the code has stopped."""

    LIMIT = 0  #: of steps, of rows, of steps that depend on inputs
    ENDED = 1  #: the test is over
    INPUT = 2  #: an edge wants its inputs
    LEFT = 3  #: there is no code for what comes next
    DEEP = 4  #: no room for another frame


class Writer:
    """``lines`` is what was written of the function ``run``, whose memory is ``%m``."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.lines: list[str] = []
        self._names = 0
        self._labels = 0
        self._block = "start"
        self._exits: list[tuple[Stop, int, str]] = []
        #: the frame under way, in the block under way
        self._frame_at = ""
        self._frame = layout.frames[layout.places[0].procedure]

    def _fresh(self) -> str:
        self._names += 1
        return f"%v{self._names}"

    def _label(self) -> str:
        self._labels += 1
        return f"b{self._labels}"

    def _put(self, text: str) -> None:
        self.lines.append("  " + text)

    def _do(self, text: str) -> str:
        name = self._fresh()
        self._put(f"{name} = {text}")
        return name

    def _begin(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self._block = label

    def _exit(self, why: Stop, position: int) -> None:
        self._exits.append((why, position, self._block))
        self._put("br label %exit")

    def _exit_if(self, condition: str, why: Stop, position: int) -> None:
        onward = self._label()
        self._exits.append((why, position, self._block))
        self._put(f"br i1 {condition}, label %exit, label %{onward}")
        self._begin(onward)

    def _word(self, at: int) -> str:
        return self._do(f"getelementptr i64, ptr %m, i64 {int(at)}")

    def _frame_word(self, at: int) -> str:
        return self._do(f"getelementptr i64, ptr {self._frame_at}, i64 {at}")

    def _load(self, address: str) -> str:
        return self._do(f"load i64, ptr {address}")

    def _head(self, word: Head) -> str:
        return self._load(self._word(word))

    def _set(self, address: str, value: str | int) -> None:
        self._put(f"store i64 {value}, ptr {address}")

    def _add(self, word: Head, number: int) -> str:
        """Add to a word of the header; its value before."""
        address = self._word(word)
        before = self._load(address)
        self._set(address, self._do(f"add i64 {before}, {number}"))
        return before

    def _find_frame(self) -> None:
        self._frame_at = self._do(f"getelementptr i64, ptr %m, i64 {self._head(Head.FRAME)}")
