// Streams on files that are all known. They are as exact as if there were no buffers: where a buffer would show, the path
// ends as unsupported.
#ifndef ANTUMBRA_STDIO_H
#define ANTUMBRA_STDIO_H

#include "filesystem/filesystem.h"

enum { PUSHED = 8, STREAMS = 16 };
enum { IDLE, READ, WRITTEN };  // what was done last, without fseek or fflush since

typedef struct {
  int descriptor;
  int readable, writable;
  int ended, failed;
  int last;
  int ahead;  // it may have read on
  int unbuffered;
  int pushed;  // characters given back by ungetc
  byte back[PUSHED];
} FILE;

extern FILE *stdin, *stdout, *stderr;
int fgetc(FILE *stream);
int vsnprintf(char *to, size_t size, const char *format, va_list arguments);
int __antumbra_print(const char *format, va_list arguments) ANTUMBRA_OURS("print");

extern FILE *__antumbra_streams[STREAMS] ANTUMBRA_OURS("streams");
#define streams __antumbra_streams
int __antumbra_stream_of(FILE *stream) ANTUMBRA_OURS("stream_of");  // its description; NONE with errno
int __antumbra_may_write(FILE *stream) ANTUMBRA_OURS("may_write");  // its description, about to be written; NONE: it fails
int __antumbra_written(FILE *stream, const byte *from, size_t size) ANTUMBRA_OURS("written");  // 0, or -1
void __antumbra_leave_buffers(FILE *stream) ANTUMBRA_OURS("leave_buffers");
int __antumbra_flush(FILE *stream) ANTUMBRA_OURS("flush");

#endif
