// expect: safe
// A sum of non-negative numbers is at least its last addend.
procedure main(n: int)
{
  var i, s: int;
  i := 0;
  s := 0;
  while (i < n)
  {
    i := i + 1;
    s := s + i;
  }
  assert s >= i;
}
