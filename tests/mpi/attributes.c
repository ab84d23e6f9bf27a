/* SPDX-License-Identifier: MIT
 * Attributes of communicators, infos, the environment (MPI 4.1, sections 7.7, 10 and 11). */
#include "check.h"

static int copied, deleted;
static int copy_attribute(MPI_Comm c, int key, void *extra, void *value, void *copy, int *flag) {
  copied++;
  *(void **)copy = (char *)value + 1;
  *flag = extra != NULL;
  (void)c, (void)key;
  return MPI_SUCCESS;
}
static int delete_attribute(MPI_Comm c, int key, void *value, void *extra) {
  deleted++;
  (void)c, (void)key, (void)value, (void)extra;
  return MPI_SUCCESS;
}

TEST(attribute_set_get_delete) {
  int key, flag, value;
  void *got;
  deleted = 0;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_attribute, &key, NULL);
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &got, &flag);
  CHECK(!flag);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &value);
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &got, &flag);
  CHECK(flag && got == &value);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &got, &flag);
  CHECK(!flag && deleted == 1);
  MPI_Comm_free_keyval(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
}

TEST(attribute_set_twice) {
  int key, flag, a, b;
  void *got;
  deleted = 0;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_attribute, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &a);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &b);
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &got, &flag);
  CHECK(flag && got == &b && deleted == 1);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
  MPI_Comm_free_keyval(&key);
}

TEST(attribute_copied_by_dup) {
  int key, flag, extra;
  char value[2];
  void *got;
  MPI_Comm c, d;
  copied = deleted = 0;
  MPI_Comm_create_keyval(copy_attribute, delete_attribute, &key, &extra);
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Comm_set_attr(c, key, value);
  MPI_Comm_dup(c, &d);
  MPI_Comm_get_attr(d, key, &got, &flag);
  CHECK(flag && got == value + 1 && copied == 1);
  MPI_Comm_free(&c);
  MPI_Comm_free(&d);
  CHECK(deleted == 2);
  MPI_Comm_free_keyval(&key);
}

TEST(attribute_that_does_not_want_to_be_copied) {
  int key, flag;
  char value[2];
  void *got;
  MPI_Comm c, d;
  copied = 0;
  MPI_Comm_create_keyval(copy_attribute, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Comm_set_attr(c, key, value);
  MPI_Comm_dup(c, &d);
  MPI_Comm_get_attr(d, key, &got, &flag);
  CHECK(!flag && copied == 1);
  MPI_Comm_free(&c);
  MPI_Comm_free(&d);
  MPI_Comm_free_keyval(&key);
}

TEST(attribute_not_copied_by_split) {
  int key, flag, value;
  void *got;
  MPI_Comm c;
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &value);
  MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &c);
  MPI_Comm_get_attr(c, key, &got, &flag);
  CHECK(!flag);
  MPI_Comm_free(&c);
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Comm_get_attr(c, key, &got, &flag);
  CHECK(flag && got == &value);
  MPI_Comm_free(&c);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
  MPI_Comm_free_keyval(&key);
}

TEST(attribute_of_a_freed_key) {
  int key, old, flag, value;
  void *got;
  MPI_Comm c;
  deleted = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_attribute, &key, NULL);
  old = key;
  MPI_Comm_set_attr(c, key, &value);
  MPI_Comm_free_keyval(&key);
  MPI_Comm_get_attr(c, old, &got, &flag);
  CHECK(flag && got == &value);
  MPI_Comm_free(&c);
  CHECK(deleted == 1);
}

TEST(predefined_attributes) {
  int *value, flag;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag);
  CHECK(flag && *value >= 32767);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &value, &flag);
  CHECK(!flag || *value == 0 || *value == 1);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_IO, &value, &flag);
  CHECK(flag);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &value, &flag);
  CHECK(!flag || *value > 0);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag);
  CHECK(flag && *value >= MPI_ERR_LASTCODE);
}

TEST(info_set_get_delete) {
  MPI_Info info;
  char value[64] = "";
  int flag, n;
  MPI_Info_create(&info);
  MPI_Info_set(info, "a", "one");
  MPI_Info_set(info, "b", "two");
  MPI_Info_set(info, "a", "three");
  MPI_Info_get_nkeys(info, &n);
  CHECK(n == 2);
  MPI_Info_get(info, "a", 63, value, &flag);
  CHECK(flag && !strcmp(value, "three"));
  MPI_Info_get(info, "c", 63, value, &flag);
  CHECK(!flag);
  MPI_Info_delete(info, "a");
  MPI_Info_get_nkeys(info, &n);
  CHECK(n == 1);
  MPI_Info_free(&info);
  CHECK(info == MPI_INFO_NULL);
}

TEST(info_keys_in_order) {
  MPI_Info info;
  char key[MPI_MAX_INFO_KEY + 1];
  MPI_Info_create(&info);
  MPI_Info_set(info, "first", "1");
  MPI_Info_set(info, "second", "2");
  MPI_Info_get_nthkey(info, 0, key);
  CHECK(!strcmp(key, "first"));
  MPI_Info_get_nthkey(info, 1, key);
  CHECK(!strcmp(key, "second"));
  MPI_Info_free(&info);
}

TEST(info_dup) {
  MPI_Info info, copy;
  char value[8];
  int flag, length;
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "value");
  MPI_Info_dup(info, &copy);
  MPI_Info_set(info, "key", "other");
  MPI_Info_get_valuelen(copy, "key", &length, &flag);
  CHECK(flag && length == 5);
  MPI_Info_get(copy, "key", 7, value, &flag);
  CHECK(flag && !strcmp(value, "value"));
  MPI_Info_free(&info);
  MPI_Info_free(&copy);
}

TEST(info_value_cut) {
  MPI_Info info;
  char value[4] = "xxx";
  int flag;
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "abcdef");
  MPI_Info_get(info, "key", 2, value, &flag);
  CHECK(flag && !strcmp(value, "ab"));
  MPI_Info_free(&info);
}

TEST(info_of_the_environment) {
  int n;
  MPI_Info_get_nkeys(MPI_INFO_ENV, &n);
  CHECK(n >= 0);
}

TEST(versions) {
  int major, minor, length;
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  MPI_Get_version(&major, &minor);
  CHECK(major == MPI_VERSION && minor == MPI_SUBVERSION);
  MPI_Get_library_version(text, &length);
  CHECK(length >= (int)strlen(text) && length > 0);
}

TEST(initialised_and_not_finalised) {
  int a, b, c, d;
  MPI_Initialized(&a);
  MPI_Finalized(&b);
  MPI_Is_thread_main(&c);
  MPI_Query_thread(&d);
  CHECK(a && !b && c && d >= MPI_THREAD_SINGLE);
}

TEST(memory_of_the_library) {
  int *x;
  MPI_Alloc_mem(100 * sizeof(int), MPI_INFO_NULL, &x);
  x[99] = 5;
  CHECK(x[99] == 5);
  MPI_Free_mem(x);
}

static int order[3], ended;
static int note_order(MPI_Comm c, int key, void *value, void *extra) {
  order[ended++] = *(int *)value;
  (void)c, (void)key, (void)extra;
  return MPI_SUCCESS;
}

/* Keys are made in another order than their attributes. */
TEST(attributes_end_the_latest_first) {
  int keys[3], values[3] = {0, 1, 2};
  MPI_Comm c;
  ended = 0;
  for (int i = 0; i < 3; i++) MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, note_order, &keys[i], NULL);
  MPI_Comm_dup(MPI_COMM_SELF, &c);
  MPI_Comm_set_attr(c, keys[2], &values[2]);
  MPI_Comm_set_attr(c, keys[0], &values[0]);
  MPI_Comm_set_attr(c, keys[1], &values[1]);
  MPI_Comm_free(&c);
#ifdef KASURI_MPI
  CHECK(ended == 3 && order[0] == 1 && order[1] == 0 && order[2] == 2);
#endif
  for (int i = 0; i < 3; i++) MPI_Comm_free_keyval(&keys[i]);
}

static int refuses;
static int refuse(MPI_Comm c, int key, void *value, void *extra) {
  (void)c, (void)key, (void)value, (void)extra;
  return refuses ? MPI_ERR_OTHER : MPI_SUCCESS;
}
static int refuse_copy(MPI_Comm c, int key, void *extra, void *value, void *copy, int *flag) {
  (void)c, (void)key, (void)extra, (void)value, (void)copy;
  *flag = 1;
  return MPI_ERR_OTHER;
}

TEST(attribute_that_does_not_want_to_end) {
  int key, flag, value;
  void *got;
  MPI_Comm c, d;
  MPI_Comm_create_keyval(refuse_copy, refuse, &key, NULL);
  MPI_Comm_dup(MPI_COMM_SELF, &c);
  MPI_Comm_set_errhandler(c, MPI_ERRORS_RETURN);
  MPI_Comm_set_attr(c, key, &value);
  refuses = 1;
  CHECK(MPI_Comm_delete_attr(c, key) != MPI_SUCCESS);
  CHECK(MPI_Comm_set_attr(c, key, NULL) != MPI_SUCCESS);
  CHECK(MPI_Comm_dup(c, &d) != MPI_SUCCESS);
  MPI_Comm_get_attr(c, key, &got, &flag);
  CHECK(flag && got == &value);
  refuses = 0;
  CHECK(MPI_Comm_delete_attr(c, key) == MPI_SUCCESS);
  MPI_Comm_free(&c);
  MPI_Comm_free_keyval(&key);
}

#ifdef KASURI_MPI
static int own_key;
static int free_own_key(MPI_Comm c, int key, void *value, void *extra) {
  (void)c, (void)key, (void)value, (void)extra;
  return MPI_Comm_free_keyval(&own_key);
}

TEST(key_freed_by_its_function) {
  int copy, again;
  MPI_Comm c, d;
  MPI_Comm_dup(MPI_COMM_SELF, &c);
  MPI_Comm_dup(MPI_COMM_SELF, &d);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_own_key, &own_key, NULL);
  copy = again = own_key;
  MPI_Comm_set_attr(c, own_key, NULL);
  MPI_Comm_set_attr(d, own_key, NULL);
  MPI_Comm_free(&c);
  CHECK(own_key == MPI_KEYVAL_INVALID && MPI_Comm_free_keyval(&copy) == MPI_SUCCESS);
  own_key = again;
  MPI_Comm_free(&d);
}
#endif

TEST(hints_of_others_are_ignored) {
  MPI_Info info, got;
  int flag;
  char value[8];
  MPI_Comm c;
  MPI_Comm_dup(MPI_COMM_SELF, &c);
  MPI_Info_create(&info);
  MPI_Info_set(info, "what_nobody_knows", "1");
  MPI_Comm_set_info(c, info);
  MPI_Comm_get_info(c, &got);
  MPI_Info_get(got, "what_nobody_knows", 7, value, &flag);
#ifdef KASURI_MPI
  CHECK(!flag);
#endif
  MPI_Info_free(&info), MPI_Info_free(&got);
  MPI_Comm_free(&c);
}
