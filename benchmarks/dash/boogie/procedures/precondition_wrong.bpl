// expect: unsafe
// The second call breaks what the callee requires.
procedure decrement(x: int) returns (y: int)
  requires x > 0;
  ensures y == x - 1;
{
  y := x - 1;
}
procedure main()
{
  var a: int;
  a := 1;
  call a := decrement(a);
  call a := decrement(a);
}
