// expect: unsafe
procedure main()
{
  var x: bv8, y: bv4;
  x := 1bv4 ++ y;
  assert x[4:0] == 1bv4;
}
