// expect: safe
procedure main(x: bv8) { assert x[3:3] ++ x == x; assert 0bv0 ++ x == x; }
