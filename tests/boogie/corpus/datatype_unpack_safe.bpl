// expect: safe
datatype Pair { Pair(a: int, b: int) }
procedure main() { var p: Pair, x, y: int; p := Pair(3, 4); Pair(x, y) := p; assert x == 3 && y == 4; }
