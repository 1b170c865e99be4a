// Text inside of XML, SVG and HTML.
#pragma once

#include <string>

namespace mortise::gen {

// Text as the content of an element.
inline std::string escape_markup(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

// Text as the value of an attribute between double quotes.
inline std::string escape_attribute(const std::string& text) {
  std::string result;
  for (const char c : escape_markup(text)) {
    if (c == '"') {
      result += "&quot;";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace mortise::gen
