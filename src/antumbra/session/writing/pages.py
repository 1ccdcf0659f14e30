"""The files that describe a run, its page among them, and for that what the engine has built.

That is built once more to be drawn, within limits.
"""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Final

from antumbra.engines.contract import ViewWishes
from antumbra.engines.registry import ENGINES
from antumbra.frontends.loaded import Loaded
from antumbra.program.errors import InputError
from antumbra.program.pictures.views import Regions, Tree
from antumbra.report.files import files_of
from antumbra.report.result import Drawing, Result
from antumbra.session.control import Observer
from antumbra.session.options import RunOptions
from antumbra.session.parts import Folder, WriteError

PAGE: Final = "page.html"

#: seconds, nodes of a tree, and region graphs that a page has
SECONDS: Final = 10.0
MOST_NODES: Final = 300
MOST_GRAPHS: Final = 6
#: bytes of a picture that a browser still likes
LARGEST: Final = 4_000_000


def drawings(engine: str, loaded: Loaded, options: RunOptions, remaining: float | None) -> tuple[Drawing, ...]:
    """None where the engine shows nothing, or cannot in time."""
    entry = ENGINES.get(engine)
    if entry is None or not entry.shows or (remaining is not None and remaining <= 0):
        return ()
    from antumbra.program.pictures.svg import pictures_svg

    seconds = SECONDS if remaining is None else min(SECONDS, remaining)
    bound = options.limits.bound
    wishes = ViewWishes(options.load.properties.checks, seconds, None, MOST_NODES, bound)
    try:
        shown = entry.show(loaded.program, wishes, lambda _: nullcontext())
        if isinstance(shown, Regions):
            titles = zip(shown.graphs, shown.ends, strict=False)
            found = [Drawing(f"Regions: {title}", pictures_svg(shown.title, [end])) for title, end in titles]
        elif isinstance(shown.about, Tree):
            from antumbra.program.pictures.tree_layout import draw_tree

            found = [Drawing(shown.about.title, pictures_svg(shown.name, [shown.picture], layout=draw_tree))]
        else:
            title = "The abstract transition system"
            found = [Drawing(title, pictures_svg(shown.name, [shown.picture]))]
    except InputError:  # the engine does not take such a program by itself
        return ()
    except Exception:  # noqa: BLE001 - a picture that goes wrong must not cost a verdict
        return ()
    return tuple(one for one in found[:MOST_GRAPHS] if len(one.svg) <= LARGEST)


def telling(observer: Observer, folder: Folder, path: Path) -> Observer:
    """The same observer, and one that tells the folder now and then."""
    from antumbra.session.writing.telling import Telling

    return Telling(observer, folder, str(path))


def write_summary(folder: Folder, result: Result, *, html: bool) -> str | None:
    """The file of the page, if there is to be one. Raises WriteError."""
    for name, text in files_of(result):
        folder.write(name, text)
    if not html:
        return None
    from antumbra.report.page.html import run_page
    from antumbra.report.page.reading import read_run

    try:
        return str(folder.write(PAGE, run_page(read_run(folder.path))))
    except InputError as error:
        raise WriteError(str(error)) from error
