// SPDX-License-Identifier: MIT
// Infos (MPI 4.1, chapter 10). The library takes no hints from them: they are kept for the program.
#include <algorithm>

#include "mpi/api/kept.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::InfoEntries;
using mpi::Kept;

namespace {

// What MPI_INFO_ENV says of the run (section 11.5.3), as far as it is known here.
const InfoEntries& environment_info() {
  static const InfoEntries info{{"command", "mpirun"}, {"thread_level", "MPI_THREAD_FUNNELED"}};
  return info;
}

}  // namespace

namespace kasuri::mpi {

const InfoEntries& info_of(Call& call, MPI_Info handle) {
  if (handle == MPI_INFO_ENV) return environment_info();
  const auto& all = Kept::of(call).infos;
  const std::uintptr_t i = mpi::made_index(handle);
  if (i < all.size() && all[i]) return *all[i];
  call.fail_as(MPI_ERR_INFO, handle == MPI_INFO_NULL ? "the info is MGEN_INFO_NULL"
                                                       : "the info is not valid, or was freed");
}

MPI_Info keep_info(Call& call, InfoEntries entries) {
  auto& all = Kept::of(call).infos;
  all.push_back(std::make_unique<InfoEntries>(std::move(entries)));
  return reinterpret_cast<MPI_Info>(mpi::kFirstMade + all.size() - 1);
}

}  // namespace kasuri::mpi

namespace {

using mpi::info_of;
using mpi::keep_info;

InfoEntries& own_info_of(Call& call, MPI_Info handle) {
  if (handle == MPI_INFO_ENV) call.fail_as(MPI_ERR_INFO, "MGEN_INFO_ENV cannot be changed");
  return const_cast<InfoEntries&>(info_of(call, handle));
}

std::string info_key(Call& call, const char* key) {
  const std::string text = key ? key : "";
  if (text.empty() || text.size() > MPI_MAX_INFO_KEY - 1) {
    call.fail_as(MPI_ERR_INFO_KEY, "a key has 1 to {} bytes, not {}", MPI_MAX_INFO_KEY - 1,
                                    text.size());
  }
  return text;
}

auto find_entry(const InfoEntries& all, const std::string& key) {
  return std::ranges::find(all, key, &InfoEntries::value_type::first);
}

}  // namespace

void kasuri::mpi::set_in_info(Call& call, MPI_Info info, const std::string& key,
                              const std::string& value) {
  InfoEntries& all = own_info_of(call, info);
  const auto found = find_entry(all, key);
  if (found == all.end()) all.emplace_back(key, value);
  else all[static_cast<std::size_t>(found - all.begin())].second = value;
}

extern "C" {

int MGEN_Info_create(MPI_Info* info) {
  Call call("MGEN_Info_create", Call::Needs::nothing);
  *info = keep_info(call, {});
  return MPI_SUCCESS;
}

int MGEN_Info_create_env(int, char**, MPI_Info* info) {
  Call call("MGEN_Info_create_env", Call::Needs::nothing);
  *info = keep_info(call, environment_info());
  return MPI_SUCCESS;
}

int MGEN_Info_dup(MPI_Info info, MPI_Info* copy) {
  Call call("MGEN_Info_dup", Call::Needs::nothing);
  *copy = keep_info(call, info_of(call, info));
  return MPI_SUCCESS;
}

int MGEN_Info_free(MPI_Info* info) {
  Call call("MGEN_Info_free", Call::Needs::nothing);
  own_info_of(call, *info);
  Kept::of(call).infos[mpi::made_index(*info)].reset();
  *info = MPI_INFO_NULL;
  return MPI_SUCCESS;
}

int MGEN_Info_set(MPI_Info info, const char* key, const char* value) {
  Call call("MGEN_Info_set", Call::Needs::nothing);
  own_info_of(call, info);
  const std::string name = info_key(call, key), text = value ? value : "";
  if (text.size() > MPI_MAX_INFO_VAL - 1) {
    call.fail_as(MPI_ERR_INFO_VALUE, "a value has at most {} bytes, not {}",
                                      MPI_MAX_INFO_VAL - 1, text.size());
  }
  mpi::set_in_info(call, info, name, text);
  return MPI_SUCCESS;
}

int MGEN_Info_delete(MPI_Info info, const char* key) {
  Call call("MGEN_Info_delete", Call::Needs::nothing);
  InfoEntries& all = own_info_of(call, info);
  const auto found = find_entry(all, info_key(call, key));
  if (found == all.end()) call.fail_as(MPI_ERR_INFO_NOKEY, "the info has no key '{}'", key);
  all.erase(found);
  return MPI_SUCCESS;
}

int MGEN_Info_get(MPI_Info info, const char* key, int length, char* value, int* flag) {
  Call call("MGEN_Info_get", Call::Needs::nothing);
  const InfoEntries& all = info_of(call, info);
  const auto found = find_entry(all, info_key(call, key));
  *flag = found != all.end();
  if (*flag && length >= 0) {
    mpi::give_text(found->second, value, static_cast<std::size_t>(length) + 1, nullptr);
  }
  return MPI_SUCCESS;
}

int MGEN_Info_get_string(MPI_Info info, const char* key, int* length, char* value, int* flag) {
  Call call("MGEN_Info_get_string", Call::Needs::nothing);
  const InfoEntries& all = info_of(call, info);
  const auto found = find_entry(all, info_key(call, key));
  *flag = found != all.end();
  if (!*flag) return MPI_SUCCESS;
  if (*length > 0) mpi::give_text(found->second, value, static_cast<std::size_t>(*length), nullptr);
  *length = static_cast<int>(found->second.size()) + 1;
  return MPI_SUCCESS;
}

int MGEN_Info_get_valuelen(MPI_Info info, const char* key, int* length, int* flag) {
  Call call("MGEN_Info_get_valuelen", Call::Needs::nothing);
  const InfoEntries& all = info_of(call, info);
  const auto found = find_entry(all, info_key(call, key));
  *flag = found != all.end();
  if (*flag) *length = static_cast<int>(found->second.size());
  return MPI_SUCCESS;
}

int MGEN_Info_get_nkeys(MPI_Info info, int* keys) {
  Call call("MGEN_Info_get_nkeys", Call::Needs::nothing);
  *keys = static_cast<int>(info_of(call, info).size());
  return MPI_SUCCESS;
}

int MGEN_Info_get_nthkey(MPI_Info info, int n, char* key) {
  Call call("MGEN_Info_get_nthkey", Call::Needs::nothing);
  const InfoEntries& all = info_of(call, info);
  if (n < 0 || n >= std::ssize(all)) {
    call.fail_as(MPI_ERR_ARG, "key {} does not exist; the info has {}", n, all.size());
  }
  mpi::give_text(all[static_cast<std::size_t>(n)].first, key, MPI_MAX_INFO_KEY, nullptr);
  return MPI_SUCCESS;
}

}  // extern "C"
