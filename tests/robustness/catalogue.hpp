// The vocabulary in which directed mutations are listed.
#pragma once

#include <limits>
#include <utility>

#include "tests/robustness/directed.hpp"
#include "tests/robustness/model_edit.hpp"

namespace mortise::robustness {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kHuge = 1e301;
using u8 = std::uint8_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using E = LoadError;

class Catalogue {
 public:
  // seed: the file that is damaged where a mutation names none.
  Catalogue(const Bytes& schema, const std::map<std::string, Bytes>& seeds,
            std::string seed = "several")
      : seeds_(seeds), schema_(schema), seed_(std::move(seed)) {}

 protected:
  ModelEdit edit() const { return edit(seed_); }
  ModelEdit edit(const std::string& seed) const { return ModelEdit(schema_, seeds_.at(seed)); }
  void from(const std::string& seed) { seed_ = seed; }

  void expect(const std::string& field, E code, const ModelEdit& e) {
    out_.push_back({field, code, e.sealed(), Presentation::as_they_are});
  }
  void expect(const std::string& field, E code, Bytes bytes,
              Presentation p = Presentation::as_they_are) {
    out_.push_back({field, code, std::move(bytes), p});
  }
  // A number at `path` that must be finite and neither below nor above its range.
  void number(const std::string& path, const std::string& field, double below, double above) {
    expect(field, E::kNOT_FINITE, edit().set(path, kNan));
    expect(field, E::kOUT_OF_RANGE, edit().set(path, below));
    expect(field, E::kOUT_OF_RANGE, edit().set(path, above));
  }
  template <class T>
  void choice(const std::string& path, const std::string& field, T unknown) {
    expect(field, E::kUNKNOWN_VALUE, edit().set(path, unknown));
  }
  // Every way in which an aligned, padded array of numbers can be wrong.
  void array(const std::string& path, double low = -kHuge, double high = kHuge,
             bool padding = true) {
    const std::string field = field_of(path);
    const u32 length = edit().length(path);
    expect(field, E::kWRONG_LENGTH, edit().set_length(path, length - 1));
    expect(field, E::kMISALIGNED, edit().move_vector(path, 8, 8));
    expect(field, E::kNOT_FINITE, edit().set_element(path, 0, kNan));
    expect(field, E::kOUT_OF_RANGE, edit().set_element(path, 0, low));
    expect(field, E::kOUT_OF_RANGE, edit().set_element(path, 0, high));
    if (padding) expect(field, E::kBAD_PADDING, edit().set_element(path, -1, 1.0));
  }
  // A path without its indices: the field that a refusal names.
  static std::string field_of(const std::string& path) {
    std::string field;
    bool inside = false;
    for (const char c : path) {
      if (c == '[' || c == ']') {
        inside = c == '[';
      } else if (!inside) {
        field += c;
      }
    }
    return field;
  }

  const std::map<std::string, Bytes>& seeds_;
  std::vector<Directed> out_;

 private:
  const Bytes& schema_;
  std::string seed_;
};

// The mutations of films, joints, sliding and bolted contacts and assemblies; parts of
// directed_mutations.
std::vector<Directed> film_mutations(const Bytes& schema,
                                     const std::map<std::string, Bytes>& seeds);
std::vector<Directed> joint_mutations(const Bytes& schema,
                                      const std::map<std::string, Bytes>& seeds);
std::vector<Directed> sliding_mutations(const Bytes& schema,
                                        const std::map<std::string, Bytes>& seeds);
std::vector<Directed> bolted_mutations(const Bytes& schema,
                                       const std::map<std::string, Bytes>& seeds);
std::vector<Directed> assembly_mutations(const Bytes& schema,
                                         const std::map<std::string, Bytes>& seeds);

}  // namespace mortise::robustness
