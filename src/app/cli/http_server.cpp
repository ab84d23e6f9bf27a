// SPDX-License-Identifier: MIT
#include "app/cli/http_server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "app/cli/http_connections.h"
#include "base/core/errors.h"

namespace kasuri::cli {
namespace {

constexpr std::size_t kMostBody = std::size_t{4} << 20;

// The page has all it needs, and asks this server alone.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// In a time that does not tell where the difference is.
bool equal_secrets(const std::string& a, const std::string& b) {
  unsigned char different = a.size() != b.size();
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    different = static_cast<unsigned char>(different | (a[i] ^ b[i]));
  }
  return different == 0;
}

// A message may hold what is not UTF-8.
std::string error_in_json(const std::string& why) {
  return nlohmann::json{{"error", why}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// A request and its answer in memory, for cpp-httplib.
class MemoryStream final : public httplib::Stream {
 public:
  explicit MemoryStream(std::string_view in) : in_(in) {}
  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, std::size_t most) override {
    const std::size_t n = std::min(most, in_.size());
    std::copy_n(in_.data(), n, to);
    in_.remove_prefix(n);
    return static_cast<ssize_t>(n);
  }
  ssize_t write(const char* from, std::size_t n) override {
    out_.append(from, n);
    return static_cast<ssize_t>(n);
  }
  using httplib::Stream::write;
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return 0; }

  // Without the "100 Continue", which has been sent.
  std::string answer() {
    constexpr std::string_view kInterim = "HTTP/1.1 100 ", kEnd = "\r\n\r\n";
    if (out_.starts_with(kInterim)) out_.erase(0, out_.find(kEnd) + kEnd.size());
    return std::move(out_);
  }

 private:
  std::string_view in_;
  std::string out_;
};

// Reads requests and finds their handlers; the connections are ours (http_connections.h).
class Routes : public httplib::Server {
 public:
  using httplib::Server::process_request;
};

// While this thread judges the head of a request: what is found.
thread_local HttpHead* judged = nullptr;

void refuse_request(httplib::Response& out, int status, const std::string& why) {
  out.status = status;
  out.set_content(error_in_json(why) + "\n", "application/json");
}

}  // namespace

struct HttpServer::Impl {
  std::string address, token;
  int port = 0;
  Routes routes;
  std::optional<HttpConnections> connections;

  bool is_local() const { return address == "127.0.0.1" || address == "localhost" || address == "::1"; }

  // Names that a browser of this host may use.
  bool is_this_host(const std::string& host) const {
    for (const char* name : {"127.0.0.1", "localhost", "[::1]"}) {
      if (host == fmt::format("{}:{}", name, port)) return true;
    }
    return !is_local() && !token.empty();
  }

  bool has_token(const httplib::Request& r) const {
    if (token.empty()) return true;
    if (equal_secrets(r.get_param_value("token"), token)) return true;
    const std::string cookies = r.get_header_value("Cookie"), name = fmt::format("kasuri-{}=", port);
    const std::size_t at = cookies.find(name);
    if (at != cookies.npos) {
      const std::size_t begin = at + name.size();
      if (equal_secrets(cookies.substr(begin, cookies.find(';', begin) - begin), token)) return true;
    }
    return equal_secrets(r.get_header_value("Authorization"), "Bearer " + token);
  }

  // Whether it may be answered; else the answer is there.
  bool admits(const httplib::Request& r, httplib::Response& out) const {
    const auto refuse = [&](int status, const std::string& why) {
      refuse_request(out, status, why);
      return false;
    };
    const std::string host = r.get_header_value("Host"), origin = r.get_header_value("Origin");
    if (!is_this_host(host))
      return refuse(403, "this name is not the server's: use the address that it printed");
    if (!origin.empty() && origin != "http://" + host)
      return refuse(403, "requests from other origins are refused");
    const std::string site = r.get_header_value("Sec-Fetch-Site");
    if (r.method != "GET" && (site == "cross-site" || site == "same-site")) {
      return refuse(403, "requests from other sites are refused");
    }
    if (!has_token(r))
      return refuse(401, "the token is missing: use the link that `kasuri serve` or `--watch` printed");
    return true;
  }

  // Of a head alone: what comes behind it.
  static void measure_body(const httplib::Request& r, httplib::Response& out) {
    if (r.has_header("Transfer-Encoding")) {
      return refuse_request(out, 411, "requests in chunks are refused: say Content-Length");
    }
    const std::string length = r.has_header("Content-Length") ? r.get_header_value("Content-Length") : "0";
    const bool is_number = !length.empty() && length.size() < 16 &&
                           length.find_first_not_of("0123456789") == length.npos;
    if (!is_number) return refuse_request(out, 400, "Content-Length is no number");
    judged->body = std::stoull(length);
    if (judged->body > kMostBody) return refuse_request(out, 413, "the request is larger than 4 MiB");
    judged->wants_continue = r.get_header_value("Expect") == "100-continue";
    judged->is_admitted = true;
  }

  // Before anything else is done with a request, and twice: of its head, and when it is whole.
  httplib::Server::HandlerResponse admit(const httplib::Request& r, httplib::Response& out) const {
    using enum httplib::Server::HandlerResponse;
    if (!admits(r, out)) return Handled;
    if (!judged) return Unhandled;
    measure_body(r, out);
    return Handled;
  }

  HttpHead judge(std::string_view head) {
    HttpHead found;
    MemoryStream stream(head);
    bool closes = true;
    judged = &found;
    routes.process_request(stream, true, closes, nullptr);
    judged = nullptr;
    if (!found.is_admitted) found.refusal = stream.answer();
    return found;
  }

  HttpConnections::Reply answer(std::string_view request) {
    MemoryStream stream(request);
    bool closes = false;
    const bool is_answered = routes.process_request(stream, false, closes, nullptr);
    return {stream.answer(), is_answered && !closes};
  }

  httplib::Server::Handler wrapped(Handler handler) {
    return [this, handler = std::move(handler)](const httplib::Request& r, httplib::Response& out) {
      HttpRequest request{r.body, {}};
      for (std::size_t i = 1; i < r.matches.size(); ++i) request.parts.push_back(r.matches[i].str());
      HttpAnswer a;
      try {
        a = handler(request);
      } catch (const Error& e) {
        a = {e.code() == Exit::limit ? 507 : 400, "application/json", error_in_json(e.what())};
      } catch (const std::exception& e) {
        a = {500, "application/json", error_in_json(e.what())};
      }
      out.status = a.status;
      out.set_header("Content-Security-Policy", kPolicy);
      out.set_header("X-Content-Type-Options", "nosniff");
      out.set_header("Referrer-Policy", "no-referrer");
      out.set_header("Cache-Control", "no-store");
      if (!token.empty()) {
        out.set_header("Set-Cookie",
                       fmt::format("kasuri-{}={}; HttpOnly; SameSite=Strict; Path=/", port, token));
      }
      out.set_content(a.body, a.type.c_str());
    };
  }
};

HttpServer::HttpServer(const std::string& address, int port, std::string token)
    : impl_(std::make_unique<Impl>()) {
  Impl& i = *impl_;
  i.address = address;
  i.token = std::move(token);
  i.routes.set_payload_max_length(kMostBody);
  i.routes.set_pre_routing_handler(
      [&i](const httplib::Request& r, httplib::Response& out) { return i.admit(r, out); });
  try {
    i.connections.emplace(
        address, port, [&i](std::string_view head) { return i.judge(head); },
        [&i](std::string_view request) { return i.answer(request); });
  } catch (const Error& e) {
    throw Error(e.code(), ErrorPlace("kasuri"), e.what());
  }
  i.port = i.connections->port();
}

HttpServer::~HttpServer() { stop(); }

void HttpServer::on_get(const std::string& p, Handler h) {
  impl_->routes.Get(p, impl_->wrapped(std::move(h)));
}
void HttpServer::on_post(const std::string& p, Handler h) {
  impl_->routes.Post(p, impl_->wrapped(std::move(h)));
}

void HttpServer::start() { impl_->connections->start(); }

void HttpServer::stop() {
  if (impl_) impl_->connections->stop();
}

std::string HttpServer::url() const {
  const std::string& a = impl_->address;
  const std::string host = a == "0.0.0.0" ? "127.0.0.1" : a == "::" ? "::1" : a;
  const bool is_ipv6 = host.find(':') != host.npos;
  return fmt::format("http://{}{}{}:{}/{}", is_ipv6 ? "[" : "", host, is_ipv6 ? "]" : "", impl_->port,
                     impl_->token.empty() ? "" : "?token=" + impl_->token);
}

std::string new_token() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

}  // namespace kasuri::cli
