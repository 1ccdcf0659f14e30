// expect: unsafe
procedure main()
{
  var i: int;
  i := 0;
  while (*) { if (i == 3) { break; } i := i + 1; }
  assert i != 2;
}
