// SPDX-License-Identifier: MIT
// Groups of 64 elements in the lanes of vectors, each until all of its elements wait: exact, by the
// same argument as the engine that runs single elements until they wait (blocked.cpp). It takes
// less: an element that reads an ownership bit must do so in a loop that is proven to wait for it
// (lane_code.h), and code is not written to. What is beyond that runs on `blocked` instead.
// `translated` is the same with the ROM as code of the host (translation.h).
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "studies/lanes/lane_checkpoint.h"
#include "studies/lanes/translation.h"

namespace kasuri::emu {
namespace {

class InLanes : public EmulatorOf<InLanes> {
 public:
  enum class Translates : std::uint8_t { never, where_it_gains, always };

  InLanes(EmulatorContext& context, Translates translates)
      : context_(context), translates_(translates) {}

  // Tries the ROM on a small chip: that shows which rows of memory it writes to, and often already
  // that something is not proven.
  template <class Core>
  Plan plan_for(const Chip<Core>& chip, const Smaller<Core>& smaller) {
    typename LaneRows<Core>::Touched kept{};
    if (context_.clocks != EmulatorContext{}.clocks)
      unproven_ = "only the exact engine has a limit of clocks";
    if (unproven_.empty()) {
      const Shape shape = chip.shape();
      const std::uint32_t log_pipes = std::min(shape.log_pipes, kTryLogPipes);
      smaller({log_pipes, std::min(shape.ranks, 2 * log_pipes + 2)}, [&](const Chip<Core>& small) {
        LaneChip<Core> lanes(small, kept);
        const std::uint32_t entry = lanes.code.entry;
        if (const std::string_view why = lanes.code.why_not(small, entry); !why.empty()) {
          unproven_ = fmt::format("{} at 0x{:X}", why, entry);
          return;
        }
        // Turns without end stop the trial, when they have been asked often enough beyond once a step.
        EmulatorContext context;
        std::int64_t asked = 0;
        context.stop = [&] { return ++asked > kTryLooks || (context_.stop && context_.stop()); };
        const auto forget = [&] {
          --asked;
          return false;
        };
        Totals totals;
        for (;;) {
          const LaneResult tried = run_lanes(lanes, context, {.most_steps = kTrySteps, .pause = forget});
          totals.merge(tried.totals);
          unproven_ = tried.unproven;
          if (tried.found.empty() || !unproven_.empty()) break;
          unproven_ = lanes.decode(tried.found);
          found_.insert(found_.end(), tried.found.begin(), tried.found.end());
          if (!unproven_.empty()) break;
        }
        if (small.shape().log_pipes == shape.log_pipes && totals.instructions > 0) {
          parted_ = static_cast<double>(totals.parted) / static_cast<double>(totals.instructions);
        }
        for (std::uint32_t row = 0; row < LaneRows<Core>::kRows; ++row)
          kept[row] = lanes.rows.touched(row);
      });
    }
    kept_.assign(kept.begin(), kept.end());
    if (!unproven_.empty())
      return {chip.shape().pes() * Machine<Core>::bytes_per_pe(), unproven_};
    return {LaneChip<Core>::bytes_of(chip, kept), ""};
  }

  bool keeps_checkpoints() const override { return true; }

  template <class Core>
  Run run_on(const Chip<Core>& chip) {
    if (unproven_.empty()) {
      const Stopwatch watch;
      Run run;
      unproven_ = run_in_lanes(chip, run, watch);
      if (unproven_.empty()) return run;
      chip.ends().restart();
      if (context_.trace_again) context_.trace_again();
    }
    if (!context_.restart.empty())
      throw Error(Exit::usage, ErrorPlace(), "a run that is not proven cannot continue from a checkpoint");
    Run run = run_blocked(chip, context_);
    if (run.fallback.empty())
      run.fallback = unproven_;
    else if (run.fallback != unproven_)
      run.fallback = fmt::format("{}; {}", unproven_, run.fallback);
    return run;
  }

 private:
  static constexpr std::uint32_t kTryLogPipes = 8;
  static constexpr std::int64_t kTrySteps = 2000, kTryLooks = 256;

  // Returns why it is not proven, or "".
  template <class Core>
  std::string run_in_lanes(const Chip<Core>& chip, Run& run, const Stopwatch& watch) {
    typename LaneRows<Core>::Touched kept{};
    std::ranges::copy(kept_, kept.begin());
    std::unique_ptr<CheckpointFile> from;
    if (!context_.restart.empty()) {
      from = std::make_unique<CheckpointFile>(context_.restart, true);
      transfer_head(*from, chip, kept);
    }
    LaneChip<Core> lanes(chip, kept);
    lanes.chosen = context_.element;
    for (const std::uint32_t pc : found_) lanes.code.add(chip, pc);
    if (context_.keep_clocks) lanes.retired.clocks.resize(chip.shape().pes());
    if (from) transfer(*from, lanes, run.totals);
    std::unique_ptr<Translation> translation = translate(lanes, run);
    LaneOrders orders;
    const auto seconds = std::chrono::duration<double>(context_.checkpoint_seconds);
    const auto save = [&] {
      if (context_.checkpoint.empty()) return;
      CheckpointFile to(context_.checkpoint, false);
      transfer_head(to, chip, kept);
      transfer(to, lanes, run.totals);
    };
    double retiring = 0, retiring_cpu = 0;
    for (;;) {
      orders.translation = translation.get();
      // Often enough to be of use, not so often that a run does little else.
      const auto begin = std::chrono::steady_clock::now();
      std::int64_t asked = 0;
      if (!context_.checkpoint.empty()) {
        orders.pause = [&, least = std::int64_t{chip.shape().ranks} + 16] {
          return ++asked >= least && std::chrono::steady_clock::now() - begin >= seconds;
        };
      }
      LaneResult result = run_lanes(lanes, context_, orders);
      run.totals.merge(result.totals);
      retiring += result.seconds;
      retiring_cpu += result.cpu_seconds;
      if (!result.unproven.empty()) return result.unproven;
      if (!result.paused) break;
      if (!result.found.empty()) {
        const std::string why = lanes.decode(result.found);
        if (!why.empty()) return why;
        if (translation) translation = translate(lanes, run);
        continue;
      }
      if (context_.stop && context_.stop()) {
        run.stopped = true;
        save();
        break;
      }
      save();
    }
    // As in other engines, without the hash of what is left in the end.
    watch.read(run);
    run.seconds -= retiring;
    run.cpu_seconds -= retiring_cpu;
    if (run.stopped) stop(lanes);
    run.waits = lanes.waits.result();
    run.element = lanes.chosen_state;
    run.bytes = lanes.bytes();
    run.most_bytes = lanes.most_bytes();
    run.state_hash = lanes.retired.hash;
    run.clocks = *std::ranges::max_element(lanes.retired.last);
    run.last_rank_clocks = lanes.retired.last.back();
    run.final_clocks = std::move(lanes.retired.clocks);
    return "";
  }

  // Takes stock of a run that was told to end: of ranks that are held, and of those not begun.
  template <class Core>
  static void stop(LaneChip<Core>& lanes) {
    const Progress& at = lanes.progress;
    const auto standing = [&](std::uint64_t pe) {
      if (lanes.chip.rank_of(pe) < at.loaded) return lanes.standing(pe);
      return Standing{Doing::running, lanes.code.entry, 0};
    };
    for (std::uint32_t rank = at.live; rank < std::min(at.loaded, lanes.chip.shape().ranks);
         ++rank) {
      for (std::uint32_t pipe = 0; pipe < lanes.chip.shape().pipes(); ++pipe) {
        std::int64_t& last = lanes.retired.last[rank];
        last = std::max(last, standing(lanes.chip.index(rank, pipe)).clock);
      }
      if (lanes.chosen && lanes.chip.rank_of(*lanes.chosen) == rank) lanes.keep_element();
    }
    lanes.waits.finish(at.live, standing);
  }

  // The ROM as far as it is known, as code of the host; null, and `run` may say why: not.
  template <class Core>
  std::unique_ptr<Translation> translate(const LaneChip<Core>& lanes, Run& run) {
    if (translates_ == Translates::never) return nullptr;
    if (translates_ != Translates::always && parted_ >= kMostParted) {
      run.not_translated = fmt::format(
          "not translated: {:.0f} % of the instructions are in groups whose lanes diverge, so translation "
          "would save no time",
          100 * parted_);
      return nullptr;
    }
    auto translation = std::make_unique<Translation>(
        TranslatorInput<Core>{lanes.chip, lanes.code, lanes.rows.kept()});
    run.not_translated = translation->missing();
    return run.not_translated.empty() ? std::move(translation) : nullptr;
  }

  EmulatorContext context_;
  // Above this the time is that of single lanes: the PDE has 0.2 and gains 6 % on 128 pipes, and
  // 0.6 on 64 pipes, where it loses what the compiler takes.
  static constexpr double kMostParted = 0.4;

  Translates translates_;
  double parted_ = 0;  // as tried, on as many pipes
  std::vector<bool> kept_;
  std::vector<std::uint32_t> found_;  // code that jumps of any target have led to, as tried
  std::string unproven_;
};

struct Simd final : InLanes {
  Simd(const config::NoParams&, EmulatorContext& context) : InLanes(context, Translates::never) {}
};
struct TranslatedParams {
  bool always = false;

  static config::Fields<TranslatedParams> fields() {
    return {config::field("always", &TranslatedParams::always,
                          "translate even if lanes of a group diverge so often that it saves no time")};
  }
};
struct Translated final : InLanes {
  Translated(const TranslatedParams& p, EmulatorContext& context)
      : InLanes(context, p.always ? Translates::always : Translates::where_it_gains) {}
};

const config::Register<Translated, TranslatedParams> translation{
    "translated", "as simd, with the ROM compiled for the host: exact"};
const config::Register<Simd> simd{"simd", "runs 64 elements at once in vectors until they wait: exact"};

}  // namespace
}  // namespace kasuri::emu
