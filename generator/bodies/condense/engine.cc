#include "generator/bodies/condense/engine.hpp"

#include <atomic>

namespace mortise::gen {
namespace {

class OwnEngine final : public CondensationEngine {
 public:
  std::unique_ptr<SparseSolver> factorize(const SparseMatrix& matrix,
                                          const std::string& what) override {
    return gen::factorize(matrix, what);
  }
  Eigen::Index negative_eigenvalues(const SparseMatrix& matrix, const std::string& what) override {
    return gen::negative_eigenvalues(matrix, what);
  }
  Matrix lanczos(const ShiftInvert& pencil, const Matrix& known, Eigen::Index wanted,
                 int attempt) override {
    return gen::lanczos(pencil, known, wanted, attempt);
  }
};

std::atomic<CondensationEngine*>& chosen_engine() {
  static std::atomic<CondensationEngine*> chosen{nullptr};
  return chosen;
}

}  // namespace

CondensationEngine& condensation_engine() {
  static OwnEngine own;
  CondensationEngine* chosen = chosen_engine();
  return chosen != nullptr ? *chosen : own;
}

EngineInUse::EngineInUse(CondensationEngine* engine) { chosen_engine() = engine; }
EngineInUse::~EngineInUse() { chosen_engine() = nullptr; }

}  // namespace mortise::gen
