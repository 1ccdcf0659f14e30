// expect: unsafe
// a field of a value that another constructor made may be anything
datatype Shape { Circle(radius: int), Square(side: int) }
procedure main()
{
  assert Square(3)->radius == 3;
}
