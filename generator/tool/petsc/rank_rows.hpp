// Which rows of a vector each rank has: blocks of equal size, in their order.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "generator/bodies/petsc/job_files.hpp"

namespace mortise::gen {

class RankRows {
 public:
  // n: rows of the whole, below 2^31.
  explicit RankRows(std::int64_t n) : n_(n) {
    int ranks = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    for (int r = 0; r < ranks; ++r) {
      displacements_.push_back(static_cast<int>(n * r / ranks));
      counts_.push_back(static_cast<int>(n * (r + 1) / ranks - n * r / ranks));
    }
    if (rank_ == 0) whole_.resize(static_cast<std::size_t>(n));
  }

  std::int64_t total() const { return n_; }
  int first() const { return displacements_[static_cast<std::size_t>(rank_)]; }
  int count() const { return counts_[static_cast<std::size_t>(rank_)]; }
  int rank() const { return rank_; }

  // All of a vector on rank 0, there until the next call. All ranks call these two together.
  double* gather(const double* mine) {
    MPI_Gatherv(mine, count(), MPI_DOUBLE, whole_.data(), counts_.data(), displacements_.data(),
                MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return whole_.data();
  }
  void scatter(double* mine) {
    MPI_Scatterv(whole_.data(), counts_.data(), displacements_.data(), MPI_DOUBLE, mine, count(),
                 MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }

  // The rows of this rank of a dense file, column by column; the number of columns.
  std::int64_t read_dense(const std::string& path, std::vector<double>* mine) const {
    const job::InputFile file(path);
    const job::DenseHead head = file.dense_head();
    mine->resize(static_cast<std::size_t>(count()) * static_cast<std::size_t>(head.columns));
    for (std::int64_t c = 0; c < head.columns; ++c)
      file.read(static_cast<std::int64_t>(sizeof head) + 8 * (c * n_ + first()), count(),
                mine->data() + c * count());
    return head.columns;
  }

 private:
  std::int64_t n_;
  int rank_ = 0;
  std::vector<int> counts_, displacements_;
  std::vector<double> whole_;  // rank 0
};

}  // namespace mortise::gen
