// What a program finds when it starts, said in its source by the words of the command line, at file scope:
//
//   ANTUMBRA_ENVIRONMENT("--sym-args 0 2 8 --sym-stdin 64")
//
// Options that are given on the command line count more. To other compilers it is a constant that nobody reads.
#ifndef ANTUMBRA_ENVIRONMENT_H
#define ANTUMBRA_ENVIRONMENT_H

#define ANTUMBRA_ENVIRONMENT(options) ANTUMBRA_ENVIRONMENT_NUMBERED(options, __COUNTER__)
#define ANTUMBRA_ENVIRONMENT_NUMBERED(options, number) ANTUMBRA_ENVIRONMENT_NAMED(options, number)
#define ANTUMBRA_ENVIRONMENT_NAMED(options, number) \
  static const char __antumbra_environment_##number[] __attribute__((used)) = options;

#endif
