// expect: safe
type C;
const unique root: C extends complete;
const unique left: C extends root;
const unique right: C extends root;
procedure main(x: C)
{
  assert left <: root && !(root <: left);
  assume x <: root && x != root;
  assert x <: left || x <: right;
}
