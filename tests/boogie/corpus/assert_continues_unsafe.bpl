// expect: unsafe
procedure main(x: int) { assert x != 3; assert x != 4; }
