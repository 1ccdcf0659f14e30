// expect: safe
procedure main()
{
  var i: int;
  i := 0;
  while (true) { if (i == 3) { break; } i := i + 1; }
  assert i == 3;
}
