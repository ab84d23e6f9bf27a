// SPDX-License-Identifier: MIT
// [nic]
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/units.h"

namespace kasuri {

class ReceiveControl;
class Reliability;
class SendControl;
struct SendControlContext;

enum class SendOrder { first_come, round_robin };
constexpr auto names_of(SendOrder) { return name_table("first-come", "round-robin"); }
enum class Forwarding { cut_through, store_and_forward };
constexpr auto names_of(Forwarding) { return name_table("cut-through", "store-and-forward"); }
enum class DmaEngines { separate, shared };
constexpr auto names_of(DmaEngines) { return name_table("separate", "shared"); }

struct NicParams {
  std::int64_t per_node = 1;
  Bytes packet{2048};
  Bytes header{0};
  Bytes smallest_packet{32};
  std::optional<BytesPerSecond> link_rate;
  std::optional<Time> cable_latency;
  BytesPerSecond dma_read_rate = kUnlimited;
  BytesPerSecond dma_write_rate = kUnlimited;
  SendOrder scheduler = SendOrder::first_come;
  std::optional<Bytes> window;  // the same as send_control "window" with so many bytes
  std::optional<config::Choice<SendControl>> send_control;
  std::optional<config::Choice<ReceiveControl>> receive_control;
  std::optional<config::Choice<Reliability>> reliability;
  Forwarding forwarding = Forwarding::cut_through;
  DmaEngines dma_engines = DmaEngines::separate;
  BytesPerSecond memory_rate = kUnlimited;
  Time send_overhead{0};
  Time peer_change_time{0};
  Bytes inline_limit{0};
  Time fetch_time{0};
  Time receive_overhead{0};
  std::optional<Bytes> receive_buffer;  // else 16 KiB, or as much as the link needs
  BytesPerSecond intra_node_rate{10'000'000'000};
  Time intra_node_latency{200'000};
  std::string loopback = "memory";

  // Until the NIC has the beginning of a message: short ones come with their descriptor.
  Time fetch(Bytes message) const { return message > inline_limit ? fetch_time : Time{0}; }
  // The send control that these keys choose.
  std::optional<config::Choice<SendControl>> sending() const;
  // By a link of this rate.
  SendControlContext sender(BytesPerSecond rate) const;

  static config::Fields<NicParams> fields();
  static void validate(const NicParams&, config::Section&);
};

// Adds what the chosen send control says if it cannot be made.
void check_send_control(const NicParams&, SendControlContext, config::Section nic);

}  // namespace kasuri
