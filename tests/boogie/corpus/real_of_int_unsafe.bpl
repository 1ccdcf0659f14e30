// expect: unsafe
procedure main(n: int)
{
  assume 0 < n && n < 10;
  assert real(n) / 2.0 != 3.5;
}
