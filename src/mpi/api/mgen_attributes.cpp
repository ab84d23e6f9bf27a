// SPDX-License-Identifier: MIT
// mgen.h: attributes of communicators (MPI 4.1, section 7.7), and their names. All of it is the rank's own.
#include <algorithm>
#include <cstring>

#include "mpi/api/kept.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::Communicator;

namespace kasuri::mpi {

// Above the predefined keys.
constexpr int kFirstKeyval = 1024;

Attributes::Attributes(Call& call, MPI_Comm comm) : comm_(comm) {
  const Communicator& it = comm_of(call, comm);
  if (!call.ranks().has_objects(call.rank())) return;
  const RankObjects& mine = call.objects();
  const auto notes = mine.notes.find(&it);
  if (notes == mine.notes.end()) return;
  for (const auto& [key, value] : notes->second.attributes) {
    all_.push_back({key, value, mine.keyvals[static_cast<std::size_t>(key - kFirstKeyval)]});
  }
}

namespace {

// Calls an attribute's function, when no call is under way; the call is named if that fails.
template <class Function>
void check_returned(const char* name, MPI_Comm comm, Function function) {
  int code = MPI_SUCCESS;
  try {
    code = function();
  } catch (...) {
    Call call(name);
    call.world().mistakes().fail_with_exception(call.coroutine(), "left the attribute's function");
  }
  if (code == MPI_SUCCESS) return;
  Call call(name);
  if (comm != MPI_COMM_WORLD) call.subject = reinterpret_cast<std::uintptr_t>(comm);
  call.fail_as(code, "the attribute's function returned {}", code);
}

}  // namespace

void Attributes::copy_to(const char* name, MPI_Comm fresh) const {
  for (const One& a : all_) {
    if (!a.keyval.copy) continue;
    void* copy = nullptr;
    int copies = 0;
    check_returned(name, comm_, [&] {
      if (a.keyval.copy == MPI_COMM_DUP_FN) {
        copy = a.value;
        copies = 1;
        return MPI_SUCCESS;
      }
      return a.keyval.copy(comm_, a.key, a.keyval.extra, a.value, &copy, &copies);
    });
    Call call(name);
    if (!copies) continue;
    const Communicator& to = made_comm_of(call, fresh, false);
    call.objects().notes[&to].attributes.set(a.key, copy);
  }
}

void Attributes::end(const char* name, std::optional<Call>& call) const {
  for (std::size_t i = all_.size(); i-- > 0;) {  // the latest first
    const One& a = all_[i];
    if (a.keyval.erase) {
      call.reset();
      check_returned(name, comm_, [&] { return a.keyval.erase(comm_, a.key, a.value, a.keyval.extra); });
      call.emplace(name);
    }
    call->world().ranks().objects(call->rank()).notes[&comm_of(*call, comm_)].attributes.erase(a.key);
  }
}

}  // namespace kasuri::mpi

namespace {

mpi::Keyval& keyval_of(Call& call, int key) {
  auto& all = call.objects().keyvals;
  const std::ptrdiff_t i = std::ptrdiff_t{key} - mpi::kFirstKeyval;
  if (i < 0 || i >= std::ssize(all)) {
    call.fail_as(MPI_ERR_KEYVAL, "key {} does not exist", key);
  }
  return all[static_cast<std::size_t>(i)];
}

mpi::CommNotes& notes_of(Call& call, MPI_Comm comm) {
  return call.objects().notes[&comm_of(call, comm)];
}

// Null: it is none of those that are always there.
const int* predefined(Call& call, int key) {
  static const int tag_ub = INT32_MAX, host = MPI_PROC_NULL, io = MPI_ANY_SOURCE, global = 1;
  mpi::RankObjects& mine = call.objects();
  switch (key) {
    case MPI_TAG_UB: return &tag_ub;
    case MPI_HOST: return &host;
    case MPI_IO: return &io;
    case MPI_WTIME_IS_GLOBAL: return &global;
    case MPI_LASTUSEDCODE: {
      auto& kept = mpi::Kept::of(call);
      kept.last_used_code = MPI_ERR_LASTCODE + static_cast<int>(kept.errors.size());
      return &kept.last_used_code;
    }
    case MPI_UNIVERSE_SIZE:
      mine.ranks_of_job = call.ranks().world_of(call.rank()).size();
      return &mine.ranks_of_job;
    case MPI_APPNUM:
      mine.number_of_job = static_cast<int>(call.world().rank(call.rank()).job);
      return &mine.number_of_job;
    default: return nullptr;
  }
}

// Ends the attribute of a key, if there is one, and if its function agrees.
void erase(const char* name, MPI_Comm comm, int key, bool must_be_there) {
  mpi::Keyval keyval{};
  void* value = nullptr;
  {
    Call call(name);
    comm_of(call, comm);
    keyval = keyval_of(call, key);
    auto& attributes = notes_of(call, comm).attributes;
    const auto found = attributes.find(key);
    if (found == attributes.end()) {
      if (must_be_there) {
        call.fail_as(MPI_ERR_KEYVAL, "the communicator has no attribute of key {}", key);
      }
      return;
    }
    value = found->second;
  }
  if (keyval.erase) {
    mpi::check_returned(name, comm, [&] { return keyval.erase(comm, key, value, keyval.extra); });
  }
  Call call(name);
  notes_of(call, comm).attributes.erase(key);
}

// Whether anything still has an attribute of the key.
bool is_in_use(Call& call, int key) {
  const auto& notes = call.objects().notes;
  return std::ranges::any_of(notes, [&](const auto& n) { return n.second.attributes.contains(key); });
}

}  // namespace

extern "C" {

int MGEN_Comm_create_keyval(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* del,
                            int* keyval, void* extra) {
  Call call("MGEN_Comm_create_keyval");
  auto& all = call.objects().keyvals;
  *keyval = mpi::kFirstKeyval + static_cast<int>(all.size());
  all.push_back({copy, del, extra});
  return MPI_SUCCESS;
}

// Attributes stay, and so do its functions: until the last is gone, the key may be freed again, for
// instance by one of these functions (MPI 4.1, section 7.7.2).
int MGEN_Comm_free_keyval(int* keyval) {
  Call call("MGEN_Comm_free_keyval");
  mpi::Keyval& mine = keyval_of(call, *keyval);
  if (mine.freed && !is_in_use(call, *keyval)) {
    call.fail_as(MPI_ERR_KEYVAL, "key {} was freed before", *keyval);
  }
  mine.freed = true;
  *keyval = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

int MGEN_Comm_set_attr(MPI_Comm comm, int key, void* value) {
  {
    Call call("MGEN_Comm_set_attr");
    comm_of(call, comm);
    if (predefined(call, key)) {
      call.fail_as(MPI_ERR_KEYVAL, "key {} is predefined and cannot be changed", key);
    }
    if (keyval_of(call, key).freed) {
      call.fail_as(MPI_ERR_KEYVAL, "key {} was freed before", key);
    }
  }
  erase("MGEN_Comm_set_attr", comm, key, false);
  Call call("MGEN_Comm_set_attr");
  notes_of(call, comm).attributes.set(key, value);
  return MPI_SUCCESS;
}

int MGEN_Comm_get_attr(MPI_Comm comm, int key, void* address_of_value, int* flag) {
  Call call("MGEN_Comm_get_attr");
  comm_of(call, comm);
  const void* value = predefined(call, key);
  *flag = value != nullptr;
  if (!value) {
    keyval_of(call, key);
    const auto& attributes = notes_of(call, comm).attributes;
    const auto found = attributes.find(key);
    if (found == attributes.end()) return MPI_SUCCESS;
    value = found->second;
    *flag = 1;
  }
  std::memcpy(address_of_value, &value, sizeof value);
  return MPI_SUCCESS;
}

int MGEN_Comm_delete_attr(MPI_Comm comm, int key) {
  erase("MGEN_Comm_delete_attr", comm, key, true);
  return MPI_SUCCESS;
}

int MGEN_Comm_set_name(MPI_Comm comm, const char* name) {
  Call call("MGEN_Comm_set_name");
  notes_of(call, comm).name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
  return MPI_SUCCESS;
}

int MGEN_Comm_get_name(MPI_Comm comm, char* name, int* length) {
  Call call("MGEN_Comm_get_name");
  const std::string usual = comm == MPI_COMM_WORLD  ? "MGEN_COMM_WORLD"
                            : comm == MPI_COMM_SELF ? "MGEN_COMM_SELF"
                                                     : "";
  const auto& given = notes_of(call, comm).name;
  const std::string text = given ? *given : call.ranks().as_written(call.rank(), usual);
  std::memcpy(name, text.c_str(), text.size() + 1);
  *length = static_cast<int>(text.size());
  return MPI_SUCCESS;
}

}  // extern "C"
