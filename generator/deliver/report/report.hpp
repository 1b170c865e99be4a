// The page about a model file: which sections it has, and what they show.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/deliver/report/recording.hpp"
#include "generator/deliver/report/report_page.hpp"

namespace mortise::gen {

// Step times as they were measured on this machine.
struct ReportTimes {
  std::vector<double> ns;  // per step, at least one
  std::uint64_t heap_calls = 0;
  std::uint64_t iterations_max = 0;
  double clock_ns = 0.0;  // contained in every number
};

struct ReportInput {
  const std::string& path;  // of the file
  const Instance& instance;
  const nlohmann::json& facts;                     // as `mortise info --json` prints them
  const std::vector<ReportRecording>& recordings;  // of the scenarios that are shown
  const std::optional<ReportTimes>& times;         // absent: not to be measured
};

// What needs more than the file; each is one section with its pictures, or says why it has none.
struct DefinitionSections {
  ReportSection shapes, full, training;
};
// The three of a report that was given no definition.
DefinitionSections without_definition();

// definition: moved into the page.
ReportPage model_report_page(const ReportInput& input, DefinitionSections definition);

// The sections, in the order of the page; the three of a definition stand between them.
ReportSection system_section(const ReportInput& input);  // model_sections.cc
ReportSection facts_section(const ReportInput& input);
ReportSection frequency_section(const ReportInput& input);  // frequency_section.cc
ReportSection run_section(const ReportInput& input);        // run_sections.cc
ReportSection backbone_section(const ReportInput& input);   // backbone_section.cc
ReportSection spectrum_section(const ReportInput& input);
ReportSection contact_section(const ReportInput& input);  // contact_sections.cc
ReportSection film_section(const ReportInput& input);
ReportSection time_section(const ReportInput& input);         // time_section.cc
ReportSection certificate_section(const ReportInput& input);  // model_sections.cc
ReportSection trust_section(const ReportInput& input);
ReportSection provenance_section(const ReportInput& input);

}  // namespace mortise::gen
