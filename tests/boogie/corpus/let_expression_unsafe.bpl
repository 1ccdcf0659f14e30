// expect: unsafe
procedure main()
{
  var x: int;
  assert (var y, z := x, 3; y < z);
}
