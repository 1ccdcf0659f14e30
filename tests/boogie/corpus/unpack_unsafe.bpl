// expect: unsafe
datatype Result { Ok(value: int), Error(code: int) }
procedure main(r: Result)
{
  var v: int;
  Ok(v) := r;
  assert v == v;
}
