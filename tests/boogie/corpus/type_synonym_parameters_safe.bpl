// expect: safe
type Map a b = [a]b;
procedure main()
{
  var m: Map int bool;
  m[3] := true;
  assert m[3];
}
