// modelDescription.xml as an importer reads it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mortise::fmi_host {

// An element of an XML document.
struct Element {
  std::string name, text;
  std::map<std::string, std::string> attributes;
  std::vector<Element> children;

  const Element* child(const std::string& wanted) const;
  // Empty if there is none.
  std::string attribute(const std::string& wanted) const;
};

// Empty name and *trouble if the text is no XML.
Element read_xml(const std::string& text, std::string* trouble);

struct Variable {
  std::string name, type, causality, variability, initial, start, unit, minimum, maximum;
  std::uint32_t reference = 0;
};

struct Description {
  int version = 0;
  std::string token, identifier;
  double step = 0.0;  // default communication step [s]
  std::vector<Variable> variables;

  // Null if there is none.
  const Variable* find(const std::string& name) const;
  // References of all real variables of a causality, in order.
  std::vector<std::uint32_t> reals(const std::string& causality) const;
};

// root: of a description that follows the rules.
Description describe(const Element& root);

}  // namespace mortise::fmi_host
