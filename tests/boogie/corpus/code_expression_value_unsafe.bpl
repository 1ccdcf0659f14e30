// expect: unsafe
var g: int;
procedure {:inline 1} next() returns (r: int)
  modifies g;
{
  g := g + 1;
  r := g;
}
procedure main()
  modifies g;
{
  var same: bool;
  g := 0;
  same := |{ var a: int, b: int; A: call a := next(); call b := next(); return a == b; }|;
  assert g == 0;
  assert same;
}
