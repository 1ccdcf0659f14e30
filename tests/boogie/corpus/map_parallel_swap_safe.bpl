// expect: safe
procedure main()
{
  var m: [int]int, x: int;
  m[0] := 1; x := 2;
  m[0], x := x, m[0];
  assert m[0] == 2 && x == 1;
}
