// expect: unsafe
// a caller may rely on a free postcondition, the body may not
procedure p()
  free ensures false;
  ensures false;
{
}
procedure main() { call p(); }
