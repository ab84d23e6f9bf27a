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
MPI_Fint number_of(T* handle) {
  return static_cast<MPI_Fint>(reinterpret_cast<std::intptr_t>(handle));
}
template <class T>
T handle_at(MPI_Fint number) {
  return reinterpret_cast<T>(static_cast<std::uintptr_t>(static_cast<std::uint32_t>(number)));
}

// SELECTED_REAL_KIND of GNU Fortran on x86-64, without its kind of ten bytes: 0 there is none.
int real_bytes(int digits, int exponent) {
  const bool no_digits = digits == MPI_UNDEFINED, no_exponent = exponent == MPI_UNDEFINED;
  const auto fits = [&](int p, int r) {
    return (no_digits || digits <= p) && (no_exponent || exponent <= r);
  };
  return fits(6, 37) ? 4 : fits(15, 307) ? 8 : fits(33, 4931) ? 16 : 0;
}

int size_of_real(Call& call, int digits, int exponent) {
  if (digits == MPI_UNDEFINED && exponent == MPI_UNDEFINED) {
    call.fail_as(MPI_ERR_ARG, "neither digits nor exponents are given");
  }
  const int bytes = real_bytes(digits, exponent);
  if (bytes == 0) {
    call.fail_as(MPI_ERR_ARG, "there is no datatype with {} digits and exponents to {}",
                               digits, exponent);
  }
  return bytes;
}

// The same handle for the same arguments; it stands for a predefined datatype (section 19.1.9).
MPI_Datatype fortran_type(Call& call, int combiner, std::vector<int> arguments,
                           MPI_Datatype same_as) {
  std::vector<int> key{combiner};
  key.insert(key.end(), arguments.begin(), arguments.end());
  auto& kept = kasuri::mpi::Kept::of(call);
  const auto known = kept.fortran_types.find(key);
  if (known != kept.fortran_types.end()) return known->second;
  kasuri::mpi::Layout layout = kasuri::mpi::layout_of(call, same_as);
  layout.same_as = static_cast<std::int16_t>(kasuri::mpi::element_of(call, same_as).type);
  const MPI_Datatype type = kasuri::mpi::keep_layout(call, std::move(layout));
  call.objects().datatypes[kasuri::mpi::made_index(type)].committed = true;
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
  MPI_Fint MGEN_##Name##_c2f(Type handle) { return number_of(handle); } \
  Type MGEN_##Name##_f2c(MPI_Fint number) { return handle_at<Type>(number); }
HANDLES(Comm, MPI_Comm)
HANDLES(Type, MPI_Datatype)
HANDLES(Group, MPI_Group)
HANDLES(Request, MPI_Request)
HANDLES(Op, MPI_Op)
HANDLES(Info, MPI_Info)
HANDLES(Errhandler, MPI_Errhandler)
HANDLES(Message, MPI_Message)
HANDLES(Win, MPI_Win)
HANDLES(File, MPI_File)
#undef HANDLES

int MGEN_Status_c2f(const MPI_Status* status, MPI_Fint* fortran) {
  std::memcpy(fortran, status, sizeof *status);
  return MPI_SUCCESS;
}
int MGEN_Status_f2c(const MPI_Fint* fortran, MPI_Status* status) {
  std::memcpy(status, fortran, sizeof *status);
  return MPI_SUCCESS;
}

int MGEN_Type_create_f90_real(int digits, int exponent, MPI_Datatype* type) {
  Call call("MGEN_Type_create_f90_real");
  const int bytes = size_of_real(call, digits, exponent);
  *type = fortran_type(call, MPI_COMBINER_F90_REAL, {digits, exponent},
                       bytes == 4 ? MPI_REAL4 : bytes == 8 ? MPI_REAL8 : MPI_REAL16);
  return MPI_SUCCESS;
}

int MGEN_Type_create_f90_complex(int digits, int exponent, MPI_Datatype* type) {
  Call call("MGEN_Type_create_f90_complex");
  const int bytes = size_of_real(call, digits, exponent);
  *type = fortran_type(call, MPI_COMBINER_F90_COMPLEX, {digits, exponent},
                       bytes == 4 ? MPI_COMPLEX8 : bytes == 8 ? MPI_COMPLEX16 : MPI_COMPLEX32);
  return MPI_SUCCESS;
}

int MGEN_Type_create_f90_integer(int digits, MPI_Datatype* type) {
  Call call("MGEN_Type_create_f90_integer");
  if (digits > 18 || digits < 0) {
    call.fail_as(MPI_ERR_ARG, "there is no INTEGER of {} digits", digits);
  }
  *type = fortran_type(call, MPI_COMBINER_F90_INTEGER, {digits},
                       digits <= 2   ? MPI_INTEGER1
                       : digits <= 4 ? MPI_INTEGER2
                       : digits <= 9 ? MPI_INTEGER4
                                     : MPI_INTEGER8);
  return MPI_SUCCESS;
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
