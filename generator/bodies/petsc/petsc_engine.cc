#include "generator/bodies/petsc/petsc_engine.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "generator/bodies/petsc/handover.hpp"
#include "generator/bodies/petsc/rank_process.hpp"
#include "generator/ground/files/atomic_file.hpp"
#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/files/long_work.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOption = "--engine petsc";
constexpr const char* kProgram = "mortise_petsc";
constexpr const char* kPackages =
    "install libpetsc-real-dev, libslepc-real-dev, libopenmpi-dev and openmpi-bin and build "
    "mortise "
    "again, or leave --engine out";

std::string program_beside_this_one() {
  std::error_code failure;
  return (fs::read_symlink("/proc/self/exe", failure).parent_path() / kProgram).string();
}

std::string hash_of_program(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return ContentHash().add(bytes).hex();
}

ContentHash& add_to(ContentHash* hash, const SparseMatrix& matrix) {
  if (!matrix.isCompressed()) return add_to(hash, compressed(matrix));
  const std::int64_t sizes[] = {matrix.rows(), matrix.cols(), matrix.nonZeros()};
  const auto entries = static_cast<std::size_t>(matrix.nonZeros());
  return hash->add(sizes, sizeof sizes)
      .add(matrix.outerIndexPtr(), sizeof(int) * static_cast<std::size_t>(matrix.cols() + 1))
      .add(matrix.innerIndexPtr(), sizeof(int) * entries)
      .add(matrix.valuePtr(), sizeof(double) * entries);
}

ContentHash& add_to(ContentHash* hash, const Matrix& matrix) {
  const std::int64_t sizes[] = {matrix.rows(), matrix.cols()};
  return hash->add(sizes, sizeof sizes)
      .add(matrix.data(), sizeof(double) * static_cast<std::size_t>(matrix.size()));
}

std::string folder_for_inputs(const PetscSettings& settings) {
  if (!settings.folder.empty()) {
    make_folder(settings.folder, "choose another --cache folder");
    return settings.folder;
  }
  const char* folder = std::getenv("TMPDIR");
  return folder != nullptr ? folder : "/tmp";
}

std::string remedy_for_end(const std::string& said, bool kept) {
  const auto says = [&said](const char* words) { return said.find(words) != std::string::npos; };
  if (says("run as root") || says("Running as root"))
    return "run it as another user, or tell Open MPI that root may: OMPI_ALLOW_RUN_AS_ROOT=1 and "
           "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 in the environment";
  if (says("not enough slots"))
    return "take fewer --ranks, or let them share processors: OMPI_MCA_rmaps_base_oversubscribe=1 "
           "in the environment";
  return kept ? "run the same command again: it resumes with what is kept"
              : "run it again; `build` and `verify` keep what is done with --cache FOLDER";
}

}  // namespace

// What is asked of the ranks, and what is kept of it.
class PetscEngine::Job {
 public:
  explicit Job(PetscSettings settings)
      : settings_(std::move(settings)), inputs_(folder_for_inputs(settings_)) {
    if (settings_.program.empty()) settings_.program = program_beside_this_one();
    demand(access(settings_.program.c_str(), X_OK) == 0, kOption,
           "this build has no " + std::string(kProgram) + " (" + settings_.program + ")",
           kPackages);
    demand(settings_.program.find_first_of("\t\n") == std::string::npos &&
               inputs_.path().find_first_of("\t\n") == std::string::npos,
           kOption, "a path with a tab or a line feed in it", "choose another folder");
    build_ = hash_of_program(settings_.program);
  }

  std::mutex& turn() { return turn_; }

  // Starts the key of a result.
  ContentHash key(const std::string& kind) const { return ContentHash().add(kind).add(build_); }

  std::string new_input(const std::string& kind) {
    return inputs_.path() + "/" + kind + std::to_string(++inputs_made_);
  }
  // The input of one content, written once and there as long as the engine.
  const std::string& shared_input(const SparseMatrix& matrix) {
    ContentHash hash;
    const std::string name = add_to(&hash, matrix).hex();
    std::unique_ptr<Handover>& input = shared_[name];
    if (!input) {
      input = std::make_unique<Handover>(new_input("matrix"));
      input->write(matrix);
    }
    return input->path();
  }

  std::string result_path(const std::string& kind, const ContentHash& key) const {
    const std::string& folder = settings_.folder.empty() ? inputs_.path() : settings_.folder;
    return folder + "/" + kind + "-" + key.hex() + ".result";
  }

  // Launches the ranks if there are none, asks them and waits. what: "factorise K", for messages.
  std::vector<std::string> ask(const std::vector<std::string>& request, const std::string& what) {
    try {
      if (!ranks_) {
        std::istringstream words(settings_.launcher);
        std::vector<std::string> command{std::istream_iterator<std::string>(words), {}};
        command.push_back(settings_.program);
        ranks_ = std::make_unique<RankProcess>(command);
      }
      return ranks_->ask(request);
    } catch (const RanksEnded& ended) {
      ranks_.reset();
      factors_.clear();
      const bool kept = !settings_.folder.empty();
      std::string text = "the ranks ended while they were to " + what + ": " + ended.how;
      if (!done_.empty()) {
        text += kept ? "\n  kept in " + settings_.folder + ":" : "\n  done before:";
        for (const std::string& part : done_) text += " " + part + ";";
        text.pop_back();
      }
      throw Error(kOption, text, remedy_for_end(ended.said, kept));
    }
  }

  // Something is done, now or in an earlier run.
  void done(const std::string& what) { done_.push_back(what); }

  // Which factors the ranks have: they lose them when they end.
  int add_factor() {
    factors_[++last_factor_] = true;
    return last_factor_;
  }
  bool has_factor(int number) const { return factors_.count(number) > 0; }
  void forget(int number) {
    if (factors_.erase(number) == 0 || !ranks_) return;
    try {
      ranks_->ask({"forget", std::to_string(number)});
    } catch (const RanksEnded&) {
      ranks_.reset();  // whoever asks next learns of it
      factors_.clear();
    }
  }
  int next_factor() const { return last_factor_ + 1; }

 private:
  PetscSettings settings_;
  InputFolder inputs_;
  std::string build_;
  std::mutex turn_;
  int inputs_made_ = 0, last_factor_ = 0;
  std::map<std::string, std::unique_ptr<Handover>> shared_;
  std::map<int, bool> factors_;
  std::vector<std::string> done_;
  std::unique_ptr<RankProcess> ranks_;
};

// The factor is made when something asks for more than is kept of it.
class PetscEngine::Solver final : public SparseSolver {
 public:
  Solver(Job* owner, const SparseMatrix& matrix, std::string what)
      : job_(owner), what_(std::move(what)), n_(matrix.rows()), input_(owner->new_input("factor")) {
    const std::lock_guard<std::mutex> turn(job_->turn());
    input_.write(matrix);
    ContentHash hash = job_->key("factor");
    key_ = add_to(&hash, matrix).hex();
    const std::string path = job_->result_path("inertia", hash);
    std::optional<Matrix> kept = read_result(path);
    if (!kept) {
      kept = Matrix::Constant(1, 1, factorize_now());
      keep_number(path, (*kept)(0, 0));
    }
    const double negative = (*kept)(0, 0);
    if (negative < 0.0) throw SingularMatrix(what_);
    negative_ = static_cast<Eigen::Index>(negative);
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver() override {
    const std::lock_guard<std::mutex> turn(job_->turn());
    job_->forget(number_);
  }

  Matrix solve(const Matrix& rhs) const override {
    if (rhs.size() == 0) return rhs;
    const std::lock_guard<std::mutex> turn(job_->turn());
    ContentHash hash = job_->key("solve").add(key_);
    const std::string path = job_->result_path("answers", add_to(&hash, rhs));
    std::optional<Matrix> kept = read_result(path);
    if (!kept) {
      const LongWork work(what_ + ": " + std::to_string(rhs.cols()) + " solutions by ranks");
      Handover sides(job_->new_input("sides"));
      sides.write(rhs);
      const std::string number = ready();
      job_->ask({"solve", number, sides.path(), path},
                "solve with " + what_ + " for " + std::to_string(rhs.cols()) + " loads");
      kept = read_result(path);
    }
    demand(kept && kept->rows() == n_ && kept->cols() == rhs.cols(), path,
           "is no result of the ranks", "remove it and try again");
    job_->done("answers of " + what_ + " to " + std::to_string(rhs.cols()) + " loads");
    return *std::move(kept);
  }
  Eigen::Index negative_pivots() const override { return negative_; }
  Eigen::Index size() const override { return n_; }

  const std::string& key() const { return key_; }

  // The number by which the ranks know the factor.
  std::string ready() const {
    if (!job_->has_factor(number_)) factorize_now();
    return std::to_string(number_);
  }

 private:
  // Its negative pivots, -1 if it is singular.
  double factorize_now() const {
    const LongWork work(what_ + ": factor of " + std::to_string(n_) + " unknowns by ranks");
    const std::vector<std::string> answer =
        job_->ask({"factor", std::to_string(job_->next_factor()), input_.path()},
                  "factorise " + what_ + " of " + std::to_string(n_) + " unknowns");
    if (answer.at(0) == "refused") throw Error(kOption, what_ + ": " + answer.at(1), answer.at(2));
    if (answer.at(0) == "singular") return -1.0;
    number_ = job_->add_factor();
    return std::stod(answer.at(1));
  }

  Job* job_;
  std::string what_;
  Eigen::Index n_;
  Handover input_;
  std::string key_;
  mutable int number_ = 0;
  Eigen::Index negative_ = 0;
};

PetscEngine::PetscEngine(PetscSettings settings)
    : job_(std::make_unique<Job>(std::move(settings))) {}
PetscEngine::~PetscEngine() = default;

std::unique_ptr<SparseSolver> PetscEngine::factorize(const SparseMatrix& matrix,
                                                     const std::string& what) {
  return std::make_unique<Solver>(job_.get(), matrix, what);
}

Matrix PetscEngine::lanczos(const ShiftInvert& pencil, const Matrix& known, Eigen::Index wanted,
                            int attempt) {
  const auto& solver = dynamic_cast<const Solver&>(pencil.solver());
  const std::lock_guard<std::mutex> turn(job_->turn());
  const bool held = pencil.constraints().rows() > 0;
  ContentHash hash = job_->key("modes").add(solver.key());
  add_to(&hash, pencil.mass());
  if (held) add_to(&add_to(&hash, pencil.constraints()), pencil.projector());
  const std::int64_t numbers[] = {wanted, attempt};
  add_to(&hash, known).add(numbers, sizeof numbers);
  const std::string path = job_->result_path("modes", hash);
  const std::string what =
      std::to_string(wanted) + " modes of " + std::to_string(pencil.size()) + " unknowns";
  std::optional<Matrix> kept = read_result(path);
  if (!kept) {
    std::optional<Handover> rows, projector, before;
    const auto hand_over = [&](std::optional<Handover>* input, const char* kind,
                               const auto& matrix) {
      input->emplace(job_->new_input(kind));
      (*input)->write(matrix);
      return (*input)->path();
    };
    const std::string number = solver.ready();
    job_->ask({"modes", number, job_->shared_input(pencil.mass()),
               held ? hand_over(&rows, "rows", pencil.constraints()) : "",
               held ? hand_over(&projector, "projector", pencil.projector()) : "",
               known.cols() > 0 ? hand_over(&before, "known", known) : "", std::to_string(wanted),
               std::to_string(attempt), path},
              "find " + what);
    kept = read_result(path);
  }
  demand(kept && kept->rows() == pencil.size() && kept->cols() <= wanted, path,
         "is no result of the ranks", "remove it and try again");
  job_->done(what);
  return *std::move(kept);
}

}  // namespace mortise::gen
