// SPDX-License-Identifier: MIT
// Operations on windows and their synchronisation (MPI 4.1, sections 12.3 and 12.5).
#include "mpi/api/kept.h"
#include "mpi/ranks/windows.h"

namespace mpi = kasuri::mpi;
using mpi::Access;
using mpi::Call;
using mpi::Element;
using mpi::Handle;
using mpi::Window;
using mpi::window_of;
using AccessKind = Access::Kind;
using Wait = Window::Wait;

namespace {

constexpr int kAssertions =
    MPI_MODE_NOCHECK | MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT | MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED;

Window& checked_window(Call& call, MPI_Win win, int assertion) {
  Window& w = *window_of(call, win).window;
  if (assertion & ~kAssertions) {
    call.fail_as(MPI_ERR_ASSERT, "the assertion {} has undefined bits", assertion);
  }
  return w;
}

Access::Side side(Call& call, const void* buffer, int count, MPI_Datatype type) {
  call.check_count(count);
  const Element e = mpi::element_of(call, type);
  Access::Side s{const_cast<void*>(buffer), count, e};
  call.check_buffer(buffer, s.bytes());
  return s;
}

// What elements a datatype consists of: an accumulate needs them to be of one predefined type.
mpi::Type element_type(Call& call, MPI_Datatype type) {
  const Element e = mpi::element_of(call, type);
  if (e.is_predefined) return e.type;
  const MPI_Datatype base = mpi::base_of(call, type);
  if (base == MPI_DATATYPE_NULL) {
    call.fail_as(MPI_ERR_TYPE, "an accumulate takes datatypes made of one predefined type only");
  }
  return mpi::element_of(call, base).type;
}

// MPI_NO_OP is for operations that give the old values (section 12.3.4).
void refuse_no_op(Call& call, MPI_Op op) {
  if (op == MPI_NO_OP) call.fail_as(MPI_ERR_OP, "MGEN_NO_OP does not accumulate anything");
}

std::uint8_t operation(Call& call, MPI_Op op, mpi::Type type) {
  if (op == MPI_REPLACE) return static_cast<std::uint8_t>(mpi::WindowOp::replace);
  if (op == MPI_NO_OP) return static_cast<std::uint8_t>(mpi::WindowOp::no_op);
  if (mpi::user_op_of(call, op)) {
    call.fail_as(MPI_ERR_OP, "an operation of the program's own is not possible on a window");
  }
  return static_cast<std::uint8_t>(mpi::op_of(call, op, Element(type)));
}

// Checks the access and begins it; a target MPI_PROC_NULL is none.
Handle access(Call& call, MPI_Win win, int target, MPI_Aint disp, Access a, bool wants_request = false) {
  Window& w = *window_of(call, win).window;
  if (target == MPI_PROC_NULL) return mpi::complete_handle();
  call.check_rank(*w.comm, target);
  if (disp < 0) call.fail_as(MPI_ERR_DISP, "displacement {} is negative", disp);
  const bool gives = a.kind != AccessKind::get && a.op != static_cast<std::uint8_t>(mpi::WindowOp::no_op);
  if ((gives || a.kind == AccessKind::get) && a.origin.bytes() != a.there.bytes()) {
    call.fail_as(MPI_ERR_SIZE, "{} bytes at the origin, but {} at the target",
                                a.origin.bytes().n, a.there.bytes().n);
  }
  if (a.kind == AccessKind::get_accumulate && a.result.bytes() != a.there.bytes()) {
    call.fail_as(MPI_ERR_SIZE, "{} bytes of results, but {} at the target", a.result.bytes().n,
                                a.there.bytes().n);
  }
  if (a.there.bytes().n >= std::int64_t{1} << 40) call.fail_as(MPI_ERR_SIZE, "more than 1 TiB at once");
  a.target = target;
  a.displacement = disp;
  return call.world().windows().begin(call, w, a, wants_request);
}

Access plain(Call& call, AccessKind kind, const void* origin, int count, MPI_Datatype type,
             int target_count, MPI_Datatype target_type) {
  Access a;
  a.kind = kind;
  a.origin = side(call, origin, count, type);
  a.there = side(call, nullptr, target_count, target_type);
  return a;
}

Access accumulate(Call& call, const void* origin, int count, MPI_Datatype type, int target_count,
                  MPI_Datatype target_type, MPI_Op op) {
  Access a;
  a.kind = AccessKind::accumulate;
  a.there = side(call, nullptr, target_count, target_type);
  a.type = element_type(call, target_type);
  a.op = operation(call, op, a.type);
  if (op != MPI_NO_OP) {
    a.origin = side(call, origin, count, type);
    if (count > 0 && target_count > 0 && element_type(call, type) != a.type) {
      call.fail_as(MPI_ERR_TYPE, "the datatypes of the origin and of the target differ");
    }
  }
  return a;
}

Access get_accumulate(Call& call, const void* origin, int count, MPI_Datatype type, void* result,
                      int result_count, MPI_Datatype result_type, int target_count,
                      MPI_Datatype target_type, MPI_Op op) {
  Access a = accumulate(call, origin, count, type, target_count, target_type, op);
  a.kind = AccessKind::get_accumulate;
  a.result = side(call, result, result_count, result_type);
  return a;
}

void flush(Call& call, MPI_Win win, int rank, Wait what, bool one) {
  Window& w = *window_of(call, win).window;
  if (rank == MPI_PROC_NULL) return;
  if (rank != Window::kAll || one) call.check_rank(*w.comm, rank);
  call.world().windows().flush(call, w, rank, what);
}

}  // namespace

extern "C" {

int MGEN_Put(const void* origin, int count, MPI_Datatype type, int target, MPI_Aint disp,
             int target_count, MPI_Datatype target_type, MPI_Win win) {
  Call call("MGEN_Put");
  window_of(call, win);
  const Access a = plain(call, AccessKind::put, origin, count, type, target_count, target_type);
  access(call, win, target, disp, a);
  return MPI_SUCCESS;
}

int MGEN_Get(void* origin, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
             MPI_Datatype target_type, MPI_Win win) {
  Call call("MGEN_Get");
  window_of(call, win);
  const Access a = plain(call, AccessKind::get, origin, count, type, target_count, target_type);
  access(call, win, target, disp, a);
  return MPI_SUCCESS;
}

int MGEN_Accumulate(const void* origin, int count, MPI_Datatype type, int target, MPI_Aint disp,
                    int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  Call call("MGEN_Accumulate");
  window_of(call, win);
  refuse_no_op(call, op);
  const Access a = accumulate(call, origin, count, type, target_count, target_type, op);
  access(call, win, target, disp, a);
  return MPI_SUCCESS;
}

int MGEN_Get_accumulate(const void* origin, int count, MPI_Datatype type, void* result, int result_count,
                        MPI_Datatype result_type, int target, MPI_Aint disp, int target_count,
                        MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  Call call("MGEN_Get_accumulate");
  window_of(call, win);
  const Access a = get_accumulate(call, origin, count, type, result, result_count, result_type,
                                  target_count, target_type, op);
  access(call, win, target, disp, a);
  return MPI_SUCCESS;
}

int MGEN_Fetch_and_op(const void* origin, void* result, MPI_Datatype type, int target, MPI_Aint disp,
                      MPI_Op op, MPI_Win win) {
  Call call("MGEN_Fetch_and_op");
  window_of(call, win);
  if (!mpi::element_of(call, type).is_predefined) {
    call.fail_as(MPI_ERR_TYPE, "the datatype is not predefined");
  }
  access(call, win, target, disp, get_accumulate(call, origin, 1, type, result, 1, type, 1, type, op));
  return MPI_SUCCESS;
}

int MGEN_Compare_and_swap(const void* origin, const void* compare, void* result, MPI_Datatype type,
                          int target, MPI_Aint disp, MPI_Win win) {
  Call call("MGEN_Compare_and_swap");
  window_of(call, win);
  const Element e = mpi::element_of(call, type);
  using enum mpi::Type;
  if (!e.is_predefined || e.type >= f32) {
    call.fail_as(MPI_ERR_TYPE, "the datatype is not one of integers, bytes or logical values");
  }
  Access a = plain(call, AccessKind::compare_and_swap, origin, 1, type, 1, type);
  a.compare = compare;
  a.result = side(call, result, 1, type);
  a.type = e.type;
  access(call, win, target, disp, a);
  return MPI_SUCCESS;
}

int MGEN_Rput(const void* origin, int count, MPI_Datatype type, int target, MPI_Aint disp,
              int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request* request) {
  Call call("MGEN_Rput");
  window_of(call, win);
  const Access a = plain(call, AccessKind::put, origin, count, type, target_count, target_type);
  *request = access(call, win, target, disp, a, true);
  return MPI_SUCCESS;
}

int MGEN_Rget(void* origin, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
              MPI_Datatype target_type, MPI_Win win, MPI_Request* request) {
  Call call("MGEN_Rget");
  window_of(call, win);
  const Access a = plain(call, AccessKind::get, origin, count, type, target_count, target_type);
  *request = access(call, win, target, disp, a, true);
  return MPI_SUCCESS;
}

int MGEN_Raccumulate(const void* origin, int count, MPI_Datatype type, int target, MPI_Aint disp,
                     int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win,
                     MPI_Request* request) {
  Call call("MGEN_Raccumulate");
  window_of(call, win);
  refuse_no_op(call, op);
  const Access a = accumulate(call, origin, count, type, target_count, target_type, op);
  *request = access(call, win, target, disp, a, true);
  return MPI_SUCCESS;
}

int MGEN_Rget_accumulate(const void* origin, int count, MPI_Datatype type, void* result, int result_count,
                         MPI_Datatype result_type, int target, MPI_Aint disp, int target_count,
                         MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request* request) {
  Call call("MGEN_Rget_accumulate");
  window_of(call, win);
  const Access a = get_accumulate(call, origin, count, type, result, result_count, result_type,
                                  target_count, target_type, op);
  *request = access(call, win, target, disp, a, true);
  return MPI_SUCCESS;
}

int MGEN_Win_fence(int assertion, MPI_Win win) {
  Call call("MGEN_Win_fence");
  Window& w = checked_window(call, win, assertion);
  call.world().windows().fence(call, w, !(assertion & MPI_MODE_NOSUCCEED));
  return MPI_SUCCESS;
}

int MGEN_Win_post(MPI_Group group, int assertion, MPI_Win win) {
  Call call("MGEN_Win_post");
  Window& w = checked_window(call, win, assertion);
  const mpi::Group origins = mpi::group_within(call, *w.comm, group);
  call.world().windows().post(call, w, origins, !(assertion & MPI_MODE_NOCHECK));
  return MPI_SUCCESS;
}

int MGEN_Win_start(MPI_Group group, int assertion, MPI_Win win) {
  Call call("MGEN_Win_start");
  Window& w = checked_window(call, win, assertion);
  const mpi::Group targets = mpi::group_within(call, *w.comm, group);
  call.world().windows().start(call, w, targets, !(assertion & MPI_MODE_NOCHECK));
  return MPI_SUCCESS;
}

int MGEN_Win_complete(MPI_Win win) {
  Call call("MGEN_Win_complete");
  call.world().windows().complete(call, *window_of(call, win).window);
  return MPI_SUCCESS;
}

int MGEN_Win_wait(MPI_Win win) {
  Call call("MGEN_Win_wait");
  call.world().windows().end_exposure(call, *window_of(call, win).window);
  return MPI_SUCCESS;
}

int MGEN_Win_test(MPI_Win win, int* flag) {
  Call call("MGEN_Win_test");
  Window& w = *window_of(call, win).window;
  if (!w.posted) call.fail_as(MPI_ERR_RMA_SYNC, "MGEN_Win_post was not called before");
  *flag = w.has(Wait::completes, Window::kAll);
  if (!*flag) {
    call.pass_poll_time();
    return MPI_SUCCESS;
  }
  call.world().windows().end_exposure(call, w);
  return MPI_SUCCESS;
}

int MGEN_Win_lock(int type, int rank, int assertion, MPI_Win win) {
  Call call("MGEN_Win_lock");
  Window& w = checked_window(call, win, assertion);
  if (type != MPI_LOCK_EXCLUSIVE && type != MPI_LOCK_SHARED) {
    call.fail_as(MPI_ERR_LOCKTYPE,
                 fmt::format("the lock type {} is neither MGEN_LOCK_EXCLUSIVE nor MGEN_LOCK_SHARED", type));
  }
  if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
  call.check_rank(*w.comm, rank);
  call.world().windows().lock(call, w, rank, type == MPI_LOCK_EXCLUSIVE, !(assertion & MPI_MODE_NOCHECK));
  return MPI_SUCCESS;
}

int MGEN_Win_unlock(int rank, MPI_Win win) {
  Call call("MGEN_Win_unlock");
  Window& w = *window_of(call, win).window;
  if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
  call.check_rank(*w.comm, rank);
  call.world().windows().unlock(call, w, rank);
  return MPI_SUCCESS;
}

int MGEN_Win_lock_all(int assertion, MPI_Win win) {
  Call call("MGEN_Win_lock_all");
  Window& w = checked_window(call, win, assertion);
  call.world().windows().lock_all(call, w, !(assertion & MPI_MODE_NOCHECK));
  return MPI_SUCCESS;
}

int MGEN_Win_unlock_all(MPI_Win win) {
  Call call("MGEN_Win_unlock_all");
  call.world().windows().unlock_all(call, *window_of(call, win).window);
  return MPI_SUCCESS;
}

int MGEN_Win_flush(int rank, MPI_Win win) {
  Call call("MGEN_Win_flush");
  flush(call, win, rank, Wait::there, true);
  return MPI_SUCCESS;
}

int MGEN_Win_flush_all(MPI_Win win) {
  Call call("MGEN_Win_flush_all");
  flush(call, win, Window::kAll, Wait::there, false);
  return MPI_SUCCESS;
}

int MGEN_Win_flush_local(int rank, MPI_Win win) {
  Call call("MGEN_Win_flush_local");
  flush(call, win, rank, Wait::here, true);
  return MPI_SUCCESS;
}

int MGEN_Win_flush_local_all(MPI_Win win) {
  Call call("MGEN_Win_flush_local_all");
  flush(call, win, Window::kAll, Wait::here, false);
  return MPI_SUCCESS;
}

// Memory is the same for all; but a loop around this call must end.
int MGEN_Win_sync(MPI_Win win) {
  Call call("MGEN_Win_sync");
  window_of(call, win);
  call.pass_poll_time();
  return MPI_SUCCESS;
}

}  // extern "C"
