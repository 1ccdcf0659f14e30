// expect: unsafe
procedure main(x: int)
  requires x > 5;
{
  assert x > 6;
}
