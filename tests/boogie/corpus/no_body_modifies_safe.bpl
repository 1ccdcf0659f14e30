// expect: safe
var g, h: int;
procedure p();
  modifies g;
procedure main()
  modifies g, h;
{
  g, h := 1, 1;
  call p();
  assert h == 1;
}
