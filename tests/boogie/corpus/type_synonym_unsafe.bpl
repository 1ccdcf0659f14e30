// expect: unsafe
type Word = bv8;
type Mem = [Word]Word;
var m: Mem;
procedure main()
  modifies m;
{
  m[1bv8] := 2bv8;
  assert m[2bv8] == 2bv8;
}
