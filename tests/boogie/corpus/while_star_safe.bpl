// expect: safe
procedure main()
{
  var i: int;
  i := 0;
  while (i < 3) { if (i == 3) { break; } i := i + 1; }
  assume i <= 3;
  assert i <= 3;
}
