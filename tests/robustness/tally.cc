#include "tests/robustness/tally.hpp"

#include <cstdio>

namespace mortise::robustness {

const char* load_error_name(LoadError error) {
  switch (error) {
#define MORTISE_LOAD_ERROR(name, text) \
  case LoadError::k##name:             \
    return #name;
#include "mortise/load_error.def"
#undef MORTISE_LOAD_ERROR
  }
  return "";
}

Tally::Tally(const std::vector<Directed>& directed) {
  for (const Directed& d : directed) ++checks_[{d.field, d.code}].directed;
}

bool Tally::refused(const Mutant& mutant, const LoadFault& fault) {
  Kind& kind = kinds_[static_cast<int>(mutant.kind)];
  ++kind.refused;
  if (fault.code == LoadError::kBAD_CHECKSUM) ++kind.by_checksum;
  const auto found = checks_.find({fault.field, fault.code});
  if (found == checks_.end()) return false;
  ++found->second.random;
  return true;
}

void Tally::print() const {
  std::printf("%-38s %-16s %9s %9s\n", "field", "refused as", "directed", "random");
  for (const auto& [check, count] : checks_)
    std::printf("%-38s %-16s %9d %9ld\n", check.first.c_str(), load_error_name(check.second),
                count.directed, count.random);
  std::printf("\n%-16s %9s %9s %12s\n", "first mutation", "accepted", "refused", "by checksum");
  for (int k = 0; k < kMutationKinds; ++k)
    std::printf("%-16s %9ld %9ld %12ld\n", mutation_name(static_cast<MutationKind>(k)),
                kinds_[k].accepted, kinds_[k].refused, kinds_[k].by_checksum);
  std::printf("\naccepted and used with");
  for (const auto& [set, count] : sets_) std::printf(" %s %ld", set.c_str(), count);
  std::printf("\n");
}

int Tally::unmet() const {
  int count = 0;
  for (const auto& [check, seen] : checks_) count += seen.random == 0 ? 1 : 0;
  return count;
}

}  // namespace mortise::robustness
