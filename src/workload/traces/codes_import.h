// SPDX-License-Identifier: MIT
// The import of a network file of CODES, by model; see codes_network.h.
//
// The models of CODES (src/networks/model-net of its sources) count bandwidth in units of their
// own:
//
//   torus, dragonfly        GiB/s   bytes_to_ns(): bytes / 2^30 / bandwidth
//   fat-tree                GB/s    1 / bandwidth nanoseconds for each byte
//   simplenet, simplep2p    MiB/s   rate_to_ns()
//   loggp                   µs      for each byte (G), of a table of netgauge
//
// Packets travel in chunks, each with buffer space and a routing decision of its own: a chunk is
// what we call a packet. Buffers are those of a virtual channel, in bytes.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "workload/traces/codes_file.h"
#include "workload/traces/codes_machine.h"
#include "workload/traces/lines.h"

namespace kasuri::trace::codes {

inline constexpr double kGiB = 1073741824, kGB = 1e9, kMiB = 1048576;
inline constexpr std::uint32_t kMostBuffer = 1u << 30;

class Network {
 public:
  explicit Network(const std::filesystem::path& file) : file_(file), codes_(read_codes(file)) {
    const auto& groups = codes_.root.groups;
    const auto lp = groups.find("lpgroups"), params = groups.find("params");
    if (lp == groups.end() || lp->second.groups.empty()) fail("the file has no LPGROUPS");
    if (params == groups.end()) fail("the file has no PARAMS");
    lp->second.used = params->second.used = true;
    params_ = &params->second;
    machine_.warnings = codes_.warnings;
    choose_group(lp->second);
  }

  CodesMachine machine();

 private:
  struct Model {
    std::string_view name;
    void (Network::*import)();
    double unit;  // of its bandwidths, in bytes per second
  };
  static std::span<const Model> models() {
    static constexpr Model all[] = {
        {"torus", &Network::torus, kGiB},         {"fattree", &Network::fat_tree, kGB},
        {"dragonfly", &Network::dragonfly, kGiB}, {"simplenet", &Network::simplenet, kMiB},
        {"simplep2p", &Network::simplep2p, kMiB}, {"loggp", &Network::loggp, 1}};
    return all;
  }

  [[noreturn]] void fail(std::string_view what, CodesPlace at = {}) const {
    fail_at(file_, at.line, at.column, -1, what);
  }
  void warn(CodesPlace at, std::string_view what) {
    machine_.warnings.push_back(codes_warning(file_, at, what));
  }
  // The place of a key, or of the group that lacks it.
  CodesPlace place(const CodesGroup& from, const std::string& key) const {
    const auto found = from.values.find(key);
    return found == from.values.end() ? from.at : found->second.at;
  }
  CodesPlace place(const std::string& key) const { return place(*params_, key); }

  static const CodesValue* find(const CodesGroup& from, const std::string& key) {
    const auto found = from.values.find(key);
    if (found == from.values.end()) return nullptr;
    found->second.used = true;
    return &found->second;
  }
  template <class T>
  T number(const CodesGroup& from, const std::string& key, T otherwise, T least, T most) {
    const CodesValue* const value = find(from, key);
    if (!value) return otherwise;
    std::string_view text = value->items[0];
    // Of a list, as of the switches of each level, CODES takes the first.
    if (const std::size_t comma = text.find(','); comma != text.npos) text = text.substr(0, comma);
    const auto n = number_in<T>(text);
    if (!n || !(*n >= least) || !(*n <= most)) {
      fail(fmt::format("{} must be a number from {} to {}, not \"{}\"", key, least, most,
                       value->items[0]),
           value->at);
    }
    if (value->items.size() > 1 || text.size() < value->items[0].size()) {
      warn(value->at, fmt::format("{}: only the first number, {}, is read", key, *n));
    }
    return *n;
  }
  std::uint32_t count(const std::string& key, std::uint32_t otherwise) {
    return number<std::uint32_t>(*group_, key, otherwise, 1, 1u << 26);
  }
  std::uint32_t parameter(const std::string& key, std::uint32_t otherwise, std::uint32_t least,
                          std::uint32_t most) {
    return number<std::uint32_t>(*params_, key, otherwise, least, most);
  }
  double real(const std::string& key, double otherwise, double least, double most) {
    return number<double>(*params_, key, otherwise, least, most);
  }
  std::string text(const std::string& key) {
    const CodesValue* const value = find(*params_, key);
    return value ? value->items[0] : "";
  }

  static std::string rate_of(double bytes_per_second) {
    return fmt::format("\"{} B/s\"", std::llround(bytes_per_second));
  }
  // A bandwidth of the file, with what stands there as a comment.
  std::string rate(const std::string& key, double otherwise) {
    const double n = real(key, otherwise, 1e-6, 9e4);
    return fmt::format("{}  # {} {}/s", rate_of(n * model_->unit), n,
                       model_->unit == kGB ? "GB" : "GiB");
  }
  static std::int64_t ps(double ns) { return std::llround(ns * 1000); }
  static std::string time_of(double ns) {
    const std::int64_t t = ps(ns);
    return t % 1000 == 0 ? fmt::format("\"{} ns\"", t / 1000) : fmt::format("\"{} ps\"", t);
  }
  std::string buffer(const std::string& key, std::uint32_t otherwise) {
    const std::uint32_t wanted = parameter(key, otherwise, 1, kMostBuffer);
    if (wanted >= packet_) return fmt::format("\"{} B\"", wanted);
    warn(place(key), fmt::format("{} = {} B holds no chunk of {} B: {} B instead", key, wanted,
                                 packet_, packet_));
    return fmt::format("\"{} B\"", packet_);
  }
  void routing(std::string_view type, std::string_view more = "") {
    machine_.toml += fmt::format("[routing]\ntype = \"{}\"\n{}\n", type, more);
  }
  std::uint32_t vcs(const std::string& key, std::uint32_t in_codes, std::uint32_t needed,
                    std::string_view routing) {
    if (in_codes >= needed) return in_codes;
    warn(place(key),
         fmt::format("{} virtual channel{} of CODES become {}: routing '{}' needs as many "
                     "against deadlocks; the buffer of each stays",
                     in_codes, in_codes == 1 ? "" : "s", needed, routing));
    return needed;
  }

  void choose_group(const CodesGroup& lp);
  void find_packet(std::uint32_t chunk);
  void torus();
  void fat_tree();
  void dragonfly();
  void simplenet() { whole_messages("modelnet_simplenet"); }
  void simplep2p();
  void loggp();
  void whole_messages(const std::string& lps);
  void whole_message_machine(const std::string& lps, double latency_ns, double rate, double gap_ns);
  void nodes(const std::string& cn_rate, const std::string& receive_buffer);
  void libraries();
  void check_used();
  void check_used(const CodesGroup&, const std::string& of);

  std::filesystem::path file_;
  CodesFile codes_;
  CodesMachine machine_;
  const CodesGroup* group_ = nullptr;
  const CodesGroup* params_ = nullptr;
  const Model* model_ = nullptr;
  std::uint32_t packet_ = 512;
};

}  // namespace kasuri::trace::codes
