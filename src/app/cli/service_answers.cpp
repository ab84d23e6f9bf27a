// SPDX-License-Identifier: MIT
#include "app/cli/service_answers.h"

#include "base/config/json_text.h"
#include "base/core/errors.h"

namespace kasuri::cli {
namespace {

using AnswerJson = nlohmann::ordered_json;

// Programs print what they like, and names are cut at a length.
std::string as_utf8(const AnswerJson& j) {
  return j.dump(-1, ' ', false, AnswerJson::error_handler_t::replace);
}

}  // namespace

void set_answers(HttpServer& server, ServiceRuns& runs, const std::string& page) {
  const auto json = [](const AnswerJson& j) {
    return HttpAnswer{200, "application/json", as_utf8(j)};
  };
  const auto html = [](std::string text) {
    return HttpAnswer{200, "text/html; charset=utf-8", std::move(text)};
  };
  const auto body = [](const HttpRequest& r) {
    AnswerJson j = config::json_from(r.body);
    if (!j.is_object() || !j.contains("config") || !j["config"].is_string()) {
      throw Error(Exit::usage, "the request has no 'config'");
    }
    return j;
  };
  const std::string id = "([A-Za-z0-9-]+)";
  server.on_get("/", [=](const HttpRequest&) { return html(page); });
  server.on_get("/api/runs", [&runs, json](const HttpRequest&) { return json(runs.list()); });
  server.on_post("/api/check", [&runs, json, body](const HttpRequest& r) {
    return json(runs.check(body(r)["config"].get<std::string>()));
  });
  server.on_post("/api/run", [&runs, json, body](const HttpRequest& r) {
    const AnswerJson j = body(r);
    const bool statistics = j.contains("statistics") && j["statistics"] == true;
    const std::string name =
        j.contains("name") && j["name"].is_string() ? j["name"].get<std::string>() : "run";
    const std::string added = runs.add(name, j["config"].get<std::string>(), statistics);
    runs.tend();
    return json({{"id", added}});
  });
  server.on_post("/api/runs/" + id + "/stop", [&runs, json](const HttpRequest& r) {
    runs.stop(r.parts[0]);
    return json({{"stopped", r.parts[0]}});
  });
  server.on_post("/api/runs/" + id + "/delete", [&runs, json](const HttpRequest& r) {
    runs.remove(r.parts[0]);
    return json({{"deleted", r.parts[0]}});
  });
  server.on_get("/runs/" + id + "/config.toml", [&runs](const HttpRequest& r) {
    return HttpAnswer{200, "text/plain; charset=utf-8", runs.config(r.parts[0])};
  });
  server.on_get("/runs/" + id + "/log", [&runs](const HttpRequest& r) {
    return HttpAnswer{200, "text/plain; charset=utf-8", runs.log(r.parts[0])};
  });
  server.on_get("/runs/" + id + "/view",
                [&runs, html](const HttpRequest& r) { return html(runs.page(r.parts[0])); });
  server.on_get("/compare/" + id + "/" + id, [&runs, html](const HttpRequest& r) {
    return html(runs.comparison(r.parts[0], r.parts[1]));
  });
}

}  // namespace kasuri::cli
