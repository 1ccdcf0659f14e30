// expect: unsafe
procedure main()
{
  var x: int;
  x := (3 : int);
  assert x == 2;
}
