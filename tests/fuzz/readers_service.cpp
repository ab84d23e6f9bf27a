// SPDX-License-Identifier: MIT
// `kasuri serve`: requests as they come from the network, and the folders of runs as it finds them.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>

#include "app/cli/service_answers.h"
#include "base/core/text_file.h"
#include "reader.h"

namespace kasuri::fuzz {
namespace {

namespace fs = std::filesystem;

cli::ServiceLimits nothing_runs() {
  cli::ServiceLimits limits;
  limits.at_once = 0;
  return limits;
}

// The files of a run in the service's folder.
Input run_of_service(const std::string& about, const std::string& log, const std::string& summary) {
  Input all{{"about.json", about}, {"asked.toml", "[topology]\n"}, {"log.txt", log}};
  if (!summary.empty()) all.push_back({"x-001/summary.json", summary});
  if (!log.empty()) all.push_back({"lock", ""});
  return all;
}

const char* const kAbout = R"({"name":"a run","asked":1764000000,"statistics":true})";
const char* const kSummary = R"({"time_ps":12,"end_reason":"completed","link_busy_ratio":0.5})";

// --- Folders of runs ---

void read_folder(const Input& input) {
  static const fs::path folder = scratch() / "kept";
  static cli::ServiceRuns runs(folder, nothing_runs());
  const fs::path run = folder / "runs" / "x-001";
  fs::remove_all(run);
  for (const File& f : input) write_text(run / f.name, f.bytes);
  require(runs.list().size() == 1, "a run is listed");
  runs.tend();
}

const Reader folder{"service",
                    "folders of runs of `kasuri serve`",
                    [] {
                      return std::vector<Input>{
                          run_of_service(kAbout, "", ""),
                          run_of_service(kAbout, "kasuri: 12 us\n", kSummary),
                          run_of_service("{}", "error: a program said \xe2\x82\xac\n", "")};
                    },
                    {"null", "{}", "[]", "\"name\"", "\"asked\"", "true", "-1", "1e99", "error: ",
                     "kasuri: "},
                    Place::file,
                    read_folder};

// --- Requests ---

class Service {
 public:
  Service() : runs_(scratch() / "served", nothing_runs()), server_("127.0.0.1", 0, "") {
    cli::set_answers(server_, runs_, "<html></html>");
    server_.start();
    const std::string url = server_.url();
    host_ = url.substr(7, url.find('/', 7) - 7);
    run_ = scratch() / "served" / "runs" / "x-001";
  }

  std::string answer(std::string request) {
    for (const File& f : run_of_service(kAbout, "error: half of a character \xe2\x82\n", ""))
      write_text(run_ / f.name, f.bytes);
    // The port is not a part of the input.
    if (const std::size_t at = request.find(kHost); at != request.npos)
      request.replace(at, kHost.size(), host_);
    const int s = connected();
    for (std::size_t sent = 0; sent < request.size();) {
      const ssize_t n = send(s, request.data() + sent, request.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) break;  // it has answered and closed
      sent += static_cast<std::size_t>(n);
    }
    shutdown(s, SHUT_WR);
    std::string all;
    char piece[4096];
    ssize_t n = 0;
    while ((n = recv(s, piece, sizeof piece, 0)) > 0) all.append(piece, static_cast<std::size_t>(n));
    const bool late = n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    close(s);
    require(!late, "a request has an answer within ten seconds");
    return all;
  }

  static constexpr std::string_view kHost = "HOST:PORT";

 private:
  int connected() const {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(static_cast<std::uint16_t>(std::stoi(host_.substr(host_.find(':') + 1))));
    const int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const timeval most{10, 0};
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
    const bool connected = connect(s, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
    require(connected, "the service listens");
    return s;
  }

  cli::ServiceRuns runs_;
  cli::HttpServer server_;
  std::string host_;
  fs::path run_;
};

void read_request(const Input& input) {
  static Service service;
  const std::string answer = service.answer(input.front().bytes);
  if (answer.empty()) return;
  require(answer.starts_with("HTTP/1.1 "), "an answer has a status", answer);
  require(!answer.starts_with("HTTP/1.1 5"), "no request makes the service fail", answer);
}

const Reader request{
    "request",
    "requests to `kasuri serve`",
    [] {
      const auto post = [](const char* path, const std::string& body) {
        return text_input("request",
                          fmt::format("POST {} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n{}", path,
                                      Service::kHost, body.size(), body));
      };
      const auto get = [](const char* path) {
        return text_input("request",
                          fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\n\r\n", path, Service::kHost));
      };
      return std::vector<Input>{
          get("/"),
          get("/api/runs"),
          get("/runs/x-001/log"),
          get("/runs/x-001/config.toml?token=%61"),
          post("/api/runs/x-001/stop", ""),
          post("/api/runs/x-001/delete", "x"),
          post("/api/check", R"({"config": 1})"),
          post("/api/run", R"({"name": "\u20ac", "statistics": true, "config": [1]})"),
          text_input("request",
                     fmt::format("POST /api/check HTTP/1.1\r\nHost: {}\r\nTransfer-Encoding: chunked\r\n"
                                 "\r\n3\r\n{{\"a\r\n3\r\n\":1\r\n1\r\n}}\r\n0\r\n\r\n",
                                 Service::kHost))};
    },
    {"GET", "POST", "HEAD", "PUT", "Host:", "Content-Length:", "Transfer-Encoding: chunked",
     "Connection: close", "Expect: 100-continue", "Range: bytes=0-1", "Origin: http://x",
     "Cookie: kasuri-1=", "HTTP/1.1", "/api/runs", "/api/check", "/runs/x-001/log", "..%2f", "%00", "\r\n",
     "\r\n\r\n", "Content-Encoding: gzip", "Content-Type: multipart/form-data; boundary=x",
     "Authorization: Bearer x", "{\"config\": 1}"},
    Place::file,
    read_request};

}  // namespace
}  // namespace kasuri::fuzz
