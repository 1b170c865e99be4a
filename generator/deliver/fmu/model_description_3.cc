#include <algorithm>

#include "generator/deliver/fmu/model_description.hpp"
#include "generator/deliver/fmu/model_description_parts.hpp"
#include "mortise/fmu_package.hpp"

namespace mortise::gen {
namespace {

void write_variable(const FmuVariable& v, XmlText* xml) {
  XmlAttributes attributes{{"name", v.name},
                           {"valueReference", std::to_string(v.reference)},
                           {"description", v.description}};
  switch (v.causality) {
    case Causality::input:
      attributes.insert(attributes.end(), {{"causality", "input"}, {"variability", "continuous"}});
      break;
    case Causality::output:
      attributes.insert(attributes.end(), {{"causality", "output"},
                                           {"variability", v.whole ? "discrete" : "continuous"},
                                           {"initial", "calculated"}});
      break;
    case Causality::parameter:
      attributes.insert(
          attributes.end(),
          {{"causality", "parameter"}, {"variability", "tunable"}, {"initial", "exact"}});
      break;
  }
  if (!v.whole && v.causality != Causality::parameter)
    attributes.emplace_back("intermediateUpdate", "true");
  if (!v.unit.empty()) attributes.emplace_back("unit", v.unit);
  add_values(v, &attributes);
  xml->element(v.whole ? "Int32" : "Float64", attributes);
}

// The name of a variable within its interface: "friction" of "seat.friction", unless a member has
// that name by itself.
std::string member_name(const FmuModel& model, const FmuVariable& v) {
  const std::string prefix = model.interfaces[static_cast<std::size_t>(v.interface)].name + ".";
  if (v.name.rfind(prefix, 0) != 0) return v.name;
  const std::string within = v.name.substr(prefix.size());
  const bool taken =
      std::any_of(model.variables.begin(), model.variables.end(), [&](const FmuVariable& other) {
        return other.interface == v.interface && other.name == within;
      });
  return taken ? v.name : within;
}

}  // namespace

std::string model_description_3(const FmuModel& model) {
  XmlText xml("fmiModelDescription", {{"fmiVersion", "3.0"},
                                      {"modelName", model.name},
                                      {"instantiationToken", model.token},
                                      {"description", model.description},
                                      {"generationTool", generator_text()},
                                      {"variableNamingConvention", convention_text(model)}});
  xml.element("CoSimulation",
              {{"modelIdentifier", model.identifier},
               {"canGetAndSetFMUState", "true"},
               {"canSerializeFMUState", "true"},
               {"providesDirectionalDerivatives", boolean_text(model.has_derivatives)},
               {"providesAdjointDerivatives", boolean_text(model.has_derivatives)},
               {"canHandleVariableCommunicationStepSize", "false"},
               {"fixedInternalStepSize", exact_text(model.step)},
               {"providesIntermediateUpdate", "true"}});
  write_units(model, &xml);
  write_log_categories(&xml);
  write_experiment(model, &xml);
  xml.open("ModelVariables");
  xml.element("Float64", {{"name", "time"},
                          {"valueReference", std::to_string(fmi::kTime)},
                          {"description", "start time + internal steps x step size"},
                          {"causality", "independent"},
                          {"variability", "continuous"},
                          {"unit", "s"}});
  for (const FmuVariable& v : model.variables) write_variable(v, &xml);
  xml.close();
  xml.open("ModelStructure");
  for (const char* list : {"Output", "InitialUnknown"})
    for (const FmuVariable& v : model.variables)
      if (v.causality == Causality::output)
        xml.element(list, {{"valueReference", std::to_string(v.reference)}});
  return xml.end();
}

std::string terminals_and_icons(const FmuModel& model) {
  XmlText xml("fmiTerminalsAndIcons", {{"fmiVersion", "3.0"}});
  const XmlAttributes square{{"x1", "-100"}, {"y1", "-100"}, {"x2", "100"}, {"y2", "100"}};
  XmlAttributes scaled = square;
  scaled.emplace_back("suggestedScalingFactorTo_mm", "0.1");
  xml.open("GraphicalRepresentation");
  xml.element("CoordinateSystem", scaled);
  xml.element("Icon", square);
  xml.close();
  bool any = false;
  for (std::size_t k = 0; k < model.interfaces.size(); ++k) {
    const FmuInterface& interface = model.interfaces[k];
    if (!any) xml.open("Terminals");
    any = true;
    xml.open("Terminal", {{"name", interface.name},
                          {"matchingRule", "bus"},
                          {"description", interface.description}});
    for (const FmuVariable& v : model.variables)
      if (v.interface == static_cast<int>(k))
        xml.element("TerminalMemberVariable", {{"variableName", v.name},
                                               {"memberName", member_name(model, v)},
                                               {"variableKind", "signal"}});
    xml.close();
  }
  return xml.end();
}

std::string build_description(const FmuModel& model, const std::string& options) {
  XmlText xml("fmiBuildDescription", {{"fmiVersion", "3.0"}});
  xml.open("BuildConfiguration",
           {{"modelIdentifier", model.identifier},
            {"description", "one call of a C++17 compiler; no other library is needed"}});
  xml.open("SourceFileSet",
           {{"language", "C++17"}, {"compiler", "gcc"}, {"compilerOptions", options}});
  xml.element("SourceFile", {{"name", kWholeSource}});
  xml.element("IncludeDirectory", {{"name", "."}});
  return xml.end();
}

}  // namespace mortise::gen
