// expect: unsafe
procedure main()
{
  var x, y: int;
  if (x == 0) { y := 0; } else if (x == 1) { y := 10; } else if (x == 2) { y := 20; } else { y := 99; }
  assert y != 20;
}
