// expect: safe
procedure main()
{
  var x: bv8, y: bv4;
  x := 1bv4 ++ y;
  assert x[8:4] == 1bv4;
}
