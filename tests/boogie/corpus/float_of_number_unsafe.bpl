// expect: unsafe
function {:builtin "(_ to_fp 8 24) RNE"} nearest(real) returns (float24e8);
procedure main()
{
  assert nearest(0.1) + nearest(0.2) != nearest(0.3);
}
