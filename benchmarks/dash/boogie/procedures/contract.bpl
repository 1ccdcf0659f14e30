// expect: safe
// The caller knows of the callee what it ensures.
procedure increment(x: int) returns (y: int)
  requires x >= 0;
  ensures y > x;
{
  y := x + 1;
}
procedure main()
{
  var a: int;
  a := 3;
  call a := increment(a);
  call a := increment(a);
  assert a >= 5;
}
