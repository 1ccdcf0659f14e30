// expect: unsafe
// The second loop stops one round early.
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
  while (i > 1)
  {
    i := i - 1;
    s := s - 2;
  }
  assert n < 0 || s == 0;
}
