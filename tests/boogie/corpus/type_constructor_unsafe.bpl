// expect: unsafe
type Ref;
var h: [Ref]int;
procedure main(r: Ref, q: Ref)
  modifies h;
{
  h[r] := 1; h[q] := 2;
  assert h[r] == 1;
}
