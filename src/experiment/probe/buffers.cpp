// SPDX-License-Identifier: MIT
// History of chosen routers' input buffers: each packet that passes.
#include <bit>
#include <unordered_map>

#include "base/config/name_or_number.h"
#include "base/config/registry.h"
#include "experiment/probe/probe.h"
#include "experiment/probe/window.h"
#include "network/topology/named.h"

namespace kasuri {
namespace {

struct BufferParams {
  std::vector<std::string> routers;
  Time from{0};
  Time until = kNever;

  static config::Fields<BufferParams> fields() {
    using P = BufferParams;
    return {
        config::or_number(config::field("routers", &P::routers, "routers by name or number")
                              .size(1, 100'000).required()),
        config::field("from", &P::from, "first arrival time that is recorded").at_least(Time{0}),
        config::field("until", &P::until, "end of the recorded arrivals").at_least(Time{0}).or_unlimited(),
    };
  }
  static void validate(const BufferParams& p, config::Section& section) {
    check_window({p.from, p.until}, section);
  }
};

// A packet in an input buffer of a router.
struct BufferUse {
  std::uint32_t router;
  std::uint16_t port, vc;
  Time entered;
  Time left{-1};
  std::uint32_t output = 0;
  std::uint32_t bytes;
  std::uint32_t source, destination;
  std::uint32_t sequence;

  static Columns<BufferUse> columns() {
    using R = BufferUse;
    return {
        key("router", &R::router, "router", "router of the buffer"),
        key("port", &R::port, "input", "input port of the packet"),
        key("vc", &R::vc, "", "virtual channel of the input port"),
        key("entered", &R::entered, "ps, its head", "arrival of the packet's head"),
        column("left", &R::left, "ps, its last byte; -1: still there",
               "time at which the buffer is free again"),
        column("output", &R::output, "port", "output port of the packet"),
        column("bytes", &R::bytes, "B", "its size"),
        key("source", &R::source, "NIC", "NIC that sent it"),
        column("destination", &R::destination, "NIC", "NIC that receives it"),
        key("sequence", &R::sequence, "of the source's packets",
            "sequence number of the packet at its source")};
  }
};

class BufferRecorder final : public Recorder {
 public:
  BufferRecorder(const std::vector<RouterId>& routers, Window window, const RecorderContext& c)
      : f_(*c.fabric), window_(window), watched_(f_.router_count()) {
    for (const RouterId r : routers) {
      if (f_.decomposition.owner(r) == f_.part) watched_[f_.decomposition.local(r)] = true;
    }
  }

  void entered(std::uint32_t router, std::uint32_t input_vc, std::uint32_t packet, Time head) override {
    if (!watched_[router] || !window_.meets(head, head)) return;
    const auto bits = static_cast<unsigned>(std::bit_width(f_.vcs - 1));
    const Packet& p = f_.packets[packet];
    inside_[packet] = rows_.size();
    rows_.push_back({.router = f_.router(router).v,
                     .port = static_cast<std::uint16_t>(input_vc >> bits),
                     .vc = static_cast<std::uint16_t>(input_vc & ((1u << bits) - 1)),
                     .entered = head,
                     .bytes = p.bytes,
                     .source = p.source.v,
                     .destination = p.destination.v,
                     .sequence = p.sequence});
  }
  void granted(const Grant& g) override {
    if (inside_.empty() || !watched_[g.router]) return;
    const auto at = inside_.find(g.packet);
    if (at == inside_.end()) return;
    rows_[at->second].left = g.freed;
    rows_[at->second].output = g.port;
    inside_.erase(at);
  }
  std::vector<Table> take() override {
    Table t = BufferUse::columns().table("buffer_use", rows_);
    t.combined = false;
    return {std::move(t)};
  }

 private:
  Fabric& f_;
  Window window_;
  std::vector<bool> watched_;                              // routers
  std::unordered_map<std::uint32_t, std::size_t> inside_;  // packets in their buffers: rows
  std::vector<BufferUse> rows_;
};

class Buffers final : public Probe {
 public:
  static std::string notes() { return describe_columns(BufferUse::columns().table("buffer_use")); }

  Buffers(const BufferParams& p, ProbeContext& c) : window_{p.from, p.until} {
    c.require_routers();
    if (!c.unwatched.empty()) return;
    Named named(c.topology);
    for (const std::string& name : p.routers) {
      const auto r = named.router(name);
      if (!r) {
        c.section.error(&BufferParams::routers, named.no_router(name));
        break;
      }
      routers_.push_back(*r);
    }
  }

  Hooks hooks() const override { return {.entered = true, .granted = true}; }
  std::unique_ptr<Recorder> record(const RecorderContext& c) const override {
    return std::make_unique<BufferRecorder>(routers_, window_, c);
  }

 private:
  std::vector<RouterId> routers_;
  Window window_;
};

const config::Register<Buffers, BufferParams> buffers{
    "buffers", "input buffers of selected routers: every packet that passes"};

}  // namespace
}  // namespace kasuri
