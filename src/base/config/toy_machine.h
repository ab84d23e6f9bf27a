// SPDX-License-Identifier: MIT
// A small machine for the tests of config/ and the fuzz target: one kind with three components, and
// sections with a field of each type.
#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/config/writer.h"

namespace kasuri::config::toy {

using namespace kasuri::literals;

struct Nothing {};

struct Topology {
  static constexpr std::string_view kKind = "topology";
  static constexpr std::string_view kKindMeaning = "how routers are connected";
  using Base = Topology;
  using Context = Nothing;
  virtual ~Topology() = default;
  virtual std::int64_t routers() const = 0;
};

struct TorusParams {
  std::vector<std::int64_t> extents;
  BytesPerSecond rate = 5_GBps;
  Time cable = 10_ns;

  static Fields<TorusParams> fields() {
    using P = TorusParams;
    return {field("extents", &P::extents, "routers along each dimension")
                .size(1, 8)
                .each(1, 1 << 20)
                .required(),
            field("rate", &P::rate, "link rate per direction")
                .range({1'000'000}, 1000_GBps)
                .or_unlimited(),
            field("cable", &P::cable, "delay of each cable").range(0_ns, 1_ms)};
  }
  static void validate(const TorusParams& p, Section& section) {
    std::int64_t routers = 1;
    for (const std::int64_t e : p.extents) routers *= std::min<std::int64_t>(e, 1 << 20);
    if (p.extents.size() > 1 && routers > 1 << 20) {
      section.error("extents", "'extents' make more than 1048576 routers");
    }
  }
};

struct RingParams {
  std::uint32_t routers = 4;

  static Fields<RingParams> fields() {
    return {field("routers", &RingParams::routers, "routers on the ring").range(2, 1000)};
  }
};

struct FaultyParams {
  Choice<Topology> inner;
  double fraction = 0.01;

  static Fields<FaultyParams> fields() {
    using P = FaultyParams;
    return {field("inner", &P::inner, "the topology that loses links").required(),
            field("fraction", &P::fraction, "links that are lost").range(0, 1)};
  }
};

enum class SendMode { fast, fair };
constexpr auto names_of(SendMode) { return name_table("fast", "fair"); }

struct NicParams {
  Bytes buffer = 64_B * 1024;
  Time overhead = 100_ns;
  BytesPerSecond dma = kUnlimited;
  double power = 2.5;
  std::int32_t queues = 4;
  bool rdma = false;
  SendMode mode = SendMode::fast;
  std::filesystem::path trace;
  std::optional<Time> timeout;
  std::optional<std::vector<double>> weights;
  std::vector<std::string> labels = {"a", "b"};

  static Fields<NicParams> fields() {
    using P = NicParams;
    return {field("buffer", &P::buffer, "receive buffer").range(1_B, {1 << 30}),
            field("overhead", &P::overhead, "time to start a send"),
            field("dma", &P::dma, "rate of the DMA engine").or_unlimited(),
            field("power", &P::power, "power when idle").unit("W").range(0, 1000),
            field("queues", &P::queues, "send queues").range(1, 64).formerly("rings"),
            field("rdma", &P::rdma, "whether remote memory can be accessed"),
            field("mode", &P::mode, "how sends are ordered"),
            field("trace", &P::trace, "file of sends to replay"),
            field("timeout", &P::timeout, "time after which a send is repeated"),
            field("weights", &P::weights, "share of each queue").each(0, 1),
            field("labels", &P::labels, "names of the queues")};
  }
};

struct JobParams {
  std::string name = "job";
  std::int64_t ranks = 1;
  std::vector<std::string> args;

  static Fields<JobParams> fields() {
    using P = JobParams;
    return {field("name", &P::name, "name in results"),
            field("ranks", &P::ranks, "number of ranks").range(1, 1 << 20).required(),
            field("args", &P::args, "arguments of the program")};
  }
};

struct Torus : Topology {
  Torus(const TorusParams& p, Nothing&) {
    for (const std::int64_t e : p.extents) routers_ *= e;
  }
  std::int64_t routers() const override { return routers_; }
  std::int64_t routers_ = 1;
};

struct Ring : Topology {
  Ring(const RingParams& p, Nothing&) : routers_(p.routers) {}
  std::int64_t routers() const override { return routers_; }
  std::int64_t routers_;
};

struct Faulty : Topology {
  Faulty(const FaultyParams& p, Nothing& context) : inner_(p.inner.make(context)) {}
  std::int64_t routers() const override { return inner_->routers(); }
  std::unique_ptr<Topology> inner_;
};

struct Single : Topology {
  Single(const NoParams&, Nothing&) {}
  std::int64_t routers() const override { return 1; }
};

inline const Register<Torus, TorusParams> torus{"torus", "k-ary n-cube with wrap-around"};
inline const Register<Ring, RingParams> ring{"ring", "one cycle of routers"};
inline const Register<Faulty, FaultyParams> faulty{"faulty", "another topology without some links"};
inline const Register<Single> single{"single", "one router"};

inline const Describe<Choice<Topology>> topology_section{"topology", "how routers are connected",
                                                         true};
inline const Describe<NicParams> nic_section{"nic", "network interface of each node"};
inline const Describe<std::vector<JobParams>> jobs_section{"jobs", "programs to run"};

// All of it, as an experiment reads it.
struct Machine {
  Choice<Topology> topology;
  NicParams nic;
  std::vector<JobParams> jobs;
};

inline Machine read_machine(Document& document) {
  Section root = document.root();
  Machine m;
  m.topology = read<Choice<Topology>>(root.section("topology"));
  m.nic = read<NicParams>(root.section("nic"));
  for (const Section& job : root.sections("jobs")) m.jobs.push_back(read<JobParams>(job));
  return m;
}

inline std::string resolved(const Machine& m) {
  return Writer().section("topology", m.topology).section("nic", m.nic).sections("jobs", m.jobs)
      .text();
}

}  // namespace kasuri::config::toy
