// SPDX-License-Identifier: MIT
// kasuri man: manual pages in roff, made of the command line's own tables: kasuri(1), and kasuri-VERB(1) of
// each verb.
#include <fmt/format.h>

#include "app/cli/study_programs.h"
#include "shell/verbs/say.h"
#include "base/core/text_file.h"

namespace kasuri::cli {
namespace {

// Text of a page: no letter of it is a command.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else if (c == '\n') out += "\n.br\n";
    else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += std::string("\\&") + c;
    else out += c;
  }
  return out;
}

std::string page_head(const std::string& name, const std::string& summary) {
  std::string upper = name;
  for (char& c : upper) c = static_cast<char>(std::toupper(c));
  return fmt::format(".TH {} 1 \"\" \"kasuri {}\" \"Kasuri\"\n.SH NAME\n{} \\- {}\n", roff(upper),
                     KASURI_VERSION, roff(name), roff(summary));
}

std::string in_synopsis(const OptionFacts& o) {
  const std::string value = o.value.empty() ? "" : " \\fI" + roff(o.value) + "\\fR";
  const std::string text = o.names.empty() ? "\\fI" + roff(o.argument) + "\\fR"
                                           : "\\fB" + roff(o.names[0]) + "\\fR" + value;
  return o.required ? text : '[' + text + ']';
}

std::string described(const OptionFacts& o) {
  std::string names;
  for (const std::string& n : o.names) names += (names.empty() ? "" : ", ") + ("\\fB" + roff(n) + "\\fR");
  if (o.names.empty()) names = "\\fI" + roff(o.argument) + "\\fR";
  else if (!o.value.empty()) names += " \\fI" + roff(o.value) + "\\fR";
  std::string text = ".TP\n" + names + '\n' + roff(o.meaning);
  if (!o.choices.empty()) text += fmt::format(" ({})", roff(fmt::format("{}", fmt::join(o.choices, ", "))));
  return text + '\n';
}

std::string page_of(const VerbFacts& v) {
  std::string text =
      page_head("kasuri-" + v.name, v.summary) + ".SH SYNOPSIS\n\\fBkasuri " + roff(v.name) + "\\fR";
  for (const OptionFacts& o : v.options) text += '\n' + in_synopsis(o);
  if (v.passes_on) text += "\n\\fIargument\\fR ...";
  text += "\n.SH DESCRIPTION\nThis verb of\n.BR kasuri (1)\nserves to: " + roff(v.summary) + ".\n";
  if (v.passes_on) text += "Its arguments are handed on to the program that it calls.\n";
  if (!v.options.empty()) text += ".SH OPTIONS\n";
  for (const OptionFacts& o : v.options) text += described(o);
  return text + ".SH SEE ALSO\n.BR kasuri (1)\n";
}

std::string main_page(const std::vector<VerbFacts>& verbs) {
  std::string text =
      page_head("kasuri", "simulate interconnection networks") +
      ".SH SYNOPSIS\n\\fBkasuri\\fR \\fIverb\\fR [\\fIargument\\fR ...]\n.SH DESCRIPTION\n"
      "Kasuri simulates the network of a parallel computer, or of a chip: packets in routers with\n"
      "virtual channels, the nodes' network interfaces, and a workload of programs, traces or\n"
      "synthetic traffic. A configuration is one file in TOML; results are written to a directory.\n"
      ".SH VERBS\n";
  for (const VerbFacts& v : verbs) {
    text += fmt::format(".TP\n.BR kasuri\\-{} (1)\n{}\n", roff(v.name), roff(v.summary));
  }
  text += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : std::initializer_list<std::pair<const char*, const char*>>{
           {"0", "done"},
           {"1", "the simulated program failed"},
           {"2", "a mistake in usage or configuration"},
           {"3", "a deadlock in the simulation"},
           {"4", "a limit of time, memory or disk"},
           {"5", "an internal error"},
           {"128+n", "ended by signal n"}}) {
    text += fmt::format(".TP\n{}\n{}\n", code, meaning);
  }
  text += ".SH ENVIRONMENT\n";
  for (const auto& [name, meaning] : std::initializer_list<std::pair<const char*, const char*>>{
           {"CC, CXX", "compilers of simulated programs"},
           {"XDG_CACHE_HOME", "where compiled programs are kept, in kasuri; default: ~/.cache"},
           {"NO_COLOR", "if it is set and not empty, messages have no colour"}}) {
    text += fmt::format(".TP\n.B {}\n{}\n", name, roff(meaning));
  }
  return text +
         ".SH FILES\n.TP\n.I share/kasuri/config.schema.json\nJSON schema of a configuration, for "
         "editors\n";
}

const Verb man{"man", "print a manual page in roff, or write all of them",
               [](CLI::App& app) -> Action {
                 auto verb = std::make_shared<std::string>();
                 auto out = std::make_shared<std::string>();
                 app.add_option("verb", *verb, "verb whose page is printed; default: the page of kasuri");
                 app.add_option("-o,--out,--output", *out, "write the pages of all verbs to this directory")
                     ->type_name("DIR");
                 return [verb, out] {
                   learn_of_studies();
                   const std::vector<VerbFacts> all = all_verb_facts();
                   if (!out->empty()) {
                     const std::filesystem::path folder(*out);
                     write_text(folder / "kasuri.1", main_page(all));
                     for (const VerbFacts& v : all)
                       write_text(folder / ("kasuri-" + v.name + ".1"), page_of(v));
                     return Exit::done;
                   }
                   if (verb->empty()) {
                     say(stdout, main_page(all));
                     return Exit::done;
                   }
                   for (const VerbFacts& v : all) {
                     if (v.name != *verb) continue;
                     say(stdout, page_of(v));
                     return Exit::done;
                   }
                   throw Error(Exit::usage, ErrorPlace("kasuri man"),
                               fmt::format("there is no verb '{}'", *verb));
                 };
               }};

}  // namespace
}  // namespace kasuri::cli
