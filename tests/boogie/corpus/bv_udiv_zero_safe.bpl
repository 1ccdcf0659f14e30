// expect: safe
function {:bvbuiltin "bvadd"} ADD(bv8, bv8): bv8;
function {:bvbuiltin "bvult"} ULT(bv8, bv8): bool;
function {:bvbuiltin "bvslt"} SLT(bv8, bv8): bool;
function {:bvbuiltin "bvmul"} MUL(bv8, bv8): bv8;
function {:bvbuiltin "bvudiv"} UDIV(bv8, bv8): bv8;
function {:bvbuiltin "bvsdiv"} SDIV(bv8, bv8): bv8;
function {:bvbuiltin "bvshl"} SHL(bv8, bv8): bv8;
function {:bvbuiltin "bvlshr"} LSHR(bv8, bv8): bv8;
function {:bvbuiltin "bvashr"} ASHR(bv8, bv8): bv8;
function {:bvbuiltin "bvxor"} XOR(bv8, bv8): bv8;
function {:bvbuiltin "bvnot"} NOT(bv8): bv8;
function {:bvbuiltin "bvsmod"} SMOD(bv8, bv8): bv8;
function {:bvbuiltin "zero_extend 8"} ZEXT(bv8): bv16;
function {:bvbuiltin "(_ sign_extend 8)"} SEXT(bv8): bv16;
function {:bvbuiltin "(_ rotate_left 3)"} ROL(bv8): bv8;
function {:builtin "bv2int"} TOINT(bv8): int;
function {:builtin "(_ int2bv 8)"} TOBV(int): bv8;
procedure main()
{
  var x: bv8;
  assert UDIV(x, 0bv8) == 255bv8;
}
