// expect: safe
// Machine words beside mathematical numbers.
function {:bvbuiltin "bvadd"} add(bv8, bv8): bv8;
function {:bvbuiltin "bvand"} and(bv8, bv8): bv8;
procedure main()
{
  var w: bv8;
  var n: int;
  w := 0bv8;
  n := 0;
  while (*)
  {
    w := add(w, 2bv8);
    n := n + 2;
  }
  assert and(w, 1bv8) == 0bv8 && n != 1;
}
