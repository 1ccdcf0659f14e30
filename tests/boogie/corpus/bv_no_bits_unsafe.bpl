// expect: unsafe
procedure main(x: bv0, y: bv0, m: [bv0]int) { assert x == y; assert m[x] == m[0bv0]; assert (forall z: bv0 :: z == x); assert m[x] != 4; }
