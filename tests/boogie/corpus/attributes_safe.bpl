// expect: safe
procedure {:inline 1} {:foo "a b", 3} main() { assume {:captureState "s"} true; assert {:msg "hello"} {:id 1} true; }
