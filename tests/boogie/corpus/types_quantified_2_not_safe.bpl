// expect: not-safe
procedure main<a>(x: a) { assert x != 3; }
