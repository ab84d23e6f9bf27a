// SPDX-License-Identifier: MIT
// The recorders of one partition: hands each hook to those that want it.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "experiment/probe/probe.h"

namespace kasuri {

class Recorders final : public PacketObserver, public mpi::RankObserver {
 public:
  using Probes = std::vector<std::shared_ptr<const Probe>>;

  // Enters itself into the fabric and the world where a probe wants a hook.
  Recorders(const Probes&, const RecorderContext&);
  Recorders(const Recorders&) = delete;
  Recorders& operator=(const Recorders&) = delete;

  // Of each probe in turn.
  std::vector<std::vector<Table>> take();

  void entered(std::uint32_t router, std::uint32_t input_vc, std::uint32_t packet, Time head) override {
    for (Recorder* r : entered_) r->entered(router, input_vc, packet, head);
  }
  void held(std::uint32_t packet, Hold why, Time now) override {
    for (Recorder* r : held_) r->held(packet, why, now);
  }
  void granted(const Grant& g) override {
    for (Recorder* r : granted_) r->granted(g);
  }
  void injected(const Injection& i) override {
    for (Recorder* r : injected_) r->injected(i);
  }
  void arrived(const Message& m, Time posted) override {
    for (Recorder* r : arrived_) r->arrived(m, posted);
  }
  void spent(std::uint32_t rank, mpi::Activity what, Time from, Time to, const char* call) override {
    for (Recorder* r : ranks_) r->spent(rank, what, from, to, call);
  }
  void in_collective(std::uint32_t rank, std::size_t code, Time from, Time to) override {
    for (Recorder* r : ranks_) r->in_collective(rank, code, from, to);
  }
  void ended_step(std::uint32_t rank, const mpi::StepAccount& account) override {
    for (Recorder* r : steps_) r->ended_step(rank, account);
  }
  void served(std::uint32_t rank, const mpi::ServingReport& report) override {
    for (Recorder* r : steps_) r->served(rank, report);
  }
  void ended_on_devices(std::uint32_t rank, const mpi::DeviceCollective& c) override {
    for (Recorder* r : devices_) r->ended_on_devices(rank, c);
  }

 private:
  std::vector<std::unique_ptr<Recorder>> all_;
  std::vector<Recorder*> entered_, held_, granted_, injected_, arrived_, ranks_, steps_, devices_;
};

// Whether routers and NICs are watched at all.
bool watches_packets(const Recorders::Probes&);
// Whether one of them uses MachinePart::split.
bool splits_links(const Recorders::Probes&);

}  // namespace kasuri
