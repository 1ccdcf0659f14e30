// expect: safe
datatype Vector { Vector(contents: [int]int, length: int) }
procedure main(v: Vector)
{
  var w: Vector;
  w := v;
  w->contents[0] := 5;
  assert w->contents[0] == 5 && w->length == v->length;
  assert w->contents[1] == v->contents[1];
}
