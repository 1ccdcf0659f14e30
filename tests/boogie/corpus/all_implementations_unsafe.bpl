// expect: unsafe
procedure a() { assert true; }
procedure b(x: int) { assert x < 100; }
