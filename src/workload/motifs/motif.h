// SPDX-License-Identifier: MIT
// Motifs: what a parallel program does again and again, as streams of operations without a program.
// They make the same calls into the same model of MPI as a program, with a few bytes a rank instead of
// a stack, so that they reach sizes that programs do not.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "mpi/ranks/op_stream.h"

namespace kasuri {

struct MotifContext {
  std::optional<std::uint32_t> ranks;  // of the job, if its section says
};

class Motif {
 public:
  static constexpr std::string_view kKind = "motif";
  static constexpr std::string_view kKindMeaning =
      "repeated communication patterns, described by operations instead of a program";
  using Base = Motif;
  using Context = MotifContext;
  // Communicator i + 1 of the operations: its ranks.
  using Communicators = std::vector<std::vector<std::uint32_t>>;

  virtual ~Motif() = default;
  virtual std::uint32_t ranks() const = 0;
  // From any thread; the motif must outlive its streams.
  virtual std::unique_ptr<mpi::OpStream> stream(std::uint32_t rank) const = 0;
  // Whether its ranks say where the time of a step goes (mpi/ranks/step_account.h).
  virtual bool has_steps() const { return false; }
  // The ranks from this one to the given one are in one server, which it takes for granted.
  virtual std::uint32_t in_server_from(std::uint32_t rank) const { return rank; }
  // The setting that says so.
  virtual std::string_view server_key() const { return "merge_inside"; }
  const std::shared_ptr<const Communicators>& communicators() const { return communicators_; }

 protected:
  std::shared_ptr<const Communicators> communicators_ = std::make_shared<Communicators>();
};

// What all of them have: how often, and how long a rank computes after each time.
struct MotifSteps {
  std::uint32_t steps = 10;
  Time compute{0};
};

// Motifs whose ranks do steps of operations numbered 0, 1, 2, …, and compute after each.
template <class Params>
class StepMotif : public Motif {
 public:
  std::unique_ptr<mpi::OpStream> stream(std::uint32_t rank) const final {
    return std::make_unique<Stream>(*this, rank);
  }

 protected:
  explicit StepMotif(const Params& p) : p_(p) {}

  // The k-th operation of a rank's step; false: it has no more. `out` is empty before.
  virtual bool operation(std::uint32_t rank, std::uint32_t step, std::uint32_t k,
                         mpi::Operation& out) const = 0;

  // A message of request `request`, and the wait for all of them.
  static bool message(mpi::Operation& out, bool is_send, std::int32_t peer, std::int32_t tag,
                      Bytes size, std::uint32_t request) {
    out.kind = is_send ? mpi::Operation::Kind::isend : mpi::Operation::Kind::ireceive;
    out.peer = peer;
    out.tag = tag;
    out.bytes = size;
    out.request = request;
    return true;
  }
  static bool wait_all(mpi::Operation& out) {
    out.kind = mpi::Operation::Kind::wait_all;
    return true;
  }

  Params p_;

 private:
  class Stream final : public mpi::OpStream {
   public:
    Stream(const StepMotif& motif, std::uint32_t rank) : motif_(motif), rank_(rank) {}
    bool next(Time, mpi::Operation& out) override {
      while (step_ < motif_.p_.steps) {
        if (motif_.operation(rank_, step_, k_, out)) {
          ++k_;
          return true;
        }
        ++step_;
        k_ = 0;
        if (motif_.p_.compute.ps == 0) continue;
        out = {};
        out.time = motif_.p_.compute;
        return true;
      }
      return false;
    }
    double share_done() const override {
      return static_cast<double>(step_) / static_cast<double>(motif_.p_.steps);
    }

   private:
    const StepMotif& motif_;
    std::uint32_t rank_, step_ = 0, k_ = 0;
  };
};

// A periodic grid of ranks, the first dimension fastest.
class MotifGrid {
 public:
  // Throws Error if it does not have the ranks of the job.
  MotifGrid(const std::vector<std::uint32_t>& extents, const MotifContext&);

  std::uint32_t ranks() const { return ranks_; }
  std::size_t dimensions() const { return extents_.size(); }
  std::uint32_t extent(std::size_t d) const { return extents_[d]; }
  std::uint32_t stride(std::size_t d) const { return strides_[d]; }
  std::uint32_t at(std::uint32_t rank, std::size_t d) const {
    return rank / strides_[d] % extents_[d];
  }
  // `by` places along a dimension, around its end.
  std::uint32_t moved(std::uint32_t rank, std::size_t d, std::int64_t by) const {
    const auto n = static_cast<std::int64_t>(extents_[d]), here = std::int64_t{at(rank, d)};
    const std::int64_t there = ((here + by) % n + n) % n;
    return rank + static_cast<std::uint32_t>(there - here) * strides_[d];
  }
  // Ranks that differ in this dimension alone, line by line in the order of their first ranks; and the
  // line that a rank is in.
  std::vector<std::vector<std::uint32_t>> lines(std::size_t d) const;
  std::uint32_t line_of(std::uint32_t rank, std::size_t d) const {
    return rank / (strides_[d] * extents_[d]) * strides_[d] + rank % strides_[d];
  }

 private:
  std::vector<std::uint32_t> extents_, strides_;
  std::uint32_t ranks_ = 1;
};

// The grid of so many dimensions.
template <class P>
auto motif_grid(std::size_t least, std::size_t most) {
  return config::field("grid", &P::grid, "extents of the periodic grid of ranks, fastest dimension first")
      .each(1, 1u << 30)
      .size(least, most)
      .required();
}

// Fields of a motif's own, and those that all have.
template <class P>
config::Fields<P> motif_fields(config::Fields<P> fields) {
  fields.push_back(config::field("compute", static_cast<Time P::*>(&P::compute),
                                 "computation time of each rank after each step")
                       .at_least(Time{0}));
  fields.push_back(config::field("steps", static_cast<std::uint32_t P::*>(&P::steps), "how often")
                       .range(1, 1u << 30));
  return fields;
}

// 64 bits that depend on x alone (SplitMix64: Steele, Lea & Flood, OOPSLA 2014), as in the programs of
// examples/tracerp.
std::uint64_t motif_hash(std::uint64_t x);

}  // namespace kasuri
