// The first stage of a structure: its full model, condensed and trained now or kept by an earlier
// build.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "generator/tool/pipeline/condensed_model.hpp"

namespace mortise::gen {

// The full system, made once and when it is first needed. Where several builds share it, it keeps
// no factor for their condensations: one that the first of them wants would change the last bits of
// the others.
class AssembledOnce {
 public:
  explicit AssembledOnce(bool is_shared) : is_shared_(is_shared) {}

  // warnings: of the import, if it is made now; may be null.
  const AssembledSystem& get(const Definition& definition, std::vector<std::string>* warnings);

  // Nothing is condensed any more.
  void drop_factor() {
    if (!is_shared_) assembled_->system.factor.reset();
  }

 private:
  bool is_shared_;
  std::mutex turn_;
  std::optional<AssembledSystem> assembled_;
};

// The full model of a definition and the shapes of its condensed modes.
class FullStructure {
 public:
  // assembled: of this structure, shared with others; null: its own. cache: folder that keeps the
  // shapes beside the condensed model; empty: none.
  explicit FullStructure(const Definition& definition, std::string cache,
                         std::shared_ptr<AssembledOnce> assembled = nullptr)
      : definition_(definition),
        cache_(std::move(cache)),
        assembled_(assembled ? std::move(assembled) : std::make_shared<AssembledOnce>(false)) {}

  // warnings: of the import, if it is made now; may be null.
  const AssembledSystem& assembled(std::vector<std::string>* warnings = nullptr) {
    return assembled_->get(definition_, warnings);
  }
  void keep_shapes(Matrix shapes);
  // Shapes of the condensed modes; condenses where the cache has the model alone.
  const Matrix& shapes();

 private:
  Matrix kept_shapes(Eigen::Index size) const;

  const Definition& definition_;
  std::string cache_;
  std::shared_ptr<AssembledOnce> assembled_;
  std::mutex turn_;  // of the shapes
  Matrix shapes_;
};

// Null for modal data, which are condensed as they are.
std::shared_ptr<const CondensedModel> shared_model(const Definition& definition,
                                                   const BuildSettings& settings,
                                                   FullStructure* full);

}  // namespace mortise::gen
