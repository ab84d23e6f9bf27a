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
#include "experiment/plan/plan.h"

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

class PageOfRun final : public Watch {
 public:
  PageOfRun(const std::string& name, const Plan&);
  ~PageOfRun() override { server_.stop(); }
  void show(const Progress&) override;
  void look(Time now, const LinkTable&) override;
  void finish(const std::filesystem::path& run) override;

 private:
  HttpAnswer answer_page() {
    const std::lock_guard lock(mutex_);
    if (ended_) final_page_fetched_ = true;
    fetched_.notify_all();
    return {200, "text/html; charset=utf-8", page_};
  }
  HttpAnswer answer_live() {
    const std::lock_guard lock(mutex_);
    asked_ = Clock::now();
    nlohmann::json j{{"now", progress_.now.ps},
                     {"share", progress_.share},
                     {"ended", ended_},
                     {"text", progress_.wall_s > 0 ? progress_text(progress_) : ""}};
    if (!bytes_.empty()) j["bytes"] = bytes_;
    return {200, "application/json", j.dump()};
  }

  std::mutex mutex_;
  std::condition_variable fetched_;
  std::string page_;
  bool ended_ = false, final_page_fetched_ = false;
  Progress progress_{{}, kNever, -1, 0, 0};
  std::string bytes_;
  std::vector<std::int64_t> busy_;  // of each link, at the last look
  Time last_{0};
  Clock::time_point asked_{};
  HttpServer server_;  // stops before the rest goes
};

PageOfRun::PageOfRun(const std::string& name, const Plan& plan) : server_("127.0.0.1", 0, new_token()) {
  page_ = view::page(live_pack(name, plan));
  server_.on_get("/", [this](const HttpRequest&) { return answer_page(); });
  server_.on_get("/live", [this](const HttpRequest&) { return answer_live(); });
  server_.start();
  say(stderr, fmt::format("kasuri: watch this run at {}\n", server_.url()));
}

void PageOfRun::show(const Progress& p) {
  const std::lock_guard lock(mutex_);
  progress_ = p;
}

void PageOfRun::look(Time now, const LinkTable& links) {
  if (now <= last_) return;
  std::vector<std::uint8_t> shares;
  std::size_t i = 0;
  for (const LinkRow l : links) {
    if (l.ejection) continue;
    if (i >= busy_.size()) busy_.push_back(0);
    const std::int64_t busy = l.busy().ps;
    shares.push_back(
        view::byte_of(static_cast<double>(busy - busy_[i]) / static_cast<double>((now - last_).ps), 1));
    busy_[i++] = busy;
  }
  last_ = now;
  std::string text = base64_of(shares);
  const std::lock_guard lock(mutex_);
  bytes_ = std::move(text);
}

void PageOfRun::finish(const std::filesystem::path& run) {
  std::string page;
  try {
    page = run_page(run);
  } catch (const Error& e) {
    say(stderr, fmt::format("{}\n", e.what()));
    return;
  }
  std::unique_lock lock(mutex_);
  page_ = std::move(page);
  ended_ = true;
  if (Clock::now() - asked_ > kOpen) return;
  fetched_.wait_for(lock, kPatience, [&] { return final_page_fetched_; });
}

std::unique_ptr<Watch> start_page(const std::string& name, const Plan& plan) {
  return std::make_unique<PageOfRun>(name, plan);
}

const bool page_is_known = (start_watch = &start_page) != nullptr;  // before any run begins

}  // namespace
}  // namespace kasuri::cli
