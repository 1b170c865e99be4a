#include "tests/robustness/mutator.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "tests/robustness/reseal.hpp"

namespace mortise::robustness {

namespace {

using Limits = std::numeric_limits<double>;

constexpr double kReals[] = {0.0,
                             -0.0,
                             1.0,
                             -1.0,
                             0.5,
                             2.0,
                             1e-12,
                             -1e-12,
                             1e-300,
                             5e-324,
                             1e10,
                             -1e10,
                             1e154,
                             -1e154,
                             1e300,
                             -1e300,
                             1e301,
                             -1e301,
                             1e308,
                             -1e308,
                             Limits::max(),
                             Limits::infinity(),
                             -Limits::infinity(),
                             Limits::quiet_NaN(),
                             1.0 + 1e-9,
                             1.0 - 1e-9};
constexpr std::uint64_t kIntegers[] = {0,
                                       1,
                                       2,
                                       3,
                                       4,
                                       5,
                                       7,
                                       8,
                                       9,
                                       12,
                                       15,
                                       16,
                                       17,
                                       31,
                                       32,
                                       63,
                                       64,
                                       65,
                                       100,
                                       127,
                                       128,
                                       255,
                                       256,
                                       1000,
                                       4095,
                                       4096,
                                       4097,
                                       9999,
                                       10000,
                                       10001,
                                       16384,
                                       16385,
                                       65535,
                                       65536,
                                       100000,
                                       999999,
                                       0x7fffffff,
                                       0x80000000,
                                       0xfffffff8,
                                       0xffffffff,
                                       0x100000000ull,
                                       0x7fffffffffffffffull,
                                       0xffffffffffffffffull};
constexpr std::uint8_t kBytes[] = {0, 1, 4, 8, 0x3f, 0x40, 0x7f, 0x80, 0xbf, 0xf0, 0xfe, 0xff};

bool is_real(reflection::BaseType type) {
  return type == reflection::Double || type == reflection::Float;
}

// Writes the low `size` bytes of value if they lie inside of the file.
void put(Bytes* b, std::size_t at, const void* value, std::size_t size) {
  if (at + size <= b->size()) std::memcpy(b->data() + at, value, size);
}

void put_interesting(Bytes* b, std::size_t at, std::size_t size, bool real, RandomStream* random) {
  if (real && size == sizeof(double)) {
    const double x = random->pick(kReals);
    put(b, at, &x, size);
    return;
  }
  std::uint64_t x = 0;
  const std::size_t choice = random->below(8);
  if (choice == 0) {
    x = random->next();
  } else if (choice <= 3 && at + size <= b->size()) {  // near what stood there
    std::memcpy(&x, b->data() + at, size);
    const std::uint64_t nudges[] = {1, ~0ull, 8, ~0ull - 7, 64, ~0ull - 63, x, 4, ~0ull - 3};
    x += random->pick(nudges);
  } else {
    x = random->pick(kIntegers);
  }
  put(b, at, &x, size);
}

}  // namespace

const char* mutation_name(MutationKind kind) {
  static const char* const names[kMutationKinds] = {
      "flip bits", "overwrite byte", "overwrite word", "truncate", "extend", "splice",
      "scalar",    "element",        "length",         "offset",   "slot",   "fill"};
  return names[static_cast<int>(kind)];
}

Mutator::Mutator(const Bytes& schema, std::vector<Bytes> seeds) {
  for (Bytes& bytes : seeds) {
    Seed seed;
    const FieldMap map(schema, bytes);
    for (const Site& site : map.sites()) {
      const bool text = site.role == Role::elements && site.type == reflection::UByte;
      if (site.count > 0 && !text) seed.by_role[static_cast<int>(site.role)].push_back(site);
    }
    seed.bytes = std::move(bytes);
    seeds_.push_back(std::move(seed));
  }
}

Mutant Mutator::make(std::uint64_t seed, std::uint64_t index) const {
  RandomStream random(seed, index);
  const Seed& from = seeds_[random.below(seeds_.size())];
  Mutant m;
  m.bytes = from.bytes;
  m.resealed = index % 2 == 1;
  m.kind = static_cast<MutationKind>(random.below(kMutationKinds));
  apply(m.kind, from, &random, &m.bytes);
  // Most mutants carry one wound, so that no check hides behind an earlier one.
  for (std::size_t more = random.below(8); more < 3; ++more)
    apply(static_cast<MutationKind>(random.below(kMutationKinds)), from, &random, &m.bytes);
  if (m.resealed) reseal(&m.bytes);
  return m;
}

void Mutator::apply(MutationKind kind, const Seed& seed, RandomStream* random, Bytes* bytes) const {
  Bytes& b = *bytes;
  if (b.empty()) return;
  switch (kind) {
    case MutationKind::flip_bits:
      for (std::size_t k = random->below(8); k < 8; ++k)
        b[random->below(b.size())] ^= static_cast<std::uint8_t>(1u << random->below(8));
      return;
    case MutationKind::overwrite_byte:
      b[random->below(b.size())] = random->pick(kBytes);
      return;
    case MutationKind::overwrite_word: {
      const std::size_t sizes[] = {2, 4, 8};
      const std::size_t size = random->pick(sizes);
      const std::size_t step = random->below(4) == 0 ? 1 : size;  // mostly aligned
      const bool real = random->below(2) == 0;
      const std::size_t at = random->below(b.size()) / step * step;
      put_interesting(bytes, at, size, real, random);
      return;
    }
    case MutationKind::truncate:
      b.resize(random->below(4) == 0 ? b.size() - random->below(std::min<std::size_t>(b.size(), 9))
                                     : random->below(b.size()));
      return;
    case MutationKind::extend:
      for (std::size_t k = random->below(128) + 1; k > 0; --k)
        b.push_back(random->below(2) == 0 ? 0 : static_cast<std::uint8_t>(random->next()));
      return;
    case MutationKind::splice:
      splice(random, bytes);
      return;
    default:
      aim(kind, seed, random, bytes);
  }
}

void Mutator::aim(MutationKind kind, const Seed& seed, RandomStream* random, Bytes* bytes) const {
  const Role roles[] = {Role::scalar, Role::elements, Role::length,
                        Role::offset, Role::slot,     Role::elements};
  const Role role = roles[static_cast<int>(kind) - static_cast<int>(MutationKind::scalar)];
  const std::vector<Site>& sites = seed.by_role[static_cast<int>(role)];
  if (sites.empty()) return;
  const Site& site = sites[random->below(sites.size())];
  const std::size_t at = site.at + site.size * random->below(site.count);
  if (kind == MutationKind::fill) {
    const double x = random->pick(kReals);
    for (std::size_t k = 0; k < site.count; ++k) put(bytes, site.at + 8 * k, &x, sizeof x);
  } else if (kind == MutationKind::slot && random->below(2) == 0) {
    const std::uint16_t absent = 0;
    put(bytes, at, &absent, sizeof absent);
  } else if (kind == MutationKind::offset && random->below(2) == 0) {
    const Site& other = sites[random->below(sites.size())];
    const auto distance = static_cast<std::uint32_t>(other.at - site.at);
    put(bytes, at, &distance, sizeof distance);
  } else {
    put_interesting(bytes, at, site.size, is_real(site.type), random);
  }
}

// Copies a piece of some seed over, into or out of the file.
void Mutator::splice(RandomStream* random, Bytes* bytes) const {
  const Bytes& donor = seeds_[random->below(seeds_.size())].bytes;
  const std::size_t step = random->below(2) == 0 ? 1 : 8;
  const std::size_t from = random->below(donor.size()) / step * step;
  const std::size_t size = std::min(donor.size() - from, (random->below(512) + 1) * step);
  const std::size_t to = random->below(bytes->size()) / step * step;
  const auto piece = donor.begin() + static_cast<std::ptrdiff_t>(from);
  const auto place = bytes->begin() + static_cast<std::ptrdiff_t>(to);
  const std::size_t room = std::min(size, bytes->size() - to);
  switch (random->below(3)) {
    case 0:
      std::copy_n(piece, room, place);
      return;
    case 1:
      bytes->insert(place, piece, piece + static_cast<std::ptrdiff_t>(size));
      return;
    default:
      bytes->erase(place, place + static_cast<std::ptrdiff_t>(room));
  }
}

}  // namespace mortise::robustness
