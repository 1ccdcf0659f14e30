"""Interpolants, sides of branches and path conditions in the words of the program's source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from antumbra import terms as T
from antumbra.engines.backward.formula import Builder, Formula, literal
from antumbra.engines.backward.locations import NEXT_PAGE, Locations
from antumbra.engines.backward.steps import Place
from antumbra.engines.backward.trace import Segment, Start
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.program.text.readable import Name, condition_text, member_text
from antumbra.semantics.compiling.compiler import Compiler
from antumbra.semantics.memory.objects import Object, ObjectTable
from antumbra.semantics.memory.problems import describe
from antumbra.semantics.state import State
from antumbra.solvers.chain.domains import of_values
from antumbra.terms import Term

#: blocks without a place of their own that are passed to find one
MOST_STEPS = 8


class Wording:
    def __init__(self, program: P.Program, compiler: Compiler, locations: Locations) -> None:
        self._program = program
        self._compiler = compiler
        self._locations = locations
        self._asked = _asked(program)
        self._pointer = program.layout.pointer_width

    # ------------------------------------------------------------ places

    def place(self, start: Start) -> tuple[str, Location | None]:
        """The function, and the first place of the block (or of what is left of it) where a segment starts."""
        entry = self._compiler.entries[start.region]
        procedure = self._program.procedures[entry.procedure]
        label, index = entry.label, entry.index
        for _ in range(MOST_STEPS):
            block = procedure.blocks[label]
            parts = (*block.commands[index:], block.terminator)
            found = next((part.location for part in parts if part.location is not None), procedure.location)
            # a block between two others has no place of its own, or the procedure's
            unplaced = found is None or (found == procedure.location and label != next(iter(procedure.blocks)))
            if not unplaced or not isinstance(block.terminator, P.Goto) or len(block.terminator.targets) != 1:
                break
            label, index = block.terminator.targets[0], 0
        else:
            found = procedure.location
        return self._function(entry.procedure, found), found

    def _function(self, name: str, location: Location | None = None) -> str:
        if location is not None and location.function:
            return location.function
        known = self._program.procedures[name].location
        return known.function if known is not None and known.function else name

    # ------------------------------------------------------------ names

    def names(self, variables: Iterable[Term], start: Start, objects: ObjectTable) -> dict[Term, str]:
        """Of locations, as seen from a place; those that would be called the same get their own names added."""
        frames = [self._compiler.entries[region].procedure for region in (*start.callers, start.region)]
        found = {variable: self._name(variable, frames, objects) for variable in variables}
        shared: dict[str, int] = {}
        for text in found.values():
            shared[text] = shared.get(text, 0) + 1
        return {
            variable: text if shared[text] == 1 else f"{text} [{self._locations.original(variable).data}]"
            for variable, text in found.items()
        }

    def _name(self, location: Term, frames: list[str], objects: ObjectTable) -> str:
        if location is NEXT_PAGE:
            return "next free page"
        cell = self._locations.cells.get(location)
        if cell is not None:
            return self.cell(*cell, objects)
        depth = self._locations.depth(location)
        if depth is None or depth >= len(frames):
            return _global_name(location)
        original = self._locations.original(location)
        procedure = self._program.procedures[frames[depth]]
        name = procedure.source_names.get(str(original.data), str(original.data))
        if depth == len(frames) - 1:
            return name
        again = f"#{depth}" if frames.count(frames[depth]) > 1 else ""
        return f"{self._function(frames[depth])}{again}.{name}"

    def cell(self, address: int, width: int, objects: ObjectTable) -> str:
        """A memory cell by its object and offset: ``table``, ``table+8``."""
        item = objects.find(address)
        if item is None:
            return f"memory[{address:#x}]"
        name = _object_name(item)
        return name if address == item.base and item.size == width else f"{name}+{address - item.base}"

    # ------------------------------------------------------------ what is said

    def formula(self, formula: Formula, start: Start, objects: ObjectTable) -> list[str]:
        """One line for each conjunct, those that pin a value first. Where new objects will lie is left out."""
        variables = dict.fromkeys(v for term in (*formula.sets, *formula.others) for v in _variables(term))
        names = self.names(variables, start, objects)
        called = _called(names)
        pinned: list[str] = []
        ranges: list[str] = []
        for form, bounds in formula.sets.items():
            if form is not NEXT_PAGE:
                single = len(bounds) == 2 and bounds[1] == bounds[0] + 1
                target = objects.find(bounds[0]) if single and form.width == self._pointer else None
                if target is not None:
                    offset = f"+{bounds[0] - target.base}" if bounds[0] != target.base else ""
                    pinned.append(f"{condition_text(form, called)} = &{_object_name(target)}{offset}")
                else:
                    (pinned if single else ranges).append(member_text(form, bounds, called))
        others = [_text(term, called) for term in formula.others]
        return [*sorted(pinned), *sorted(ranges), *sorted(others)]

    def invariant(self, guesses: Iterable[Term], start: Start, objects: ObjectTable) -> list[str]:
        """What all iterations of a closed loop have in common; what follows from the rest is left out as it stands."""
        builder = Builder()
        for guess in guesses:
            builder.add(guess)
        return self.formula(Formula(builder.sets, frozenset(builder.others)), start, objects)

    def memory(self, formula: Formula, objects: ObjectTable) -> list[str]:
        """Which memory an interpolant needs, besides what it says of values."""
        found: dict[str, list[str]] = {}
        for address, width in sorted(formula.accesses):
            item, name = objects.find(address), _place_name(address, objects)
            offset = 0 if item is None else address - item.base
            found.setdefault(name, []).append(f"{offset}..{offset + width - 1}")
        lines = [f"{name}: bytes {', '.join(dict.fromkeys(parts))}" for name, parts in found.items()]
        lines += [f"{_place_name(base, objects)}: may be freed" for base in sorted(formula.heap)]
        lines += [f"{_place_name(base, objects)}: a local of {size} bytes" for base, size in sorted(formula.scoped)]
        lines += [
            f"{_place_name(address, objects)}: not of frame {depth}" for address, depth in sorted(formula.outlives)
        ]
        if formula.memory is not None:
            made = [item for item in formula.memory.objects.items if item.region in (P.Region.STACK, P.Region.HEAP)]
            names = [describe(item) if item.alive else f"{describe(item)}, freed" for item in made]
            lines.append(f"no other objects than {', '.join(names)}" if names else "no objects but globals")
        if formula.alive is not None:
            names = [_place_name(base, objects) for base in sorted(formula.alive)]
            lines.append(f"no heap objects but {', '.join(names)}" if names else "no heap objects")
        return lines

    def side(self, segment: Segment, label: str) -> tuple[str, str]:
        """Kind and text of the edge to a block, from the terminator that a segment ended with.

        Without text where the source has no names for what was decided on.
        """
        match segment.terminator:
            case P.Branch(then=then, otherwise=otherwise) if then != otherwise:
                kind = "true" if label == then else "false"
                condition = self._unfolded(segment.place, segment.terminator.condition)
                if condition is None:
                    return kind, ""
                term, names = condition
                return kind, _text(term if label == then else T.not_(term), _called(names))
            case P.Switch(cases=cases, default=default, value=value):
                mine = [case for case, to in cases if to == label]
                unfolded = self._unfolded(segment.place, value)
                if unfolded is None:
                    return "case", ""
                text = condition_text(unfolded[0], _called(unfolded[1]))
                if label == default:
                    return "case", f"{text}: else"
                return "case", member_text(T.var(text, value.sort), of_values(sorted(mine)), lambda v: str(v.data))
            case _:
                return "plain", ""

    def _unfolded(self, place: Place, term: Term) -> tuple[Term, dict[Term, str]] | None:
        """A term at the end of a block with the registers that the source does not know replaced by what they are.

        None if some remain.
        """
        procedure = self._program.procedures[place[0]]
        known = {**{str(v.data): _global_name(v) for v in self._program.variables}, **procedure.source_names}
        for command in reversed(procedure.blocks[place[1]].commands):
            unknown = [v for v in _variables(term) if str(v.data) not in known]
            if not unknown:
                break
            if isinstance(command, P.Assign):
                values = dict(zip(command.targets, command.values, strict=True))
                term = T.substitute(term, {v: values[v] for v in unknown if v in values})
        variables = _variables(term)
        if any(str(v.data) not in known for v in variables):
            return None
        return term, {v: known[str(v.data)] for v in variables}

    # ------------------------------------------------------------ inputs

    def conditions(self, terms: Iterable[Term], state_inputs: Mapping[Term, str]) -> list[str]:
        """Conditions over inputs, called as ``inputs`` says."""
        return [_text(term, _called(state_inputs)) for term in terms]

    def inputs(self, state: State) -> dict[Term, str]:
        """The unknowns of a state, called after the variable that takes them where that is known: ``next#2``."""
        found: dict[Term, str] = {}
        unknowns = state.unknowns()
        for number, unknown in enumerate(unknowns):
            if unknown.variable is None:
                continue
            owner = unknowns[unknown.group] if unknown.group >= 0 else unknown
            name = self._asked.get((unknown.location, unknown.name), owner.name.removeprefix("__VERIFIER_"))
            if unknown.group >= 0:
                found[unknown.variable] = f"{name}#{unknown.group + 1}+{unknown.offset}"
            else:
                found[unknown.variable] = f"{name}#{number + 1}"
        return found


def _asked(program: P.Program) -> dict[tuple[Location | None, str], str]:
    """The source's variable for each place that asks for an input."""
    found: dict[tuple[Location | None, str], str] = {}
    for procedure in program.procedures.values():
        for block in procedure.blocks.values():
            for command in block.commands:
                if isinstance(command, P.Havoc):
                    name = procedure.source_names.get(str(command.target.data))
                    if name is not None:
                        found.setdefault((command.location, command.name), name)
    return found


def _place_name(address: int, objects: ObjectTable) -> str:
    item = objects.find(address)
    return f"memory[{address:#x}]" if item is None else _object_name(item)


def _object_name(item: Object) -> str:
    """An object of the heap is told from others by the line that made it."""
    name = item.name or "object"
    return f"{name}:{item.location.line}" if item.region is P.Region.HEAP and item.location is not None else name


def _global_name(variable: Term) -> str:
    # the front ends mark a global that became a variable
    return str(variable.data).removesuffix("!")


def _text(condition: Term, name: Name) -> str:
    """A condition; a comparison with a constant as what it says of the other side."""
    found = literal(condition)
    return condition_text(condition, name) if found is None else member_text(*found, name)


def _called(names: Mapping[Term, str]) -> Name:
    return lambda variable: names.get(variable, str(variable.data))


def _variables(term: Term) -> list[Term]:
    return sorted(T.free_variables(term), key=lambda v: str(v.data))
