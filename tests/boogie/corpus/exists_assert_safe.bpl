// expect: safe
procedure main(x: int) { assert (exists y: int :: y > x); }
