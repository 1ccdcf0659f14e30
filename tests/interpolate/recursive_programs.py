"""Random programs with recursive procedures, and all that they can do, worked out call by call."""

from __future__ import annotations

from random import Random

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.semantics.compiling.flow import successors
from antumbra.terms import Term

WIDTH = 2
SORT = T.bv_sort(WIDTH)
COUNT = 1 << WIDTH
#: of each procedure: two parameters and two more registers; of the program: two global variables
PARAMETERS = (T.var("p", SORT), T.var("q", SORT))
LOCALS = (*PARAMETERS, T.var("x", SORT), T.var("y", SORT))
GLOBALS = (T.var("g", SORT), T.var("h", SORT))
BYTE = T.var("b", T.bv_sort(8))
RESULT = T.var("r", SORT)
#: a global object
BASE, SIZE = 0x10000, 2

Values = tuple[int, ...]


class Generator:
    def __init__(self, seed: int, *, memory: bool) -> None:
        self.random = Random(seed)
        self.memory = memory
        self.procedures = ["f", "g"][: self.random.choice([1, 1, 2])]

    def variable(self) -> Term:
        return self.random.choice((*LOCALS, *GLOBALS))

    def constant(self) -> Term:
        return T.bv(self.random.randrange(COUNT), WIDTH)

    def expression(self) -> Term:
        a, b, c = self.variable(), self.variable(), self.constant()
        return self.random.choice([c, a, a, T.bvadd(a, c), T.bvsub(a, T.bv(1, WIDTH)), T.bvadd(a, b), T.bvsub(a, b)])

    def condition(self) -> Term:
        compare = self.random.choice([T.eq, T.eq, T.bvult, T.bvslt, T.bvule])
        made = compare(self.variable(), self.random.choice([self.constant(), self.constant(), self.variable()]))
        return T.not_(made) if self.random.random() < 0.4 else made

    def address(self) -> Term:
        base = T.bv(BASE, 64)
        if self.random.random() < 0.7:
            return T.bvadd(base, T.bv(self.random.randrange(SIZE), 64))
        return T.bvadd(base, T.zero_extend(63, T.extract(0, 0, self.variable())))

    def commands(self) -> list[P.Command]:
        result: list[P.Command] = []
        for _ in range(self.random.randrange(1, 4)):
            kind = self.random.random()
            if self.memory and kind < 0.45:
                if self.random.random() < 0.6:
                    result.append(P.Store(self.address(), T.zero_extend(8 - WIDTH, self.variable())))
                else:
                    taken = T.extract(WIDTH - 1, 0, BYTE)
                    result += [P.Load(BYTE, self.address()), P.Assign((self.variable(),), (taken,))]
            elif kind < 0.75:
                targets = tuple(self.random.sample((*LOCALS, *GLOBALS), self.random.choice([1, 1, 2])))
                result.append(P.Assign(targets, tuple(self.expression() for _ in targets)))
            elif kind < 0.85:
                result.append(P.Havoc(self.variable(), P.Source.INPUT, "i", "int"))
            elif kind < 0.88:
                result.append(P.Assume(self.condition()))
            elif kind < 0.92:
                result.append(P.Assert(T.or_(self.condition(), self.condition(), self.condition()), "assert", "a"))
        return result

    def checks(self) -> list[P.Command]:
        """Assertions about what calls have left behind."""
        seen = T.zero_extend(8 - WIDTH, self.constant())
        byte: list[P.Command] = [P.Load(BYTE, self.address()), P.Assert(T.not_(T.eq(BYTE, seen)), "assert", "m")]
        value = P.Assert(T.not_(T.eq(self.random.choice((*GLOBALS, *LOCALS)), self.constant())), "assert", "e")
        return self.random.choice([[value], [value], byte]) if self.memory else [value]

    def call(self) -> P.Call:
        arguments = (self.expression(), self.expression())
        if self.random.random() < 0.5:
            arguments = (T.bvsub(PARAMETERS[0], T.bv(1, WIDTH)), self.random.choice([PARAMETERS[1], arguments[1]]))
        return P.Call((self.random.choice(LOCALS),), self.random.choice(self.procedures), arguments)

    def procedure(self, name: str) -> P.Procedure:
        count = self.random.randrange(3, 6)
        labels = [f"{name}{i}" for i in range(count)]
        blocks: dict[str, P.Block] = {}
        for i, label in enumerate(labels):
            body = self.commands()
            if i and self.random.random() < (0.7 if name == "main" else 0.5):
                body.insert(self.random.randrange(len(body) + 1), self.call())
            if i == 0:
                # a register that nothing was written to yet is zero, here and where everything is enumerated
                rest = LOCALS if name == "main" else LOCALS[2:]
                body.insert(0, P.Assign(rest, tuple(self.constant() for _ in rest)))
            if i == count - 1 and name == "main":
                body += self.checks()
            later = labels[i + 1 :] if self.random.random() < 0.95 else labels[1:]
            terminator: P.Terminator
            if i == count - 1 or not later:
                terminator = P.Return(() if name == "main" else (self.variable(),))
            elif i == 0 and self.random.random() < 0.5:
                # as people write recursion: an end, and a step towards it
                terminator = P.Branch(T.eq(PARAMETERS[0], self.constant()), labels[-1], labels[1])
            elif self.random.random() < 0.8:
                terminator = P.Branch(self.condition(), self.random.choice(later), self.random.choice(later))
            else:
                terminator = P.Goto(tuple(dict.fromkeys(self.random.choices(later, k=2))))
            blocks[label] = P.Block(label, body, terminator)
        if name == "main":
            return P.Procedure(name, (), (), blocks)
        return P.Procedure(name, PARAMETERS, (RESULT,), blocks)

    def program(self) -> P.Program:
        cells = tuple((i, 1, self.random.randrange(COUNT)) for i in range(SIZE)) if self.random.random() < 0.7 else ()
        return P.Program(
            "t",
            "c",
            {name: self.procedure(name) for name in ("main", *self.procedures)},
            "main",
            P.Layout(64, first_free=0x100000),
            variables={g: self.constant() for g in GLOBALS},
            objects=[P.StaticObject("m", BASE, SIZE, P.Region.GLOBAL, cells)] if self.memory else [],
        )


def program(seed: int, *, memory: bool = False) -> P.Program:
    return Generator(seed, memory=memory).program()


#: what a procedure sees besides its own registers: global variables, then bytes
World = Values
#: a point of a procedure, entered with some arguments in some world
Key = tuple[str, Values, World]


class Tabulation:
    """Every reachable state of every procedure for each of its entries; calls are answered by what is known of the
    entry that they make (Reps, Horwitz and Sagiv's tabulation). ``most``: states that are looked at."""

    def __init__(self, p: P.Program, most: int = 10_000) -> None:
        self.program = p
        self.failed = False
        self.reached: set[tuple[str, str]] = set()
        self._seen: set[tuple[Key, str, int, Values, World]] = set()
        self._work: list[tuple[Key, str, int, Values, World]] = []
        self._exits: dict[Key, dict[tuple[int, World], None]] = {}
        self._callers: dict[Key, list[tuple[Key, str, int, Values]]] = {}
        bytes_ = {offset: value for item in p.objects for offset, _, value in item.cells}
        world = (
            *(int(v.data) for v in p.variables.values() if v is not None),
            *(bytes_.get(i, 0) for i in range(SIZE)),
        )
        self._enter("main", (), world)
        while self._work and len(self._seen) < most:
            self._step(*self._work.pop())
        #: was everything seen?
        self.whole = not self._work

    def _push(self, key: Key, label: str, index: int, own: Values, world: World) -> None:
        item = (key, label, index, own, world)
        if item not in self._seen:
            self._seen.add(item)
            self._work.append(item)

    def _enter(self, name: str, arguments: Values, world: World) -> Key:
        key = (name, arguments, world)
        if key not in self._exits:
            self._exits[key] = {}
            self._callers[key] = []
            own = (*(arguments or (0, 0)), 0, 0, 0)
            self._push(key, next(iter(self.program.procedures[name].blocks)), 0, own, world)
        return key

    def _step(self, key: Key, label: str, index: int, own: Values, world: World) -> None:
        name = key[0]
        block = self.program.procedures[name].blocks[label]
        registers = (*LOCALS, BYTE)
        env: dict[Term, int] = dict(zip(registers, own, strict=True)) | dict(zip(GLOBALS, world, strict=False))
        cells = list(world[len(GLOBALS) :])

        def go(changes: dict[Term, int], to: str = label, at: int = index + 1) -> None:
            now = env | changes
            self._push(key, to, at, tuple(now[v] for v in registers), (*(now[g] for g in GLOBALS), *cells))

        if index == 0:
            self.reached.add((name, label))
        if index < len(block.commands):
            command = block.commands[index]
            match command:
                case P.Assign():
                    go({t: T.evaluate(v, env) for t, v in zip(command.targets, command.values, strict=True)})
                case P.Havoc():
                    for value in range(COUNT):
                        go({command.target: value})
                case P.Load():
                    go({command.target: cells[T.evaluate(command.address, env) - BASE]})
                case P.Store():
                    cells[T.evaluate(command.address, env) - BASE] = T.evaluate(command.value, env)
                    go({})
                case P.Assume():
                    if T.evaluate(command.condition, env):
                        go({})
                case P.Assert():
                    if T.evaluate(command.condition, env):
                        go({})
                    else:
                        self.failed = True
                case P.Call():
                    assert isinstance(command.callee, str)
                    callee = self._enter(command.callee, tuple(T.evaluate(a, env) for a in command.arguments), world)
                    self._callers[callee].append((key, label, index, own))
                    for result, after in list(self._exits[callee]):
                        self._return(key, label, index, own, result, after)
                case _:
                    raise AssertionError(command)
            return
        match block.terminator:
            case P.Branch() as branch:
                go({}, branch.then if T.evaluate(branch.condition, env) else branch.otherwise, 0)
            case P.Return() as back:
                exit_ = (T.evaluate(back.values[0], env) if back.values else 0, world)
                if exit_ not in self._exits[key]:
                    self._exits[key][exit_] = None
                    for caller in list(self._callers[key]):
                        self._return(*caller, *exit_)
            case terminator:
                for target in successors(terminator):
                    go({}, target, 0)

    def _return(self, key: Key, label: str, index: int, own: Values, result: int, world: World) -> None:
        command = self.program.procedures[key[0]].blocks[label].commands[index]
        assert isinstance(command, P.Call)
        at = LOCALS.index(command.targets[0])
        self._push(key, label, index + 1, (*own[:at], result, *own[at + 1 :]), world)
