// expect: unsafe
procedure main()
{
  var x, y: int;
  if (x > 10) { y := x; } else { y := 10; }
  assert y > 10;
}
