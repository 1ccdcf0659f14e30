// expect: safe
procedure main(x: int)
  requires x > 5;
{
  assert x > 4;
}
