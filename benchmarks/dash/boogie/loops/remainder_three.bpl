// expect: safe
// Either three more or six less.
procedure main()
{
  var x: int;
  x := 1;
  while (*)
  {
    if (*)
    {
      x := x + 3;
    }
    else
    {
      x := x - 6;
    }
  }
  assert x mod 3 == 1;
}
