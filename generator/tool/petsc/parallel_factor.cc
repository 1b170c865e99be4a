#include "generator/tool/petsc/parallel_factor.hpp"

#include <fstream>
#include <limits>

#include "generator/ground/sparse/mumps_codes.hpp"
#include "generator/ground/sparse/nested_dissection.hpp"

namespace mortise::gen {
namespace {

// Free memory of this machine [MB], as its kernel estimates it.
long free_megabytes_here() {
  std::ifstream table("/proc/meminfo");
  std::string key, unit;
  long kilobytes = 0;
  while (table >> key >> kilobytes >> unit)
    if (key == "MemAvailable:") return kilobytes / 1000;
  return std::numeric_limits<long>::max();
}

}  // namespace

ParallelFactor::ParallelFactor(const std::string& path)
    : rows_(job::InputFile(path).sparse_head().columns) {
  mumps_.comm_fortran = static_cast<MUMPS_INT>(MPI_Comm_c2f(MPI_COMM_WORLD));
  mumps_.par = 1;
  mumps_.sym = mumps::kSymmetricIndefinite;
  call(mumps::kNewInstance);
  factorize(path);
}

ParallelFactor::~ParallelFactor() { call(mumps::kEnd); }

void ParallelFactor::call(int job) {
  mumps_.job = job;
  dmumps_c(&mumps_);
}

void ParallelFactor::factorize(const std::string& path) {
  const auto control = [this](mumps::Control which) -> MUMPS_INT& {
    return mumps_.icntl[which - 1];
  };
  for (const mumps::Control output :
       {mumps::kErrors, mumps::kDiagnostics, mumps::kGlobal, mumps::kLevel})
    control(output) = 0;
  control(mumps::kOrdering) = mumps::kGivenOrdering;
  control(mumps::kDistribution) = mumps::kEntriesOnEveryRank;
  control(mumps::kRootByPivots) = 1;  // else negative pivots of the last front are not counted
  control(mumps::kNullPivots) = 1;
  mumps_.cntl[mumps::kNullThreshold - 1] = mumps::kNothing;
  mumps_.n = static_cast<MUMPS_INT>(rows_.total());

  std::vector<int> place;
  if (rows_.rank() == 0) {
    const job::SparseColumns graph = job::read_columns(path, 0, rows_.total(), false);
    place = nested_dissection(rows_.total(), graph.outer.data(), graph.inner.data());
    mumps_.perm_in = place.data();
  }
  // the lower triangle of the columns of this rank
  std::vector<MUMPS_INT> row, column;
  std::vector<double> value;
  {
    const job::SparseColumns mine =
        job::read_columns(path, rows_.first(), rows_.first() + rows_.count());
    for (int j = 0; j < rows_.count(); ++j)
      for (int k = mine.outer[static_cast<std::size_t>(j)];
           k < mine.outer[static_cast<std::size_t>(j) + 1]; ++k) {
        const int i = mine.inner[static_cast<std::size_t>(k)];
        if (i < rows_.first() + j) continue;
        row.push_back(i + 1);
        column.push_back(rows_.first() + j + 1);
        value.push_back(mine.values[static_cast<std::size_t>(k)]);
      }
  }
  mumps_.nnz_loc = static_cast<MUMPS_INT8>(value.size());
  mumps_.irn_loc = row.data();
  mumps_.jcn_loc = column.data();
  mumps_.a_loc = value.data();
  call(mumps::kAnalyse);
  if (answer(mumps::kStatus) < 0) return refuse();
  if (!has_room()) return;
  // pivots that had to wait need more room than foreseen
  while (call(mumps::kFactorize), (answer(mumps::kStatus) == mumps::kFarTooLittle ||
                                   answer(mumps::kStatus) == mumps::kTooLittle) &&
                                      control(mumps::kRelaxation) < mumps::kMostRelaxation)
    control(mumps::kRelaxation) *= 2;
  if (answer(mumps::kStatus) < 0) return refuse();
  if (answer(mumps::kNullCount) > 0) refusal_ = Refusal{true, "", ""};
  negative_ = answer(mumps::kNegative);
  mumps_.irn_loc = mumps_.jcn_loc = mumps_.perm_in = nullptr;
  mumps_.a_loc = nullptr;
}

bool ParallelFactor::has_room() {
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  long needed = mumps_.info[mumps::kMegabytesHere - 1], together = 0;
  MPI_Allreduce(&needed, &together, 1, MPI_LONG, MPI_SUM, machine);
  MPI_Comm_free(&machine);
  const long lacking = together - free_megabytes_here();
  long most = 0;  // of the machine that lacks most
  MPI_Allreduce(&lacking, &most, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
  if (most < 0) return true;
  refusal_ = Refusal{false,
                     "the factor takes " + std::to_string(answer(mumps::kMegabytes)) +
                         " MB on all ranks together, on one machine " + std::to_string(most) +
                         " MB more than are free",
                     "spread the ranks over more machines, or leave --engine petsc out: the "
                     "embedded engine can keep its factor on disk"};
  return false;
}

void ParallelFactor::refuse() {
  const int status = answer(mumps::kStatus);
  if (status == mumps::kSingularMatrix || status == mumps::kStructurallySingular) {
    refusal_ = Refusal{true, "", ""};
    return;
  }
  refusal_ = Refusal{false,
                     "MUMPS stops with code " + std::to_string(status) + ", " +
                         std::to_string(answer(mumps::kDetail)),
                     status == mumps::kOutOfMemory ? "take more machines, or free memory"
                                                   : "see INFOG(1) in the guide of MUMPS"};
}

void ParallelFactor::solve(double* sides, int columns) {
  mumps_.rhs = sides;
  mumps_.nrhs = columns;
  mumps_.lrhs = mumps_.n;
  call(mumps::kSolve);
  mumps_.rhs = nullptr;
  if (answer(mumps::kStatus) < 0)
    throw std::runtime_error("MUMPS stops with code " + std::to_string(answer(mumps::kStatus)) +
                             " while it solves");
}

}  // namespace mortise::gen
