// expect: not-safe
procedure main(x: int)
{
  assert |{ var i: int; A: i := 0; while (i < x) { i := i + 1; } return i == x; }|;
}
