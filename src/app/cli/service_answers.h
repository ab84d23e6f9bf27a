// SPDX-License-Identifier: MIT
// What `kasuri serve` answers to requests.
#pragma once

#include <string>

#include "app/cli/http_server.h"
#include "app/cli/service_runs.h"

namespace kasuri::cli {

// `page`: for the browser's first request. Both live as long as the server.
void set_answers(HttpServer&, ServiceRuns&, const std::string& page);

}  // namespace kasuri::cli
