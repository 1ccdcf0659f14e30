// expect: safe
procedure id<T>(a: T) returns (b: T) { b := a; }
procedure main()
{
  var x: int, q: bool;
  call x := id(3); call q := id(true);
  assert x == 3 && q;
}
