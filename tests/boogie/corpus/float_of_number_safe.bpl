// expect: safe
function {:builtin "(_ to_fp 8 24) RNE"} nearest(real) returns (float24e8);
function {:builtin "(_ to_fp 8 24)"} rounded(rmode, real) returns (float24e8);
function {:builtin "(_ to_fp 8 24) RTZ"} whole(int) returns (float24e8);
procedure main()
{
  assert nearest(0.5) == 0x0.8e0f24e8;
  assert rounded(RTN, 0.1) < rounded(RTP, 0.1);
  assert whole(16777217) == whole(16777216);
}
