// expect: unsafe
procedure p(a: int) returns (b: int);
  ensures b > a;
procedure main()
{
  var r: int;
  call r := p(1);
  assert r == 2;
}
