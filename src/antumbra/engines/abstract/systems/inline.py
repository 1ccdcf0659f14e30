"""One procedure from many: calls are replaced by the callee's blocks, with names of their own."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.abstract.errors import Unsupported
from antumbra.patterns import pattern
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh, variable_names
from antumbra.program.commands.renaming import renamed
from antumbra.program.validity.validate import written_variables
from antumbra.records import replace
from antumbra.terms import Term

#: blocks of the whole before we give up
MOST_BLOCKS = 5_000
#: what a copy's names begin with: the procedure and the number of the call
_COPY = pattern(r"^[^ ]+#\d+ ")


def without_copy(name: str) -> str:
    """The name in the procedure that a copy was made of."""
    return _COPY.sub("", name)


def inlined(program: P.Program) -> P.Procedure:
    """The entry procedure without calls. Raises Unsupported for recursion and calls through pointers."""
    entry = program.procedures[program.entry]
    pending: list[tuple[P.Block, tuple[str, ...]]] = [(b, (entry.name,)) for b in entry.blocks.values()]
    pending.reverse()
    done: dict[str, P.Block] = {}
    label = Fresh(entry.blocks)
    variable = Fresh(variable_names(program.variables, [entry]))
    copies = 0
    while pending:
        block, stack = pending.pop()
        at = next((k for k, c in enumerate(block.commands) if isinstance(c, P.Call)), None)
        if at is None:
            done[block.label] = block
            continue
        call = block.commands[at]
        if not isinstance(call, P.Call):
            continue
        if not isinstance(call.callee, str):
            raise Unsupported("the engine abstract takes no calls through pointers", call.location)
        if call.callee in stack:
            raise Unsupported(f"the engine abstract takes no recursion ({call.callee})", call.location)
        copies += 1
        callee = program.procedures[call.callee]
        prefix = f"{call.callee}#{copies} "
        after = label(f"{prefix}after the call")
        local = _own_variables(program, callee, prefix, variable)
        copy = _copy(callee, local, {old: label(prefix + old) for old in callee.blocks}, call.targets, after)
        first = next(iter(copy))
        parameters = tuple(local[p] for p in callee.parameters)
        head: list[P.Command] = list(block.commands[:at])
        if parameters:
            head.append(P.Assign(parameters, call.arguments, call.location))
        pending.append((P.Block(after, block.commands[at + 1 :], block.terminator), stack))
        pending += [(b, (*stack, call.callee)) for b in reversed(copy.values())]
        done[block.label] = P.Block(block.label, head, P.Goto((first,), call.location))
        if len(done) + len(pending) > MOST_BLOCKS:
            raise Unsupported(f"more than {MOST_BLOCKS} blocks after calls are inlined", call.location)
    return replace(entry, blocks=done)


def _own_variables(program: P.Program, callee: P.Procedure, prefix: str, fresh: Fresh) -> dict[Term, Term]:
    """The callee's variables → those of this copy."""
    written = [v for block in callee.blocks.values() for command in block.commands for v in written_variables(command)]
    own = dict.fromkeys(v for v in (*callee.parameters, *written) if v not in program.variables)
    return {v: T.var(fresh(prefix + str(v.data)), v.sort) for v in own}


def _copy(
    callee: P.Procedure, local: dict[Term, Term], labels: dict[str, str], targets: tuple[Term, ...], after: str
) -> dict[str, P.Block]:
    def term(t: Term) -> Term:
        return T.substitute(t, local)

    found: dict[str, P.Block] = {}
    for block in callee.blocks.values():
        commands = [renamed(_taken(command), local) for command in block.commands]
        terminator = block.terminator
        match terminator:
            case P.Return(values, place):
                if targets:
                    commands.append(P.Assign(targets, tuple(map(term, values)), place))
                ending: P.Terminator = P.Goto((after,), place)
            case P.Goto(goals, place):
                ending = P.Goto(tuple(labels[goal] for goal in goals), place)
            case P.Branch(condition, then, otherwise, place):
                ending = P.Branch(term(condition), labels[then], labels[otherwise], place)
            case P.Switch(value, cases, default, place):
                ending = P.Switch(term(value), tuple((k, labels[v]) for k, v in cases), labels[default], place)
            case P.Stop():
                ending = terminator
        label = labels[block.label]
        found[label] = P.Block(label, commands, ending)
    return found


def _taken(command: P.Command) -> P.Command:
    """A command that this engine takes."""
    memory = not isinstance(command, P.Assign | P.Assume | P.Assert | P.Havoc | P.Call)
    if memory and not (isinstance(command, P.Builtin) and command.name == "print"):
        kind = type(command).__name__.lower()
        raise Unsupported(f"the engine abstract takes no memory ({kind})", command.location)
    return command
