"""Random C expressions without undefined behaviour and without side effects."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from differential.ctypes_model import (
    DOUBLE,
    FLOAT,
    INT,
    INTEGERS,
    LONG,
    UINT,
    ULONG,
    Int,
    Real,
    Scalar,
    common,
    promoted,
    unsigned,
)
from differential.scope import Array, Place, Pointer, Record, Scopes, Shape, Variable


@dataclass(frozen=True, slots=True)
class Expression:
    text: str
    kind: Scalar
    tainted: bool = False


@dataclass(slots=True)
class Budget:
    """How many decisions on inputs may still be taken; each costs the times its place is passed."""

    decisions: int
    weight: int = 1
    spent: int = 0

    def take(self, times: int = 1) -> bool:
        cost = self.weight * times
        if cost > self.decisions:
            return False
        self.decisions -= cost
        self.spent += cost
        return True


class Expressions:
    """Generates expressions over the variables of ``scopes``.

    ``clean`` asks for one that does not depend on inputs. A tainted operand of a construct that compilers
    turn into a branch is paid for from the budget.
    """

    def __init__(self, random: Random, scopes: Scopes, budget: Budget, *, raw_overflow: bool, floats: bool) -> None:
        self.random = random
        self.scopes = scopes
        self.budget = budget
        self.raw_overflow = raw_overflow
        self.floats = floats
        #: inside an index: its own places have constant indices
        self.nested = False

    # ------------------------------------------------------------ places

    def place(self, *, clean: bool = False, writable: bool = False, real: bool | None = None) -> Place | None:
        """A random scalar lvalue; ``real`` asks for a floating-point or an integer one."""
        fitting = [
            variable
            for variable in self.scopes.variables(clean=clean, writable=writable)
            if real is None or self._holds(variable.shape, real)
        ]
        if not fitting:
            return None
        # newer variables are nearer: prefer them a little
        chosen = fitting[max(self.random.randrange(len(fitting)), self.random.randrange(len(fitting)))]
        return self._descend(chosen, real, spread=not clean and (chosen.tainted or not writable))

    def _holds(self, shape: Shape, real: bool) -> bool:
        match shape:
            case Array():
                return self._holds(shape.element, real)
            case Pointer():
                return self._holds(shape.target, real)
            case Record():
                return any(self._holds(member.shape, real) for member in shape.fields)
            case _:
                return isinstance(shape, Real) == real

    def _descend(self, variable: Variable, real: bool | None, *, spread: bool) -> Place:
        """Down to a scalar; ``spread`` allows indices that depend on inputs (what is read so is tainted)."""
        text, shape, tainted, bits = variable.name, variable.shape, variable.tainted, 0

        def index(count: int) -> str:
            nonlocal tainted
            inner = self.index(count, clean=not spread)
            tainted = tainted or inner.tainted
            return inner.text

        while True:
            match shape:
                case Array():
                    text = f"{text}[{index(shape.count)}]"
                    shape = shape.element
                case Pointer():
                    if shape.count == 1 or isinstance(shape.target, Array):
                        text = f"(*{text})"
                    elif self.random.random() < 0.5:
                        text = f"{text}[{index(shape.count)}]"
                    else:
                        text = f"(*({text} + ({index(shape.count)})))"
                    shape = shape.target
                case Record():
                    members = [m for m in shape.fields if real is None or self._holds(m.shape, real)]
                    member = self.random.choice(members)
                    text, bits, shape = f"{text}.{member.name}", member.bits, member.shape
                case _:
                    return Place(text, shape, bits, tainted)

    def index(self, count: int, *, clean: bool) -> Expression:
        """An index below ``count``: a constant, or a computed one."""
        if count == 1 or self.nested or self.random.random() < 0.4:
            return Expression(str(self.random.randrange(count)), INT)
        self.nested = True
        inner = self.integer(1, clean=clean or self.random.random() < 0.7)
        self.nested = False
        if count & (count - 1) == 0 and self.random.random() < 0.5:
            return Expression(f"({inner.text}) & {count - 1}", INT, inner.tainted)
        return Expression(f"(unsigned)({inner.text}) % {count}u", INT, inner.tainted)

    # ------------------------------------------------------------ integers

    def literal(self, kind: Int | None = None) -> Expression:
        kind = kind or self.random.choice((INT, INT, INT, UINT, LONG, ULONG))
        pick = self.random.random()
        if pick < 0.55:
            value = self.random.randint(-9, 40)
        elif pick < 0.75:
            value = self.random.choice((127, 128, 255, 256, 32767, 32768, 65535, 65536, -128, -129, -32768))
        elif pick < 0.85:
            value = self.random.choice((kind.lowest, kind.highest, kind.highest - 1, kind.lowest + 1))
        else:
            value = self.random.getrandbits(kind.width)
        value &= (1 << kind.width) - 1
        if kind.signed and value > kind.highest:
            value -= 1 << kind.width
        suffix = {INT: "", UINT: "u", LONG: "L", ULONG: "uL"}[kind]
        if value == kind.lowest and kind.signed:
            return Expression(f"({value + 1}{suffix} - 1)", kind)
        return Expression(f"({value}{suffix})" if value < 0 else f"{value}{suffix}", kind)

    def integer(self, depth: int, *, clean: bool = False) -> Expression:
        pick = self.random.random()
        if depth <= 0 or pick < 0.12:
            place = None if self.random.random() < 0.25 else self.place(clean=clean, real=False)
            return self.literal() if place is None else Expression(place.read, place.kind, place.tainted)
        if pick < 0.42:
            return self._arithmetic(depth, clean)
        if pick < 0.52:
            return self._division(depth, clean)
        if pick < 0.62:
            return self._shift(depth, clean)
        if pick < 0.72:
            return self._unary(depth, clean)
        if pick < 0.82:
            return self.condition(depth, clean=clean)
        if pick < 0.87:
            return self._choice(depth, clean, self.integer)
        if pick < 0.96 or not self.floats:
            kind = self.random.choice(INTEGERS)
            inner = self.integer(depth - 1, clean=clean)
            return Expression(f"({kind.spelling})({inner.text})", kind, inner.tainted)
        return self._from_real(depth, clean)

    def _arithmetic(self, depth: int, clean: bool) -> Expression:
        left, right = self.integer(depth - 1, clean=clean), self.integer(depth - 1, clean=clean)
        operator = self.random.choice("++--*&|^")
        kind = common(left.kind, right.kind)
        if not isinstance(kind, Int):
            raise TypeError(kind)
        tainted = left.tainted or right.tainted
        if kind.signed and operator in "+-*" and not self.raw_overflow:
            whole = unsigned(kind).spelling
            text = f"({kind.spelling})(({whole})({left.text}) {operator} ({whole})({right.text}))"
            return Expression(f"({text})", kind, tainted)
        return Expression(f"(({left.text}) {operator} ({right.text}))", kind, tainted)

    def _division(self, depth: int, clean: bool) -> Expression:
        """The divisor is made positive and small, so that no guard (a branch) is needed."""
        left, right = self.integer(depth - 1, clean=clean), self.integer(depth - 1, clean=clean)
        operator = self.random.choice("/%")
        mask = self.random.choice((7, 63, 127, 1023))
        divisor = Expression(f"((({right.text}) & {mask}) | 1)", common(right.kind, INT), right.tainted)
        kind = common(left.kind, divisor.kind)
        if self.random.random() < 0.25:  # a negative divisor, never -1 and so never overflowing
            divisor = Expression(f"(-3 - (int)(({right.text}) & {mask}))", INT, right.tainted)
            kind = common(left.kind, INT)
        return Expression(f"(({left.text}) {operator} {divisor.text})", kind, left.tainted or right.tainted)

    def _shift(self, depth: int, clean: bool) -> Expression:
        left, right = self.integer(depth - 1, clean=clean), self.integer(depth - 1, clean=clean)
        if not isinstance(left.kind, Int):
            raise TypeError(left.kind)
        kind = promoted(left.kind)
        amount = f"(({right.text}) & {kind.width - 1})"
        tainted = left.tainted or right.tainted
        if self.random.random() < 0.5:
            return Expression(f"(({left.text}) >> {amount})", kind, tainted)
        whole = unsigned(kind).spelling
        return Expression(f"(({kind.spelling})(({whole})({left.text}) << {amount}))", kind, tainted)

    def _unary(self, depth: int, clean: bool) -> Expression:
        inner = self.integer(depth - 1, clean=clean)
        if not isinstance(inner.kind, Int):
            raise TypeError(inner.kind)
        kind = promoted(inner.kind)
        operator = self.random.choice("-~!+")
        if operator == "!":
            return Expression(f"(!({inner.text}))", INT, inner.tainted)
        if operator == "-" and kind.signed and not self.raw_overflow:
            return Expression(
                f"(({kind.spelling})(0 - ({unsigned(kind).spelling})({inner.text})))", kind, inner.tainted
            )
        return Expression(f"({operator}({inner.text}))", kind, inner.tainted)

    def _from_real(self, depth: int, clean: bool) -> Expression:
        inner = self.real(depth - 1, clean=clean)
        if inner.tainted and not self.budget.take(2):
            return self.literal()
        helper, kind = self.random.choice((("to_int", INT), ("to_long", LONG), ("to_uchar", UINT), ("to_ulong", ULONG)))
        return Expression(f"{helper}({inner.text})", kind, inner.tainted)

    # ------------------------------------------------------------ conditions

    def condition(self, depth: int, *, clean: bool = False) -> Expression:
        """An int that is 0 or 1."""
        pick = self.random.random()
        if pick < 0.2 and depth > 1:
            left, right = self.condition(depth - 1, clean=clean), self.condition(depth - 1, clean=clean)
            operator = self.random.choice(("&&", "||"))
            if left.tainted and not self.budget.take():
                operator = operator[0]
            return Expression(f"(({left.text}) {operator} ({right.text}))", INT, left.tainted or right.tainted)
        operator = self.random.choice(("<", "<=", ">", ">=", "==", "!="))
        if self.floats and pick > 0.88:
            left, right = self.real(depth - 1, clean=clean), self.real(depth - 1, clean=clean)
        else:
            left, right = self.integer(depth - 1, clean=clean), self.integer(depth - 1, clean=clean)
            if self.random.random() < 0.3:
                right = self.literal()
        return Expression(f"(({left.text}) {operator} ({right.text}))", INT, left.tainted or right.tainted)

    def input_condition(self) -> Expression | None:
        """A comparison of a tainted variable with something simple."""
        names = [v for v in self.scopes.variables() if v.tainted and self._holds(v.shape, real=False)]
        if not names:
            return None
        nested, self.nested = self.nested, True  # constant indices
        left = self._descend(self.random.choice(names), False, spread=False)
        self.nested = nested
        kind = left.kind
        if not isinstance(kind, Int):
            raise TypeError(kind)
        operator = self.random.choice(("<", "<=", ">", ">=", "==", "!=", "&", "%"))
        number = self.random.randint(max(-20, kind.lowest), min(60, kind.highest))
        if operator == "%":
            return Expression(f"({left.read} % {self.random.randint(2, 5)} == {number % 3})", INT, tainted=True)
        right = str(number) if self.random.random() < 0.7 else self.integer(1).text
        left_text = left.read if self.random.random() < 0.6 else f"({left.read} ^ {self.random.randrange(64)})"
        return Expression(f"({left_text} {operator} ({right}))", INT, tainted=True)

    def _choice(self, depth: int, clean: bool, operand: object) -> Expression:
        test = self.condition(depth - 1, clean=clean)
        if test.tainted and not self.budget.take():
            test = self.condition(1, clean=True)
        make = self.integer if operand == self.integer else self.real
        left, right = make(depth - 1, clean=clean), make(depth - 1, clean=clean)
        kind = common(left.kind, right.kind)
        tainted = test.tainted or left.tainted or right.tainted
        return Expression(f"(({test.text}) ? ({left.text}) : ({right.text}))", kind, tainted)

    # ------------------------------------------------------------ floating point

    def real(self, depth: int, *, clean: bool = False) -> Expression:
        pick = self.random.random()
        if depth <= 0 or pick < 0.2:
            place = None if self.random.random() < 0.3 else self.place(clean=clean, real=True)
            if place is not None:
                return Expression(place.read, place.kind, place.tainted)
            value = self.random.choice(("0.5", "1.0", "2.25", "1e10", "3.0e-5", "-0.0", "7.0", "0.1", "1e30"))
            kind = self.random.choice((FLOAT, DOUBLE))
            return Expression(f"({value}f)" if kind is FLOAT else f"({value})", kind)
        if pick < 0.6:
            left, right = self.real(depth - 1, clean=clean), self.real(depth - 1, clean=clean)
            kind = common(left.kind, right.kind)
            tainted = left.tainted or right.tainted
            return Expression(f"(({left.text}) {self.random.choice('+-*/')} ({right.text}))", kind, tainted)
        if pick < 0.8:
            inner = self.integer(depth - 1, clean=clean)
            kind = self.random.choice((FLOAT, DOUBLE))
            return Expression(f"(({kind.spelling})({inner.text}))", kind, inner.tainted)
        if pick < 0.88:
            inner = self.real(depth - 1, clean=clean)
            kind = self.random.choice((FLOAT, DOUBLE))
            return Expression(f"(({kind.spelling})({inner.text}))", kind, inner.tainted)
        if pick < 0.95:
            inner = self.real(depth - 1, clean=clean)
            return Expression(f"(-({inner.text}))", inner.kind, inner.tainted)
        return self._choice(depth, clean, self.real)

    # ------------------------------------------------------------ any

    def of(self, kind: Scalar, depth: int, *, clean: bool = False) -> Expression:
        """An expression that converts to ``kind`` without undefined behaviour."""
        if isinstance(kind, Real):
            return self.real(depth, clean=clean)
        return self.integer(depth, clean=clean)
