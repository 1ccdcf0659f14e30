// expect: unsafe
datatype Point { Point(x: int, y: int) }
procedure main(p: Point)
{
  var q: Point;
  q := p;
  q->x := 1;
  assert q->y != 1;
}
