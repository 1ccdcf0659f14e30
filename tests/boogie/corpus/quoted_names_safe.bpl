// expect: safe
procedure main() { var $x.y#z'~: int; var \old: int; $x.y#z'~ := 1; \old := 2; assert $x.y#z'~ < \old; }
