// expect: safe
datatype Shape { Circle(radius: int), Square(side: int) }
procedure main(s: Shape)
{
  var t: Shape;
  t := s;
  if (t is Circle) { t->radius := 4; assert t == Circle(4); }
  else { t := t->(radius := 4); assert t == s; }
}
