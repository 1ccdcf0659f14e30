// expect: safe
// the argument of the call and that of the call inside are both unknown, and not the same
var g: int;
procedure {:inline 1} any(z: int) returns (r: int)
{
  r := z;
}
procedure p(x: int)
  requires |{ var y: int; A: call y := any(*); assume y > 0; return x + y > x; }|;
{
}
procedure main()
{
  call p(*);
}
