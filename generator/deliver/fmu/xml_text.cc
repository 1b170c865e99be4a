#include "generator/deliver/fmu/xml_text.hpp"

#include <fmt/format.h>

#include "generator/ground/text/markup.hpp"

namespace mortise::gen {

XmlText::XmlText(const std::string& root, const XmlAttributes& attributes)
    : text_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") {
  open(root, attributes);
}

void XmlText::start(const std::string& element, const XmlAttributes& attributes,
                    const char* ending) {
  text_ += std::string(2 * open_.size(), ' ') + "<" + element;
  for (const auto& [name, value] : attributes)
    text_ += " " + name + "=\"" + escape_attribute(value) + "\"";
  text_ += std::string(ending) + "\n";
}

void XmlText::open(const std::string& element, const XmlAttributes& attributes) {
  start(element, attributes, ">");
  open_.push_back(element);
}

void XmlText::close() {
  const std::string element = open_.back();
  open_.pop_back();
  text_ += std::string(2 * open_.size(), ' ') + "</" + element + ">\n";
}

void XmlText::element(const std::string& element, const XmlAttributes& attributes) {
  start(element, attributes, "/>");
}

std::string XmlText::end() {
  while (!open_.empty()) close();
  return text_;
}

std::string exact_text(double value) { return fmt::format("{}", value); }

}  // namespace mortise::gen
