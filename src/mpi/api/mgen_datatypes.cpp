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

MGEN_Datatype keep_datatype(Call& call, Layout layout) {
  return mpi::keep_layout(call, std::move(layout));
}

// How many predefined elements came.
MGEN_Count elements(Call& call, const MGEN_Status* status, MGEN_Datatype type) {
  if (!status) call.fail_as(MGEN_ERR_ARG, "the status is MGEN_STATUS_IGNORE");
  std::int64_t bytes = 0;
  std::memcpy(&bytes, status->internal, sizeof bytes);
  const Layout layout = layout_of(call, type);
  if (layout.size == 0) return 0;
  if (layout.part > 0) return bytes % layout.part == 0 ? bytes / layout.part : MGEN_UNDEFINED;
  return mpi::elements_in(call, type, bytes);
}

}  // namespace

namespace kasuri::mpi {

Layout layout_of(Call& call, MGEN_Datatype type) {
  const Element e = element_of(call, type, false);
  if (e.is_predefined) {
    if (e.layout) return *e.layout;
    Layout one = Layout::of(e.size, alignment_of(e.type));
    if (e.type >= Type::f32_i32) one.parts = 2, one.part = 0;  // a value and an index
    return one;
  }
  return call.world().objects(call.rank()).datatypes[made_index(type)];
}

MGEN_Datatype keep_layout(Call& call, Layout layout) {
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  if (layout.size > kMost || layout.extent > kMost) {
    call.fail_as(MGEN_ERR_TYPE, "the datatype is larger than 1 TiB");
  }
  layout.committed = false;
  layout.freed = false;
  layout.absolute = layout.looks_absolute();
  auto& made = call.world().objects(call.rank()).datatypes;
  made.push_back(std::move(layout));
  return reinterpret_cast<MGEN_Datatype>(kFirstMade + made.size() - 1);
}

}  // namespace kasuri::mpi

namespace {

// `count` blocks of `length` elements, `bytes` apart.
MGEN_Datatype make_equal_blocks(Call& call, std::int64_t count, std::int64_t length, std::int64_t bytes,
                                const Layout& layout, mpi::TypeContents contents) {
  mpi::require_count(call, count);
  mpi::require_count(call, length);
  mpi::product(call, count, bytes);
  mpi::product(call, mpi::product(call, count, length), std::max(layout.extent, layout.size));
  return mpi::keep_made(call, layout.repeat(count, length, bytes), std::move(contents));
}

// With a stride in elements, and in bytes.
MGEN_Datatype make_vector(Call& call, std::int64_t count, std::int64_t length, std::int64_t stride,
                          MGEN_Datatype old) {
  const Layout layout = layout_of(call, old);
  return make_equal_blocks(call, count, length, mpi::product(call, stride, layout.extent), layout,
                           {MGEN_COMBINER_VECTOR, {count, length, stride}, {}, {old}});
}
MGEN_Datatype make_hvector(Call& call, std::int64_t count, std::int64_t length, std::int64_t bytes,
                           MGEN_Datatype old) {
  return make_equal_blocks(call, count, length, bytes, layout_of(call, old),
                           {MGEN_COMBINER_HVECTOR, {count, length}, {bytes}, {old}});
}

}  // namespace

extern "C" {

int MGEN_Type_contiguous(int count, MGEN_Datatype old, MGEN_Datatype* newtype) {
  Call call("MGEN_Type_contiguous");
  call.check_count(count);
  const Layout layout = layout_of(call, old);
  *newtype = keep_datatype(call, layout.repeat(1, count, 0));
  mpi::note_contents(call, *newtype, {MGEN_COMBINER_CONTIGUOUS, {count}, {}, {old}});
  return MGEN_SUCCESS;
}

int MGEN_Type_vector(int count, int blocklength, int stride, MGEN_Datatype old,
    MGEN_Datatype* newtype) {
  Call call("MGEN_Type_vector");
  *newtype = make_vector(call, count, blocklength, stride, old);
  return MGEN_SUCCESS;
}

int MGEN_Type_create_hvector(int count, int blocklength, MGEN_Aint stride, MGEN_Datatype old,
    MGEN_Datatype* newtype) {
  Call call("MGEN_Type_create_hvector");
  *newtype = make_hvector(call, count, blocklength, stride, old);
  return MGEN_SUCCESS;
}

int MGEN_Type_vector_c(MGEN_Count count, MGEN_Count blocklength, MGEN_Count stride, MGEN_Datatype old,
    MGEN_Datatype* newtype) {
  Call call("MGEN_Type_vector_c");
  *newtype = make_vector(call, count, blocklength, stride, old);
  return MGEN_SUCCESS;
}

int MGEN_Type_create_hvector_c(MGEN_Count count, MGEN_Count blocklength, MGEN_Count stride,
    MGEN_Datatype old, MGEN_Datatype* newtype) {
  Call call("MGEN_Type_create_hvector_c");
  *newtype = make_hvector(call, count, blocklength, stride, old);
  return MGEN_SUCCESS;
}

int MGEN_Type_create_resized(MGEN_Datatype old, MGEN_Aint lower, MGEN_Aint extent,
                             MGEN_Datatype* newtype) {
  Call call("MGEN_Type_create_resized");
  Layout layout = layout_of(call, old);
  layout.lower = lower;
  layout.extent = extent;
  *newtype = keep_datatype(call, std::move(layout));
  mpi::note_contents(call, *newtype, {MGEN_COMBINER_RESIZED, {}, {lower, extent}, {old}});
  return MGEN_SUCCESS;
}

int MGEN_Type_commit(MGEN_Datatype* type) {
  Call call("MGEN_Type_commit");
  if (!mpi::element_of(call, *type, false).is_predefined) {
    call.world().objects(call.rank()).datatypes[mpi::made_index(*type)].committed = true;
  }
  return MGEN_SUCCESS;
}

int MGEN_Type_free(MGEN_Datatype* type) {
  mpi::end_type_attributes("MGEN_Type_free", *type);
  Call call("MGEN_Type_free");
  if (mpi::element_of(call, *type, false).is_predefined) {
    call.fail_as(MGEN_ERR_TYPE, "a predefined datatype cannot be freed");
  }
  call.world().objects(call.rank()).datatypes[mpi::made_index(*type)].freed = true;
  *type = MGEN_DATATYPE_NULL;
  return MGEN_SUCCESS;
}

int MGEN_Type_size(MGEN_Datatype type, int* size) {
  Call call("MGEN_Type_size");
  const std::int64_t bytes = layout_of(call, type).size;
  *size = bytes > INT32_MAX ? MGEN_UNDEFINED : static_cast<int>(bytes);
  return MGEN_SUCCESS;
}

int MGEN_Type_get_extent(MGEN_Datatype type, MGEN_Aint* lower, MGEN_Aint* extent) {
  Call call("MGEN_Type_get_extent");
  const Layout layout = layout_of(call, type);
  *lower = layout.lower;
  *extent = layout.extent;
  return MGEN_SUCCESS;
}

int MGEN_Type_get_true_extent(MGEN_Datatype type, MGEN_Aint* lower, MGEN_Aint* extent) {
  Call call("MGEN_Type_get_true_extent");
  const Layout::Span span = layout_of(call, type).true_span();
  *lower = span.begin;
  *extent = span.end - span.begin;
  return MGEN_SUCCESS;
}

int MGEN_Type_size_x(MGEN_Datatype type, MGEN_Count* size) {
  Call call("MGEN_Type_size_x");
  *size = layout_of(call, type).size;
  return MGEN_SUCCESS;
}

int MGEN_Type_get_extent_x(MGEN_Datatype type, MGEN_Count* lower, MGEN_Count* extent) {
  Call call("MGEN_Type_get_extent_x");
  const Layout layout = layout_of(call, type);
  *lower = layout.lower;
  *extent = layout.extent;
  return MGEN_SUCCESS;
}

int MGEN_Type_get_true_extent_x(MGEN_Datatype type, MGEN_Count* lower, MGEN_Count* extent) {
  Call call("MGEN_Type_get_true_extent_x");
  const Layout::Span span = layout_of(call, type).true_span();
  *lower = span.begin;
  *extent = span.end - span.begin;
  return MGEN_SUCCESS;
}

int MGEN_Get_elements_x(const MGEN_Status* status, MGEN_Datatype type, MGEN_Count* count) {
  Call call("MGEN_Get_elements_x");
  *count = elements(call, status, type);
  return MGEN_SUCCESS;
}

int MGEN_Get_elements(const MGEN_Status* status, MGEN_Datatype type, int* count) {
  Call call("MGEN_Get_elements");
  const MGEN_Count n = elements(call, status, type);
  *count = n > INT32_MAX ? MGEN_UNDEFINED : static_cast<int>(n);
  return MGEN_SUCCESS;
}

int MGEN_Op_create(MGEN_User_function* function, int commute, MGEN_Op* op) {
  Call call("MGEN_Op_create");
  if (!function) call.fail_as(MGEN_ERR_ARG, "the function is NULL");
  auto& made = call.world().objects(call.rank()).operations;
  made.push_back({.function = function, .commutes = commute != 0});
  *op = reinterpret_cast<MGEN_Op>(mpi::kFirstMade + made.size() - 1);
  return MGEN_SUCCESS;
}

int MGEN_Op_commutative(MGEN_Op op, int* commute) {
  Call call("MGEN_Op_commutative");
  const mpi::UserOp* user = mpi::user_op_of(call, op);
  *commute = !user || user->commutes;
  return MGEN_SUCCESS;
}

int MGEN_Op_free(MGEN_Op* op) {
  Call call("MGEN_Op_free");
  if (!mpi::user_op_of(call, *op)) call.fail_as(MGEN_ERR_OP, "a predefined operation cannot be freed");
  call.world().objects(call.rank()).operations[mpi::made_index(*op)].freed = true;
  *op = MGEN_OP_NULL;
  return MGEN_SUCCESS;
}

}  // extern "C"
