// What a model file says of itself: the system, its certificate, what it was trained on, where it
// comes from.
#include "generator/bake/laws/file_law.hpp"
#include "generator/deliver/report/report.hpp"
#include "generator/deliver/report/report_words.hpp"
#include "generator/ground/text/number_text.hpp"
#include "mortise/training.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

using nlohmann::json;

// One row per plain entry of an object.
ReportTable facts_table(const std::string& caption, const json& object) {
  ReportTable table{caption, {"what", "value"}, {}};
  for (const auto& [key, value] : object.items())
    if (!value.is_structured()) table.rows.push_back({spelled(key), word_of(value)});
  return table;
}

ReportTable size_table(const json& f) {
  ReportTable table{"Sizes", {"what", "value", "unit"}, {}};
  const auto add = [&](const char* what, const char* key, const char* unit) {
    table.rows.push_back({what, word_of(f.at(key)), unit});
  };
  add("step", "step_s", "s");
  add("modes", "modes", "");
  add("contact points", "contacts", "");
  add("file", "file_bytes", "bytes");
  add("state in memory", "arena_bytes", "bytes");
  add("solver", "solver", "");
  add("most iterations of a step", "iteration_cap", "");
  add("most work of a step", "flops_per_step", "flops");
  add("operator bytes read by a step", "bytes_per_step", "bytes");
  return table;
}

}  // namespace

ReportSection system_section(const ReportInput& input) {
  const json& f = input.facts;
  ReportSection section{"system", "The system"};
  const auto many = [&](const char* key, const char* what) {
    return counted(f.at(key).size(), what);
  };
  const ModelView& view = input.instance.model().view();
  const std::string kind =
      has_interface(view) ? file_law(view).system : "a structure without contact";
  section.blocks.push_back(ReportText{
      "The model is " + kind + ": " + counted(f.at("modes").get<std::size_t>(), "mode") + ", " +
      many("inputs", "input") + ", " + many("outputs", "output") + ", " +
      many("parameters", "parameter") + ", stepped every " + word_of(f.at("step_s")) + " s."});
  return section;
}

ReportSection facts_section(const ReportInput& input) {
  const json& f = input.facts;
  ReportSection section{"facts", "Sizes, channels and parameters"};
  section.blocks.push_back(size_table(f));
  const FileLaw& law = file_law(input.instance.model().view());
  if (law.info != nullptr) {
    const json& own = f.at(law.name);
    ReportTable facts = facts_table("Law: " + std::string(law.name), own);
    if (!facts.rows.empty()) section.blocks.push_back(std::move(facts));
    for (const InfoTable& table : law.tables)
      section.blocks.push_back(table_of(table.caption, own.at(table.list), table.columns));
  }
  if (!f.at("inputs").empty())
    section.blocks.push_back(table_of("Inputs", f.at("inputs"),
                                      {{"name", "input"},
                                       {"unit", "unit"},
                                       {"minimum", "lowest"},
                                       {"maximum", "highest"},
                                       {"default", "default"},
                                       {"hold", "hold"}}));
  if (!f.at("outputs").empty())
    section.blocks.push_back(
        table_of("Outputs", f.at("outputs"),
                 {{"name", "output"}, {"unit", "unit"}, {"quantity", "quantity"}}));
  if (!f.at("parameters").empty())
    section.blocks.push_back(table_of("Parameters that may change while it runs",
                                      f.at("parameters"),
                                      {{"name", "parameter"},
                                       {"unit", "unit"},
                                       {"minimum", "lowest"},
                                       {"maximum", "highest"},
                                       {"default", "default"}}));
  return section;
}

ReportSection certificate_section(const ReportInput& input) {
  ReportSection section{"certificate", "Certificate"};
  const json& c = input.facts.at("certificate");
  if (c.is_null()) {
    section.absent =
        "the file was built without one (`--uncertified`, or a modal file that has no full model)";
    return section;
  }
  std::vector<std::string> measures;
  for (const auto& limit : c.at("limits").items()) measures.push_back(limit.key());
  ReportTable table{"Relative errors against the " + c.at("reference").get<std::string>(),
                    {"scenario", "part"},
                    {}};
  for (const std::string& measure : measures) table.head.push_back(spelled(measure) + " [-]");
  std::string worst;
  for (const json& e : c.at("errors"))
    for (const char* part : {"total", "reduction", "step", "reference"}) {
      std::vector<std::string> row{word_of(e.at("scenario")), part};
      for (const std::string& measure : measures) row.push_back(word_of(e.at(part).at(measure)));
      table.rows.push_back(std::move(row));
    }
  std::vector<std::string> limits{"limit", "total"};
  for (const std::string& measure : measures) limits.push_back(word_of(c.at("limits").at(measure)));
  table.rows.push_back(std::move(limits));
  const bool passed = c.at("passed").get<bool>();
  section.blocks.push_back(
      ReportText{(passed ? "The certificate holds: " : "The certificate fails: ") +
                 counted(c.at("errors").size(), "held-out scenario") + " against the " +
                 c.at("reference").get<std::string>() + "."});
  section.blocks.push_back(std::move(table));
  ReportTable taken{"What contacts took, over the largest energy or work",
                    {"scenario", "model", "friction [-]", "impact [-]", "scheme [-]"},
                    {}};
  for (const json& e : c.at("errors"))
    for (const auto& [losses, model] :
         {std::pair("losses", "file"), std::pair("full_losses", "full")}) {
      const json& of = e.at(losses);
      if (of.is_null()) continue;
      taken.rows.push_back({word_of(e.at("scenario")), model, word_of(of.at("friction")),
                            word_of(of.at("impact")), word_of(of.at("scheme"))});
    }
  if (!taken.rows.empty()) section.blocks.push_back(std::move(taken));
  for (const char* list : {"shortcomings", "warnings"})
    for (const json& line : c.at(list))
      section.blocks.push_back(ReportText{spelled(list).substr(0, std::string(list).size() - 1) +
                                          ": " + line.get<std::string>()});
  ReportTable resolved{"What it stands on",
                       {"scenario", "the interface took part", "step of the reference [s]",
                        "time resolved until [s]"},
                       {}};
  for (const json& e : c.at("errors"))
    resolved.rows.push_back({word_of(e.at("scenario")), e.at("touched").get<bool>() ? "yes" : "no",
                             word_of(e.at("reference_step_s")), word_of(e.at("resolved_until_s"))});
  section.blocks.push_back(std::move(resolved));
  return section;
}

ReportSection trust_section(const ReportInput& input) {
  ReportSection section{"trust", "Training box and trust"};
  const json& box = input.facts.at("training_box");
  if (box.empty()) {
    section.absent = "the file holds no ranges that its certificate has seen";
    return section;
  }
  section.blocks.push_back(
      table_of("Ranges that the certificate has seen", box,
               {{"name", "input or parameter"}, {"minimum", "lowest"}, {"maximum", "highest"}}));
  ReportTable table{
      "How far the scenarios leave them",
      {"scenario", "largest distance, over the width of the range [-]", "steps outside", "steps"},
      {}};
  for (const ReportRecording& r : input.recordings) {
    std::size_t outside = 0;
    double largest = 0.0;
    for (const double distance : r.distance) {
      outside += distance > 0.0 ? 1 : 0;
      largest = std::max(largest, distance);
    }
    table.rows.push_back({r.scenario, number_text(largest, 4), std::to_string(outside),
                          std::to_string(r.distance.size())});
    if (outside == 0) continue;
    ReportChart chart =
        chart_over_time(r.scenario, "distance from the training box", "distance [-]");
    chart.summary = counted(outside, "step") + " of " + std::to_string(r.distance.size()) +
                    " lie outside, at most " + number_text(largest, 4) +
                    " widths of the range away";
    chart.add("distance", r.time, r.distance);
    section.blocks.push_back(std::move(chart));
  }
  if (!table.rows.empty()) section.blocks.push_back(std::move(table));
  return section;
}

ReportSection provenance_section(const ReportInput& input) {
  ReportSection section{"provenance", "Provenance"};
  const json& p = input.facts.at("provenance");
  section.blocks.push_back(facts_table("Made by", p));
  if (!p.at("reduction").empty()) {
    ReportTable made{"How it was made", {"finding"}, {}};
    for (const json& line : p.at("reduction")) made.rows.push_back({word_of(line)});
    section.blocks.push_back(std::move(made));
  }
  if (!p.at("settings").empty())
    section.blocks.push_back(facts_table("Settings", p.at("settings")));
  return section;
}

}  // namespace mortise::gen
