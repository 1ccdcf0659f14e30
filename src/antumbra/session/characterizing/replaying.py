"""Failing executions, run again as their language does that."""

from __future__ import annotations

from antumbra.engines.outcome import PathEnd
from antumbra.frontends.loaded import Loaded
from antumbra.records import replace
from antumbra.report.result import Finding
from antumbra.session.control import Control, Observer
from antumbra.session.findings import finding_of, told
from antumbra.session.options import RunOptions
from antumbra.session.parts import Native, Parts


class Replays:
    """Runs ends of paths of one program again. ``close`` it at the end."""

    def __init__(self, loaded: Loaded, options: RunOptions, parts: Parts, control: Control, observer: Observer) -> None:
        self._loaded = loaded
        self._options = options
        self._parts = parts
        self._control = control
        self._observer = observer
        self._native: Native | None = None

    def replay(self, end: PathEnd) -> Finding:
        if self._native is None:
            self._native = self._parts.native(self._loaded, self._options, self._control)
        self._observer.phase("replaying")
        self._control.replaying = True
        try:
            confirmation = self._native.replay(end)
        finally:
            self._control.replaying = False
        if confirmation.inputs:
            end = replace(end, inputs=confirmation.inputs)
        return told(finding_of(end, self._loaded, self._options, asked=True, test=None), confirmation)

    def close(self) -> None:
        if self._native is not None:
            self._native.close()
