/* SPDX-License-Identifier: MIT
 * Functions of MPI that Fortran calls with other arguments than C: those with functions of the program's
 * (MPI 4.1, section 19.3.6), and a few more. An operation and an error handler need no functions between:
 * the address of a handle is that of its low half, the INTEGER.
 */
#include "fortran.h"

void F(init)(int *ierror) { finish(ierror, M(Init)(NULL, NULL)); }
ALSO(init)

void F(init_thread)(int *required, int *provided, int *ierror) {
  finish(ierror, M(Init_thread)(NULL, NULL, *required, provided));
}
ALSO(init_thread)

void F(pcontrol)(int *level, int *ierror) { finish(ierror, M(Pcontrol)(*level)); }
ALSO(pcontrol)

void F(info_create_env)(int *info, int *ierror) {
  MPI_Info made = MPI_INFO_NULL;
  const int code = M(Info_create_env)(0, NULL, &made);
  *info = NUMBER(made);
  finish(ierror, code);
}
ALSO(info_create_env)

/* Without the module, there is nothing to return the address in (section 3.6). */
void F(buffer_detach)(void *address, int *size, int *ierror) {
  void *unused = NULL;
  (void)address;
  finish(ierror, M(Buffer_detach)(&unused, size));
}
ALSO_OLD(buffer_detach)

void F(buffer_detach_f08)(void *address, int *size, int *ierror) {
  finish(ierror, M(Buffer_detach)(address, size));
}

/* ---- Infos: a value that is not there leaves the variable as it was ---- */

void F(info_get)(int *info, char *key, int *length, char *value, int *flag, int *ierror,
                 size_t key_length, size_t value_length) {
  char *const text = text_of(key, key_length);
  char found[MPI_MAX_INFO_VAL + 1] = "";
  const int most = *length < MPI_MAX_INFO_VAL ? *length : MPI_MAX_INFO_VAL;
  const int code = M(Info_get)(HANDLE(MPI_Info, *info), text, most, found, flag);
  if (code == MPI_SUCCESS && *flag) pad(value, value_length, found);
  free(text);
  finish(ierror, code);
}
ALSO(info_get)

void F(info_get_string)(int *info, char *key, int *length, char *value, int *flag, int *ierror,
                        size_t key_length, size_t value_length) {
  char *const text = text_of(key, key_length);
  char found[MPI_MAX_INFO_VAL + 1] = "";
  const int wanted = *length;
  int room = MPI_MAX_INFO_VAL + 1;
  const int code = M(Info_get_string)(HANDLE(MPI_Info, *info), text, &room, found, flag);
  if (code == MPI_SUCCESS && *flag) {
    if (wanted > 0 && wanted < (int)sizeof found) found[wanted] = '\0';
    if (wanted > 0) pad(value, value_length, found);
    *length = room - 1;
  }
  free(text);
  finish(ierror, code);
}
ALSO(info_get_string)

/* ---- Functions of the program's ---- */

void F(op_create)(Callback *function, int *commute, int *op, int *ierror) {
  MPI_Op made = MPI_OP_NULL;
  const int code = M(Op_create)((MPI_User_function *)function, *commute, &made);
  *op = NUMBER(made);
  finish(ierror, code);
}
ALSO(op_create)

/* A generalised request: what C's functions get as their extra state ends with it. */
struct General {
  Callback *query, *release, *cancel;
  MPI_Aint extra;
};

static int query_general(void *extra, MPI_Status *status) {
  struct General *const g = extra;
  int error = MPI_SUCCESS;
  ((void (*)(MPI_Aint *, MPI_Status *, int *))g->query)(&g->extra, status, &error);
  return error;
}

static int release_general(void *extra) {
  struct General *const g = extra;
  int error = MPI_SUCCESS;
  ((void (*)(MPI_Aint *, int *))g->release)(&g->extra, &error);
  free(g);
  return error;
}

static int cancel_general(void *extra, int complete) {
  struct General *const g = extra;
  int error = MPI_SUCCESS;
  ((void (*)(MPI_Aint *, int *, int *))g->cancel)(&g->extra, &complete, &error);
  return error;
}

void F(grequest_start)(Callback *query, Callback *release, Callback *cancel, MPI_Aint *extra, int *request,
                       int *ierror) {
  struct General *const g = malloc(sizeof *g);
  if (!g) abort();
  g->query = query, g->release = release, g->cancel = cancel, g->extra = *extra;
  MPI_Request made = MPI_REQUEST_NULL;
  const int code = M(Grequest_start)(&query_general, &release_general, &cancel_general, g, &made);
  *request = NUMBER(made);
  finish(ierror, code);
}
ALSO(grequest_start)

typedef void Fortran_copy(int *object, int *keyval, MPI_Aint *extra, MPI_Aint *value, MPI_Aint *copy,
                          int *flag, int *ierror);
typedef void Fortran_delete(int *object, int *keyval, MPI_Aint *value, MPI_Aint *extra, int *ierror);
typedef void Old_copy(int *object, int *keyval, int *extra, int *value, int *copy, int *flag, int *ierror);
typedef void Old_delete(int *object, int *keyval, int *value, int *extra, int *ierror);

/* What C's functions of a key get as their extra state. It lasts as long as the rank. */
struct Key {
  Callback *copy, *erase;
  MPI_Aint extra;
};

static struct Key *key_of(Callback *copy, Callback *erase, MPI_Aint extra) {
  struct Key *const key = malloc(sizeof *key);
  if (!key) abort();
  key->copy = copy, key->erase = erase, key->extra = extra;
  return key;
}

static int copy_attribute(void *object, int keyval, void *extra, void *value, void *copy, int *flag) {
  const struct Key *const key = extra;
  int number = NUMBER(object), error = MPI_SUCCESS;
  MPI_Aint state = key->extra, from = attribute_of(keyval, value), to = 0;
  ((Fortran_copy *)key->copy)(&number, &keyval, &state, &from, &to, flag, &error);
  *flag = *flag != 0;
  if (*flag) *(void **)copy = kasuri_fortran_copy(value, to);
  return error;
}

static int delete_attribute(void *object, int keyval, void *value, void *extra) {
  const struct Key *const key = extra;
  int number = NUMBER(object), error = MPI_SUCCESS;
  MPI_Aint state = key->extra, old = attribute_of(keyval, value);
  ((Fortran_delete *)key->erase)(&number, &keyval, &old, &state, &error);
  return error;
}

#define KEYS(what, What)                                                                                 \
  void F(what##_create_keyval)(Callback * copy, Callback * erase, int *keyval, MPI_Aint *extra,          \
                               int *ierror) {                                                            \
    finish(ierror, M(What##_create_keyval)((MPI_##What##_copy_attr_function *)&copy_attribute,           \
                                           (MPI_##What##_delete_attr_function *)&delete_attribute,       \
                                           keyval, key_of(copy, erase, *extra)));                        \
  }                                                                                                      \
  ALSO(what##_create_keyval)
KEYS(comm, Comm)
KEYS(type, Type)
#ifdef KASURI_HAS_WINDOWS
KEYS(win, Win)
#endif

/* Of MPI-1: the same with INTEGERs. */
static int copy_old(MPI_Comm comm, int keyval, void *extra, void *value, void *copy, int *flag) {
  const struct Key *const key = extra;
  int number = NUMBER(comm), state = (int)key->extra, from = (int)attribute_of(keyval, value), to = 0;
  int error = MPI_SUCCESS;
  ((Old_copy *)key->copy)(&number, &keyval, &state, &from, &to, flag, &error);
  *flag = *flag != 0;
  if (*flag) *(void **)copy = kasuri_fortran_copy(value, to);
  return error;
}

static int delete_old(MPI_Comm comm, int keyval, void *value, void *extra) {
  const struct Key *const key = extra;
  int number = NUMBER(comm), state = (int)key->extra, old = (int)attribute_of(keyval, value);
  int error = MPI_SUCCESS;
  ((Old_delete *)key->erase)(&number, &keyval, &old, &state, &error);
  return error;
}

void F(keyval_create)(Callback *copy, Callback *erase, int *keyval, int *extra, int *ierror) {
  finish(ierror, M(Keyval_create)(&copy_old, &delete_old, keyval, key_of(copy, erase, *extra)));
}
ALSO(keyval_create)

#define HANDLERS(what, What)                                                                             \
  void F(what##create_errhandler)(Callback * function, int *handler, int *ierror) {                      \
    MPI_Errhandler made = MPI_ERRHANDLER_NULL;                                                           \
    const int code = M(What##create_errhandler)((void *)function, &made);                                \
    *handler = NUMBER(made);                                                                             \
    finish(ierror, code);                                                                                \
  }                                                                                                      \
  ALSO(what##create_errhandler)
HANDLERS(comm_, Comm_)
#ifdef KASURI_HAS_WINDOWS
HANDLERS(win_, Win_)
#endif
#ifdef KASURI_HAS_FILES
HANDLERS(file_, File_)
#endif

void F(errhandler_create)(Callback *function, int *handler, int *ierror) {
  MPI_Errhandler made = MPI_ERRHANDLER_NULL;
  const int code = M(Errhandler_create)((MPI_Handler_function *)function, &made);
  *handler = NUMBER(made);
  finish(ierror, code);
}
ALSO(errhandler_create)

/* A status of mpif.h and one of mpi_f08 look alike. */
void F(status_f2f08)(const int *from, MPI_Status *to, int *ierror) {
  memcpy(to, from, sizeof *to);
  finish(ierror, MPI_SUCCESS);
}
ALSO(status_f2f08)
void F(status_f082f)(const MPI_Status *from, int *to, int *ierror) {
  memcpy(to, from, sizeof *from);
  finish(ierror, MPI_SUCCESS);
}
ALSO(status_f082f)
