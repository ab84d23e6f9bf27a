/* SPDX-License-Identifier: MIT
 * Fortran's units for each rank. The Fortran library numbers them for the process, and a WRITE locks its
 * unit until its list has been evaluated, which may take simulated time. So a unit that a rank opens gets
 * a number of its own; and what a rank writes to the units 6 and 0 goes to a text of its own, whose
 * complete records are passed to stdout or stderr as wholes.
 *
 * The program is linked with --wrap for the entries of libgfortran's ABI version 5 (GCC 8 and later), whose
 * arguments all begin with flags and the unit's number.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct Statement {
  int32_t flags, unit;
};
enum { kListFormat = 1 << 7, kHasFormat = 1 << 12, kHasAdvance = 1 << 13, kInternal = 1 << 14,
       kNamelist = 1 << 15 };
enum { kFirstOwn = 1000000, kInput = 5, kOutput = 6 };

/* Of the simulator: numbers that no other rank has, texts that no other rank uses. */
int kasuri_unit_number(void);
int kasuri_take_text(int *unit);
void kasuri_give_text(int unit, int file);

int32_t kasuri_open_text(int *unit, const char *name);
int32_t kasuri_open_default(int unit, int number, int formatted);
void kasuri_rewind_text(int unit);
void kasuri_flush_text(int unit);

static struct Own {
  int number, unit;
} *owns;
static int own_count;
static int helping; /* in a function of ours, whose statements are as they are */

static struct Own *find(int number) {
  for (int i = 0; i < own_count; ++i) {
    if (owns[i].number == number) return &owns[i];
  }
  return NULL;
}

static int add(int number) {
  struct Own *const more = realloc(owns, sizeof *owns * (size_t)(own_count + 1));
  if (!more) abort();
  owns = more;
  owns[own_count].number = number;
  owns[own_count].unit = kasuri_unit_number();
  return owns[own_count++].unit;
}

/* ---- Standard output and errors ---- */

static struct Text {
  int unit, file, is_used;
  FILE *to;
} output, errors;

static void pass_on(struct Text *text, int ends) {
  char part[4096];
  ++helping;
  kasuri_flush_text(text->unit);
  --helping;
  const off_t size = lseek(text->file, 0, SEEK_END);
  const int is_whole = size > 0 && pread(text->file, part, 1, size - 1) == 1 && part[0] == '\n';
  if (!ends && !is_whole) return;
  flockfile(text->to);
  for (off_t at = 0; at < size;) {
    const ssize_t n = pread(text->file, part, sizeof part, at);
    if (n <= 0) break;
    fwrite(part, 1, (size_t)n, text->to);
    at += n;
  }
  funlockfile(text->to);
  ++helping;
  kasuri_rewind_text(text->unit);
  --helping;
  if (ftruncate(text->file, 0) == 0) kasuri_give_text(text->unit, text->file);
  text->is_used = 0;
}

/* When the rank ends: what has no end of a record. */
static void pass_on_output(void) {
  if (output.is_used) pass_on(&output, 1);
}
static void pass_on_errors(void) {
  if (errors.is_used) pass_on(&errors, 1);
}

static int text_unit(struct Text *text, FILE *to, int number) {
  if (text->is_used) return text->unit;
  if (!text->to) atexit(to == stdout ? &pass_on_output : &pass_on_errors);
  text->to = to;
  text->file = kasuri_take_text(&text->unit);
  if (text->file < 0) {
    char name[32];
    text->file = memfd_create("fortran", MFD_CLOEXEC);
    if (text->file < 0) return number;
    for (int i = snprintf(name, sizeof name, "/proc/self/fd/%d", text->file); i < (int)sizeof name; ++i) {
      name[i] = ' ';
    }
    ++helping;
    const int failed = kasuri_open_text(&text->unit, name);
    --helping;
    if (failed) {
      close(text->file);
      return number;
    }
  }
  text->is_used = 1;
  return text->unit;
}

/* ---- Statements ---- */

static void for_transfer(struct Statement *s) {
  if (helping || s->flags & kInternal || s->unit < 0 || s->unit >= kFirstOwn) return;
  const struct Own *const own = find(s->unit);
  if (own) {
    s->unit = own->unit;
  } else if (s->unit == kOutput) {
    s->unit = text_unit(&output, stdout, kOutput);
  } else if (s->unit == 0) {
    s->unit = text_unit(&errors, stderr, 0);
  } else if (s->unit != kInput) {
    const int number = s->unit;
    s->unit = add(number);
    ++helping;
    kasuri_open_default(s->unit, number, (s->flags & (kListFormat | kHasFormat | kNamelist)) != 0);
    --helping;
  }
}

/* Of a unit that the rank has not opened, the standard ones are the process's. */
static void for_control(struct Statement *s) {
  if (helping || s->unit < 0 || s->unit >= kFirstOwn) return;
  const struct Own *const own = find(s->unit);
  if (own) s->unit = own->unit;
}

#define STATEMENT(name, prepare)                                                                         \
  void __real__gfortran_st_##name(struct Statement *);                                                   \
  void __wrap__gfortran_st_##name(struct Statement *s) {                                                 \
    prepare(s);                                                                                          \
    __real__gfortran_st_##name(s);                                                                       \
  }
STATEMENT(read, for_transfer)
STATEMENT(write, for_transfer)
STATEMENT(rewind, for_control)
STATEMENT(backspace, for_control)
STATEMENT(endfile, for_control)
STATEMENT(flush, for_control)

void __real__gfortran_st_write_done(struct Statement *);
void __wrap__gfortran_st_write_done(struct Statement *s) {
  const int is_text = !helping && !(s->flags & kInternal);
  const int unit = s->unit, ends = !(s->flags & kHasAdvance);
  __real__gfortran_st_write_done(s);
  if (is_text && output.is_used && unit == output.unit) pass_on(&output, ends);
  if (is_text && errors.is_used && unit == errors.unit) pass_on(&errors, ends);
}

void __real__gfortran_st_open(struct Statement *);
void __wrap__gfortran_st_open(struct Statement *s) {
  enum { kNewUnit = 1 << 23 };
  const int is_own = !helping && s->unit >= 0 && s->unit < kFirstOwn && !(s->flags & kNewUnit);
  if (is_own) {
    const struct Own *const own = find(s->unit);
    s->unit = own ? own->unit : add(s->unit);
  }
  __real__gfortran_st_open(s);
}

/* The number of a file that is not open: a unit that is not connected. */
void __real__gfortran_st_close(struct Statement *);
void __wrap__gfortran_st_close(struct Statement *s) {
  const int number = s->unit;
  if (!helping && number >= 0 && number < kFirstOwn) {
    struct Own *const own = find(number);
    s->unit = own ? own->unit : kasuri_unit_number();
    if (own) *own = owns[--own_count];
  }
  __real__gfortran_st_close(s);
}

void __real__gfortran_st_inquire(struct Statement *);
void __wrap__gfortran_st_inquire(struct Statement *s) {
  enum { kHasFile = 1 << 14 };
  const int number = s->unit;
  if (!helping && !(s->flags & kHasFile) && number >= 0 && number < kFirstOwn) {
    const struct Own *const own = find(number);
    const int is_standard = number == 0 || number == kInput || number == kOutput;
    if (own || !is_standard) s->unit = own ? own->unit : kasuri_unit_number();
  }
  __real__gfortran_st_inquire(s);
}

/* CALL FLUSH(UNIT), an extension. */
void __real__gfortran_flush_i4(int32_t *);
void __wrap__gfortran_flush_i4(int32_t *unit) {
  struct Statement s = {0, unit ? *unit : kOutput};
  for_control(&s);
  if (unit && s.unit != *unit) __real__gfortran_flush_i4(&s.unit);
  fflush(stdout);
}
