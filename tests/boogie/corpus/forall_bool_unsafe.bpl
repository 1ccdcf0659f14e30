// expect: unsafe
procedure main()
{
  var b: bool;
  assume (forall x: bool :: x || b);
  assert !b;
}
