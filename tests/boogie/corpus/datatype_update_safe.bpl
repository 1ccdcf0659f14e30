// expect: safe
datatype Pair { Pair(a: int, b: int) }
procedure main() { var p: Pair; p := Pair(1, 2); p->a := 5; assert p->a == 5 && p->b == 2; assert p->(b := 9) == Pair(5, 9); }
