"""Witnesses that are spoilt at random, and who decides without us whether such a one is still right.

Two small programs have a twin in Python: all that they can do, as a list of events. What a witness says is compared
with the twin's events for every input that matters; nothing of ours takes part in that.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from witnesses.witnessed import HEAD

Event = tuple[str, int, Any]

FAILING = (
    HEAD
    + """int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x < 0 || x > 7 || y < 0 || y > 7) return 0;
  int s = 0;
  for (int i = 0; i < 3; i++) {
    if (x > y) {
      s = s + x;
    } else {
      s = s + 1;
    }
  }
  if (s == 15) {
    reach_error();
  }
  return 0;
}
"""
)

SAFE = (
    HEAD
    + """int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 9) return 0;
  unsigned i = 0, s = 0;
  while (i < n) {
    i = i + 1;
    s = s + 2;
  }
  for (unsigned j = 0; j < i; j++) {
    s = s - 1;
  }
  if (s != n) reach_error();
  return 0;
}
"""
)


def failing(x: int, y: int) -> Iterator[Event]:
    """What FAILING does."""
    yield "return", 6, x
    yield "statement", 7, {"x": x}
    yield "return", 7, y
    yield "statement", 8, {"x": x, "y": y}
    outside = x < 0 or x > 7 or y < 0 or y > 7
    yield "branch", 8, outside
    if outside:
        return
    yield "statement", 9, {"x": x, "y": y}
    s = 0
    yield "statement", 10, {"x": x, "y": y, "s": s}
    for i in range(4):
        yield "branch", 10, i < 3
        if i == 3:
            break
        here = {"x": x, "y": y, "i": i}
        yield "statement", 11, {**here, "s": s}
        yield "branch", 11, x > y
        yield "statement", 12 if x > y else 14, {**here, "s": s}
        s += x if x > y else 1
    here = {"x": x, "y": y, "s": s}
    yield "statement", 17, here
    yield "branch", 17, s == 15
    if s == 15:
        yield "statement", 18, here
        yield "target", 18, None
        return
    yield "statement", 20, here


def safe(n: int) -> Iterator[Event]:
    """What SAFE does; ``head``: a condition of a loop is evaluated."""
    yield "statement", 7, {"n": n}
    if n > 9:
        return
    yield "statement", 8, {"n": n}
    i = s = 0
    yield "statement", 9, {"n": n, "i": i, "s": s}
    while True:
        yield "head", 9, {"n": n, "i": i, "s": s}
        if i >= n:
            break
        yield "statement", 10, {"n": n, "i": i, "s": s}
        i += 1
        yield "statement", 11, {"n": n, "i": i, "s": s}
        s += 2
    yield "statement", 13, {"n": n, "i": i, "s": s}
    for j in range(i + 1):
        yield "head", 13, {"n": n, "i": i, "s": s, "j": j}
        if j == i:
            break
        yield "statement", 14, {"n": n, "i": i, "s": s, "j": j}
        s -= 1
    yield "statement", 16, {"n": n, "i": i, "s": s}
    assert s == n
    yield "statement", 17, {"n": n, "i": i, "s": s}


def holds(text: str, names: dict[str, Any]) -> bool:
    """A condition of those that are generated here; a name that is not visible is wrong."""
    python = text.replace("&&", " and ").replace("||", " or ").replace("\\result", "result")
    return all(name in names for name in re.findall(r"\b(?!and\b|or\b)[a-z]\w*", python)) and bool(
        eval(python, {"__builtins__": {}}, dict(names))
    )


# ---------------------------------------------------------------- is it right?


def violation_is_right(entry: dict[str, Any]) -> bool:
    waypoints = [item["segment"][0]["waypoint"] for item in entry["content"]]
    numbers = {int(n) for w in waypoints for n in re.findall(r"-?\d+", str(w.get("constraint", {}).get("value", "")))}
    values = sorted({*range(-1, 9), *numbers})
    return any(_matches(failing(x, y), waypoints) for x in values for y in values)


def _matches(events: Iterator[Event], waypoints: list[dict[str, Any]]) -> bool:
    passed = 0
    for kind, line, value in events:
        waypoint = waypoints[passed]
        if waypoint["location"]["line"] != line:
            if kind == "target":
                return False
            continue
        said = str(waypoint.get("constraint", {}).get("value", ""))
        match kind, waypoint["type"]:
            case "target", "target":
                return passed == len(waypoints) - 1
            case "return", "function_return":
                passed += holds(said, {"result": value})
            case "branch", "branching":
                passed += said == ("true" if value else "false")
            case "statement", "assumption":
                passed += holds(said, value)
            case _:
                pass
    return False


def correctness_is_right(entry: dict[str, Any]) -> bool:
    for item in entry["content"]:
        said = item["invariant"]
        kind = "head" if said["type"] == "loop_invariant" else "statement"
        found = [e for n in range(11) for e in safe(n) if e[0] == kind and e[1] == said["location"]["line"]]
        if not found or not all(holds(said["value"], names) for _, _, names in found):
            return False
    return True


# ---------------------------------------------------------------- spoiling


def _number(text: str, random_: random.Random) -> str:
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text + " + 1"
    match = random_.choice(numbers)
    value = max(0, int(match[0]) + random_.choice((-2, -1, 1, 2, 7)))
    return f"{text[: match.start()]}{value}{text[match.end() :]}"


def _operator(text: str, random_: random.Random) -> str:
    operators = list(re.finditer(r"[=<>!]=|(?<![=<>!])[<>](?!=)", text))
    match = random_.choice(operators)
    other = random_.choice([each for each in ("==", "!=", "<", "<=", ">", ">=") if each != match[0]])
    return f"{text[: match.start()]}{other}{text[match.end() :]}"


def _content(entry: dict[str, Any], random_: random.Random) -> dict[str, Any]:
    """One of the parts of the content, as it stands in it."""
    item = random_.choice(entry["content"])
    return item["segment"][0]["waypoint"] if "segment" in item else item["invariant"]


def moved(entry: dict[str, Any], random_: random.Random) -> None:
    location = _content(entry, random_)["location"]
    location["line"] = max(5, location["line"] + random_.choice((-4, -3, -2, -1, 1, 2, 3, 4)))
    location.pop("column", None)


def constant(entry: dict[str, Any], random_: random.Random) -> None:
    part = _content(entry, random_)
    holder = part.get("constraint", part)
    if "value" in holder and holder["value"] not in ("true", "false"):
        holder["value"] = _number(holder["value"], random_)


def compared(entry: dict[str, Any], random_: random.Random) -> None:
    part = _content(entry, random_)
    holder = part.get("constraint", part)
    if "value" in holder and holder["value"] not in ("true", "false"):
        holder["value"] = _operator(holder["value"], random_)


def negated(entry: dict[str, Any], random_: random.Random) -> None:
    part = _content(entry, random_)
    holder = part.get("constraint", part)
    if holder.get("value") in ("true", "false"):
        holder["value"] = "false" if holder["value"] == "true" else "true"
    else:
        compared(entry, random_)


def swapped(entry: dict[str, Any], random_: random.Random) -> None:
    content = entry["content"]
    if "segment" in content[0] and len(content) > 2:
        at = random_.randrange(len(content) - 2)
        content[at], content[at + 1] = content[at + 1], content[at]
    else:
        moved(entry, random_)


def otherwise(entry: dict[str, Any], random_: random.Random) -> None:
    """An invariant of a loop as one of a statement, or the other way; a segment twice."""
    content = entry["content"]
    if "segment" in content[0]:
        content.insert(0, copy.deepcopy(random_.choice(content[:-1])))
    else:
        part = _content(entry, random_)
        loop = part["type"] == "loop_invariant"
        part["type"] = "location_invariant" if loop else "loop_invariant"


def of_another(entry: dict[str, Any], random_: random.Random) -> None:
    """The hash of another program: never right."""
    hashes = entry["metadata"]["task"]["input_file_hashes"]
    (name,) = hashes
    at = random_.randrange(64)
    digit = random_.choice([d for d in "0123456789abcdef" if d != hashes[name][at]])
    hashes[name] = hashes[name][:at] + digit + hashes[name][at + 1 :]


WAYS: list[Callable[[dict[str, Any], random.Random], None]] = [
    moved, constant, compared, negated, swapped, otherwise, of_another,
]  # fmt: skip


def spoilt(entry: dict[str, Any], seed: int) -> tuple[dict[str, Any], bool]:
    """The witness after one or two changes, and whether it is still right."""
    random_ = random.Random(seed)
    new = copy.deepcopy(entry)
    ways = [WAYS[seed % len(WAYS)], *([random_.choice(WAYS[:-1])] if seed % 3 == 0 else [])]
    for way in ways:
        way(new, random_)
    right = violation_is_right(new) if new["entry_type"] == "violation_sequence" else correctness_is_right(new)
    return new, right and of_another not in ways
