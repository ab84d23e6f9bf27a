// SPDX-License-Identifier: MIT
// The three kinds of synchronisation of windows, at the origin (MPI 4.1, section 12.5).
#include <fmt/format.h>

#include "mpi/ranks/one_sided.h"
#include "mpi/ranks/windows.h"

namespace kasuri::mpi {
namespace {

using Step = RemoteStep::Kind;
constexpr int kWindowSyncError = 50;  // MPI_ERR_RMA_SYNC

}  // namespace

// Whom post or start is for.
void Windows::tell_group(Call& call, const Window& w, Step step, const Group& group, bool checked) {
  if (!world_.recorder()) [[likely]] return;
  std::vector<std::uint32_t> members;
  for (std::int32_t i = 0; i < group.size; ++i) {
    members.push_back(static_cast<std::uint32_t>(index_of(w, group.member(i))));
  }
  tell(call, w, {.kind = step, .flags = checked ? 0u : RemoteStep::kUnchecked}, {.requests = members});
}

void Windows::fence(Call& call, Window& w, bool more) {
  if (w.started || w.posted || w.locked_all || !w.locks.empty()) {
    call.fail_as(kWindowSyncError, "an epoch of another kind is open");
  }
  wait_for(call, w, Window::Wait::there, Window::kAll);
  barrier(call, w);
  w.fenced = more;
  tell(call, w, {.kind = Step::fence, .flags = more ? 0u : RemoteStep::kLast});
}

void Windows::post(Call& call, Window& w, const Group& origins, bool checked) {
  if (w.posted) call.fail_as(kWindowSyncError, "MGEN_Win_post was called before, without MGEN_Win_wait");
  w.fenced = false;
  w.posted = true;
  w.origins = origins;
  for (std::int32_t i = 0; checked && i < origins.size; ++i) {
    send_control(w, index_of(w, origins.member(i)), Kind::post);
  }
  tell_group(call, w, Step::post, origins, checked);
}

void Windows::start(Call& call, Window& w, const Group& targets, bool checked) {
  if (w.started) {
    call.fail_as(kWindowSyncError, "MGEN_Win_start was called before, without MGEN_Win_complete");
  }
  if (w.locked_all || !w.locks.empty()) call.fail_as(kWindowSyncError, "a lock of the window is held");
  w.fenced = false;
  w.started = true;
  w.targets = targets;
  for (std::int32_t i = 0; checked && i < targets.size; ++i) {
    const int target = index_of(w, targets.member(i));
    const auto post = w.posts.find(target);
    if (post == w.posts.end()) w.unposted.insert(target);
    else if (--post->second == 0) w.posts.erase(post);
  }
  wait_for(call, w, Window::Wait::posts, Window::kAll);
  tell_group(call, w, Step::start, targets, checked);
}

void Windows::complete(Call& call, Window& w) {
  if (!w.started) call.fail_as(kWindowSyncError, "MGEN_Win_start was not called before");
  wait_for(call, w, Window::Wait::there, Window::kAll);
  for (std::int32_t i = 0; i < w.targets.size; ++i) {
    send_control(w, index_of(w, w.targets.member(i)), Kind::complete);
  }
  w.started = false;
  tell(call, w, {.kind = Step::end_access});
}

void Windows::end_exposure(Call& call, Window& w) {
  if (!w.posted) call.fail_as(kWindowSyncError, "MGEN_Win_post was not called before");
  wait_for(call, w, Window::Wait::completes, Window::kAll);
  w.completes -= w.origins.size;
  w.posted = false;
  tell(call, w, {.kind = Step::end_exposure});
}

void Windows::lock(Call& call, Window& w, int target, bool exclusive, bool checked) {
  if (w.locks.contains(target) || w.locked_all) {
    call.fail_as(kWindowSyncError, fmt::format("a lock of the window of rank {} is held already", target));
  }
  if (w.started) call.fail_as(kWindowSyncError, "an epoch of MGEN_Win_start is open");
  w.fenced = false;
  w.locks[target] = {.exclusive = exclusive, .asked = checked, .granted = !checked, .by_all = false};
  if (checked) {
    call.spend(Activity::sending, p_.overhead);
    send_control(w, target, exclusive ? Kind::lock_exclusive : Kind::lock_shared);
    wait_for(call, w, Window::Wait::lock, target);
  }
  tell(call, w,
       {.kind = Step::lock,
        .flags = (exclusive ? RemoteStep::kExclusive : 0u) | (checked ? 0u : RemoteStep::kUnchecked)},
       {.peer = target});
}

void Windows::unlock(Call& call, Window& w, int target) {
  const auto lock = w.locks.find(target);
  if (lock == w.locks.end() || lock->second.by_all) {
    call.fail_as(kWindowSyncError, fmt::format("the lock of the window of rank {} is not held", target));
  }
  wait_for(call, w, Window::Wait::there, target);
  if (lock->second.asked) send_control(w, target, Kind::unlock);
  w.locks.erase(target);
  tell(call, w, {.kind = Step::unlock}, {.peer = target});
}

void Windows::lock_all(Call& call, Window& w, bool checked) {
  if (w.locked_all || !w.locks.empty() || w.started) {
    call.fail_as(kWindowSyncError, "a lock of the window, or another epoch, is open");
  }
  w.fenced = false;
  w.locked_all = true;
  w.unchecked_all = !checked;
  tell(call, w, {.kind = Step::lock_all, .flags = checked ? 0u : RemoteStep::kUnchecked});
}

void Windows::unlock_all(Call& call, Window& w) {
  if (!w.locked_all) call.fail_as(kWindowSyncError, "MGEN_Win_lock_all was not called before");
  wait_for(call, w, Window::Wait::there, Window::kAll);
  for (const auto& [target, lock] : w.locks) {
    if (lock.asked) send_control(w, target, Kind::unlock);
  }
  w.locks.clear();
  w.locked_all = false;
  tell(call, w, {.kind = Step::unlock_all});
}

// A loop that looks at memory and flushes a window meanwhile ends only if that takes time.
void Windows::flush(Call& call, Window& w, int target, Window::Wait what) {
  const bool is_passive = w.locked_all || (target == Window::kAll ? !w.locks.empty()
                                                                  : w.locks.contains(target));
  if (!is_passive) call.fail_as(kWindowSyncError, "no lock is held");
  if (w.has(what, target)) call.pass_poll_time();
  else wait_for(call, w, what, target);
  tell(call, w,
       {.kind = Step::flush, .flags = what == Window::Wait::here ? RemoteStep::kLocal : 0u},
       {.peer = target});
}

}  // namespace kasuri::mpi
