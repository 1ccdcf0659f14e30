// expect: not-safe
// neither claimed nor assumed, and its value depends on the execution
procedure main(x: int)
{
  var b: bool;
  b := |{ var c: bool; A: return c; }|;
  assert b;
}
