// "IF(condition)  // can" in a case: an execution fulfils the condition. The test reads the comments:
//   can    there is one, and native code shows it
//   open   there may be one: it rests on a result that the model leaves open
//   never  there is none
void reach_error(void);
int __VERIFIER_nondet_int(void);
#define IF(condition) if (condition) reach_error()
#define CASES switch (__VERIFIER_nondet_int())
