// expect: safe
procedure main(n: int)
{
  var {:assumption} a: bool;
  var before: bool;
  assert a;
  a := a && n > 0;
  before := a;
  havoc a;
  assert a ==> before && n > 0;
}
