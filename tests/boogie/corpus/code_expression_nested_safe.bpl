// expect: safe
procedure main(x: int)
{
  var before: bool;
  before := |{ A: return |{ B: return x > 0; }| && x < 9; }|;
  assert before <==> 0 < x && x < 9;
}
