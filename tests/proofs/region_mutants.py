"""Proofs by regions, and programs, with one thing changed in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.proofs.regions import Region, Unreachable
from antumbra.terms import Term

Proof = tuple[Unreachable, ...]


def mutants(proof: Proof) -> Iterator[tuple[str, Proof]]:
    """Each with what was changed."""
    for i, claim in enumerate(proof):
        yield f"claim {i} dropped", proof[:i] + proof[i + 1 :]
        for what, changed in _claims(claim):
            yield f"claim {i}: {what}", (*proof[:i], changed, *proof[i + 1 :])
        for j, other in enumerate(proof):
            if other.procedure == claim.procedure and other.goal is not claim.goal:
                yield f"claim {i} with the goal of {j}", (*proof[:i], replace(claim, goal=other.goal), *proof[i + 1 :])


def _claims(claim: Unreachable) -> Iterator[tuple[str, Unreachable]]:
    for link in claim.links:
        yield f"link {link} dropped", replace(claim, links=tuple(kept for kept in claim.links if kept != link))
        turned = tuple(kept if kept != link else (link[1], link[0]) for kept in claim.links)
        yield f"link {link} turned", replace(claim, links=turned)
    for i, region in enumerate(claim.regions):
        others = claim.regions[:i] + claim.regions[i + 1 :]
        yield f"region {region.number} dropped", replace(claim, regions=others)
        for what, predicate in _conditions(region.predicate):
            changed = Region(region.number, region.place, predicate)
            yield f"region {region.number} {what}", replace(claim, regions=(*others, changed))
        procedure, label, index = region.place
        for moved in (index - 1, index + 1):
            changed = Region(region.number, (procedure, label, moved), region.predicate)
            yield f"region {region.number} moved to {moved}", replace(claim, regions=(*others, changed))
    for what, entry in _conditions(claim.entry):
        yield f"entry {what}", replace(claim, entry=entry)
    for what, goal in _conditions(claim.goal):
        yield f"goal {what}", replace(claim, goal=goal)
    yield "errors the other way", replace(claim, errors=not claim.errors)


def _conditions(condition: Term) -> Iterator[tuple[str, Term]]:
    """Weaker, stronger and other ones."""
    made = {"negated": T.not_(condition), "true": T.TRUE, "false": T.FALSE}
    for number, part in enumerate(_parts(condition)):
        made[f"without part {number}"] = _without(condition, part)
        made[f"only part {number}"] = part
    for constant in [t for t in T.subterms(condition) if t.op is T.CONST and t.sort.kind in ("bv", "int")]:
        for more in (1, -1):
            changed = constant.data + more
            other = T.bv(changed, constant.sort.width) if constant.sort.kind == "bv" else T.integer(changed)
            made[f"{constant} {more:+}"] = replaced(condition, constant, other)
    for variable in sorted(T.free_variables(condition), key=lambda v: v.id):
        zero = T.const(T.default_value(variable.sort), variable.sort)
        made[f"and {variable.data} is zero"] = T.and_(condition, T.eq(variable, zero))
        made[f"or {variable.data} is zero"] = T.or_(condition, T.eq(variable, zero))
        for other in sorted(T.free_variables(condition), key=lambda v: v.id):
            if other is not variable and other.sort is variable.sort:
                made[f"{other.data} for {variable.data}"] = T.substitute(condition, {variable: other})
    yield from ((what, term) for what, term in made.items() if term is not condition)


def _parts(condition: Term) -> tuple[Term, ...]:
    return condition.args if condition.op in (T.AND, T.OR) else ()


def _without(condition: Term, part: Term) -> Term:
    left = [kept for kept in condition.args if kept is not part]
    return T.and_(*left) if condition.op is T.AND else T.or_(*left)


def replaced(term: Term, old: Term, new: Term) -> Term:
    """A term with another one in place of a part."""
    done: dict[Term, Term] = {}
    for part in T.subterms(term):
        if part is old:
            done[part] = new
        else:
            done[part] = T.make(part.op, tuple(done[a] for a in part.args), part.data) if part.args else part
    return done[term]


def programs(program: P.Program) -> Iterator[tuple[str, P.Program]]:
    """The program with one command changed or left out, or one block that ends otherwise."""
    for name, procedure in program.procedures.items():
        for label, block in procedure.blocks.items():
            for what, changed in _blocks(block):
                other = replace(procedure, blocks={**procedure.blocks, label: changed})
                yield f"{name} {label} {what}", replace(program, procedures={**program.procedures, name: other})


def _blocks(block: P.Block) -> Iterator[tuple[str, P.Block]]:
    for i, command in enumerate(block.commands):
        before, after = block.commands[:i], block.commands[i + 1 :]
        yield f"{i} left out", replace(block, commands=[*before, P.Assume(T.TRUE), *after])
        for what, changed in _commands(command):
            yield f"{i} {what}", replace(block, commands=[*before, changed, *after])
    match block.terminator:
        case P.Branch(condition, then, otherwise):
            yield "turned", replace(block, terminator=P.Branch(condition, otherwise, then))
            yield "either way", replace(block, terminator=P.Goto((then, otherwise)))
        case P.Return(values):
            for i, term in enumerate(values):
                for what, changed in _values(term):
                    returned = (*values[:i], changed, *values[i + 1 :])
                    yield f"returns {what}", replace(block, terminator=P.Return(returned))
        case P.Switch(value, cases, default):
            for i in range(len(cases)):
                fewer = P.Switch(value, cases[:i] + cases[i + 1 :], default)
                yield f"without case {i}", replace(block, terminator=fewer)
        case _:
            pass


def _commands(command: P.Command) -> Iterator[tuple[str, P.Command]]:
    match command:
        case P.Assign(targets, values):
            for what, changed in _values(values[0]):
                yield what, P.Assign(targets, (changed, *values[1:]))
        case P.Assume(condition):
            yield from ((what, P.Assume(changed)) for what, changed in _conditions(condition))
        case P.Assert(condition):
            yield from ((what, replace(command, condition=changed)) for what, changed in _conditions(condition))
        case P.Call(_, _, arguments) if arguments:
            for what, changed in _values(arguments[0]):
                yield what, replace(command, arguments=(changed, *arguments[1:]))
        case _:
            pass


def _values(term: Term) -> Iterator[tuple[str, Term]]:
    match term.sort.kind:
        case "bool":
            yield "negated", T.not_(term)
        case "bv":
            yield "and one", T.bvadd(term, T.bv(1, term.width))
        case _:
            yield "and one", T.add(term, T.integer(1))
