#include "generator/tool/pipeline/condense_stage.hpp"

#include <fmt/format.h>

#include <utility>

#include "generator/bake/film/bake_film.hpp"
#include "generator/bodies/check/check_model.hpp"
#include "generator/ground/files/long_work.hpp"
#include "generator/ground/files/matrix_json.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/simulate/bolted/bonded_body.hpp"
#include "generator/tool/pipeline/bolted_stages.hpp"
#include "generator/tool/pipeline/reduced_bolted_json.hpp"
#include "generator/tool/pipeline/stages.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kShapes = "shapes";

std::string shapes_key(const Definition& definition) {
  return stage_hash(definition, Stage::condense);
}

// Findings below a notice are said as warnings: whether they stop anything is the user's choice.
void describe_import(const Definition& definition, const FullModel& model,
                     const BuildSettings& settings, std::vector<std::string>* warnings) {
  const CheckReport report = check_model(model, check_request(definition.import));
  say(settings, fmt::format("import    {} dofs, {} nodes, free mass {:.6g} kg", report.facts.dofs,
                            report.facts.nodes, report.facts.total_mass.maxCoeff()));
  for (const CheckFinding& finding : report.findings)
    if (finding.severity != Severity::notice) warnings->push_back(finding_text(finding));
}

// A line for each body of an assembly.
std::vector<std::string> body_lines(const CondensationReport& report) {
  std::vector<std::string> lines;
  for (const PartReport& part : report.parts) {
    std::string modes = fmt::format("{} modes", part.modes);
    if (part.modes > 0)
      modes += fmt::format(" ({:.6g} to {:.6g} Hz)", part.lowest_hz, part.highest_hz);
    lines.push_back(
        fmt::format("body {}: interface {}, {}", part.name, part.interface_dofs, modes));
  }
  return lines;
}

std::vector<std::string> findings_of(const CondensationReport& report, Eigen::Index modes) {
  std::vector<std::string> lines;
  lines.push_back(
      fmt::format("{}: {} dofs -> {} modal coordinates", report.method, report.full_dofs, modes));
  if (report.interface_dofs > 0) {
    lines.push_back(fmt::format(
        "interface {}, fixed-interface modes {} ({:.6g} to {:.6g} Hz), attachment modes {}",
        report.interface_dofs, report.fixed_interface_modes, report.fixed_interface_lowest_hz,
        report.fixed_interface_highest_hz, report.attachment_modes));
  }
  if (report.rigid_body_modes > 0) {
    lines.push_back(fmt::format("rigid-body modes {}", report.rigid_body_modes));
  }
  if (report.static_motions > 0) {
    lines.push_back(fmt::format("{} interface motions without mass", report.static_motions));
  }
  lines.insert(lines.end(), report.choices.begin(), report.choices.end());
  lines.insert(lines.end(), report.warnings.begin(), report.warnings.end());
  return lines;
}

}  // namespace

const AssembledSystem& AssembledOnce::get(const Definition& definition,
                                          std::vector<std::string>* warnings) {
  const std::lock_guard<std::mutex> turn(turn_);
  if (!assembled_) {
    const LongWork work("import and what is attached");
    assembled_ = assemble(definition, warnings);
    if (is_shared_) assembled_->system.factor.reset();
  }
  return *assembled_;
}

std::shared_ptr<AssembledOnce> assembled_once() { return std::make_shared<AssembledOnce>(true); }

void FullStructure::keep_shapes(Matrix shapes) {
  shapes_ = std::move(shapes);
  assembled_->drop_factor();
  if (!cache_.empty()) StageCache(cache_).store(kShapes, shapes_key(definition_), shapes_);
}

const Matrix& FullStructure::shapes() {
  const AssembledSystem& full = assembled();
  const std::lock_guard<std::mutex> turn(turn_);
  if (shapes_.size() == 0) shapes_ = kept_shapes(full.system.model.size());
  if (shapes_.size() == 0) keep_shapes(condense_as_defined(definition_, full).shapes);
  return shapes_;
}

Matrix FullStructure::kept_shapes(Eigen::Index size) const {
  if (cache_.empty()) return {};
  const auto kept = StageCache(cache_).load(kShapes, shapes_key(definition_));
  const auto shapes = kept ? read_json<Matrix>(*kept) : std::nullopt;
  return shapes && shapes->rows() == size ? *shapes : Matrix();
}

namespace {

// warnings: of the import, kept with the model and said with it.
CondensedModel condense_now(const Definition& definition, const BuildSettings& settings,
                            FullStructure* full, std::vector<std::string>* warnings) {
  const AssembledSystem& assembled = full->assembled(warnings);
  describe_import(definition, assembled.system.model, settings, warnings);
  Condensation condensation = condense_as_defined(definition, assembled);
  CondensedModel model;
  model.findings = findings_of(condensation.report, condensation.system.size());
  if (!definition.bodies.empty()) {
    const std::vector<std::string> bodies = body_lines(condensation.report);
    model.findings.insert(model.findings.begin() + 1, bodies.begin(), bodies.end());
  }
  model.findings.insert(model.findings.end(), assembled.placing.begin(), assembled.placing.end());
  const ModalFit fit = modal_fit(assembled.system.model, condensation);
  model.system = std::move(condensation.system);
  model.clearance_offsets = assembled.clearance_offsets;
  model.cases = assembled.cases;
  model.scenario_phases = assembled.scenario_phases;
  for (const InitialState& state : assembled.scenario_states) {
    model.scenario_q.push_back(fit.displacement * state.displacement);
    model.scenario_v.push_back(fit.velocity * state.velocity);
  }
  full->keep_shapes(std::move(condensation.shapes));
  return model;
}

CondensedModel condensed_model(const Definition& definition, const BuildSettings& settings,
                               FullStructure* full) {
  return run_stage<CondensedModel>(definition, settings, Stage::condense, "condense",
                                   read_json<CondensedModel>,
                                   [&](std::vector<std::string>* warnings) {
                                     return condense_now(definition, settings, full, warnings);
                                   });
}

// Bolted contacts of interface `i`, trained now or kept by an earlier build.
ReducedPart reduced_part(const Definition& definition, std::size_t i, const BuildSettings& settings,
                         FullStructure* full) {
  const InterfaceSpec& interface = definition.interfaces[i];
  return run_stage<ReducedPart>(
      definition, settings, Stage::reduce, fmt::format("bolted {}", i), read_json<ReducedPart>,
      [&](std::vector<std::string>* warnings) {
        const FullSystem& system = full->assembled(warnings).system;
        ProgressBar bar("train " + interface.name);
        const BoltedReduction reduction = reduce_bolted(
            system.interfaces.at(i).as<BoltedZones>()->body->system,
            reduction_options(interface.bolted.structure->contact.bolted.reduce, settings.jobs),
            bar.shares());
        return ReducedPart{reduction.reduced, {finding_of(reduction)}};
      });
}

}  // namespace

std::shared_ptr<const CondensedModel> shared_model(const Definition& definition,
                                                   const BuildSettings& settings,
                                                   FullStructure* full) {
  if (definition.import.modal()) return nullptr;
  auto model = std::make_shared<CondensedModel>(condensed_model(definition, settings, full));
  for (std::size_t i = 0; i < definition.interfaces.size(); ++i) {
    const InterfaceSpec& interface = definition.interfaces[i];
    if (interface.film.film) model->films.push_back(reduced_film(*interface.film.film, settings));
    if (interface.bolted.structure)
      model->bolted.push_back(reduced_part(definition, i, settings, full));
  }
  return model;
}

}  // namespace mortise::gen
