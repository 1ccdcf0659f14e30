// expect: safe
procedure main() { var m: [int]int; m := (lambda i: int :: 7); assert (forall i: int :: m[i] == 7); }
