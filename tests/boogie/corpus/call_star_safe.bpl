// expect: safe
procedure p(a: int) returns (r: int) { r := a; }
procedure main()
{
  var x: int;
  call x := p(*);
  assert x == x;
}
