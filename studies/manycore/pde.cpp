// SPDX-License-Identifier: MIT
// The paper's one-dimensional PDE (section 3.2): each element of a vector over the pipes steps by
//   x_{t+1}(n) = (x_t(n-1) + 2 x_t(n) + x_t(n+1)) / 4
// with 16-bit arithmetic that wraps and two arithmetic shifts; the boundary is cyclic. (The paper
// prints -2 x_t(n): `formula = "printed"`.) A step takes log2 N ranks, the time to route results to
// the neighbouring pipes. Waves are independent problems that follow one another through the
// ranks; staggered ones enter with different distances to go, so that every rank computes some of
// them and routes the others.
//
// The sink compares every packet with the formula.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <sstream>
#include <vector>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/errors.h"
#include "base/core/rng.h"
#include "studies/cores/cores.h"
#include "studies/manycore/pde_roms.h"
#include "studies/manycore/program.h"

namespace kasuri::emu {
namespace {

enum class PdeLayout { aligned, packed };
constexpr auto names_of(PdeLayout) { return name_table("aligned", "packed"); }
enum class PdeFormula { plus, printed };
constexpr auto names_of(PdeFormula) { return name_table("plus", "printed"); }
enum class PdeCopies { words, halves, bytes };
constexpr auto names_of(PdeCopies) { return name_table("words", "halves", "bytes"); }
enum class PdeSend { in_place, copied };
constexpr auto names_of(PdeSend) { return name_table("in-place", "copied"); }
enum class PdeAddresses { loops, direct };
constexpr auto names_of(PdeAddresses) { return name_table("loops", "direct"); }

struct PdeParams {
  std::uint32_t waves = 4;
  bool stagger = true;
  PdeLayout layout = PdeLayout::aligned;
  PdeFormula formula = PdeFormula::plus;
  std::uint64_t seed = 1;
  std::int64_t amplitude = 1000;
  RomStyle style = RomStyle::tight;
  std::optional<PdeCopies> copies;
  std::optional<PdeSend> send;
  std::optional<PdeAddresses> addresses;

  static config::Fields<PdeParams> fields() {
    using P = PdeParams;
    return {
        config::field("waves", &P::waves, "number of independent problems, one after the other")
            .range(1, 1 << 20),
        config::field("stagger", &P::stagger, "whether waves start at different stages of routing"),
        config::field("layout", &P::layout, "SH-2: packets of 16 bytes aligned to 4 bytes, or of 14 bytes"),
        config::field("formula", &P::formula,
                      "(a + 2b + c) / 4, or (a - 2b + c) / 4 as printed in the paper"),
        config::field("seed", &P::seed, "seed of the initial values"),
        config::field("amplitude", &P::amplitude, "largest initial value; sums beyond 32767 wrap around")
            .range(1, 32767),
        config::field(
            "style", &P::style,
            "SH-2: a program with few clocks, or one as the paper describes it (packed)"),
        config::field("copies", &P::copies,
                      "style = \"paper\", unaligned data: copy words, longwords made of halves, or bytes; "
                      "default: words"),
        config::field("send", &P::send,
                      "style = \"paper\": write packets in place, or build them in memory and copy them; "
                      "default: in-place"),
        config::field("addresses", &P::addresses,
                      "style = \"paper\": compute addresses by loops of one-bit shifts, or by shifts of 2 "
                      "and 8 bits; default: loops")};
  }
  static void validate(const PdeParams& p, config::Section& section) {
    if (p.style == RomStyle::paper) return;
    const auto refuse = [&](const auto& value, auto member) {
      if (!value) return;
      section.error(member, fmt::format("'{}' belongs to style = \"paper\"; 'style' is \"{}\"",
                                        config::key_for(member), name_of(p.style)));
    };
    refuse(p.copies, &PdeParams::copies);
    refuse(p.send, &PdeParams::send);
    refuse(p.addresses, &PdeParams::addresses);
  }
  bool is_packed() const { return layout == PdeLayout::packed || style == RomStyle::paper; }
};

using Values = std::array<std::int16_t, 4>;

struct Packet {
  std::uint32_t distance, destination, tag;
  Values values;
  friend auto operator<=>(const Packet&, const Packet&) = default;
};

class PdeEnds final : public Ends {
 public:
  PdeEnds(const PdeParams& p, const ProgramContext& c) : p_(p), c_(c) {}

  bool fill(std::uint32_t wave, std::uint32_t pipe, std::uint32_t port,
            std::span<std::uint8_t> buffer) override {
    if (wave >= p_.waves) return false;
    const std::uint32_t stage = p_.stagger ? wave % c_.log_pipes : 0;
    const auto initial = values(wave, 0);
    write(packets(*initial, stage, pipe, port), buffer);
    return true;
  }

  void drain(std::uint32_t wave, std::uint32_t pipe, std::uint32_t port,
             std::span<const std::uint8_t> buffer) override {
    // Ranks r with r = stage modulo log2 N compute; the last of them sent these packets.
    const std::uint32_t stage = p_.stagger ? wave % c_.log_pipes : 0;
    const std::uint32_t steps = c_.ranks > stage ? (c_.ranks - 1 - stage) / c_.log_pipes + 1 : 0;
    const std::uint32_t left = stage + steps * c_.log_pipes - c_.ranks;
    const std::vector<Packet> wanted = packets(*values(wave, steps), left, pipe, port);
    const bool same = read(buffer) == wanted;
    const std::lock_guard lock(mutex_);
    verdict_.compared += static_cast<std::int64_t>(wanted.size());
    verdict_.wrong +=
        same ? 0 : std::max<std::int64_t>(1, static_cast<std::int64_t>(wanted.size()));
  }

  void restart() override { verdict_ = {}; }
  std::string state() const override {
    return fmt::format("{} {} {}", settings(), verdict_.compared, verdict_.wrong);
  }
  void restore(const std::string& s) override {
    if (!s.starts_with(settings() + ' ')) {
      throw Error(Exit::usage, ErrorPlace(), "the checkpoint is of a PDE with other settings");
    }
    std::istringstream in(s.substr(settings().size()));
    in >> verdict_.compared >> verdict_.wrong;
  }
  std::optional<std::uint32_t> waves() const override { return p_.waves; }
  Verdict verdict() override { return verdict_; }

 private:
  using Field = std::vector<Values>;

  std::string settings() const {
    return fmt::format("{} {:d} {} {} {} {}", p_.waves, p_.stagger, name_of(p_.layout), name_of(p_.formula),
                       p_.seed, p_.amplitude);
  }

  // All pipes' values of a wave after so many steps, computed once.
  std::shared_ptr<const Field> values(std::uint32_t wave, std::uint32_t steps) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const Field>& known = values_[{wave, steps}];
    if (known) return known;
    const std::uint32_t n = c_.pipes();
    Field now(n);
    for (std::uint32_t pipe = 0; pipe < n; ++pipe) {
      for (std::uint32_t k = 0; k < 4; ++k) {
        const auto range = static_cast<std::uint64_t>(2 * p_.amplitude + 1);
        const std::uint64_t bits = random_at(p_.seed, pipe, wave, k)[0];
        now[pipe][k] =
            static_cast<std::int16_t>(static_cast<std::int64_t>(below(bits, range)) - p_.amplitude);
      }
    }
    const int sign = p_.formula == PdeFormula::plus ? 1 : -1;
    for (std::uint32_t step = 0; step < steps; ++step) {
      const Field before = now;
      for (std::uint32_t pipe = 0; pipe < n; ++pipe) {
        for (std::uint32_t k = 0; k < 4; ++k) {
          const int sum = before[(pipe + n - 1) % n][k] + sign * 2 * before[pipe][k] +
                          before[(pipe + 1) % n][k];
          now[pipe][k] = static_cast<std::int16_t>(static_cast<std::int16_t>(sum) >> 2);
        }
      }
    }
    return known = std::make_shared<const Field>(std::move(now));
  }

  // The packets that arrive at an input with `left` ranks still to go. Each came from a pipe s,
  // chose the upper bits of its destination d = s + t, and has
  //   pipe = (low `left` bits of s, upper bits of d), port = bit `left` of s:
  // for each t = -1, 0, 1 there is exactly one s.
  std::vector<Packet> packets(const Field& field, std::uint32_t left, std::uint32_t pipe,
                              std::uint32_t port) const {
    const std::uint32_t bits = c_.log_pipes, mask = c_.pipes() - 1, low_mask = (1u << left) - 1;
    const std::uint32_t low_of_s = pipe >> (bits - left);
    const std::uint32_t high_of_d = pipe & ((1u << (bits - left)) - 1);
    std::vector<Packet> all;
    for (const std::uint32_t t : {~0u, 0u, 1u}) {
      const std::uint32_t d = (high_of_d << left | ((low_of_s + t) & low_mask)) & mask;
      const std::uint32_t s = (d - t) & mask;
      if ((s >> left & 1) != port) continue;
      all.push_back({left, d, 1 - t, field[s]});
    }
    std::ranges::sort(all);
    return all;
  }

  bool is_8080() const { return c_.is_8080; }
  bool is_packed() const { return p_.is_packed(); }
  std::size_t packet_bytes() const { return is_8080() ? 12 : is_packed() ? 14 : 16; }
  std::size_t values_at() const { return is_8080() ? 4 : is_packed() ? 6 : 8; }

  void put(std::uint8_t* at, std::uint32_t v) const {
    is_8080() ? Core8080::put16(at, v) : CoreSh2::put16(at, v);
  }
  std::uint32_t get(const std::uint8_t* at) const {
    return is_8080() ? Core8080::get16(at) : CoreSh2::get16(at);
  }

  void write(const std::vector<Packet>& all, std::span<std::uint8_t> buffer) const {
    buffer[is_8080() ? 1 : 3] = static_cast<std::uint8_t>(all.size());
    std::uint8_t* at = buffer.data() + (is_8080() ? 2 : 4);
    for (const Packet& p : all) {
      if (is_8080()) {
        at[0] = static_cast<std::uint8_t>(p.distance);
        put(at + 1, p.destination);
        at[3] = static_cast<std::uint8_t>(p.tag);
      } else {
        put(at, p.distance);
        put(at + 2, p.destination);
        put(at + 4, p.tag);
      }
      for (std::size_t k = 0; k < 4; ++k)
        put(at + values_at() + 2 * k, static_cast<std::uint16_t>(p.values[k]));
      at += packet_bytes();
    }
  }

  std::vector<Packet> read(std::span<const std::uint8_t> buffer) const {
    std::vector<Packet> all(std::min<std::size_t>(buffer[is_8080() ? 1 : 3], 7));
    const std::uint8_t* at = buffer.data() + (is_8080() ? 2 : 4);
    for (Packet& p : all) {
      p.distance = is_8080() ? at[0] : get(at);
      p.destination = get(at + (is_8080() ? 1 : 2)) & (c_.pipes() - 1);
      p.tag = is_8080() ? at[3] : get(at + 4);
      for (std::size_t k = 0; k < 4; ++k)
        p.values[k] = static_cast<std::int16_t>(get(at + values_at() + 2 * k));
      at += packet_bytes();
    }
    std::ranges::sort(all);
    return all;
  }

  PdeParams p_;
  ProgramContext c_;
  std::mutex mutex_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::shared_ptr<const Field>> values_;
  Verdict verdict_;
};

class Pde final : public Program {
 public:
  Pde(const PdeParams& p, ProgramContext& c) : p_(p), c_(c) {
    if (c.is_8080 && p.style == RomStyle::paper)
      throw Error(Exit::usage, ErrorPlace(),
                  "style = \"paper\" is a program of the SH-2; 'processor' is \"8080\"");
  }
  Image image() const override {
    if (p_.style == RomStyle::paper) {
      return assemble(kPdeSh2Paper, sh2::instruction_set(), "PDE for SH-2 in the paper's style",
                      {{"COPIES", static_cast<std::uint8_t>(p_.copies.value_or(PdeCopies::words))},
                       {"COPIED", p_.send == PdeSend::copied},
                       {"DIRECT", p_.addresses == PdeAddresses::direct},
                       {"MINUS", p_.formula == PdeFormula::printed}});
    }
    const Symbols given{{"PACKED", p_.layout == PdeLayout::packed},
                        {"MINUS", p_.formula == PdeFormula::printed}};
    return c_.is_8080 ? assemble(kPde8080, i8080::instruction_set(), "PDE for 8080", given)
                      : assemble(kPdeSh2, sh2::instruction_set(), "PDE for SH-2", given);
  }
  std::unique_ptr<Ends> ends() const override { return std::make_unique<PdeEnds>(p_, c_); }

 private:
  PdeParams p_;
  ProgramContext c_;
};

const config::Register<Pde, PdeParams> pde{"pde", "one-dimensional PDE, the paper's Algorithm 1"};

}  // namespace
}  // namespace kasuri::emu
