"""SV-COMP task definitions stand for a program, a property and a data model."""

from __future__ import annotations

from pathlib import Path

from antumbra.frontends.options import DataModel, LoadOptions
from antumbra.program.languages import LANGUAGES, SUFFIXES
from antumbra.program.properties import NAMED, PropertySet, parse_properties
from antumbra.records import replace


def resolve(
    path: Path, options: LoadOptions, property_text: str | None, data_model: DataModel | None, default: PropertySet
) -> tuple[Path, LoadOptions]:
    """The program and the options after the task had its say. What the user said counts more than the task."""
    if property_text is not None and _names_of_the_file(path, options, property_text):
        names = tuple(dict.fromkeys(part.strip() for part in property_text.split(",")))
        options, property_text = replace(options, chosen=names), None
        default = replace(default, name=",".join(names))
    properties = parse_properties(property_text) if property_text is not None else None
    if options.language is None and SUFFIXES.get(path.suffix.lower()) == "task" and path.is_file():
        from antumbra.frontends.task import read_task

        task = read_task(path)
        if properties is None:
            named = [(entry.read(), str(entry.file)) for entry in task.properties]
            chosen = next(((p, file) for p, file in named if not p.unsupported), named[0] if named else None)
            properties, property_text = chosen or (None, None)
        path, data_model = task.input_file, data_model or task.data_model
    if properties is None and not options.chosen and _names_properties(path, options):
        properties = replace(default, name="the properties of the file")
    return path, replace(
        options, properties=properties or default, asked=property_text, data_model=data_model or "LP64"
    )


def _names_properties(path: Path, options: LoadOptions) -> bool:
    language = LANGUAGES.get(options.language or SUFFIXES.get(path.suffix.lower(), ""))
    return language is not None and language.named_properties


def _names_of_the_file(path: Path, options: LoadOptions, text: str) -> bool:
    """Guarded commands name their own properties; SV-COMP's names and files mean all of them."""
    return _names_properties(path, options) and not any(
        part.strip() in NAMED or part.strip().endswith(".prp") for part in text.split(",")
    )
