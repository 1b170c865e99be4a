#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

DampingSpec read_damping(const KeyChain& keys) {
  DampingSpec spec;
  spec.alpha = keys.find<double>("alpha");
  spec.beta = keys.find<double>("beta");
  spec.ratio = keys.find<double>("ratio");
  spec.interface = static_cast<JointState>(keys.choice("interface"));
  const auto modes = keys.find<std::vector<int>>("modes");
  const auto frequencies = keys.find<std::vector<double>>("frequencies");
  const std::string where = keys.where();
  if (spec.ratio && (spec.alpha || spec.beta)) {
    throw Error(where, "damping is given by a ratio and by alpha or beta",
                "keep either ratio with modes or frequencies, or alpha and beta");
  }
  if (spec.ratio.has_value() != (modes || frequencies) || (modes && frequencies)) {
    throw Error(where, "the damping is not determined",
                "give ratio together with either modes or frequencies");
  }
  spec.modes = modes.value_or(std::vector<int>());
  spec.frequencies = frequencies.value_or(std::vector<double>());
  const std::size_t points = spec.modes.size() + spec.frequencies.size();
  if (spec.ratio && points != 1 && points != 2) {
    throw Error(where, "Rayleigh damping fits one or two modes, not " + std::to_string(points),
                "give one (alpha alone) or two (alpha and beta)");
  }
  return spec;
}

CondenseSpec read_condense(const KeyReader& reader) {
  CondenseSpec spec;
  reader.fill("condense", &spec);
  if (spec.method != "none" && !spec.modes && !spec.cutoff_hz) {
    throw Error(reader.where("condense"),
                "condense.method = " + spec.method + " does not say how many",
                "give condense.modes or condense.cutoff_hz, or both: the smaller number holds");
  }
  if (spec.dynamic_modes && spec.dynamic_cutoff_hz) {
    throw Error(reader.where("condense.dynamic_cutoff_hz"),
                "the dynamic modes are given by number and by frequency",
                "keep condense.dynamic_modes or condense.dynamic_cutoff_hz");
  }
  if (spec.dynamic_selection == ModeSelection::dominant && !spec.dynamic_modes) {
    throw Error(reader.where("condense.dynamic_selection"),
                "dominant modes are chosen by their number, which is not given",
                "give condense.dynamic_modes");
  }
  spec.masters = read_masters(reader, "condense.masters");
  return spec;
}

}  // namespace mortise::gen
