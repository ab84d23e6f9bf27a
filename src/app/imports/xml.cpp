// SPDX-License-Identifier: MIT
#include "app/imports/xml.h"

#include <expat.h>
#include <fmt/format.h>

#include <memory>
#include <vector>

namespace kasuri::imports {
namespace {

constexpr std::size_t kDeepest = 64;

struct Reader {
  XML_Parser parser;
  Element root;
  std::vector<Element*> open;
  bool too_deep = false;

  Place place() const {
    return {XML_GetCurrentLineNumber(parser), XML_GetCurrentColumnNumber(parser) + 1};
  }
};

void begin(void* of, const XML_Char* name, const XML_Char** attributes) {
  Reader& r = *static_cast<Reader*>(of);
  if (r.open.size() == kDeepest) {
    r.too_deep = true;
    XML_StopParser(r.parser, XML_FALSE);
    return;
  }
  Element& e = r.open.empty() ? r.root : r.open.back()->children.emplace_back();
  e.name = name;
  e.at = r.place();
  for (; *attributes; attributes += 2) e.attributes[attributes[0]] = attributes[1];
  r.open.push_back(&e);
}

void end(void* of, const XML_Char*) { static_cast<Reader*>(of)->open.pop_back(); }

}  // namespace

Element read_xml(const Source& source) {
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(XML_ParserCreate(nullptr),
                                                                            XML_ParserFree);
  Reader r{parser.get(), {}, {}};
  XML_SetUserData(r.parser, &r);
  XML_SetElementHandler(r.parser, begin, end);
  const std::string& text = source.text();
  if (XML_Parse(r.parser, text.data(), static_cast<int>(text.size()), 1) != XML_STATUS_OK) {
    source.fail(r.place(), r.too_deep ? fmt::format("elements are nested at most {} deep", kDeepest)
                                      : std::string(XML_ErrorString(XML_GetErrorCode(r.parser))));
  }
  return std::move(r.root);
}

}  // namespace kasuri::imports
