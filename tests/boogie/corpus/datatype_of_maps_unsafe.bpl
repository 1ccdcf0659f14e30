// expect: unsafe
datatype Vector { Vector(contents: [int]int, length: int) }
procedure main(v: Vector)
{
  var w: Vector;
  w := v->(contents := v->contents[0 := 5]);
  assert w->contents[1] == 5 || w->length < 2;
}
