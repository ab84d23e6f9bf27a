// SPDX-License-Identifier: MIT
#include "cli/http_server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/errors.h"

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

}  // namespace

struct HttpServer::Impl {
  std::string address, token;
  int port = 0;
  httplib::Server server;
  std::thread thread;

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
      out.status = status;
      out.set_content(error_in_json(why) + "\n", "application/json");
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
      return refuse(401, "the token is missing: use the address that `kasuri serve` printed");
    return true;
  }

  httplib::Server::Handler wrapped(Handler handler) {
    return [this, handler = std::move(handler)](const httplib::Request& r, httplib::Response& out) {
      if (!admits(r, out)) return;
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
  impl_->address = address;
  impl_->token = std::move(token);
  impl_->server.set_payload_max_length(kMostBody);
  impl_->server.set_read_timeout(20);
  impl_->server.set_write_timeout(60);
  impl_->server.set_socket_options([](auto) {});  // a port that somebody listens at is an error
  impl_->server.new_task_queue = [] { return new httplib::ThreadPool(4); };
  const bool bound = port ? impl_->server.bind_to_port(address.c_str(), port)
                          : (port = impl_->server.bind_to_any_port(address.c_str())) > 0;
  impl_->port = port;
  if (bound) return;
  throw Error(
      Exit::limit, ErrorPlace("kasuri"),
      fmt::format("cannot listen at {}:{}; another program may use this port: choose another --port",
                  address, port));
}

HttpServer::~HttpServer() { stop(); }

void HttpServer::on_get(const std::string& p, Handler h) {
  impl_->server.Get(p, impl_->wrapped(std::move(h)));
}
void HttpServer::on_post(const std::string& p, Handler h) {
  impl_->server.Post(p, impl_->wrapped(std::move(h)));
}

void HttpServer::start() {
  impl_->thread = std::thread([this] { impl_->server.listen_after_bind(); });
}

void HttpServer::stop() {
  if (!impl_ || !impl_->thread.joinable()) return;
  while (!impl_->server.is_running()) std::this_thread::yield();
  impl_->server.stop();
  impl_->thread.join();
}

std::string HttpServer::url() const {
  const std::string host = impl_->address == "0.0.0.0" ? "127.0.0.1" : impl_->address;
  return fmt::format("http://{}:{}/{}", host, impl_->port,
                     impl_->token.empty() ? "" : "?token=" + impl_->token);
}

}  // namespace kasuri::cli
