"""Values a user types: times and sizes with units."""

from __future__ import annotations

from typing import Any

import click

from antumbra.program.errors import InputError
from antumbra.session.asking.quantities import megabytes, seconds


class Duration(click.ParamType[float]):
    """Seconds: ``90``, ``1.5``, ``90s``, ``500ms``, ``5min``, ``2h``."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            return seconds(str(value))
        except InputError as error:
            self.fail(error.message, param, ctx)


class Megabytes(click.ParamType[int]):
    """A size in megabytes: ``500``, ``500MB``, ``2GB``."""

    name = "MB"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return megabytes(str(value))
        except InputError as error:
            self.fail(error.message, param, ctx)
