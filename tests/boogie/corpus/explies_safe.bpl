// expect: safe
procedure main()
{
  var a, b: bool;
  assume a <== b;
  assert b ==> a;
}
