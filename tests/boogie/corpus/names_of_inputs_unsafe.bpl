// expect: unsafe
// a global variable is none of the parameters, whatever its name
var n#0: int;
procedure main(n: int)
{
  assert n#0 == n;
}
