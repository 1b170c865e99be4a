#include "generator/deliver/report/definition_sections.hpp"

namespace mortise::gen {

DefinitionSections definition_sections(const ReportInput& input, const DefinitionWork& work) {
  return {shape_section(work), full_section(input, work), training_section(work)};
}

}  // namespace mortise::gen
