// An XML document, written from the top down.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace mortise::gen {

using XmlAttributes = std::vector<std::pair<std::string, std::string>>;

class XmlText {
 public:
  // Inside of the root, which end() closes.
  XmlText(const std::string& root, const XmlAttributes& attributes);

  void open(const std::string& element, const XmlAttributes& attributes = {});
  void close();
  // Without content.
  void element(const std::string& element, const XmlAttributes& attributes);

  // Closes what is open and returns the document.
  std::string end();

 private:
  void start(const std::string& element, const XmlAttributes& attributes, const char* ending);

  std::string text_;
  std::vector<std::string> open_;
};

// The shortest text that reads as this number.
std::string exact_text(double value);

}  // namespace mortise::gen
