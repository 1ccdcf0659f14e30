// expect: safe
// One counter is twice the other, in front of a third loop as well.
procedure main(n: int)
{
  var i, s: int;
  i := 0;
  s := 0;
  while (i < n)
  {
    i := i + 1;
    s := s + 2;
  }
  while (i > 0)
  {
    i := i - 1;
    s := s - 2;
  }
  assert n < 0 || s == 0;
}
