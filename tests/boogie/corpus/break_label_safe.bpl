// expect: safe
procedure main()
{
  var i, j: int;
  i := 0;
  outer: while (i < 3) { j := 0; while (j < 3) { if (j == 1) { break outer; } j := j + 1; } i := i + 1; }
  assert i == 0 && j == 1;
}
