// SPDX-License-Identifier: MIT
// Omega network (Lawrie, "Access and Alignment of Data in an Array Processor", IEEE Trans.
// Computers C-24(12), 1975) of k^n endpoints: n columns of k^(n−1) switches with k inputs and k
// outputs each, a perfect shuffle of the lines after every column.
//
// As a graph of routers it is folded: endpoints send into the first column and receive from the
// last, so these two are one column of routers here, with k endpoints each, and n − 1 columns
// follow one another in a cycle. A packet meets n switches and crosses n − 1 channels, all in one
// direction, on the only way there is.
//
// Line x of a column (n digits to base k) belongs to switch x / k, and the shuffle takes it to x
// rotated left by one digit. So port d of switch s leads to switch (s k + d) mod k^(n−1), whose
// input port is the first digit of s.

#include <fmt/format.h>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "network/net/topology.h"

namespace kasuri {
namespace {

constexpr std::uint64_t kMaxOmegaIds = (1u << 30) - 1;

struct OmegaParams {
  std::uint32_t stages = 0;
  std::uint32_t switch_size = 2;

  static config::Fields<OmegaParams> fields() {
    using P = OmegaParams;
    return {config::field("stages", &P::stages, "n: switches on a path")
                .range(3, 30)
                .required(),
            config::field("switch_size", &P::switch_size,
                          "k: inputs and outputs of a switch; there are k^n endpoints")
                .range(2, 1024)};
  }

  std::uint64_t column() const {  // k^(n−1), or too many
    std::uint64_t n = 1;
    for (std::uint32_t i = 1; i < stages && n <= kMaxOmegaIds; ++i) n *= switch_size;
    return n;
  }

  static void validate(const OmegaParams& p, config::Section& section) {
    if (p.column() * p.switch_size <= kMaxOmegaIds && p.column() * (p.stages - 1) <= kMaxOmegaIds) return;
    section.error(&OmegaParams::stages,
                  fmt::format("{}^{} endpoints are more than the {} that can be numbered; "
                              "use fewer stages or smaller switches",
                              p.switch_size, p.stages, kMaxOmegaIds));
  }
};

class Omega final : public Topology {
 public:
  Omega(const OmegaParams& p, TopologyContext&)
      : k_(p.switch_size), columns_(p.stages - 1), size_(static_cast<std::uint32_t>(p.column())) {}

  std::uint32_t routers() const override { return columns_ * size_; }
  std::uint32_t degree(RouterId) const override { return k_; }
  PortRef neighbour(RouterId r, std::uint32_t port) const override {
    const std::uint32_t s = r.v % size_;
    const std::uint32_t next = (r.v / size_ + 1) % columns_;
    return {{next * size_ + (s * k_ + port) % size_}, static_cast<std::uint16_t>(s / (size_ / k_))};
  }
  std::uint32_t endpoints() const override { return size_ * k_; }
  std::uint32_t endpoints_at(RouterId r) const override { return r.v < size_ ? k_ : 0; }
  EndpointId first_endpoint(RouterId r) const override { return {r.v * k_}; }
  RouterId router_of(EndpointId e) const override { return {e.v / k_}; }
  // (column, switch within it).
  std::vector<std::uint32_t> coordinates(RouterId r) const override {
    return {r.v / size_, r.v % size_};
  }

  // After i channels the last i digits of a switch are free, and the others those that the first
  // one had further down. After n − 1, a whole cycle, all are free.
  std::optional<std::uint32_t> distance(RouterId a, RouterId b) const override {
    const std::uint32_t from = a.v % size_, to = b.v % size_;
    const std::uint32_t channels = (b.v / size_ + columns_ - a.v / size_) % columns_;
    std::uint32_t free = 1;
    for (std::uint32_t i = 0; i < channels; ++i) free *= k_;
    return to / free == from % (size_ / free) ? channels : channels + columns_;
  }
  std::vector<std::string> link_classes() const override { return {"stage"}; }
  std::string describe() const override {
    return fmt::format("omega network, {} endpoints, {} stages of {}x{} switches, folded",
                       endpoints(), columns_ + 1, k_, k_);
  }

 private:
  std::uint32_t k_, columns_, size_;
};

const config::Register<Omega, OmegaParams> omega{
    "omega",
    "one-way stages of small switches connected by perfect shuffles; first and last stage are the same "
    "routers"};

}  // namespace
}  // namespace kasuri
