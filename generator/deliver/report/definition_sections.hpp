// What a report shows of the definition that a model was built from: its geometry, how its bodies
// swing, the full model beside the reduced one, what a reduction has learnt from.
#pragma once

#include <string>

#include "generator/define/definition/definition.hpp"
#include "generator/deliver/report/report.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/judge/certify/procedure.hpp"

namespace mortise::gen {

struct DefinitionWork {
  const Definition& definition;
  std::string cache;            // folder of kept stages, runs and training; empty: none
  bool full = true;             // the full model is run
  long full_steps = kWholeRun;  // of a structure, from the start of a scenario
  Log log;                      // a line before what takes long; may be empty
};

// Throws Error as the import and the runs do.
DefinitionSections definition_sections(const ReportInput& input, const DefinitionWork& work);

// Its parts.
ReportSection shape_section(const DefinitionWork& work);
ReportSection full_section(const ReportInput& input, const DefinitionWork& work);
ReportSection training_section(const DefinitionWork& work);

}  // namespace mortise::gen
