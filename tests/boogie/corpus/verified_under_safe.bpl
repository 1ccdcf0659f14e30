// expect: safe
procedure needs(x: int);
  requires x > 0;
procedure main(p: bool, a: bool, x: int)
  requires !a ==> p;
  requires !a ==> x > 0;
{
  assert {:verified_under a} p;
  assert p;
  call {:verified_under a} needs(x);
  assert x > 0;
}
