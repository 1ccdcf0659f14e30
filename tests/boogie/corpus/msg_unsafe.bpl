// expect: unsafe
procedure main(x: int) { assert {:msg "x is never seven"} x != 7; }
