// SPDX-License-Identifier: MIT
// Pages for a browser on this host: `kasuri run --watch` and `kasuri serve`. A thin face of cpp-httplib,
// which one file includes, on connections of our own. Requests are refused if they come from a page of
// another origin, or to another name than this host's (DNS rebinding), and without the token, if there is
// one.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kasuri::cli {

struct HttpRequest {
  std::string body;
  std::vector<std::string> parts;  // of the path, as the pattern's groups
};

struct HttpAnswer {
  int status = 200;
  std::string type = "application/json";
  std::string body{};
};

class HttpServer {
 public:
  using Handler = std::function<HttpAnswer(const HttpRequest&)>;

  // Port 0: a free one. An empty token: none is needed. Throws Error(Exit::limit) if it cannot listen.
  HttpServer(const std::string& address, int port, std::string token);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Handlers are set before start(). A handler may throw Error, which becomes an answer in words.
  void on_get(const std::string& pattern, Handler);
  void on_post(const std::string& pattern, Handler);
  // Answers in threads of its own from now on.
  void start();
  void stop();
  // "http://127.0.0.1:8437/", with the token if there is one.
  std::string url() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// A secret that nobody guesses.
std::string new_token();

}  // namespace kasuri::cli
