"""Programs without some of their statements: for twins, and to make a wrong answer small."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from support.aimed import syntax as S


def without(program: S.Program, gone: frozenset[S.Stmt]) -> S.Program:
    functions = tuple(replace(f, body=_without(f.body, gone)) for f in program.functions)
    return replace(program, functions=functions)


def _without(body: S.Body, gone: frozenset[S.Stmt]) -> S.Body:
    """Statements that do not change keep their identity."""
    kept: list[S.Stmt] = []
    for statement in body:
        if statement in gone:
            continue
        inner = S.bodies(statement)
        changed = {name: _without(old, gone) for name, old in inner.items()}
        kept.append(statement if changed == inner else replace(statement, **changed))
    return tuple(kept)


def minimal(program: S.Program, bad: Callable[[S.Program], bool]) -> S.Program:
    """Delete statements, the largest first, and unwrap branches, as long as it stays ``bad``."""
    again = True
    while again:
        again = False
        for smaller in candidates(program):
            if bad(smaller):
                program, again = smaller, True
                break
    return program


def candidates(program: S.Program) -> list[S.Program]:
    made: list[S.Program] = []
    # what a loop of unknown length changes must stay settled: its body is all or nothing
    kept = {s for loop in program.statements() if isinstance(loop, S.Unknown) for s in S.walk(loop.body)}
    statements = sorted((s for s in program.statements() if s not in kept), key=lambda s: -sum(1 for _ in S.walk((s,))))
    for statement in statements:
        if not isinstance(statement, S.Return):
            made.append(without(program, frozenset({statement})))
        if isinstance(statement, S.Noise) and statement.count > 1:
            smaller = S.Noise(statement.kind, statement.count // 2)
            made.append(_with(program, statement, (smaller,)))
        if isinstance(statement, S.If):
            made += [_with(program, statement, inner) for inner in (statement.then, statement.other) if inner]
    if program.storage != "locals":
        made.append(replace(program, storage="locals"))
    return made


def _with(program: S.Program, old: S.Stmt, new: S.Body) -> S.Program:
    def change(body: S.Body) -> S.Body:
        result: list[S.Stmt] = []
        for statement in body:
            if statement is old:
                result += new
                continue
            inner = S.bodies(statement)
            changed = {name: change(b) for name, b in inner.items()}
            result.append(statement if changed == inner else replace(statement, **changed))
        return tuple(result)

    return replace(program, functions=tuple(replace(f, body=change(f.body)) for f in program.functions))
