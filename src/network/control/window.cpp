// SPDX-License-Identifier: MIT
// A window of constant size, as the connections of reliable transports have it (InfiniBand's RC: IBTA
// vol. 1, 9.7.5): at most so many bytes are in flight.
#include "base/core/errors.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace {

using namespace literals;

struct WindowParams {
  std::optional<Bytes> bytes;

  static config::Fields<WindowParams> fields() {
    return {config::field("bytes", &WindowParams::bytes,
                          "largest number of bytes in flight; default in Ethernet: 1.5 bandwidth-delay "
                          "products; other networks have no default")
                .at_least(1_B)};
  }
};

class Window final : public SendControl {
 public:
  Window(const WindowParams& p, SendControlContext& c)
      : bytes_(p.bytes.value_or(Bytes{c.bandwidth_delay().n * 3 / 2})) {
    if (bytes_ >= c.packet) return;
    throw Error(Exit::usage, "'bytes' must hold a whole packet, at least " + to_string(c.packet));
  }

  Scope scope() const override { return Scope::message; }
  bool reset() override { return true; }
  Time may_send(const SendState& s, Bytes next, Time now) override {
    return s.in_flight + next <= bytes_ ? now : kNever;
  }
  // If another one like it would exceed the window.
  bool wants_answer(const SendState& s, Bytes size) const override { return s.in_flight + size > bytes_; }
  std::optional<Bytes> window() const override { return bytes_; }

 private:
  Bytes bytes_;
};

const config::Register<Window, WindowParams> window{
    "window", "a largest number of bytes in flight"};

}  // namespace
}  // namespace kasuri
