// expect: safe
procedure main()
{
  var i, j, c: int;
  i, c := 0, 0;
  while (i < 4) { j := 0; while (j < i) { c := c + 1; j := j + 1; } i := i + 1; }
  assert c == 6;
}
