// expect: unsafe
const unique a: int;
const unique b: int;
const unique c: int;
procedure main()
{
  assert a < b;
}
