// How a stream stands. Both kinds of streams include this, behind their type.
#ifndef ANTUMBRA_STREAM_STATE_H
#define ANTUMBRA_STREAM_STATE_H

int feof(FILE *stream) {
  return stream->ended;
}

int ferror(FILE *stream) {
  return stream->failed;
}

void clearerr(FILE *stream) {
  stream->ended = stream->failed = 0;
}

int feof_unlocked(FILE *stream) {
  return feof(stream);
}

int ferror_unlocked(FILE *stream) {
  return ferror(stream);
}

void clearerr_unlocked(FILE *stream) {
  clearerr(stream);
}

#endif
