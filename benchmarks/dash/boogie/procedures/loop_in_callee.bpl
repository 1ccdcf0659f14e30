// expect: safe
// What a callee's loop leaves is what the caller relies on.
procedure fill(from: int, to: int) returns (at: int)
{
  at := from;
  while (at < to)
  {
    at := at + 1;
  }
}
procedure main(n: int)
{
  var a, b: int;
  assume n > 0;
  call a := fill(0, n);
  call b := fill(a, n);
  assert b == n;
}
