// expect: unsafe
procedure main()
{
  var x: int;
  x := 1;
  here: if (true) { if (*) { break here; } x := 2; }
  assert x == 2;
}
