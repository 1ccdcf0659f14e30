// expect: safe
// an element for each type
var p: <a>[]a;
var q: <a,b>[a]b;
procedure main()
  modifies p, q;
{
  p[] := 12;
  p[] := true;
  assert p[] == 12 && p[];
  q[1] := 2;
  q[1] := false;
  assert q[1] == 2 && !q[1];
}
