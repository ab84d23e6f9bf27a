// SPDX-License-Identifier: MIT
#include "workload/traces/kineto_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/core/errors.h"
#include "workload/traces/json_bytes.h"
#include "workload/traces/lines.h"

namespace kasuri::trace {
namespace {

using ProfileEvent = nlohmann::json;
using ProfileKind = KinetoOp::Kind;
using Coll = mpi::Collective;

struct CallName {
  std::string_view beginning;  // of "Collective name", in small letters without '_' and '-'
  ProfileKind kind;
  mpi::Collective collective;
};
// The first that fits.
constexpr std::array<CallName, 14> kProfileCalls{{{"allreduce", ProfileKind::collective, Coll::allreduce},
    {"allgather", ProfileKind::collective, Coll::allgather},
    {"reducescatter", ProfileKind::collective, Coll::reduce_scatter_block},
    {"alltoall", ProfileKind::collective, Coll::alltoall},
    {"broadcast", ProfileKind::collective, Coll::bcast},
    {"bcast", ProfileKind::collective, Coll::bcast},
    {"barrier", ProfileKind::collective, Coll::barrier},
    {"reduce", ProfileKind::collective, Coll::reduce},
    {"gather", ProfileKind::collective, Coll::gather},
    {"scatter", ProfileKind::collective, Coll::scatter},
    {"send", ProfileKind::send, Coll::barrier},
    {"isend", ProfileKind::send, Coll::barrier},
    {"recv", ProfileKind::receive, Coll::barrier},
    {"irecv", ProfileKind::receive, Coll::barrier}}};

struct TypeSize {
  std::string_view name;
  std::int64_t bytes;
};
constexpr std::array<TypeSize, 13> kProfileTypes{{{"float", 4}, {"half", 2}, {"bfloat16", 2}, {"double", 8},
                                           {"long", 8}, {"int", 4}, {"short", 2}, {"char", 1},
                                           {"byte", 1}, {"bool", 1}, {"complexfloat", 8},
                                           {"complexdouble", 16}, {"float8", 1}}};

std::string small_letters(std::string_view text) {
  std::string all;
  for (const char c : text) {
    if (c != '_' && c != '-') all += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return all;
}

class ProfileReader {
 public:
  explicit ProfileReader(const std::filesystem::path& path) : path_(path) {}

  KinetoRank all() {
    JsonBytes text(path_);
    bool in_events = false, found = false;
    const auto take = [&](int depth, ProfileEvent::parse_event_t what, ProfileEvent& parsed) {
      constexpr int kMostDepth = 64;
      if (depth > kMostDepth) throw Error(Exit::usage, ErrorPlace(path_.string()), "is nested too deeply");
      if (what == ProfileEvent::parse_event_t::key && depth == 1) {
        in_events = parsed == "traceEvents";
        found |= in_events;
      }
      if (!in_events || depth != 2 || what != ProfileEvent::parse_event_t::object_end) return true;
      event(parsed);
      ++number_;
      return false;
    };
    try {
      const ProfileEvent rest = ProfileEvent::parse(JsonIterator(text), JsonIterator(), take);
      if (rest.contains("distributedInfo")) about(rest["distributedInfo"]);
    } catch (const ProfileEvent::exception& e) {
      throw Error(Exit::usage, ErrorPlace(path_.string()), fmt::format("is not such JSON: {}", e.what()));
    }
    if (!found) throw Error(Exit::usage, ErrorPlace(path_.string()), "has no \"traceEvents\"");
    finish();
    return std::move(rank_);
  }

 private:
  struct Found {
    KinetoOp op;
    double begin = 0, duration = 0;  // µs
    std::int64_t correlation = -1;
    std::string group_name;
    std::uint64_t number = 0;
  };

  [[noreturn]] void refuse(std::uint64_t number, const std::string& what) const {
    throw Error(Exit::usage, ErrorPlace(path_.string()), fmt::format("event {}: {}", number, what));
  }
  double real(const ProfileEvent& e, const char* key) const {
    const auto at = e.find(key);
    if (at == e.end() || !at->is_number()) refuse(number_, fmt::format("has no number \"{}\"", key));
    const double x = at->get<double>();
    if (!(x >= 0 && x < 9e18)) refuse(number_, fmt::format("its \"{}\" is {}", key, x));
    return x;
  }
  // Whole, in text or not; `none` if there is no such.
  static std::int64_t whole(const ProfileEvent& args, const char* key, std::int64_t none) {
    const auto at = args.find(key);
    if (at == args.end()) return none;
    if (at->is_number_integer()) return at->get<std::int64_t>();
    if (at->is_string()) return number_in<std::int64_t>(at->get_ref<const std::string&>()).value_or(none);
    return none;
  }
  static std::string text(const ProfileEvent& args, const char* key) {
    const auto at = args.find(key);
    return at == args.end() ? "" : at->is_string() ? at->get<std::string>() : at->dump();
  }

  void event(const ProfileEvent& e) {
    if (text(e, "ph") != "X" || !e.contains("cat")) return;
    const std::string category = small_letters(text(e, "cat"));
    const auto has_arguments = e.find("args");
    static const ProfileEvent kEmpty = ProfileEvent::object();
    const bool has_some = has_arguments != e.end() && has_arguments->is_object();
    const ProfileEvent& args = has_some ? *has_arguments : kEmpty;
    if (category.ends_with("runtime") || category.ends_with("driver")) return launch(e, args);
    const bool kernel = category == "kernel", copies = category.starts_with("gpumem");
    if (!kernel && !copies) return;
    Found f;
    f.begin = real(e, "ts"), f.duration = real(e, "dur"), f.number = number_;
    f.op.kind = copies ? ProfileKind::copy : ProfileKind::kernel;
    const std::int64_t stream = whole(args, "stream", 0), device = whole(args, "device", 0);
    f.op.stream = static_cast<std::uint32_t>(device << 20 ^ stream);
    f.correlation = whole(args, "correlation", -1);
    if (args.contains("Collective name")) communication(args, f);
    else if (kernel && text(e, "name").starts_with("nccl")) ++rank_.unknown;
    found_.push_back(std::move(f));
  }

  void launch(const ProfileEvent& e, const ProfileEvent& args) {
    const double at = real(e, "ts");
    if (const std::int64_t c = whole(args, "correlation", -1); c >= 0) launched_[c] = at;
    if (text(e, "name").find("Synchronize") != std::string::npos) {
      syncs_.emplace_back(at, at + real(e, "dur"));
    }
  }

  void communication(const ProfileEvent& args, Found& f) {
    const std::string name = small_letters(text(args, "Collective name"));
    const auto known = std::ranges::find_if(kProfileCalls, [&](const CallName& c) {
      return name.starts_with(c.beginning);
    });
    if (known == kProfileCalls.end()) {
      ++rank_.unknown;
      return;
    }
    const std::string type = small_letters(text(args, "dtype"));
    const auto size = std::ranges::find_if(kProfileTypes, [&](const TypeSize& t) {
      return t.name == "float8" ? type.starts_with(t.name) : type == t.name;
    });
    f.op.kind = known->kind;
    f.op.collective = known->collective;
    const bool together = known->kind == ProfileKind::collective;
    const bool receives = known->kind == ProfileKind::receive;
    const bool empty = together && known->collective == Coll::barrier;
    if (size == kProfileTypes.end() && !empty) {
      refuse(number_, fmt::format("its \"dtype\" is '{}', of unknown size", text(args, "dtype")));
    }
    const bool scatters = together && known->collective == Coll::scatter;
    const char* const key = receives || scatters ? "Out msg nelems" : "In msg nelems";
    const std::int64_t n = empty ? 0 : whole(args, key, -1);
    constexpr std::int64_t kMost = std::int64_t{1} << 36;
    if (n < 0 || n > kMost) refuse(number_, fmt::format("its \"{}\" is no number of elements", key));
    f.op.bytes = {n * (size == kProfileTypes.end() ? 1 : size->bytes)};
    const std::string split = text(args, "In split size");
    rank_.uneven |= split.size() > 2 && split != "null";
    const char* const other = receives ? "Src Rank" : together ? "Root" : "Dst Rank";
    f.op.peer = static_cast<std::int32_t>(whole(args, other, 0));
    f.group_name = text(args, "Process Group Name");
    members(args, f);
  }

  // "[0, 1, 2]"; of large groups a formula, or pg_config.
  void members(const ProfileEvent& args, Found& f) const {
    const std::string list = text(args, "Process Group Ranks");
    if (list.find("...") == std::string::npos) {
      std::uint64_t n = 0;
      bool digits = false;
      for (const char c : list + ",") {
        if (c >= '0' && c <= '9') {
          n = std::min<std::uint64_t>(10 * n + static_cast<std::uint64_t>(c - '0'), UINT32_MAX);
          digits = true;
        } else if (digits) {
          f.op.group.push_back(static_cast<std::uint32_t>(n));
          n = 0, digits = false;
        }
      }
      if (!f.op.group.empty()) return;
    }
    const std::int64_t size = whole(args, "Group size", 0), first = whole(args, "Global rank start", -1);
    const std::int64_t stride = whole(args, "Global rank stride", 0);
    for (std::int64_t i = 0; i < std::min<std::int64_t>(size, 1 << 20) && first >= 0 && stride > 0; ++i) {
      f.op.group.push_back(static_cast<std::uint32_t>(first + i * stride));
    }
  }

  void about(const ProfileEvent& info) {
    const auto number = [&](const char* key) -> std::optional<std::uint32_t> {
      const std::int64_t n = info.is_object() ? whole(info, key, -1) : -1;
      if (n < 0 || n > UINT32_MAX) return std::nullopt;
      return static_cast<std::uint32_t>(n);
    };
    rank_.rank = number("rank");
    rank_.ranks = number("world_size");
    if (!info.is_object() || !info.contains("pg_config") || !info["pg_config"].is_array()) return;
    for (const ProfileEvent& g : info["pg_config"]) {
      if (!g.is_object() || !g.contains("ranks") || !g["ranks"].is_array()) continue;
      std::vector<std::uint32_t>& ranks = groups_[text(g, "pg_name")];
      for (const ProfileEvent& r : g["ranks"]) {
        if (r.is_number_unsigned()) ranks.push_back(static_cast<std::uint32_t>(r.get<std::uint64_t>()));
      }
    }
  }

  void finish() {
    std::ranges::stable_sort(found_, {}, &Found::begin);
    const double first = found_.empty() ? 0 : found_.front().begin;
    // Nanoseconds are the finest that profiles have.
    const auto time = [&](double us) { return Time{std::llround((us - first) * 1000) * 1000}; };
    constexpr double kLongest = 2e12;  // µs: 23 days
    for (Found& f : found_) {
      KinetoOp& op = f.op;
      if (f.begin - first > kLongest || f.duration > kLongest) refuse(f.number, "is longer than 23 days");
      const bool communicates = op.kind > ProfileKind::copy;
      if (communicates && op.group.empty()) {
        const auto named = groups_.find(f.group_name);
        if (named != groups_.end()) op.group = named->second;
        if (op.group.empty()) {
          refuse(f.number, fmt::format("the ranks of its group '{}' are not in the file", f.group_name));
        }
      }
      op.begin = time(f.begin);
      op.end = time(f.begin + f.duration);
      if (const auto at = launched_.find(f.correlation); at != launched_.end()) {
        op.launched = time(at->second);
      } else {
        op.launched = op.begin;
      }
      rank_.ops.push_back(std::move(op));
    }
    for (const auto& [begin, end] : syncs_) {
      if (std::abs(begin - first) < kLongest && end - begin < kLongest) {
        rank_.syncs.emplace_back(time(begin), time(end));
      }
    }
    std::ranges::sort(rank_.syncs);
  }

  const std::filesystem::path& path_;
  std::uint64_t number_ = 0;
  KinetoRank rank_;
  std::vector<Found> found_;
  std::unordered_map<std::int64_t, double> launched_;  // by correlation
  std::vector<std::pair<double, double>> syncs_;
  std::map<std::string, std::vector<std::uint32_t>> groups_;
};

}  // namespace

bool is_kineto(std::string_view head) {
  for (const std::string_view key : {"\"traceEvents\"", "\"distributedInfo\"", "\"deviceProperties\""}) {
    if (head.find(key) != head.npos) return head.find("\"workload_graph\"") == head.npos;
  }
  return false;
}

KinetoRank read_kineto(const std::filesystem::path& path) { return ProfileReader(path).all(); }

}  // namespace kasuri::trace
