// SPDX-License-Identifier: MIT
// Kasuri for other programs: components of your own, in a plug-in or in your program, and simulations in
// your process. docs/library.md explains both.
//
// This header is all that they need, and it is kept stable: what is in namespace kasuri::v1 does not
// change its meaning. It needs C++20 and nothing of Kasuri's own sources. Times are integers in
// picoseconds.
//
//   KASURI_PLUGIN(registry) {
//     registry.topology("wheel", "a hub and a ring", {kasuri::v1::integer("spokes", 8, "routers of the
//     ring")},
//                       [](const kasuri::v1::Settings& s) { return
//                       std::make_unique<Wheel>(s.integer("spokes")); });
//   }
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kasuri::v1 {

inline constexpr unsigned kVersion = 1;
inline constexpr std::int64_t kNever = INT64_MAX;

// --- Settings of a component: keys of its section in the configuration ---

struct Setting {
  enum class Type { integer, number, boolean, text, file, time, size, rate };

  std::string name;
  std::string meaning;       // for messages, `kasuri list` and `kasuri help`
  Type type = Type::integer;
  bool required = false;     // else `initial` or `text` is the default
  double initial = 0;        // of a number; of a time in ps, a size in bytes, a rate in bytes/s
  std::string text{};
  std::optional<double> least{}, most{};

  Setting range(double from, double to) && {
    least = from, most = to;
    return std::move(*this);
  }
};

inline Setting integer(std::string name, std::int64_t initial, std::string meaning) {
  return {std::move(name), std::move(meaning), Setting::Type::integer, false, static_cast<double>(initial)};
}
inline Setting number(std::string name, double initial, std::string meaning) {
  return {std::move(name), std::move(meaning), Setting::Type::number, false, initial};
}
inline Setting boolean(std::string name, bool initial, std::string meaning) {
  return {std::move(name), std::move(meaning), Setting::Type::boolean, false, initial ? 1.0 : 0.0};
}
inline Setting text(std::string name, std::string initial, std::string meaning) {
  return {std::move(name), std::move(meaning), Setting::Type::text, false, 0, std::move(initial)};
}
inline Setting time(std::string name, std::int64_t ps, std::string meaning) {
  return {std::move(name), std::move(meaning), Setting::Type::time, false, static_cast<double>(ps)};
}
inline Setting size(std::string name, std::int64_t bytes, std::string meaning) {
  return {std::move(name), std::move(meaning), Setting::Type::size, false, static_cast<double>(bytes)};
}
// A file: paths are relative to the configuration, and its content is part of the key of stored results.
inline Setting file(std::string name, std::string meaning) {
  return {std::move(name), std::move(meaning), Setting::Type::file, true};
}

// Their values. Asking for a name that the component has not declared, or for another type, is an
// std::logic_error.
class Settings {
 public:
  virtual ~Settings() = default;
  virtual std::int64_t integer(std::string_view name) const = 0;  // also of times (ps), sizes, rates
  virtual double number(std::string_view name) const = 0;
  virtual bool boolean(std::string_view name) const = 0;
  virtual std::string text(std::string_view name) const = 0;      // also of files: an absolute path
};

// --- Components. What one cannot do, it says by throwing: the message goes to the user. ---

struct Port {
  std::uint32_t router = 0;
  std::uint32_t port = 0;
};

// Routers, and directed channels between their ports: output p of router r leads to input
// neighbour(r, p). A router has as many inputs as outputs, and every input is fed by one output.
class Topology {
 public:
  virtual ~Topology() = default;
  virtual std::uint32_t routers() const = 0;
  virtual std::uint32_t degree(std::uint32_t router) const = 0;  // at most 4,096
  virtual Port neighbour(std::uint32_t router, std::uint32_t port) const = 0;
  virtual std::uint32_t endpoints_at(std::uint32_t router) const = 0;  // NICs of a router
  virtual std::vector<std::uint32_t> coordinates(std::uint32_t router) const { return {router}; }
  virtual std::uint32_t group(std::uint32_t) const { return 0; }  // neighbourhood, for placements
  virtual std::vector<std::string> link_classes() const { return {"link"}; }
  virtual std::uint32_t link_class(std::uint32_t /*router*/, std::uint32_t /*port*/) const { return 0; }
  virtual std::string describe() const = 0;
};

// The machine as other components see it.
class Machine {
 public:
  virtual ~Machine() = default;
  virtual std::uint32_t routers() const = 0;
  virtual std::uint32_t degree(std::uint32_t router) const = 0;
  virtual Port neighbour(std::uint32_t router, std::uint32_t port) const = 0;
  virtual std::uint32_t endpoints() const = 0;
  virtual std::uint32_t router_of(std::uint32_t endpoint) const = 0;
  virtual std::vector<std::uint32_t> coordinates(std::uint32_t router) const = 0;
  virtual std::string name(std::uint32_t router) const = 0;
  virtual std::uint32_t nics_per_node() const = 0;  // node n has the endpoints from n * nics_per_node()
  virtual std::uint32_t vcs() const = 0;            // virtual channels of a link; 0 where not known
};

struct At {
  static constexpr std::uint32_t kInjected = UINT32_MAX;
  std::uint32_t router = 0;
  std::uint32_t port = kInjected;  // the input by which the packet came; kInjected: from a NIC
  std::uint32_t vc = 0;            // its virtual channel there
};

struct Hop {
  std::uint32_t port = 0;
  std::uint32_t vcs = ~0u;  // bits of the virtual channels that the packet may take; all by default
};

// The next hop of packets between two routers, a function of its arguments alone: the check for deadlocks
// and several threads ask it, in any order. It is never asked at the target.
class Routing {
 public:
  virtual ~Routing() = default;
  virtual Hop next(const At&, std::uint32_t source, std::uint32_t target) const = 0;
  virtual std::string describe() const = 0;
};

struct Job {
  std::span<const std::uint32_t> nodes;  // of each rank
  std::uint64_t seed;
};

// Messages at random times, with the settings of `uniform`. Where a rank sends to is a function of the
// rank and 64 random bits; a rank that sends to itself sends nothing, whatever the bits.
class Pattern {
 public:
  virtual ~Pattern() = default;
  virtual std::uint32_t destination(std::uint32_t rank, std::uint64_t bits) const = 0;
};

struct NodesWanted {
  std::span<const std::uint32_t> free;  // ascending
  std::uint32_t count;
  std::uint64_t seed;
};

// What a link does in a gap between packets, decided from the gaps before it. Times from the begin of the
// gap; kNever: not in this gap.
struct Sleep {
  std::int64_t after = kNever;
  std::int64_t deeper = kNever;  // into the second mode
  std::int64_t wake = kNever;    // of its own accord
};

class LinkPolicy {
 public:
  virtual ~LinkPolicy() = default;
  virtual Sleep plan(std::uint32_t link) = 0;
  virtual void ended(std::uint32_t /*link*/, std::int64_t /*gap_ps*/) {}
};

struct Links {
  std::uint32_t count;     // numbered from 0
  std::int64_t threshold;  // power.t_lt
  std::int64_t break_even; // shorter gaps save no energy
};

// Where components are registered. Names are new in their kind. At most 64 components in all.
class Registry {
 public:
  using Declared = std::vector<Setting>;
  template <class T, class... More>
  using Make = std::function<std::unique_ptr<T>(const Settings&, More...)>;
  using Numbers = std::vector<std::uint32_t>;

  virtual ~Registry() = default;
  virtual void topology(std::string name, std::string summary, Declared, Make<Topology>) = 0;
  virtual void routing(std::string name, std::string summary, Declared, Make<Routing, const Machine&>) = 0;
  virtual void pattern(std::string name, std::string summary, Declared,
                       Make<Pattern, const Machine&, const Job&>) = 0;
  // The nodes of a job, in the order in which ranks fill them.
  virtual void placement(std::string name, std::string summary, Declared,
                         std::function<Numbers(const Settings&, const Machine&, const NodesWanted&)>) = 0;
  // For each rank its place among `nodes`: a permutation of 0 to n - 1.
  virtual void mapping(std::string name, std::string summary, Declared,
                       std::function<Numbers(const Settings&, const Machine&, const Job&)>) = 0;
  virtual void link_policy(std::string name, std::string summary, Declared,
                           Make<LinkPolicy, const Links&>) = 0;
};

// --- Simulations in this process: link with libkasuri (pkg-config kasuri, or the CMake package) ---

// A mistake in the configuration, or a run that is impossible; what() is the message of the command line.
class Failure : public std::runtime_error {
 public:
  Failure(int exit_code, const std::string& text) : std::runtime_error(text), exit_code_(exit_code) {}
  int exit_code() const { return exit_code_; }  // docs/errors.md

 private:
  int exit_code_;
};

struct LinkUse {
  std::uint32_t from, port, to;
  bool ejection;  // to a NIC
  std::uint64_t packets, bytes;
  std::int64_t busy_ps;
};

struct Outcome {
  std::int64_t time_ps = 0;
  std::uint64_t packets = 0, packet_hops = 0;
  int exit_code = 0;
  bool complete = false;
  std::string result_hash;
  std::string summary_json;  // as summary.json, docs/results.md
  std::string text;          // in words
  std::vector<LinkUse> links;
};

struct Options {
  unsigned threads = 1;     // results do not depend on it
  std::string out;          // run directory; empty: none is written
  std::string
      include_dir;  // of mgen.h, for jobs with a program in C: pkg-config --variable=programs kasuri
  std::function<void(double share, double wall_s)> progress;  // share of the run; negative: not known
};

// A configuration and its settings.
struct Configured {
  std::string file, text, name;
  std::vector<std::string> overrides;
};

class Simulation : private Configured {
 public:
  // Throws Failure if the file cannot be read. Relative paths start from its folder.
  static Simulation from_file(const std::string& path);
  // A configuration in TOML. Relative paths start from the working directory.
  static Simulation from_text(const std::string& toml, const std::string& name = "configuration");

  // A setting, as --set on the command line: set("router.vcs", "4").
  Simulation& set(const std::string& key, const std::string& value);
  // The machine in words. Throws Failure with all mistakes.
  std::string check() const;
  // Throws Failure for mistakes. A program that fails or a deadlock is an outcome with its exit code. One
  // simulation runs at a time in a process.
  Outcome run(const Options& = {}) const;

 private:
  friend class Network;  // kasuri/network.h
  Simulation() = default;
};

// Of this process: components registered here need no plug-in.
Registry& registry();
// "0.1.0".
std::string version();

}  // namespace kasuri::v1

// The entry of a plug-in, once in each.
#define KASURI_PLUGIN(registry)                                                                     \
  extern "C" __attribute__((visibility("default"))) const unsigned kasuri_plugin_version =          \
      kasuri::v1::kVersion;                                                                         \
  extern "C" __attribute__((visibility("default"))) void kasuri_plugin(kasuri::v1::Registry& registry)
