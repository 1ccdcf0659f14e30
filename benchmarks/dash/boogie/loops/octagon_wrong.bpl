// expect: unsafe
procedure main()
{
  var x, y: int;
  x := 0;
  y := 0;
  while (*)
  {
    if (x - y <= 3)
    {
      x := x + 1;
    }
    else
    {
      y := y + 1;
    }
  }
  assert x - y <= 3;
}
