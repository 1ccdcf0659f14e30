// expect: safe
// The sum of two numbers stays even.
procedure main()
{
  var x, y: int;
  x := 0;
  y := 0;
  while (*)
  {
    if (*)
    {
      x := x + 1;
      y := y + 1;
    }
    else
    {
      y := y + 2;
    }
  }
  assert x + y != 5;
}
