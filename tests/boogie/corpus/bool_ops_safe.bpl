// expect: safe
procedure main()
{
  var a, b: bool;
  assert (a ==> b) <==> (!a || b);
}
