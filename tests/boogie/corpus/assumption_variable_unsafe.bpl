// expect: unsafe
procedure main() returns ({:assumption} r: bool)
{
  var {:assumption} a: bool;
  assert a;
  havoc a;
  assert a;
}
