// expect: safe
procedure inc(a: int) returns (b: int)
{ b := a + 1; }
procedure main()
{
  var x: int;
  call x := inc(4);
  assert x == 5;
}
