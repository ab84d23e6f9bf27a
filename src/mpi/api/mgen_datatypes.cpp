// SPDX-License-Identifier: MIT
// mgen.h: derived datatypes, and operations of the program's own.
#include <algorithm>
#include <cstring>

#include "mpi/api/datatype_making.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::Layout;
using mpi::layout_of;

namespace {

MPI_Datatype keep_datatype(Call& call, Layout layout) {
  return mpi::keep_layout(call, std::move(layout));
}

// How many predefined elements came.
MPI_Count elements(Call& call, const MPI_Status* status, MPI_Datatype type) {
  if (!status) call.fail_as(MPI_ERR_ARG, "the status is MGEN_STATUS_IGNORE");
  std::int64_t bytes = 0;
  std::memcpy(&bytes, status->internal, sizeof bytes);
  const Layout layout = layout_of(call, type);
  if (layout.size == 0) return 0;
  if (layout.part > 0) return bytes % layout.part == 0 ? bytes / layout.part : MPI_UNDEFINED;
  return mpi::elements_in(call, type, bytes);
}

}  // namespace

namespace kasuri::mpi {

Layout layout_of(Call& call, MPI_Datatype type) {
  const Element e = element_of(call, type, false);
  if (e.is_predefined) {
    if (e.layout) return *e.layout;
    Layout one = Layout::of(e.size, alignment_of(e.type));
    if (e.type >= Type::f32_i32) one.parts = 2, one.part = 0;  // a value and an index
    return one;
  }
  return call.objects().datatypes[made_index(type)];
}

MPI_Datatype keep_layout(Call& call, Layout layout) {
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  if (layout.size > kMost || layout.extent > kMost) {
    call.fail_as(MPI_ERR_TYPE, "the datatype is larger than 1 TiB");
  }
  layout.committed = false;
  layout.freed = false;
  layout.absolute = layout.looks_absolute();
  auto& made = call.objects().datatypes;
  made.push_back(std::move(layout));
  return reinterpret_cast<MPI_Datatype>(kFirstMade + made.size() - 1);
}

}  // namespace kasuri::mpi

namespace {

// `count` blocks of `length` elements, `bytes` apart.
MPI_Datatype make_equal_blocks(Call& call, std::int64_t count, std::int64_t length, std::int64_t bytes,
                                const Layout& layout, mpi::TypeContents contents) {
  mpi::require_count(call, count);
  mpi::require_count(call, length);
  mpi::product(call, count, bytes);
  mpi::product(call, mpi::product(call, count, length), std::max(layout.extent, layout.size));
  return mpi::keep_made(call, layout.repeat(count, length, bytes), std::move(contents));
}

// With a stride in elements, and in bytes.
MPI_Datatype make_vector(Call& call, std::int64_t count, std::int64_t length, std::int64_t stride,
                          MPI_Datatype old) {
  const Layout layout = layout_of(call, old);
  return make_equal_blocks(call, count, length, mpi::product(call, stride, layout.extent), layout,
                           {MPI_COMBINER_VECTOR, {count, length, stride}, {}, {old}});
}
MPI_Datatype make_hvector(Call& call, std::int64_t count, std::int64_t length, std::int64_t bytes,
                           MPI_Datatype old) {
  return make_equal_blocks(call, count, length, bytes, layout_of(call, old),
                           {MPI_COMBINER_HVECTOR, {count, length}, {bytes}, {old}});
}

}  // namespace

extern "C" {

int MGEN_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype* newtype) {
  Call call("MGEN_Type_contiguous");
  call.check_count(count);
  const Layout layout = layout_of(call, old);
  *newtype = keep_datatype(call, layout.repeat(1, count, 0));
  mpi::note_contents(call, *newtype, {MPI_COMBINER_CONTIGUOUS, {count}, {}, {old}});
  return MPI_SUCCESS;
}

int MGEN_Type_vector(int count, int blocklength, int stride, MPI_Datatype old,
    MPI_Datatype* newtype) {
  Call call("MGEN_Type_vector");
  *newtype = make_vector(call, count, blocklength, stride, old);
  return MPI_SUCCESS;
}

int MGEN_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype old,
    MPI_Datatype* newtype) {
  Call call("MGEN_Type_create_hvector");
  *newtype = make_hvector(call, count, blocklength, stride, old);
  return MPI_SUCCESS;
}

int MGEN_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype old,
    MPI_Datatype* newtype) {
  Call call("MGEN_Type_vector_c");
  *newtype = make_vector(call, count, blocklength, stride, old);
  return MPI_SUCCESS;
}

int MGEN_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
    MPI_Datatype old, MPI_Datatype* newtype) {
  Call call("MGEN_Type_create_hvector_c");
  *newtype = make_hvector(call, count, blocklength, stride, old);
  return MPI_SUCCESS;
}

int MGEN_Type_create_resized(MPI_Datatype old, MPI_Aint lower, MPI_Aint extent,
                             MPI_Datatype* newtype) {
  Call call("MGEN_Type_create_resized");
  Layout layout = layout_of(call, old);
  layout.lower = lower;
  layout.extent = extent;
  *newtype = keep_datatype(call, std::move(layout));
  mpi::note_contents(call, *newtype, {MPI_COMBINER_RESIZED, {}, {lower, extent}, {old}});
  return MPI_SUCCESS;
}

int MGEN_Type_commit(MPI_Datatype* type) {
  Call call("MGEN_Type_commit");
  if (!mpi::element_of(call, *type, false).is_predefined) {
    call.objects().datatypes[mpi::made_index(*type)].committed = true;
  }
  return MPI_SUCCESS;
}

int MGEN_Type_free(MPI_Datatype* type) {
  mpi::end_type_attributes("MGEN_Type_free", *type);
  Call call("MGEN_Type_free");
  if (mpi::element_of(call, *type, false).is_predefined) {
    call.fail_as(MPI_ERR_TYPE, "a predefined datatype cannot be freed");
  }
  call.objects().datatypes[mpi::made_index(*type)].freed = true;
  *type = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

int MGEN_Type_size(MPI_Datatype type, int* size) {
  Call call("MGEN_Type_size");
  const std::int64_t bytes = layout_of(call, type).size;
  *size = bytes > INT32_MAX ? MPI_UNDEFINED : static_cast<int>(bytes);
  return MPI_SUCCESS;
}

int MGEN_Type_get_extent(MPI_Datatype type, MPI_Aint* lower, MPI_Aint* extent) {
  Call call("MGEN_Type_get_extent");
  const Layout layout = layout_of(call, type);
  *lower = layout.lower;
  *extent = layout.extent;
  return MPI_SUCCESS;
}

int MGEN_Type_get_true_extent(MPI_Datatype type, MPI_Aint* lower, MPI_Aint* extent) {
  Call call("MGEN_Type_get_true_extent");
  const Layout::Span span = layout_of(call, type).true_span();
  *lower = span.begin;
  *extent = span.end - span.begin;
  return MPI_SUCCESS;
}

int MGEN_Type_size_x(MPI_Datatype type, MPI_Count* size) {
  Call call("MGEN_Type_size_x");
  *size = layout_of(call, type).size;
  return MPI_SUCCESS;
}

int MGEN_Type_get_extent_x(MPI_Datatype type, MPI_Count* lower, MPI_Count* extent) {
  Call call("MGEN_Type_get_extent_x");
  const Layout layout = layout_of(call, type);
  *lower = layout.lower;
  *extent = layout.extent;
  return MPI_SUCCESS;
}

int MGEN_Type_get_true_extent_x(MPI_Datatype type, MPI_Count* lower, MPI_Count* extent) {
  Call call("MGEN_Type_get_true_extent_x");
  const Layout::Span span = layout_of(call, type).true_span();
  *lower = span.begin;
  *extent = span.end - span.begin;
  return MPI_SUCCESS;
}

int MGEN_Get_elements_x(const MPI_Status* status, MPI_Datatype type, MPI_Count* count) {
  Call call("MGEN_Get_elements_x");
  *count = elements(call, status, type);
  return MPI_SUCCESS;
}

int MGEN_Get_elements(const MPI_Status* status, MPI_Datatype type, int* count) {
  Call call("MGEN_Get_elements");
  const MPI_Count n = elements(call, status, type);
  *count = n > INT32_MAX ? MPI_UNDEFINED : static_cast<int>(n);
  return MPI_SUCCESS;
}

int MGEN_Op_create(MPI_User_function* function, int commute, MPI_Op* op) {
  Call call("MGEN_Op_create");
  if (!function) call.fail_as(MPI_ERR_ARG, "the function is NULL");
  auto& made = call.objects().operations;
  made.push_back({.function = function, .commutes = commute != 0});
  *op = reinterpret_cast<MPI_Op>(mpi::kFirstMade + made.size() - 1);
  return MPI_SUCCESS;
}

int MGEN_Op_commutative(MPI_Op op, int* commute) {
  Call call("MGEN_Op_commutative");
  const mpi::UserOp* user = mpi::user_op_of(call, op);
  *commute = !user || user->commutes;
  return MPI_SUCCESS;
}

int MGEN_Op_free(MPI_Op* op) {
  Call call("MGEN_Op_free");
  if (!mpi::user_op_of(call, *op)) call.fail_as(MPI_ERR_OP, "a predefined operation cannot be freed");
  call.objects().operations[mpi::made_index(*op)].freed = true;
  *op = MPI_OP_NULL;
  return MPI_SUCCESS;
}

}  // extern "C"
