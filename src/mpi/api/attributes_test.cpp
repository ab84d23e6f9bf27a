// SPDX-License-Identifier: MIT
// Attributes and names of communicators, error handlers, and what else is a rank's own affair.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "mpi/api/test_world.h"

namespace kasuri::mpi {
namespace attributes_test {

using testing::ElementsAre;
using testing::HasSubstr;

std::string failure_of(int ranks, std::function<void(int)> body) {
  TestWorld w({.ranks = ranks, .payload = true}, program(std::move(body)));
  w.run();
  return w.failure();
}
void run(int ranks, std::function<void(int)> body) {
  EXPECT_EQ(failure_of(ranks, std::move(body)), "");
}

long value_of(MPI_Comm comm, int key) {
  void* value = nullptr;
  int there = -1;
  MGEN_Comm_get_attr(comm, key, &value, &there);
  return there ? reinterpret_cast<long>(value) : -1;
}
int pointed_to(int key) {
  int *value = nullptr, there = 0;
  MGEN_Comm_get_attr(kWorld, key, &value, &there);
  EXPECT_EQ(there, 1) << key;
  return there ? *value : -1;
}
void* as_value(long x) { return reinterpret_cast<void*>(x); }

TEST(Attributes, ThatAreAlwaysThere) {
  run(3, [](int) {
    EXPECT_EQ(pointed_to(MPI_TAG_UB), INT32_MAX);
    EXPECT_EQ(pointed_to(MPI_WTIME_IS_GLOBAL), 1);
    EXPECT_EQ(pointed_to(MPI_HOST), MPI_PROC_NULL);
    EXPECT_EQ(pointed_to(MPI_IO), MPI_ANY_SOURCE);
    EXPECT_EQ(pointed_to(MPI_UNIVERSE_SIZE), 3);
    EXPECT_EQ(pointed_to(MPI_APPNUM), 0);
    EXPECT_EQ(pointed_to(MPI_LASTUSEDCODE), MPI_ERR_LASTCODE);
  });
}

// What the functions of a key were called with, as text; they call the library themselves.
std::vector<std::string>* told = nullptr;
int copies(MPI_Comm comm, int, void* extra, void* value, void* copy, int* flag) {
  int size = 0;
  MGEN_Comm_size(comm, &size);
  told->push_back("copy " + std::to_string(reinterpret_cast<long>(value)) + " of " + std::to_string(size));
  void* const more = as_value(reinterpret_cast<long>(value) + *static_cast<int*>(extra));
  std::memcpy(copy, &more, sizeof more);
  *flag = reinterpret_cast<long>(value) != 9;
  return MPI_SUCCESS;
}
int deletes(MPI_Comm, int, void* value, void*) {
  told->push_back("delete " + std::to_string(reinterpret_cast<long>(value)));
  return MPI_SUCCESS;
}
int refuses(MPI_Comm, int, void*, void*) { return 77; }

TEST(Attributes, GoToDuplicatesAndEnd) {
  std::vector<std::string> calls;
  told = &calls;
  run(2, [&](int rank) {
    if (rank == 1) {
      MPI_Comm copy;
      MGEN_Comm_dup(kWorld, &copy);
      MGEN_Comm_dup(kWorld, &copy);
      return;
    }
    int extra = 100, key = -1, plain = -1, lost = -1;
    MGEN_Comm_create_keyval(&copies, &deletes, &key, &extra);
    MGEN_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &plain, nullptr);
    MGEN_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &lost, nullptr);
    EXPECT_EQ(value_of(kWorld, key), -1);
    MGEN_Comm_set_attr(kWorld, key, as_value(5));
    MGEN_Comm_set_attr(kWorld, plain, as_value(6));
    MGEN_Comm_set_attr(kWorld, lost, as_value(7));
    MGEN_Comm_set_attr(MPI_COMM_SELF, key, as_value(1));
    MPI_Comm copy, other;
    MGEN_Comm_dup(kWorld, &copy);
    EXPECT_EQ(value_of(copy, key), 105);
    EXPECT_EQ(value_of(copy, plain), 6);
    EXPECT_EQ(value_of(copy, lost), -1);
    EXPECT_EQ(value_of(kWorld, key), 5);
    MGEN_Comm_set_attr(kWorld, key, as_value(9));  // ends the 5; is not copied
    MGEN_Comm_dup(kWorld, &other);
    EXPECT_EQ(value_of(other, key), -1);
    MGEN_Comm_delete_attr(kWorld, key);
    EXPECT_EQ(value_of(kWorld, key), -1);
    int freed = key;
    MGEN_Comm_free_keyval(&freed);
    EXPECT_EQ(freed, MPI_KEYVAL_INVALID);
    EXPECT_EQ(value_of(copy, key), 105);
    MGEN_Comm_free(&copy);
  });
  // The last one at MGEN_Finalize.
  EXPECT_THAT(calls, ElementsAre("copy 5 of 2", "delete 5", "copy 9 of 2", "delete 9", "delete 105",
                                 "delete 1"));
}

TEST(Attributes, MistakesAreNamed) {
  EXPECT_THAT(failure_of(1, [](int) { MGEN_Comm_set_attr(kWorld, 3, nullptr); }),
              HasSubstr("MGEN_Comm_set_attr at 0 ps: key 3 does not exist"));
  EXPECT_THAT(failure_of(1, [](int) { MGEN_Comm_set_attr(kWorld, MPI_TAG_UB, nullptr); }),
              HasSubstr("predefined"));
  EXPECT_THAT(failure_of(1, [](int) {
                int key;
                MGEN_Comm_create_keyval(nullptr, &refuses, &key, nullptr);
                MGEN_Comm_set_attr(MPI_COMM_SELF, key, nullptr);
              }), HasSubstr("MGEN_Finalize at 0 ps: the attribute's function returned 77"));
}

TEST(Names, OfCommunicators) {
  run(1, [](int) {
    char name[MPI_MAX_OBJECT_NAME];
    int length = -1;
    MGEN_Comm_get_name(kWorld, name, &length);
    EXPECT_EQ(std::string(name), "MGEN_COMM_WORLD");
    EXPECT_EQ(length, 15);
    MPI_Comm row;
    MPI_Request request;
    MGEN_Comm_idup(kWorld, &row, &request);
    MGEN_Wait(&request, MPI_STATUS_IGNORE);
    MGEN_Comm_get_name(row, name, &length);
    EXPECT_EQ(length, 0);
    MGEN_Comm_set_name(row, std::string(300, 'x').c_str());
    MGEN_Comm_get_name(row, name, &length);
    EXPECT_EQ(std::string(name), std::string(MPI_MAX_OBJECT_NAME - 1, 'x'));
    int inter = -1;
    MGEN_Comm_test_inter(row, &inter);
    EXPECT_EQ(inter, 0);
  });
}

int seen_code = 0;
void handler(MPI_Comm*, int* code, ...) { seen_code = *code; }

TEST(ErrorHandlers, AreKeptAndRunWhenCalled) {
  run(1, [](int) {
    MPI_Errhandler mine, now;
    MGEN_Comm_get_errhandler(kWorld, &now);
    EXPECT_EQ(now, MPI_ERRORS_ARE_FATAL);
    MGEN_Comm_set_errhandler(kWorld, MPI_ERRORS_RETURN);
    MGEN_Comm_get_errhandler(kWorld, &now);
    EXPECT_EQ(now, MPI_ERRORS_RETURN);
    EXPECT_EQ(MGEN_Comm_call_errhandler(kWorld, MPI_ERR_RANK), MPI_SUCCESS);
    MGEN_Comm_create_errhandler(&handler, &mine);
    MGEN_Comm_set_errhandler(kWorld, mine);
    MGEN_Comm_call_errhandler(kWorld, MPI_ERR_COUNT);
    EXPECT_EQ(seen_code, MPI_ERR_COUNT);
    MGEN_Errhandler_free(&mine);
    EXPECT_EQ(mine, MPI_ERRHANDLER_NULL);
    char text[MPI_MAX_ERROR_STRING];
    int length = 0, of = 0;
    MGEN_Error_string(MPI_ERR_TRUNCATE, text, &length);
    EXPECT_EQ(std::string(text), "the message is longer than its receive");
    EXPECT_EQ(length, static_cast<int>(std::strlen(text)));
    MGEN_Error_class(MPI_ERR_TAG, &of);
    EXPECT_EQ(of, MPI_ERR_TAG);
  });
  EXPECT_THAT(failure_of(1, [](int) { MGEN_Comm_call_errhandler(kWorld, MPI_ERR_OTHER); }),
              HasSubstr("the program reports error 16: another error"));
  // A mistake is told in any case.
  EXPECT_THAT(failure_of(1, [](int) {
                MGEN_Comm_set_errhandler(kWorld, MPI_ERRORS_RETURN);
                MGEN_Send(nullptr, 1, MPI_INT, 4, 0, kWorld);
              }), HasSubstr("rank 4 does not exist"));
}

TEST(Environment, SaysWhatThisIs) {
  run(1, [](int) {
    int version = 0, subversion = -1, length = 0, main_thread = 0;
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    MGEN_Get_version(&version, &subversion);
    EXPECT_EQ(version, 4);
    MGEN_Get_library_version(text, &length);
    EXPECT_EQ(std::string(text).rfind("Kasuri ", 0), 0u);
    MGEN_Is_thread_main(&main_thread);
    EXPECT_EQ(main_thread, 1);
    int* memory = nullptr;
    MGEN_Alloc_mem(4 * static_cast<MPI_Aint>(sizeof(int)), MPI_INFO_NULL, &memory);
    memory[3] = 5;
    MGEN_Free_mem(memory);
  });
}

}  // namespace attributes_test
}  // namespace kasuri::mpi
