#include "generator/tool/pipeline/choose.hpp"

#include "generator/reduce/film/choose_extent.hpp"
#include "generator/simulate/assemble/choose_level.hpp"

namespace mortise::gen {

Definition with_choices(Definition definition) {
  choose_extents(&definition);
  choose_level(&definition);
  return definition;
}

Definition read_and_choose(const std::string& path, const std::vector<std::string>& overrides,
                           Takes takes) {
  return with_choices(read_definition(path, overrides, takes));
}

}  // namespace mortise::gen
