// expect: safe
// Values of a type of its own, told apart.
type Colour;
const unique red, green: Colour;
procedure main()
{
  var c: Colour;
  var n: int;
  c := red;
  n := 0;
  while (*)
  {
    if (c == red)
    {
      c := green;
      n := n + 1;
    }
    else
    {
      c := red;
      n := n - 1;
    }
  }
  assert n >= 0;
}
