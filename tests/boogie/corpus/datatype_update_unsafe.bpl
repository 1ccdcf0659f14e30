// expect: unsafe
datatype Shape { Circle(radius: int), Square(side: int) }
procedure main(s: Shape)
{
  var t: Shape;
  t := s->(radius := 4);
  assert t == Circle(4);
}
