// SPDX-License-Identifier: MIT
// What integrations/astra-sim needs of ASTRA-sim's network interface, in our own words: for a test that has no
// ASTRA-sim.
#pragma once

#include <cstdint>

namespace AstraSim {

enum time_type_e { SE, MS, US, NS, FS };
struct timespec_t {
  time_type_e time_res;
  long double time_val;
};
struct sim_request {};

class AstraNetworkAPI {
 public:
  explicit AstraNetworkAPI(int npu) : rank(npu) {}
  virtual ~AstraNetworkAPI() = default;
  virtual int sim_send(void* data, std::uint64_t bytes, int type, int to, int tag, sim_request*,
                       void (*done)(void*), void* argument) = 0;
  virtual int sim_recv(void* data, std::uint64_t bytes, int type, int from, int tag, sim_request*,
                       void (*done)(void*), void* argument) = 0;
  virtual void sim_schedule(timespec_t, void (*f)(void*), void* argument) = 0;
  virtual timespec_t sim_get_time() = 0;
  virtual void sim_notify_finished() {}

 protected:
  int rank;
};

}  // namespace AstraSim
