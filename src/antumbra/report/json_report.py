"""The result as one JSON object, and back. Other programs rely on these names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from antumbra.program.assumptions import Assumption
from antumbra.program.source import Location
from antumbra.proofs import Cell
from antumbra.proofs.proof import AbstractState, Condition, Invariant, ProcedureContract, Proof, RegionAt, RegionGraph
from antumbra.records import values
from antumbra.report.coverage.values import Coverage, CoverageSummary, FileCoverage, function_summary, summary
from antumbra.report.json_values import (
    Json,
    dumps,
    finding_json,
    input_json,
    location_json,
    path_json,
    read_finding,
    read_location,
    step_json,
)
from antumbra.report.result import Check, Result, Status, Target, Verdict
from antumbra.terms import Term, smtlib


def to_text(result: Result) -> str:
    """The object as text: pure ASCII, so that any terminal and any reader is fine with it."""
    return dumps(to_json(result))


def to_json(result: Result) -> Json:
    finding = result.finding
    return {
        "verdict": result.verdict.value,
        "reason": result.reason,
        "engine": result.engine,
        "property": result.property,
        "file": result.file,
        "fixed": list(result.fixed),
        "location": location_json(result.location),
        "called": finding.called if finding else "",
        "inputs": None if finding is None else [input_json(i) for i in finding.inputs],
        "replayed": result.replayed,
        "proof_checked": result.proof_checked,
        "targets": [{"id": t.id, "line": t.line, "verdict": t.verdict, "test": t.test} for t in result.targets],
        "checks": [_check(check) for check in result.checks],
        "stats": dict(result.stats),
        "violated": result.violated,
        "message": finding.message if finding else None,
        "stack": [location_json(frame) for frame in finding.stack] if finding else [],
        "test": finding.test if finding else None,
        "path": path_json(finding.path) if finding else [],
        "trace": [step_json(step) for step in finding.trace] if finding else [],
        "proof": _proof(result.proof),
        "others": [finding_json(other) for other in result.others],
        "externals": dict(result.externals),
        "assumptions": [assumption.text for assumption in result.assumptions],
        "assumption_ids": [assumption.id for assumption in result.assumptions],
        "notes": list(result.notes),
        "tests_dir": result.tests_dir,
        "tests_written": result.tests_written,
        "coverage": _coverage(result.coverage, result.covered),
    }


def input_error(message: str, location: Location | None) -> Json:
    """What ``--json`` prints when the input or the call is wrong (exit status 3)."""
    result = Result(Verdict.UNKNOWN, "", "", location.file if location else "", reason=f"wrong input: {message}")
    return {**to_json(result), "location": location_json(location), "error": message}


def _check(check: Check) -> Json:
    return {
        "id": check.id,
        "kind": check.check,
        "location": location_json(check.location),
        "status": check.status.value,
        "text": check.text,
        "test": check.test,
    }


def _proof(proof: Proof | None) -> Json | None:
    if proof is None:
        return None
    return {
        "checker": proof.checker,
        "result": proof.result,
        "reason": proof.reason,
        "check": proof.check,
        "predicates": [predicate.text for predicate in proof.predicates],
        "states": [state.text for state in proof.states],
        "invariants": [_invariant(invariant) for invariant in proof.invariants],
        "contracts": [_contract(contract) for contract in proof.contracts],
        "regions": [_region_graph(graph) for graph in proof.regions],
        "abstraction": _abstraction(proof),
    }


def _invariant(invariant: Invariant) -> Json:
    return {
        "location": location_json(invariant.location),
        "procedure": invariant.procedure,
        "block": invariant.block,
        **_condition(invariant.condition),
    }


def _contract(contract: ProcedureContract) -> Json:
    return {
        "procedure": contract.procedure,
        "location": location_json(contract.location),
        "before": [_condition(condition) for condition in contract.before],
        "after": [_condition(condition) for condition in contract.after],
    }


def _region_graph(graph: RegionGraph) -> Json:
    return {
        "procedure": graph.procedure,
        "location": location_json(graph.location),
        "goal": _condition(graph.goal),
        "errors": graph.errors,
        "entry": _condition(graph.entry),
        "regions": [
            {
                "number": region.number,
                "block": region.block,
                "index": region.index,
                "location": location_json(region.location),
                **_condition(region.condition),
            }
            for region in graph.regions
        ],
        "links": [list(link) for link in graph.links],
    }


def _condition(condition: Condition) -> Json:
    """With what declares its variables, so that it can be given to a solver as it is."""
    printer = smtlib.Printer()
    used = (condition.term, *(term for cell in condition.cells for term in (cell.variable, cell.address)))
    return {
        "expression": condition.expression,
        "text": condition.text,
        "smtlib": printer.text(condition.term),
        "declarations": smtlib.declarations(used, printer),
        "cells": [
            {"variable": str(c.variable.data), "address": printer.text(c.address), "width": int(c.width)}
            for c in condition.cells
        ],
    }


def _abstraction(proof: Proof) -> Json | None:
    if not proof.predicates and not proof.states:
        return None
    return {
        "predicates": [_condition(predicate) for predicate in proof.predicates],
        "states": [{"control": dict(s.control), "holds": list(s.holds), "text": s.text} for s in proof.states],
    }


def _coverage(coverage: CoverageSummary | None, covered: Coverage) -> Json | None:
    if coverage is None:
        return None
    return {**values(coverage), "files": [_file(file, data) for file, data in sorted(covered.items())]}


def _file(file: str, data: FileCoverage) -> Json:
    functions = [
        {"name": name, "line": function.line, **_counts(function_summary(data, name))}
        for name, function in data.functions.items()
    ]
    return {"file": file, **values(summary({file: data})), "functions": functions}


def _counts(coverage: CoverageSummary) -> Json:
    """Of one function: it was entered if a line of it was covered."""
    return {key: value for key, value in values(coverage).items() if not key.startswith("functions")}


# ---------------------------------------------------------------- reading


def from_json(data: Mapping[str, Any]) -> Result:
    """The result that ``to_json`` wrote. Source texts are not part of it."""
    verdict = Verdict(data["verdict"])
    finding = None
    if data["inputs"] is not None:
        finding = read_finding({**data, "property": data["violated"], "asked": True, "notes": ()})
    coverage = data.get("coverage")
    return Result(
        verdict=verdict,
        engine=data["engine"],
        property=data["property"],
        file=data["file"],
        reason=data["reason"],
        reason_location=read_location(data["location"]) if finding is None else None,
        fixed=tuple(data.get("fixed", ())),
        finding=finding,
        others=tuple(read_finding(other) for other in data["others"]),
        proof_checked=data["proof_checked"],
        proof=_read_proof(data.get("proof")),
        targets=tuple(Target(t["id"], t["line"], t["verdict"], t.get("test")) for t in data["targets"]),
        checks=tuple(
            Check(c["id"], c["kind"], read_location(c["location"]), Status(c["status"]), c["text"], c["test"])
            for c in data.get("checks", ())
        ),
        stats=dict(data["stats"]),
        externals=dict(data["externals"]),
        assumptions=tuple(map(Assumption, data["assumption_ids"], data["assumptions"])),
        notes=tuple(data["notes"]),
        tests_dir=data["tests_dir"],
        tests_written=data["tests_written"],
        coverage=CoverageSummary(**{k: v for k, v in coverage.items() if k != "files"}) if coverage else None,
    )


def _read_proof(data: Mapping[str, Any] | None) -> Proof | None:
    if data is None:
        return None
    abstraction = data["abstraction"] or {"predicates": (), "states": ()}
    return Proof(
        check=data["check"],
        predicates=tuple(_read_condition(predicate) for predicate in abstraction["predicates"]),
        states=tuple(
            AbstractState(tuple(s["control"].items()), tuple(s["holds"]), s["text"]) for s in abstraction["states"]
        ),
        checker=data["checker"],
        result=data["result"],
        reason=data["reason"],
        invariants=tuple(
            Invariant(i["procedure"], i["block"], read_location(i["location"]), _read_condition(i))
            for i in data["invariants"]
        ),
        contracts=tuple(
            ProcedureContract(
                c["procedure"],
                read_location(c["location"]),
                tuple(map(_read_condition, c["before"])),
                tuple(map(_read_condition, c["after"])),
            )
            for c in data["contracts"]
        ),
        regions=tuple(map(_read_region_graph, data.get("regions", ()))),
    )


def _read_region_graph(data: Mapping[str, Any]) -> RegionGraph:
    regions = [
        RegionAt(r["number"], r["block"], r["index"], read_location(r["location"]), _read_condition(r))
        for r in data["regions"]
    ]
    return RegionGraph(
        data["procedure"],
        read_location(data["location"]),
        _read_condition(data["goal"]),
        data["errors"],
        _read_condition(data["entry"]),
        tuple(regions),
        tuple((one, other) for one, other in data["links"]),
    )


def _read_condition(data: Mapping[str, Any]) -> Condition:
    from antumbra.terms.smtlib.read import parse_script, parse_term  # results are read back by few

    declared = parse_script("\n".join(data["declarations"]))
    variables = {str(v.data): v for v in declared.variables.values()}

    def term(text: str) -> Term:
        return parse_term(text, declared.variables.values(), declared.functions.values())

    cells = tuple(Cell(variables[c["variable"]], term(c["address"]), c["width"]) for c in data["cells"])
    return Condition(term(data["smtlib"]), data["text"], data["expression"], cells)
