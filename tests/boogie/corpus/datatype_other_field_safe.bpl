// expect: safe
datatype Shape { Circle(radius: int), Square(side: int) }
procedure main(s: Shape)
{
  assume s == Square(3);
  assert s->radius == Square(3)->radius;
}
