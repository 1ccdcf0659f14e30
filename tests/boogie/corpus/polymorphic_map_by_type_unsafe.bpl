// expect: unsafe
var p: <a>[]a;
procedure main()
  modifies p;
{
  p[] := 12;
  p[] := true;
  assert p[] < 12;
}
