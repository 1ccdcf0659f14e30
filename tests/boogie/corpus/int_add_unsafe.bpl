// expect: unsafe
procedure main()
{
  var x: int, y: int;
  y := x + 1;
  assert y != 5;
}
