"""The real parts of a run. The only place that names engines."""

from __future__ import annotations

from pathlib import Path

from antumbra.frontends.load import Loaded, load
from antumbra.program.errors import InputError
from antumbra.session.control import Control, Observer
from antumbra.session.options import RunOptions
from antumbra.session.parts import Engine

#: engines by name; ``auto`` is the first
ENGINES = ("explore",)


class Standard:
    """Binds front ends, engines, native replay and test writers together. Heavy modules load when first needed."""

    def load(self, path: Path, options: RunOptions) -> Loaded:
        return load(path, options.load)

    def engine(self, loaded: Loaded, options: RunOptions, control: Control, observer: Observer) -> tuple[str, Engine]:
        name = ENGINES[0] if options.engine == "auto" else options.engine
        if name not in ENGINES:
            raise InputError(f"unknown engine {name!r}; expected one of auto, {', '.join(ENGINES)}")
        raise NotImplementedError
