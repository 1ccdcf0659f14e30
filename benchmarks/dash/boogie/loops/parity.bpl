// expect: safe
// Steps of two never meet an odd number.
procedure main()
{
  var x: int;
  x := 0;
  while (*)
  {
    x := x + 2;
  }
  assert x != 7;
}
