// SPDX-License-Identifier: MIT
// See nvswitch.cpp.
#pragma once

#include "base/config/fields.h"
#include "network/topology/xgft.h"

namespace kasuri {

struct NvSwitchParams {
  std::uint32_t gpus = 8;
  std::uint32_t switches = 4;
  std::uint32_t links = 1;  // of a GPU to each switch
  std::optional<BytesPerSecond> gpu_rate;
  std::optional<Time> latency;
  bool nvls = true;

  static config::Fields<NvSwitchParams> fields();
  static void validate(const NvSwitchParams&, config::Section&);

  Xgft::Shape shape() const { return {{1, gpus}, {1, switches}, {1, links}}; }
};

class NvSwitch final : public Xgft {
 public:
  NvSwitch(const NvSwitchParams& p, TopologyContext&) : Xgft("nvswitch", p.shape()), p_(p) {}

  std::vector<std::string> link_classes() const override { return {"nvlink"}; }
  std::uint32_t link_class(RouterId, std::uint32_t) const override { return 0; }
  LinkFacts link_facts(std::uint32_t) const override;
  // A GPU sends over all its links at once.
  std::optional<BytesPerSecond> endpoint_rate() const override { return p_.gpu_rate; }
  bool sends_at_once(RouterId r) const override { return endpoints_at(r) > 0 && degree(r) > 1; }
  bool multicast() const override { return p_.nvls; }
  bool is_of_gpus() const override { return true; }
  Servers servers() const override {  // one, without NICs
    return {.count = 1, .endpoints = endpoints(), .multicast = p_.nvls};
  }
  // Memory is interleaved over the switches in small pieces.
  std::string_view usual_routing() const override { return "random-up-down"; }
  std::string describe() const override;

 private:
  NvSwitchParams p_;
};

}  // namespace kasuri
