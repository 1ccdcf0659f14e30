"""``bounds.json``, and the object that ``--json`` prints. Conditions are SMT-LIB text over the inputs' identifiers.

Other programs rely on these names; ``json_reading.py`` reads the file back.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from antumbra import terms as T
from antumbra.bounds.against import Comparison
from antumbra.bounds.cfc import Cfc, Failure, Parameter, Piece, Side
from antumbra.program.text.c_expression import c_expression
from antumbra.program.text.readable import condition_text
from antumbra.report.bounds.c_parameters import c_parameters, variables
from antumbra.report.bounds.smtlib import Identifiers
from antumbra.report.characterization import Characterization, Clause, Count, Neighbours
from antumbra.report.json_values import Json, dumps, finding_json, input_json, location_json
from antumbra.terms import Term, smtlib
from antumbra.terms.smtlib.write import sort_text

FORMAT: Final = "antumbra-bounds"
VERSION: Final = 1
#: operators of a condition that is also written for people
_READABLE: Final = 200
#: pieces that are also written for people
_TOLD: Final = 100


def bounds_text(result: Characterization) -> str:
    """The file."""
    return dumps(bounds_json(result)) + "\n"


def bounds_json(result: Characterization) -> Json:
    cfc = result.cfc
    writer = _Writer(cfc)
    conditions = [piece.whole for piece in cfc.pieces] + [clause.condition for clause in result.clauses]
    return {
        "format": FORMAT,
        "version": VERSION,
        "file": result.file,
        "property": result.property,
        "exact": cfc.exact,
        "reason": result.reason,
        "integers": result.integers,
        "inputs": [_parameter(parameter) for parameter in cfc.parameters],
        "more_inputs": cfc.more_inputs,
        "declarations": writer.named.declared((cfc.domain, *conditions)),
        "definitions": writer.named.define(conditions),
        "domain": writer.named.text(cfc.domain),
        "must": [writer.piece(piece) for piece in cfc.of(Side.MUST)],
        "safe": [writer.piece(piece) for piece in cfc.of(Side.SAFE)],
        "clauses": [writer.clause(clause) for clause in result.clauses],
        "irrelevant": list(result.irrelevant),
        "count": None if result.counted is None else _count(result.counted),
        "neighbours": [_neighbours(pair) for pair in result.neighbours],
        "notes": list(result.notes),
    }


def characterization_json(result: Characterization) -> Json:
    """What ``check`` says of a run, where it makes sense, and the bounds."""
    finding = next((c.finding for c in result.clauses if c.finding is not None and c.finding.replayed), None)
    return {
        "verdict": result.verdict.value,
        "reason": result.reason,
        "engine": "characterize",
        "property": result.property,
        "file": result.file,
        "fixed": list(result.fixed),
        "location": location_json(finding.location if finding else None),
        "called": finding.called if finding else "",
        "inputs": None if finding is None else [input_json(value) for value in finding.inputs],
        "replayed": finding.replayed if finding else None,
        "proof_checked": result.proof_checked,
        "stats": dict(result.stats),
        "violated": finding.check if finding else None,
        "message": finding.message if finding else None,
        "test": finding.test if finding else None,
        "assumptions": [assumption.text for assumption in result.assumptions],
        "assumption_ids": [assumption.id for assumption in result.assumptions],
        "notes": list(result.notes),
        "tests_dir": result.tests_dir,
        "exact": result.exact,
        "checks": list(result.checks),
        "log": list(result.log),
        "against": None if result.comparison is None else comparison_json(result.comparison, result.cfc),
        "bounds": bounds_json(result),
    }


def comparison_json(comparison: Comparison, new: Cfc) -> Json:
    """``--against``: conditions are over identifiers of the new inputs; inputs that only the old program has keep the
    names that ``declarations`` gives them."""
    printer = smtlib.Printer()
    named = {p.variable: T.var(p.identifier, p.input.place.sort) for p in new.parameters}
    conditions = [T.substitute(part.condition, named) for part in comparison.parts]
    return {
        "complete": comparison.complete,
        "summary": comparison.summary,
        "declarations": smtlib.declarations(conditions, printer),
        "parts": [
            {"change": part.change.value, "empty": part.empty, "text": part.text, "condition": printer.text(condition)}
            for part, condition in zip(comparison.parts, conditions, strict=True)
        ],
        "notes": list(comparison.notes),
    }


def _parameter(parameter: Parameter) -> Json:
    named = parameter.input
    place = named.place
    return {
        "name": parameter.name,
        "identifier": parameter.identifier,
        "type": parameter.type_name,
        "sort": sort_text(place.sort),
        "width": place.sort.width,
        "signed": parameter.signed,
        "location": location_json(place.location),
        "number": named.number,
        "offset": named.offset,
        "source": place.source.value,
        "place": place.name,
        "place_type": place.type_name,
    }


class _Writer:
    def __init__(self, cfc: Cfc) -> None:
        self.named: Final = Identifiers(cfc.parameters)
        self._names: Final = {parameter.variable: parameter.name for parameter in cfc.parameters}
        self._pieces = 0
        self._variables: Final = variables(c_parameters(cfc.parameters)[0])

    def piece(self, piece: Piece) -> Json:
        evidence = piece.evidence
        return {
            **self._condition(piece.whole),
            "failure": _failure(piece.failure),
            "evidence": {"phase": evidence.phase, "engine": evidence.engine, "claim": evidence.claim},
        }

    def clause(self, clause: Clause) -> Json:
        return {
            "side": clause.side.value,
            "condition": self.named.text(clause.condition),
            "text": clause.text,
            "c": clause.expression,
            "failure": _failure(clause.failure),
            "finding": None if clause.finding is None else finding_json(clause.finding),
        }

    def _condition(self, condition: Term) -> Json:
        self._pieces += 1
        small = self._pieces <= _TOLD and all(count < _READABLE for count, _ in enumerate(T.subterms(condition)))
        return {
            "condition": self.named.text(condition),
            "text": condition_text(condition, self._name) if small else None,
            "c": c_expression(condition, self._variables) if small else None,
        }

    def _name(self, variable: Term) -> str:
        return self._names.get(variable, str(variable.data))


def _failure(failure: Failure | None) -> Json | None:
    if failure is None:
        return None
    return {"check": failure.check, "location": location_json(failure.location), "message": failure.message}


def _count(count: Count) -> Json:
    """Numbers of inputs may have hundreds of digits: they are text."""
    least, most = count.probability
    return {
        "least": _number(count.least),
        "most": _number(count.most),
        "total": _number(count.total),
        "exact": count.exact,
        "probability": {"least": _number(least), "most": _number(most)},
        "distribution": count.distribution,
    }


def _number(value: int | Fraction | None) -> str | None:
    if value is None:
        return None
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{_digits(value.numerator)}/{_digits(value.denominator)}"
    return _digits(int(value))


def _digits(value: int) -> str:
    return str(value) if value.bit_length() < 10_000 else hex(value)


def _neighbours(pair: Neighbours) -> Json:
    return {
        "parameter": pair.parameter,
        "fails": [input_json(value) for value in pair.fails],
        "passes": [input_json(value) for value in pair.passes],
        "replayed": pair.replayed,
    }
