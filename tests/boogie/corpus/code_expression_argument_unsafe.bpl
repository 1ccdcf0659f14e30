// expect: unsafe
procedure {:inline 1} any(z: int) returns (r: int)
{
  r := z;
}
procedure p(x: int)
  requires |{ var y: int; A: call y := any(*); return x == y; }|;
{
}
procedure main()
{
  call p(*);
}
