// SPDX-License-Identifier: MIT
#include "app/cli/http_connections.h"

#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include "base/core/errors.h"

namespace kasuri::cli {
namespace {

using NetClock = std::chrono::steady_clock;
using std::chrono::seconds;

constexpr std::size_t kMostHead = 32 << 10, kMostPipelined = 64 << 10, kMostWorkers = 16;
// From the first byte on, however slowly they come: a head, a body. Without bytes: between two requests of
// a connection, and while a client takes nothing of its answer.
constexpr seconds kHeadTime{10}, kBodyTime{60}, kIdleTime{15}, kSendTime{60};
// After the last answer a client may still be sending; closing at once would take the answer from it.
constexpr seconds kDrainTime{5};
constexpr seconds kEndTime{5};  // for the last answers when the server stops
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

int listening_socket(const std::string& host, int port) {
  addrinfo hints{}, *found = nullptr;
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  if (const int failed = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found)) {
    throw Error(Exit::limit, fmt::format("cannot listen at {}: {}", host, gai_strerror(failed)));
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, freeaddrinfo);
  int reason = 0;
  for (const addrinfo* a = found; a; a = a->ai_next) {
    const int fd = socket(a->ai_family, a->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, a->ai_protocol);
    // Old connections of an ended service linger at the port for a minute. A port that somebody listens at
    // is an error all the same.
    const int on = 1;
    if (fd >= 0) setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd >= 0 && bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0) return fd;
    reason = errno;
    if (fd >= 0) close(fd);
  }
  throw Error(Exit::limit, fmt::format("cannot listen at {}:{}: {}; choose another --port", host, port,
                                       std::strerror(reason)));
}

int port_of(int socket) {
  sockaddr_storage at{};
  socklen_t size = sizeof at;
  char port[16] = "0";
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&at), &size) == 0) {
    getnameinfo(reinterpret_cast<sockaddr*>(&at), size, nullptr, 0, port, sizeof port, NI_NUMERICSERV);
  }
  return std::atoi(port);
}

// Of connections: some files are left for what answers open.
std::size_t most_connections() {
  rlimit files{};
  const std::size_t all = getrlimit(RLIMIT_NOFILE, &files) == 0 ? files.rlim_cur : 256;
  return std::clamp<std::size_t>(all / 2, 16, 2000);
}

}  // namespace

class HttpConnections::Impl {
 public:
  Impl(const std::string& host, int port, Judge judge, Answer answer)
      : judge_(std::move(judge)), answer_(std::move(answer)), listener_(listening_socket(host, port)) {}
  ~Impl() {
    stop();
    for (const Connection& c : all_) close(c.fd);
    close(listener_);
    if (wake_ >= 0) close(wake_);
  }

  int port() const { return port_of(listener_); }

  void start() {
    wake_ = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (wake_ < 0) throw Error(Exit::limit, "too many files are open");
    for (std::size_t i = 0; i < kMostWorkers; ++i) workers_.emplace_back([this] { work(); });
    waiter_ = std::jthread([this] { wait(); });
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stops_ = true;
    }
    asked_.notify_all();
    workers_.clear();  // joins them
    no_more_ = true;
    wake();
    if (waiter_.joinable()) waiter_.join();
  }

 private:
  enum class Stage { reading, working, draining };

  struct Connection {
    int fd = -1;
    std::uint64_t id = 0;
    Stage stage = Stage::reading;
    std::string in, out;
    std::size_t sent = 0;      // of `out`
    std::size_t searched = 0;  // of `in`, for the end of the head
    std::size_t wanted = 0;    // bytes of the request; 0: its head is not whole
    bool has_ended = false;    // the client sends nothing more
    bool closes = false;       // after `out`
    NetClock::time_point until{};
  };
  struct Job {
    std::uint64_t id;
    std::string request;
  };
  struct Done {
    std::uint64_t id;
    Reply reply;
  };

  void wake() const {
    const std::uint64_t one = 1;
    if (wake_ >= 0 && write(wake_, &one, sizeof one) < 0) return;  // it is awake
  }

  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      asked_.wait(lock, [&] { return stops_ || !jobs_.empty(); });
      if (stops_) return;
      const Job job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      Reply reply;
      try {
        reply = answer_(job.request);
      } catch (const std::exception&) {  // no memory: the connection is closed
        reply = {{}, false};
      }
      lock.lock();
      done_.push_back({job.id, std::move(reply)});
      lock.unlock();
      wake();
    }
  }

  void wait() {
    std::vector<pollfd> polled;
    NetClock::time_point end{};
    for (;;) {
      const bool is_last = no_more_;  // then all answers are made
      if (is_last && end == NetClock::time_point{}) end = NetClock::now() + kEndTime;
      polled.assign({{wake_, POLLIN, 0}, {is_last || is_full() ? -1 : listener_, POLLIN, 0}});
      for (const Connection& c : all_) polled.push_back({c.fd, events_of(c), 0});
      poll(polled.data(), polled.size(), 200);
      std::uint64_t ignored = 0;
      while (read(wake_, &ignored, sizeof ignored) > 0) {
      }
      std::size_t i = 2;
      for (Connection& c : all_) move_bytes(c, polled[i++].revents);
      take_done();
      for (Connection& c : all_) {
        if (c.fd >= 0 && c.stage != Stage::working && NetClock::now() > c.until) give_up(c);
      }
      std::erase_if(all_, [](const Connection& c) { return c.fd < 0 && c.stage != Stage::working; });
      if (polled[1].revents) take_new();
      if (is_last && (!is_sending() || NetClock::now() > end)) return;
    }
  }

  bool is_sending() const {
    return std::ranges::any_of(all_,
                               [](const Connection& c) { return c.fd >= 0 && c.sent < c.out.size(); });
  }

  // It waits for its client, who may go.
  static bool waits(const Connection& c) { return c.stage != Stage::working && c.sent == c.out.size(); }
  bool is_full() const { return all_.size() >= most_ && std::ranges::none_of(all_, waits); }

  static short events_of(const Connection& c) {
    const bool takes = (c.stage == Stage::reading && c.in.size() < c.wanted + kMostPipelined) ||
                       c.stage == Stage::draining;
    return static_cast<short>((takes && !c.has_ended ? POLLIN : 0) | (c.sent < c.out.size() ? POLLOUT : 0));
  }

  void take_new() {
    for (int i = 0; i < 256 && !is_full(); ++i) {
      const int fd = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (fd < 0) {
        if ((errno == EMFILE || errno == ENFILE) && !make_room()) {
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return;
      }
      if (all_.size() >= most_) make_room();
      Connection& c = all_.emplace_back();
      c.fd = fd;
      c.id = ++last_id_;
      c.until = NetClock::now() + kHeadTime;
    }
  }

  // Takes the place of the one that has waited longest for its client.
  bool make_room() {
    const auto oldest = std::ranges::find_if(all_, waits);
    if (oldest == all_.end()) return false;
    drop(*oldest);
    all_.erase(oldest);
    return true;
  }

  static void drop(Connection& c) {
    if (c.fd >= 0) close(c.fd);
    c.fd = -1;
  }

  // Its time is over.
  void give_up(Connection& c) {
    const bool is_late = c.stage == Stage::reading && !c.in.empty() && c.out.empty();
    if (!is_late) return drop(c);
    refuse(c, "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  }

  void move_bytes(Connection& c, short events) {
    if (c.fd < 0) return;
    if (events & POLLOUT) send_some(c);
    if (c.fd >= 0 && events & POLLIN) receive_some(c);
    if (c.fd >= 0 && events & (POLLERR | POLLNVAL | POLLHUP) && !(events & (POLLIN | POLLOUT))) drop(c);
    if (c.fd >= 0 && c.stage == Stage::reading) look(c);
  }

  void send_some(Connection& c) {
    const ssize_t n = send(c.fd, c.out.data() + c.sent, c.out.size() - c.sent, MSG_NOSIGNAL);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) return drop(c);
    c.sent += static_cast<std::size_t>(n);
    c.until = NetClock::now() + kSendTime;
    if (c.sent < c.out.size()) return;
    c.out.clear();
    c.sent = 0;
    if (c.closes && c.has_ended) return drop(c);
    if (c.closes) {
      shutdown(c.fd, SHUT_WR);
      c.stage = Stage::draining;
      c.until = NetClock::now() + kDrainTime;
    } else {
      c.until = NetClock::now() + (c.wanted ? kBodyTime : c.in.empty() ? kIdleTime : kHeadTime);
    }
  }

  void receive_some(Connection& c) {
    char piece[1 << 16];
    const ssize_t n = recv(c.fd, piece, sizeof piece, 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n < 0) return drop(c);
    c.has_ended = n == 0;
    if (c.stage == Stage::draining) {
      if (n == 0) drop(c);
      return;
    }
    if (c.in.empty() && n > 0 && !c.wanted) c.until = NetClock::now() + kHeadTime;
    c.in.append(piece, static_cast<std::size_t>(n));
  }

  // What has been received may be a head, or a whole request.
  void look(Connection& c) {
    if (c.closes) return;
    if (!c.wanted) {
      const std::size_t end = c.in.find("\r\n\r\n", c.searched);
      c.searched = c.in.size() < 3 ? 0 : c.in.size() - 3;
      if (end == c.in.npos && c.in.size() > kMostHead) {
        return refuse(c, "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n"
                         "Content-Length: 0\r\n\r\n");
      }
      if (end != c.in.npos) judge(c, end + 4);
    }
    if (c.closes || c.fd < 0) return;
    if (c.wanted && c.in.size() >= c.wanted) return hand_over(c);
    if (c.has_ended && c.sent == c.out.size()) drop(c);
  }

  void judge(Connection& c, std::size_t head) {
    HttpHead found;
    try {
      found = judge_(std::string_view(c.in).substr(0, head));
    } catch (const std::exception&) {  // no memory
      return drop(c);
    }
    if (!found.is_admitted) return refuse(c, std::move(found.refusal));
    c.wanted = head + found.body;
    c.until = NetClock::now() + kBodyTime;
    if (found.wants_continue && c.in.size() < c.wanted) c.out += kContinue;
  }

  static void refuse(Connection& c, std::string answer) {
    if (answer.empty()) return drop(c);
    c.out += answer;
    c.closes = true;
    c.until = NetClock::now() + kSendTime;
  }

  void hand_over(Connection& c) {
    c.stage = Stage::working;
    {
      const std::lock_guard lock(mutex_);
      jobs_.push_back({c.id, c.in.substr(0, c.wanted)});
    }
    asked_.notify_one();
    c.in.erase(0, c.wanted);
    c.wanted = c.searched = 0;
  }

  void take_done() {
    std::vector<Done> done;
    {
      const std::lock_guard lock(mutex_);
      done.swap(done_);
    }
    for (Done& d : done) {
      const auto c = std::ranges::find(all_, d.id, &Connection::id);
      if (c == all_.end()) continue;
      c->stage = Stage::reading;
      if (c->fd < 0) continue;  // the client has gone
      c->out += d.reply.bytes;
      c->closes = !d.reply.stays_open || (c->has_ended && c->in.empty());
      c->until = NetClock::now() + kSendTime;
      send_some(*c);
      if (c->fd >= 0 && !c->closes && c->sent == c->out.size()) look(*c);
    }
  }

  Judge judge_;
  Answer answer_;
  int listener_ = -1, wake_ = -1;
  std::size_t most_ = most_connections();
  std::uint64_t last_id_ = 0;
  std::list<Connection> all_;  // in the order in which they came
  std::mutex mutex_;
  std::condition_variable asked_;
  std::deque<Job> jobs_;
  std::vector<Done> done_;
  bool stops_ = false;
  std::atomic<bool> no_more_ = false;
  std::vector<std::jthread> workers_;
  std::jthread waiter_;
};

HttpConnections::HttpConnections(const std::string& host, int port, Judge judge, Answer answer)
    : impl_(std::make_unique<Impl>(host, port, std::move(judge), std::move(answer))) {}
HttpConnections::~HttpConnections() = default;
int HttpConnections::port() const { return impl_->port(); }
void HttpConnections::start() { impl_->start(); }
void HttpConnections::stop() { impl_->stop(); }

}  // namespace kasuri::cli
