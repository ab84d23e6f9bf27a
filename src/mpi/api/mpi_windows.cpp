// SPDX-License-Identifier: MIT
// Windows (MPI 4.1, section 12.2): their making, and what the program attaches to them.
#include "mpi/ranks/windows.h"

#include <algorithm>
#include <cstring>

#include "mpi/api/kept.h"
#include "mpi/ranks/one_sided.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::Kept;
using mpi::Window;
using mpi::WindowFlavour;
using mpi::WindowKeyval;
using mpi::WindowNotes;
using mpi::window_of;

namespace kasuri::mpi {

WindowNotes& window_of(Call& call, MPI_Win win) {
  auto& all = Kept::of(call).windows;
  const std::uintptr_t i = made_index(win);
  if (i >= all.size() || !all[i]) {
    call.fail_as(MPI_ERR_WIN, win == MPI_WIN_NULL ? "the window is MGEN_WIN_NULL"
                                                    : "the window is not valid, or was freed");
  }
  call.subject = reinterpret_cast<std::uintptr_t>(win);
  call.is_of_window = true;
  return *all[i];
}

}  // namespace kasuri::mpi

namespace {

constexpr int kFirstWindowKeyval = 1 << 25;

// Info keys of section 12.2.1 that have a value whether the program sets them or not.
const mpi::InfoEntries kHints{{"no_locks", "false"},
                              {"accumulate_ordering", "rar,raw,war,waw"},
                              {"accumulate_ops", "same_op_no_op"},
                              {"mpi_accumulate_granularity", "0"},
                              {"same_size", "false"},
                              {"same_disp_unit", "false"}};

void add_hints(Call& call, mpi::InfoEntries& to, MPI_Info info) {
  if (info == MPI_INFO_NULL) return;
  for (const auto& [key, value] : mpi::info_of(call, info)) {
    const auto found = std::ranges::find(to, key, &mpi::InfoEntries::value_type::first);
    if (found != to.end()) found->second = value;
    else if (key.starts_with("alloc_shared") || key == "memory_alignment") to.emplace_back(key, value);
  }
}

Window& make(Call& call, MPI_Comm comm, MPI_Info info, const mpi::Windows::Plan& plan, MPI_Win* win) {
  mpi::Communicator& parent = mpi::comm_of(call, comm);
  mpi::refuse_between(call, parent);
  if (plan.size < 0) call.fail_as(MPI_ERR_SIZE, "size {} is negative", plan.size);
  if (plan.unit <= 0) {
    call.fail_as(MPI_ERR_DISP, "the unit of displacements, {}, is not positive", plan.unit);
  }
  auto notes = std::make_unique<WindowNotes>();
  notes->info = kHints;
  add_hints(call, notes->info, info);
  Window& w = call.world().windows().create(call, parent, plan);
  constexpr int kFlavours[] = {MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_DYNAMIC,
                               MPI_WIN_FLAVOR_SHARED};
  notes->window = &w;
  notes->size = w.size;
  notes->unit = w.unit;
  notes->flavour = kFlavours[static_cast<int>(w.flavour)];
  notes->model = MPI_WIN_UNIFIED;
  auto& all = Kept::of(call).windows;
  all.push_back(std::move(notes));
  *win = reinterpret_cast<MPI_Win>(mpi::kFirstMade + all.size() - 1);
  return w;
}

void give_pointer(void* to, const void* pointer) { std::memcpy(to, &pointer, sizeof pointer); }

WindowKeyval& window_keyval_of(Call& call, int key) {
  auto& all = Kept::of(call).window_keyvals;
  const std::ptrdiff_t i = std::ptrdiff_t{key} - kFirstWindowKeyval;
  if (i < 0 || i >= std::ssize(all)) {
    call.fail_as(MPI_ERR_KEYVAL, "key {} does not exist", key);
  }
  return all[static_cast<std::size_t>(i)];
}

bool is_predefined_key(int key) { return key >= MPI_WIN_BASE && key <= MPI_WIN_MODEL; }

// Takes an attribute away if its function agrees; when no call is under way.
void erase_window_attribute(const char* name, MPI_Win win, int key, bool must_be_there) {
  WindowKeyval keyval{};
  void* value = nullptr;
  {
    Call call(name);
    window_of(call, win);
    if (is_predefined_key(key)) call.fail_as(MPI_ERR_KEYVAL, "a predefined attribute cannot be changed");
    keyval = window_keyval_of(call, key);
    auto& attributes = window_of(call, win).attributes;
    const auto found = attributes.find(key);
    if (found == attributes.end()) {
      if (must_be_there) call.fail_as(MPI_ERR_KEYVAL, "the window has no attribute of this key");
      return;
    }
    value = found->second;
  }
  int code = MPI_SUCCESS;
  try {
    if (keyval.erase) code = keyval.erase(win, key, value, keyval.extra);
  } catch (...) {
    Call call(name);
    call.world().mistakes().fail_with_exception(call.coroutine(), "left the attribute's function");
  }
  Call call(name);
  WindowNotes& notes = window_of(call, win);
  if (code == MPI_SUCCESS) return notes.attributes.erase(key);
  call.fail_as(code, "the attribute's function returned {}", code);
}

}  // namespace

extern "C" {

int MGEN_Win_create(void* base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
  Call call("MGEN_Win_create");
  make(call, comm, info, {WindowFlavour::create, static_cast<std::byte*>(base), size, unit}, win);
  return MPI_SUCCESS;
}

int MGEN_Win_allocate(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* baseptr,
                      MPI_Win* win) {
  Call call("MGEN_Win_allocate");
  give_pointer(baseptr, make(call, comm, info, {WindowFlavour::allocate, nullptr, size, unit}, win).base);
  return MPI_SUCCESS;
}

int MGEN_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* baseptr,
                             MPI_Win* win) {
  Call call("MGEN_Win_allocate_shared");
  const mpi::Communicator& c = mpi::comm_of(call, comm);
  for (int i = 0; i < c.size(); ++i) {
    const std::uint32_t other = c.group.member(i);
    if (call.ranks().node_of(other) == call.ranks().node_of(call.rank())) continue;
    call.fail_as(MPI_ERR_RMA_SHARED, "rank {} of the communicator is on another node; split "
                                      "it by MGEN_COMM_TYPE_SHARED", i);
  }
  give_pointer(baseptr, make(call, comm, info, {WindowFlavour::shared, nullptr, size, unit}, win).base);
  return MPI_SUCCESS;
}

int MGEN_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* win) {
  Call call("MGEN_Win_create_dynamic");
  make(call, comm, info, {WindowFlavour::dynamic, nullptr, 0, 1}, win);
  return MPI_SUCCESS;
}

// Without a rank: the first one that has memory. Ranks of one node see what the library gave.
int MGEN_Win_shared_query(MPI_Win win, int rank, MPI_Aint* size, int* unit, void* baseptr) {
  Call call("MGEN_Win_shared_query");
  const Window& w = *window_of(call, win).window;
  if (rank != MPI_PROC_NULL) call.check_rank(*w.comm, rank);
  *size = 0;
  *unit = 0;
  give_pointer(baseptr, nullptr);
  if (w.segments) {
    const auto& sizes = w.segments->sizes;
    if (rank == MPI_PROC_NULL) {
      rank = static_cast<int>(std::ranges::find_if(sizes, [](auto s) { return s > 0; }) - sizes.begin());
      if (rank == std::ssize(sizes)) return MPI_SUCCESS;
    }
    *size = sizes[static_cast<std::size_t>(rank)];
    *unit = w.segments->units[static_cast<std::size_t>(rank)];
    give_pointer(baseptr, w.segments->segment(rank));
    return MPI_SUCCESS;
  }
  if (w.flavour != WindowFlavour::allocate) {
    call.fail_as(MPI_ERR_RMA_FLAVOR, "the window was not made by MGEN_Win_allocate_shared");
  }
  if (rank == MPI_PROC_NULL) rank = w.comm->group.index_of(call.rank());
  const auto node = [&](std::uint32_t r) { return call.ranks().node_of(r); };
  if (node(w.comm->group.member(rank)) != node(call.rank())) return MPI_SUCCESS;
  if (const Window* other = call.world().windows().beside(w, rank)) {
    *size = other->size;
    *unit = other->unit;
    give_pointer(baseptr, other->base);
  }
  return MPI_SUCCESS;
}

int MGEN_Win_attach(MPI_Win win, void* base, MPI_Aint size) {
  Call call("MGEN_Win_attach");
  Window& w = *window_of(call, win).window;
  if (w.flavour != WindowFlavour::dynamic) call.fail_as(MPI_ERR_RMA_FLAVOR, "the window is not dynamic");
  if (size < 0) call.fail_as(MPI_ERR_SIZE, "size {} is negative", size);
  const auto begin = reinterpret_cast<std::uintptr_t>(base);
  const std::uintptr_t end = begin + static_cast<std::uintptr_t>(size);
  for (const auto& [at, bytes] : w.attached) {
    if (at < end && begin < at + static_cast<std::uintptr_t>(bytes)) {
      call.fail_as(MPI_ERR_RMA_ATTACH, "a part of this memory is attached already");
    }
  }
  w.attached[begin] = size;
  call.world().one_sided().pass_registration(call, {size}, true);
  return MPI_SUCCESS;
}

int MGEN_Win_detach(MPI_Win win, const void* base) {
  Call call("MGEN_Win_detach");
  Window& w = *window_of(call, win).window;
  if (w.attached.erase(reinterpret_cast<std::uintptr_t>(base)) == 0) {
    call.fail_as(MPI_ERR_RMA_ATTACH, "no memory is attached at this address");
  }
  return MPI_SUCCESS;
}

int MGEN_Win_free(MPI_Win* win) {
  constexpr const char* kName = "MGEN_Win_free";
  std::vector<int> keys;
  {
    Call call(kName);
    for (const auto& attribute : window_of(call, *win).attributes) keys.push_back(attribute.first);
  }
  for (auto k = keys.rbegin(); k != keys.rend(); ++k) erase_window_attribute(kName, *win, *k, false);
  Call call(kName);
  call.world().windows().free(call, *window_of(call, *win).window);
  Kept::of(call).windows[mpi::made_index(*win)].reset();
  *win = MPI_WIN_NULL;
  return MPI_SUCCESS;
}

int MGEN_Win_get_group(MPI_Win win, MPI_Group* group) {
  Call call("MGEN_Win_get_group");
  *group = mpi::keep_group(call, window_of(call, win).window->comm->group);
  return MPI_SUCCESS;
}

int MGEN_Win_set_info(MPI_Win win, MPI_Info info) {
  Call call("MGEN_Win_set_info");
  add_hints(call, window_of(call, win).info, info);
  return MPI_SUCCESS;
}

int MGEN_Win_get_info(MPI_Win win, MPI_Info* info) {
  Call call("MGEN_Win_get_info");
  *info = mpi::keep_info(call, window_of(call, win).info);
  return MPI_SUCCESS;
}

int MGEN_Win_set_name(MPI_Win win, const char* name) {
  Call call("MGEN_Win_set_name");
  window_of(call, win).name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
  return MPI_SUCCESS;
}

int MGEN_Win_get_name(MPI_Win win, char* name, int* length) {
  Call call("MGEN_Win_get_name");
  const std::string text =
      win == MPI_WIN_NULL ? "MPI_WIN_NULL" : window_of(call, win).name.value_or(std::string());
  mpi::give_text(text, name, MPI_MAX_OBJECT_NAME, length);
  return MPI_SUCCESS;
}

int MGEN_Win_create_keyval(MPI_Win_copy_attr_function* copy, MPI_Win_delete_attr_function* erase,
                           int* keyval, void* extra) {
  Call call("MGEN_Win_create_keyval");
  auto& all = Kept::of(call).window_keyvals;
  *keyval = kFirstWindowKeyval + static_cast<int>(all.size());
  all.push_back({copy, erase, extra});
  return MPI_SUCCESS;
}

int MGEN_Win_free_keyval(int* keyval) {
  Call call("MGEN_Win_free_keyval");
  WindowKeyval& mine = window_keyval_of(call, *keyval);
  const auto& windows = mpi::Kept::of(call).windows;
  const bool is_in_use = std::ranges::any_of(
      windows, [&](const auto& w) { return w && w->attributes.contains(*keyval); });
  if (mine.freed && !is_in_use) call.fail_as(MPI_ERR_KEYVAL, "the key was freed before");
  mine.freed = true;
  *keyval = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

int MGEN_Win_set_attr(MPI_Win win, int key, void* value) {
  {
    Call call("MGEN_Win_set_attr");
    window_of(call, win);
    if (is_predefined_key(key)) call.fail_as(MPI_ERR_KEYVAL, "a predefined attribute cannot be changed");
    if (window_keyval_of(call, key).freed) call.fail_as(MPI_ERR_KEYVAL, "the key was freed before");
  }
  erase_window_attribute("MGEN_Win_set_attr", win, key, false);
  Call call("MGEN_Win_set_attr");
  window_of(call, win).attributes.set(key, value);
  return MPI_SUCCESS;
}

int MGEN_Win_get_attr(MPI_Win win, int key, void* address_of_value, int* flag) {
  Call call("MGEN_Win_get_attr");
  WindowNotes& notes = window_of(call, win);
  const void* value = nullptr;
  *flag = 1;
  switch (key) {
    case MPI_WIN_BASE: value = notes.window->base; break;
    case MPI_WIN_SIZE: value = &notes.size; break;
    case MPI_WIN_DISP_UNIT: value = &notes.unit; break;
    case MPI_WIN_CREATE_FLAVOR: value = &notes.flavour; break;
    case MPI_WIN_MODEL: value = &notes.model; break;
    default:
      window_keyval_of(call, key);
      const auto found = notes.attributes.find(key);
      *flag = found != notes.attributes.end();
      if (*flag) value = found->second;
  }
  if (*flag) give_pointer(address_of_value, value);
  return MPI_SUCCESS;
}

int MGEN_Win_delete_attr(MPI_Win win, int key) {
  erase_window_attribute("MGEN_Win_delete_attr", win, key, true);
  return MPI_SUCCESS;
}

}  // extern "C"
