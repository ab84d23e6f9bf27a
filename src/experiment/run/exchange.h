// SPDX-License-Identifier: MIT
// Windows of several processes: what crosses between their parts goes in one message a neighbour a
// window, and so does what the window loop must know of all (base/engine/windows.h).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/cluster/cluster.h"
#include "base/engine/windows.h"

namespace kasuri {

class Domain;

class ClusterExchange final : public Exchange {
 public:
  // `here`: the parts of this process; every process has as many, process 0 the first ones.
  // `peers`: the processes that parts of this one have channels to or from.
  ClusterExchange(Cluster&, std::span<const std::unique_ptr<Domain>> here,
                  std::vector<unsigned> peers);

  void swap(std::uint64_t number, Lane::Report& all, Time& next, bool& stopped) override;

 private:
  void pack(std::uint64_t number, unsigned peer, ByteBuffer&);
  void unpack(const ByteBuffer&);

  Cluster& cluster_;
  std::span<const std::unique_ptr<Domain>> here_;
  std::vector<unsigned> peers_;
  std::vector<ByteBuffer> out_, in_;
};

}  // namespace kasuri
