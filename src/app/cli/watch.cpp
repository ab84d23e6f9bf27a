// SPDX-License-Identifier: MIT
#include "app/cli/watch.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "app/cli/http_server.h"
#include "app/cli/progress.h"
#include "shell/verbs/say.h"
#include "app/cli/view.h"
#include "base/core/errors.h"
#include "shell/page/page.h"
#include "shell/page/quantity.h"

namespace kasuri::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kOpen{4};  // a page that asked within this time is open
constexpr std::chrono::seconds kPatience{15};

std::string base64_of(const std::vector<std::uint8_t>& bytes) {
  constexpr const char* kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const std::uint32_t b = std::uint32_t{bytes[i]} << 16 | (left > 1 ? bytes[i + 1] << 8 : 0) |
                            (left > 2 ? bytes[i + 2] : 0);
    out += {kLetters[b >> 18], kLetters[b >> 12 & 63], left > 1 ? kLetters[b >> 6 & 63] : '=',
            left > 2 ? kLetters[b & 63] : '='};
  }
  return out;
}

// The machine, with one quantity that the run will fill.
view::Pack live_pack(const std::string& name, const Plan& plan) {
  view::Pack p = view::machine_view(name, plan);
  p.header["kind"] = "run";
  p.header["live"] = true;
  p.header["missing"] = view::Json::array();
  view::Quantity busy{
      .id = "busy", .name = "busy since the last look", .unit = "%", .of = "links", .most = 100};
  busy.total.assign(p.header["network"]["links"].get<std::size_t>(), 0);
  view::add_quantity(p, busy, busy.total.size(), 0, nullptr);
  return p;
}

}  // namespace

struct Watch::State {
  State() : server("127.0.0.1", 0, new_token()) {}

  std::mutex mutex;
  std::condition_variable fetched;
  std::string page;
  bool ended = false, final_page_fetched = false;
  Progress progress{{}, kNever, -1, 0, 0};
  std::string bytes;
  std::vector<std::int64_t> busy;  // of each link, at the last look
  Time last{0};
  Clock::time_point asked{};
  HttpServer server;  // stops before the rest goes

  HttpAnswer answer_page() {
    const std::lock_guard lock(mutex);
    if (ended) final_page_fetched = true;
    fetched.notify_all();
    return {200, "text/html; charset=utf-8", page};
  }
  HttpAnswer answer_live() {
    const std::lock_guard lock(mutex);
    asked = Clock::now();
    nlohmann::json j{{"now", progress.now.ps},
                     {"share", progress.share},
                     {"ended", ended},
                     {"text", progress.wall_s > 0 ? progress_text(progress) : ""}};
    if (!bytes.empty()) j["bytes"] = bytes;
    return {200, "application/json", j.dump()};
  }
};

Watch::Watch(const std::string& name, const Plan& plan) : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.page = view::page(live_pack(name, plan));
  s.server.on_get("/", [&s](const HttpRequest&) { return s.answer_page(); });
  s.server.on_get("/live", [&s](const HttpRequest&) { return s.answer_live(); });
  s.server.start();
  say(stderr, fmt::format("kasuri: watch this run at {}\n", s.server.url()));
}

Watch::~Watch() { state_->server.stop(); }

void Watch::show(const Progress& p) {
  const std::lock_guard lock(state_->mutex);
  state_->progress = p;
}

void Watch::look(Time now, const LinkTable& links) {
  State& s = *state_;
  if (now <= s.last) return;
  std::vector<std::uint8_t> bytes;
  std::size_t i = 0;
  for (const LinkRow l : links) {
    if (l.ejection) continue;
    if (i >= s.busy.size()) s.busy.push_back(0);
    const std::int64_t busy = l.busy().ps;
    bytes.push_back(
        view::byte_of(static_cast<double>(busy - s.busy[i]) / static_cast<double>((now - s.last).ps), 1));
    s.busy[i++] = busy;
  }
  s.last = now;
  std::string text = base64_of(bytes);
  const std::lock_guard lock(s.mutex);
  s.bytes = std::move(text);
}

void Watch::finish(const std::filesystem::path& run) {
  State& s = *state_;
  std::string page;
  try {
    page = run_page(run);
  } catch (const Error& e) {
    say(stderr, fmt::format("{}\n", e.what()));
    return;
  }
  std::unique_lock lock(s.mutex);
  s.page = std::move(page);
  s.ended = true;
  if (Clock::now() - s.asked > kOpen) return;
  s.fetched.wait_for(lock, kPatience, [&] { return s.final_page_fetched; });
}

}  // namespace kasuri::cli
