// SPDX-License-Identifier: MIT
// The connections of a small HTTP server. One thread waits for all of them and moves bytes; workers get
// whole requests and give whole answers. So a client that is slow, silent or gone takes no worker from
// others, and who is not admitted is refused by the head of the request alone.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace kasuri::cli {

// What the head of a request says.
struct HttpHead {
  bool is_admitted = false;
  std::size_t body = 0;        // bytes that follow
  bool wants_continue = false;  // waits for "100 Continue" before it sends them
  std::string refusal;         // the whole answer, if it is not admitted
};

class HttpConnections {
 public:
  // Quick, and called by one thread; the head ends with its empty line.
  using Judge = std::function<HttpHead(std::string_view head)>;
  // The whole answer to a whole request; whether the connection stays open. From several threads.
  struct Reply {
    std::string bytes;
    bool stays_open = true;
  };
  using Answer = std::function<Reply(std::string_view request)>;

  // Listens at a host and port; 0: a free one. Throws Error(Exit::limit) without a place.
  HttpConnections(const std::string& host, int port, Judge, Answer);
  ~HttpConnections();
  HttpConnections(const HttpConnections&) = delete;
  HttpConnections& operator=(const HttpConnections&) = delete;

  int port() const;
  void start();
  // Ends when the answers under way are made and sent, as far as clients take them.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kasuri::cli
