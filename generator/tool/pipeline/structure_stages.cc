#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "generator/ground/files/terminal.hpp"
#include "generator/tool/pipeline/bake_stage.hpp"
#include "generator/tool/pipeline/condense_stage.hpp"
#include "generator/tool/pipeline/stages.hpp"

namespace mortise::gen {
namespace {

Rebake rebake_of(const Definition& definition, std::shared_ptr<const CondensedModel> condensed) {
  return [definition, condensed = std::move(condensed)](double step) {
    Definition at_step = definition;
    at_step.step.size = step;
    BakeInput input = bake_input(at_step, condensed.get(), {});
    input.options.golden_steps = 0;
    return bake(input.system, input.options);
  };
}

}  // namespace

BakeInput prepare_bake(const Definition& definition, const BuildSettings& settings) {
  for (const std::string& line : messages_of(definition)) say(settings, line);
  FullStructure full(definition, settings.cache, settings.assembled);
  return bake_input(definition, shared_model(definition, settings, &full).get(), settings);
}

Rebake rebake_of(const Definition& definition, const BuildSettings& settings) {
  FullStructure full(definition, settings.cache, settings.assembled);
  return rebake_of(definition, shared_model(definition, settings, &full));
}

namespace {

std::string interface_text(const ReducedSystem& system) {
  if (system.assembly()) return std::to_string(system.interfaces.size()) + " interfaces";
  const ReducedInterface& lone = system.lone();
  if (const auto* joint = lone.as<ReducedJoint>())
    return std::to_string(joint->points.size()) + " law points";
  if (lone.as<ReducedSliding>()) return "1 sliding contact";
  return std::to_string(lone.contacts().points.size()) + " contacts";
}

CertificateOptions certify_with(const Definition& definition, const AlignedBytes& bytes,
                                const std::shared_ptr<const CondensedModel>& condensed,
                                FullStructure* full, const CertifySettings& settings) {
  const Rebake rebake = rebake_of(definition, condensed);
  if (!condensed) return certify_modal(definition, bytes, rebake, settings);
  return certify(
      definition, full->assembled(), bytes, rebake,
      [full]() -> const Matrix& { return full->shapes(); }, settings);
}

PreparedModel prepare_structure(const Definition& definition, const BuildSettings& settings) {
  const auto full = std::make_shared<FullStructure>(definition, settings.cache, settings.assembled);
  const auto condensed = shared_model(definition, settings, full.get());
  const auto input = std::make_shared<BakeInput>(bake_input(definition, condensed.get(), settings));
  PreparedModel model;
  model.summary = fmt::format("{} modes, {}, h = {:g} s", input->system.size(),
                              interface_text(input->system), input->options.step);
  model.bake = [input](const std::optional<CertificateOptions>& certificate) {
    input->options.certificate = certificate;
    return bake(input->system, input->options);
  };
  model.certify = [&definition, condensed, full](const AlignedBytes& bytes,
                                                 const CertifySettings& how) {
    return certify_with(definition, bytes, condensed, full.get(), how);
  };
  return model;
}

CertificateOptions certify_structure(const Definition& definition, const AlignedBytes& model,
                                     const CertifySettings& settings) {
  const ProgressBar reading("import", 1);  // until the bars of the scenarios take its line
  BuildSettings build;
  build.cache = settings.cache;
  FullStructure full(definition, settings.cache);
  return certify_with(definition, model, shared_model(definition, build, &full), &full, settings);
}

}  // namespace

const Family kStructures = {[](const Definition&) {}, prepare_structure, certify_structure};

}  // namespace mortise::gen
