// SPDX-License-Identifier: MIT
// ASTRA-sim's network interface on kasuri/network.h: one object for each NPU, all of one network. An NPU is a
// node of the same number.
#pragma once

#include <kasuri/network.h>

#include <astra-sim/common/AstraNetworkAPI.hh>

#include <cmath>
#include <deque>
#include <map>
#include <tuple>

namespace kasuri_astra {

using Handler = void (*)(void*);

// What NPUs have in common. A message meets a receive of the same NPUs, tag and size, in order.
struct Shared {
  using Key = std::tuple<int, int, int, std::uint64_t>;
  struct Pair {
    std::uint64_t arrived = 0;  // that no receive has asked for yet
    std::deque<kasuri::v1::Network::Callback> receives;
  };

  explicit Shared(kasuri::v1::Network& n) : network(n) {}
  kasuri::v1::Network& network;
  std::map<Key, Pair> pairs;
  int finished = 0;  // workloads
};

class KasuriNetwork final : public AstraSim::AstraNetworkAPI {
 public:
  KasuriNetwork(int npu, Shared& shared) : AstraNetworkAPI(npu), s_(shared) {}

  // `sent` is called when the last byte has left the NPU's memory.
  int sim_send(void*, std::uint64_t count, int, int to, int tag, AstraSim::sim_request*, Handler sent,
               void* argument) override {
    const Shared::Key key{rank, to, tag, count};
    s_.network.send(static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(to),
                    static_cast<std::int64_t>(count), 0, [sent, argument] { sent(argument); },
                    [this, key] { arrived(key); });
    return 0;
  }

  int sim_recv(void*, std::uint64_t count, int, int from, int tag, AstraSim::sim_request*, Handler received,
               void* argument) override {
    const auto call = [received, argument] { received(argument); };
    Shared::Pair& pair = s_.pairs[{from, rank, tag, count}];
    if (pair.arrived == 0) {
      pair.receives.push_back(call);
    } else {
      if (--pair.arrived == 0 && pair.receives.empty()) s_.pairs.erase({from, rank, tag, count});
      s_.network.schedule(s_.network.now(), call);
    }
    return 0;
  }

  void sim_schedule(AstraSim::timespec_t delta, Handler f, void* argument) override {
    s_.network.schedule(s_.network.now() + std::llround(delta.time_val * 1000),
                        [f, argument] { f(argument); });
  }
  AstraSim::timespec_t sim_get_time() override {
    return {AstraSim::NS, static_cast<long double>(s_.network.now()) / 1000};
  }
  void sim_notify_finished() override { ++s_.finished; }

 private:
  void arrived(const Shared::Key& key) {
    Shared::Pair& pair = s_.pairs[key];
    if (pair.receives.empty()) {
      ++pair.arrived;
      return;
    }
    const auto call = std::move(pair.receives.front());
    pair.receives.pop_front();
    if (pair.receives.empty()) s_.pairs.erase(key);
    call();
  }

  Shared& s_;
};

}  // namespace kasuri_astra
