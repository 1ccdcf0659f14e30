// expect: safe
var x: int;
procedure main() { var x: bool; x := true; assert x; }
