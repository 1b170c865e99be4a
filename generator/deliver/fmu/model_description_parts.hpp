// What the descriptions of both versions share.
#pragma once

#include <map>

#include "generator/deliver/fmu/fmu_model.hpp"
#include "generator/deliver/fmu/unit_definition.hpp"
#include "generator/deliver/fmu/xml_text.hpp"

namespace mortise::gen {

inline const char* boolean_text(bool value) { return value ? "true" : "false"; }

inline const char* convention_text(const FmuModel& model) {
  return model.structured ? "structured" : "flat";
}

inline std::string generator_text() { return "mortise " MORTISE_VERSION; }

// UnitDefinitions: every unit of the variables once, with its exponents where they are whole.
void write_units(const FmuModel& model, XmlText* xml);

// LogCategories.
void write_log_categories(XmlText* xml);

// DefaultExperiment.
void write_experiment(const FmuModel& model, XmlText* xml);

// Attributes start, min and max as far as the variable has them.
void add_values(const FmuVariable& variable, XmlAttributes* attributes);

}  // namespace mortise::gen
