#include "generator/deliver/fmu/model_description_parts.hpp"

#include <set>

#include "mortise/fmu_package.hpp"

namespace mortise::gen {

void write_units(const FmuModel& model, XmlText* xml) {
  std::set<std::string> units{"s"};
  for (const FmuVariable& v : model.variables)
    if (!v.unit.empty()) units.insert(v.unit);
  xml->open("UnitDefinitions");
  for (const std::string& unit : units) {
    const auto exponents = base_exponents(unit);
    if (!exponents) {
      xml->element("Unit", {{"name", unit}});
      continue;
    }
    XmlAttributes attributes;
    for (std::size_t k = 0; k < exponents->size(); ++k)
      if ((*exponents)[k] != 0)
        attributes.emplace_back(kBaseUnits.at(k), std::to_string((*exponents)[k]));
    xml->open("Unit", {{"name", unit}});
    xml->element("BaseUnit", attributes);
    xml->close();
  }
  xml->close();
}

void write_log_categories(XmlText* xml) {
  xml->open("LogCategories");
  xml->element("Category",
               {{"name", fmi::kLogWarning}, {"description", "status bits that come up in a step"}});
  xml->element("Category", {{"name", fmi::kLogError}, {"description", "calls that fail"}});
  xml->close();
}

void write_experiment(const FmuModel& model, XmlText* xml) {
  xml->element("DefaultExperiment", {{"startTime", "0"},
                                     {"stopTime", exact_text(model.duration)},
                                     {"stepSize", exact_text(model.step)}});
}

void add_values(const FmuVariable& variable, XmlAttributes* attributes) {
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (!value) return;
    attributes->emplace_back(
        name, variable.whole ? std::to_string(static_cast<long>(*value)) : exact_text(*value));
  };
  add("min", variable.minimum);
  add("max", variable.maximum);
  add("start", variable.start);
}

}  // namespace mortise::gen
