// Random damage to model files: blind to their structure, and aimed at their fields.
#pragma once

#include <string>
#include <vector>

#include "tests/robustness/field_map.hpp"
#include "tests/robustness/random_stream.hpp"

namespace mortise::robustness {

// First those that know bytes only, then those that aim at fields.
enum class MutationKind {
  flip_bits,
  overwrite_byte,
  overwrite_word,
  truncate,
  extend,
  splice,
  scalar,
  element,
  length,
  offset,
  slot,
  fill
};
inline constexpr int kMutationKinds = 12;
const char* mutation_name(MutationKind kind);

struct Mutant {
  Bytes bytes;
  MutationKind kind;  // of the first mutation; up to three more may follow
  bool resealed;      // size and checksum were repaired
};

class Mutator {
 public:
  Mutator(const Bytes& schema, std::vector<Bytes> seeds);

  // Mutant `index` of the sequence `seed`; odd ones are resealed.
  Mutant make(std::uint64_t seed, std::uint64_t index) const;

 private:
  struct Seed {
    Bytes bytes;
    std::vector<Site> by_role[5];
  };

  void apply(MutationKind kind, const Seed& seed, RandomStream* random, Bytes* bytes) const;
  void aim(MutationKind kind, const Seed& seed, RandomStream* random, Bytes* bytes) const;
  void splice(RandomStream* random, Bytes* bytes) const;

  std::vector<Seed> seeds_;
};

}  // namespace mortise::robustness
