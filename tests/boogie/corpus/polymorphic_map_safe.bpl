// expect: safe
type Field a;
type Ref;
var h: <a>[Ref, Field a]a;
const unique f: Field int;
const unique g: Field bool;
procedure main(r: Ref)
  modifies h;
{
  h[r, f] := 3; h[r, g] := true;
  assert h[r, f] == 3;
  assert h[r, g];
}
