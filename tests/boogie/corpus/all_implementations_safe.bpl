// expect: safe
procedure a() { assert true; }
procedure b(x: int) { assert x <= x; }
