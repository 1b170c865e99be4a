#include "generator/deliver/fmu/model_description.hpp"
#include "generator/deliver/fmu/model_description_parts.hpp"

namespace mortise::gen {
namespace {

void write_scalar(const FmuVariable& v, XmlText* xml) {
  XmlAttributes outer{{"name", v.name},
                      {"valueReference", std::to_string(v.reference)},
                      {"description", v.description}};
  switch (v.causality) {
    case Causality::input:
      outer.insert(outer.end(), {{"causality", "input"}, {"variability", "continuous"}});
      break;
    case Causality::output:
      outer.insert(outer.end(), {{"causality", "output"},
                                 {"variability", v.whole ? "discrete" : "continuous"},
                                 {"initial", "calculated"}});
      break;
    case Causality::parameter:
      outer.insert(outer.end(),
                   {{"causality", "parameter"}, {"variability", "tunable"}, {"initial", "exact"}});
      break;
  }
  xml->open("ScalarVariable", outer);
  XmlAttributes inner;
  if (!v.unit.empty()) inner.emplace_back("unit", v.unit);
  add_values(v, &inner);
  xml->element(v.whole ? "Integer" : "Real", inner);
  xml->close();
}

}  // namespace

std::string model_description_2(const FmuModel& model) {
  XmlText xml("fmiModelDescription", {{"fmiVersion", "2.0"},
                                      {"modelName", model.name},
                                      {"guid", model.token},
                                      {"description", model.description},
                                      {"generationTool", generator_text()},
                                      {"variableNamingConvention", convention_text(model)},
                                      {"numberOfEventIndicators", "0"}});
  xml.open("CoSimulation",
           {{"modelIdentifier", model.identifier},
            {"canHandleVariableCommunicationStepSize", "false"},
            {"canInterpolateInputs", "true"},
            {"canNotUseMemoryManagementFunctions", "true"},
            {"canGetAndSetFMUstate", "true"},
            {"canSerializeFMUstate", "true"},
            {"providesDirectionalDerivative", boolean_text(model.has_derivatives)}});
  xml.open("SourceFiles");
  xml.element("File", {{"name", kWholeSource}});
  xml.close();
  xml.close();
  write_units(model, &xml);
  write_log_categories(&xml);
  write_experiment(model, &xml);
  xml.open("ModelVariables");
  for (const FmuVariable& v : model.variables) write_scalar(v, &xml);
  xml.close();
  xml.open("ModelStructure");
  for (const char* list : {"Outputs", "InitialUnknowns"}) {
    xml.open(list);
    for (std::size_t i = 0; i < model.variables.size(); ++i)
      if (model.variables[i].causality == Causality::output)
        xml.element("Unknown", {{"index", std::to_string(i + 1)}});
    xml.close();
  }
  return xml.end();
}

}  // namespace mortise::gen
