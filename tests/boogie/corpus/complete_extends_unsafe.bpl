// expect: unsafe
type C;
const unique root: C extends complete;
const unique left: C extends root;
const unique right: C extends root;
procedure main(x: C)
{
  assume x <: root && x != root;
  assert x <: left;
}
