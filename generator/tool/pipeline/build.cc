#include "generator/tool/pipeline/build.hpp"

#include "generator/define/definition/definition.hpp"
#include "generator/tool/pipeline/choose.hpp"
#include "generator/tool/pipeline/stages.hpp"

namespace mortise::gen {
namespace {

const Family& family_of(const Definition& definition) {
  if (definition.film) return kFilms;
  return definition.contact.kind == ContactKind::bolted ? kBolted : kStructures;
}

}  // namespace

void check_build(const Definition& definition) { family_of(definition).check(definition); }

AlignedBytes build_model(const Definition& given, const BuildSettings& settings) {
  const Definition definition = with_choices(given);
  for (const std::string& line : messages_of(definition)) say(settings, line);
  check_build(definition);
  const PreparedModel model = family_of(definition).prepare(definition, settings);
  AlignedBytes bytes = model.bake({});
  say(settings, "bake      " + model.summary + ", " + std::to_string(bytes.size()) + " bytes");
  if (!settings.certify || !can_certify(definition)) return bytes;
  return model.bake(
      model.certify(bytes, {"", settings.jobs, settings.log, settings.cache, settings.full_steps}));
}

CertificateOptions certify_model(const Definition& given, const AlignedBytes& model,
                                 const CertifySettings& settings) {
  const Definition definition = with_choices(given);
  check_build(definition);
  return family_of(definition).certify(definition, model, settings);
}

}  // namespace mortise::gen
