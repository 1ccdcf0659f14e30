// expect: safe
procedure main()
{
  var m: [int]int;
  m := (lambda i: int :: i * 2);
  assert m[21] == 42;
}
