// SPDX-License-Identifier: MIT
// What Fortran needs of the library (MPI 4.1, chapter 19): handles as INTEGERs, datatypes by precision, and
// for modules/fortran/units.c, numbers of units and texts for standard output.
#include <atomic>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "mpi/api/kept.h"

using kasuri::mpi::Call;

namespace {

// Handles are indices above those of the ABI: they fit into 31 bits.
template <class T>
MGEN_Fint number_of(T* handle) {
  return static_cast<MGEN_Fint>(reinterpret_cast<std::intptr_t>(handle));
}
template <class T>
T handle_at(MGEN_Fint number) {
  return reinterpret_cast<T>(static_cast<std::uintptr_t>(static_cast<std::uint32_t>(number)));
}

// SELECTED_REAL_KIND of GNU Fortran on x86-64, without its kind of ten bytes: 0 there is none.
int real_bytes(int digits, int exponent) {
  const bool no_digits = digits == MGEN_UNDEFINED, no_exponent = exponent == MGEN_UNDEFINED;
  const auto fits = [&](int p, int r) {
    return (no_digits || digits <= p) && (no_exponent || exponent <= r);
  };
  return fits(6, 37) ? 4 : fits(15, 307) ? 8 : fits(33, 4931) ? 16 : 0;
}

int size_of_real(Call& call, int digits, int exponent) {
  if (digits == MGEN_UNDEFINED && exponent == MGEN_UNDEFINED) {
    call.fail_as(MGEN_ERR_ARG, "neither digits nor exponents are given");
  }
  const int bytes = real_bytes(digits, exponent);
  if (bytes == 0) {
    call.fail_as(MGEN_ERR_ARG, "there is no datatype with {} digits and exponents to {}",
                               digits, exponent);
  }
  return bytes;
}

// The same handle for the same arguments; it stands for a predefined datatype (section 19.1.9).
MGEN_Datatype fortran_type(Call& call, int combiner, std::vector<int> arguments,
                           MGEN_Datatype same_as) {
  std::vector<int> key{combiner};
  key.insert(key.end(), arguments.begin(), arguments.end());
  auto& kept = kasuri::mpi::Kept::of(call);
  const auto known = kept.fortran_types.find(key);
  if (known != kept.fortran_types.end()) return known->second;
  kasuri::mpi::Layout layout = kasuri::mpi::layout_of(call, same_as);
  layout.same_as = static_cast<std::int16_t>(kasuri::mpi::element_of(call, same_as).type);
  const MGEN_Datatype type = kasuri::mpi::keep_layout(call, std::move(layout));
  call.world().objects(call.rank()).datatypes[kasuri::mpi::made_index(type)].committed = true;
  kasuri::mpi::note_contents(call, type, {combiner, {arguments.begin(), arguments.end()}, {}, {}, same_as});
  return kept.fortran_types[key] = type;
}

struct Texts {
  std::mutex mutex;
  std::vector<std::pair<int, int>> free;  // unit of the Fortran library, file
};
Texts& texts() {
  static Texts all;
  return all;
}

}  // namespace

extern "C" {

#define HANDLES(Name, Type)                                              \
  MGEN_Fint MGEN_##Name##_c2f(Type handle) { return number_of(handle); } \
  Type MGEN_##Name##_f2c(MGEN_Fint number) { return handle_at<Type>(number); }
HANDLES(Comm, MGEN_Comm)
HANDLES(Type, MGEN_Datatype)
HANDLES(Group, MGEN_Group)
HANDLES(Request, MGEN_Request)
HANDLES(Op, MGEN_Op)
HANDLES(Info, MGEN_Info)
HANDLES(Errhandler, MGEN_Errhandler)
HANDLES(Message, MGEN_Message)
HANDLES(Win, MGEN_Win)
HANDLES(File, MGEN_File)
#undef HANDLES

int MGEN_Status_c2f(const MGEN_Status* status, MGEN_Fint* fortran) {
  std::memcpy(fortran, status, sizeof *status);
  return MGEN_SUCCESS;
}
int MGEN_Status_f2c(const MGEN_Fint* fortran, MGEN_Status* status) {
  std::memcpy(status, fortran, sizeof *status);
  return MGEN_SUCCESS;
}

int MGEN_Type_create_f90_real(int digits, int exponent, MGEN_Datatype* type) {
  Call call("MGEN_Type_create_f90_real");
  const int bytes = size_of_real(call, digits, exponent);
  *type = fortran_type(call, MGEN_COMBINER_F90_REAL, {digits, exponent},
                       bytes == 4 ? MGEN_REAL4 : bytes == 8 ? MGEN_REAL8 : MGEN_REAL16);
  return MGEN_SUCCESS;
}

int MGEN_Type_create_f90_complex(int digits, int exponent, MGEN_Datatype* type) {
  Call call("MGEN_Type_create_f90_complex");
  const int bytes = size_of_real(call, digits, exponent);
  *type = fortran_type(call, MGEN_COMBINER_F90_COMPLEX, {digits, exponent},
                       bytes == 4 ? MGEN_COMPLEX8 : bytes == 8 ? MGEN_COMPLEX16 : MGEN_COMPLEX32);
  return MGEN_SUCCESS;
}

int MGEN_Type_create_f90_integer(int digits, MGEN_Datatype* type) {
  Call call("MGEN_Type_create_f90_integer");
  if (digits > 18 || digits < 0) {
    call.fail_as(MGEN_ERR_ARG, "there is no INTEGER of {} digits", digits);
  }
  *type = fortran_type(call, MGEN_COMBINER_F90_INTEGER, {digits},
                       digits <= 2   ? MGEN_INTEGER1
                       : digits <= 4 ? MGEN_INTEGER2
                       : digits <= 9 ? MGEN_INTEGER4
                                     : MGEN_INTEGER8);
  return MGEN_SUCCESS;
}

int kasuri_unit_number() {
  static std::atomic<int> next{1'000'000};
  return next.fetch_add(1, std::memory_order_relaxed);
}

int kasuri_take_text(int* unit) {
  Texts& all = texts();
  const std::lock_guard lock(all.mutex);
  if (all.free.empty()) return -1;
  const auto [number, file] = all.free.back();
  all.free.pop_back();
  *unit = number;
  return file;
}

void kasuri_give_text(int unit, int file) {
  Texts& all = texts();
  const std::lock_guard lock(all.mutex);
  all.free.emplace_back(unit, file);
}

}  // extern "C"
