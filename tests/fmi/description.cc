#include "tests/fmi/description.hpp"

#include <libxml/parser.h>

#include <memory>

namespace mortise::fmi_host {
namespace {

std::string text_of(const xmlChar* text) {
  return text != nullptr ? reinterpret_cast<const char*>(text) : "";
}

Element element_of(const xmlNode& node) {
  Element element;
  element.name = text_of(node.name);
  for (const xmlAttr* a = node.properties; a != nullptr; a = a->next) {
    const std::unique_ptr<xmlChar, decltype(xmlFree)> value(
        xmlNodeListGetString(node.doc, a->children, 1), xmlFree);
    element.attributes[text_of(a->name)] = text_of(value.get());
  }
  for (const xmlNode* n = node.children; n != nullptr; n = n->next) {
    if (n->type == XML_ELEMENT_NODE) element.children.push_back(element_of(*n));
    if (n->type == XML_TEXT_NODE) element.text += text_of(n->content);
  }
  return element;
}

}  // namespace

const Element* Element::child(const std::string& wanted) const {
  for (const Element& c : children)
    if (c.name == wanted) return &c;
  return nullptr;
}

std::string Element::attribute(const std::string& wanted) const {
  const auto found = attributes.find(wanted);
  return found == attributes.end() ? "" : found->second;
}

Element read_xml(const std::string& text, std::string* trouble) {
  const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> document(
      xmlReadMemory(text.data(), static_cast<int>(text.size()), nullptr, nullptr,
                    XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET),
      xmlFreeDoc);
  const xmlNode* root = document ? xmlDocGetRootElement(document.get()) : nullptr;
  if (root == nullptr) {
    *trouble = "is no well-formed XML";
    return {};
  }
  return element_of(*root);
}

const Variable* Description::find(const std::string& name) const {
  for (const Variable& v : variables)
    if (v.name == name) return &v;
  return nullptr;
}

std::vector<std::uint32_t> Description::reals(const std::string& causality) const {
  std::vector<std::uint32_t> references;
  for (const Variable& v : variables)
    if (v.causality == causality && (v.type == "Real" || v.type == "Float64"))
      references.push_back(v.reference);
  return references;
}

Description describe(const Element& root) {
  Description d;
  d.version = root.attribute("fmiVersion") == "2.0" ? 2 : 3;
  d.token = root.attribute(d.version == 2 ? "guid" : "instantiationToken");
  d.identifier = root.child("CoSimulation")->attribute("modelIdentifier");
  d.step = std::stod(root.child("DefaultExperiment")->attribute("stepSize"));
  for (const Element& e : root.child("ModelVariables")->children) {
    const Element& typed = d.version == 2 ? e.children.front() : e;
    Variable v;
    v.name = e.attribute("name");
    v.type = typed.name;
    v.causality = e.attribute("causality");
    v.variability = e.attribute("variability");
    v.initial = e.attribute("initial");
    v.start = typed.attribute("start");
    v.unit = typed.attribute("unit");
    v.minimum = typed.attribute("min");
    v.maximum = typed.attribute("max");
    v.reference = static_cast<std::uint32_t>(std::stoul(e.attribute("valueReference")));
    d.variables.push_back(v);
  }
  return d;
}

}  // namespace mortise::fmi_host
