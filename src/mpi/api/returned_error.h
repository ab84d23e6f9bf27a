// SPDX-License-Identifier: MIT
// Errors that are returned (MPI 4.1, chapter 9): Call::fail throws one where the program has asked for
// that, and the face of the function catches it.
#pragma once

#include "mpi/api/implementation.h"

namespace kasuri::mpi {

struct ReturnedError {
  int code;
};

// A program has given NULL for the variable of a result.
void refuse_null(const char* call, const char* parameter);

}  // namespace kasuri::mpi
