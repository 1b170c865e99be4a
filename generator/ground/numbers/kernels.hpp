// What Eigen's products and sparse matrices do at length, compiled once (kernels.cc), at the level
// of hot rooms; without these declarations every unit makes copies of its own. The same functions,
// the same bits. Names internals of Eigen 3.4: with another version every unit makes its own.
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#if EIGEN_VERSION_AT_LEAST(3, 4, 0) && !EIGEN_VERSION_AT_LEAST(3, 4, 90)

namespace Eigen::mortise_kernels {

using Blocks = internal::gebp_traits<double, double>;
using Panel = internal::blas_data_mapper<double, Index, ColMajor, Unaligned, 1>;
using Columns = internal::const_blas_data_mapper<double, Index, ColMajor>;
using Rows = internal::const_blas_data_mapper<double, Index, RowMajor>;
using Sparse = SparseMatrix<double>;
using SparseByRows = SparseMatrix<double, RowMajor>;
using Sum = internal::scalar_sum_op<double, double>;
using SparseSum = CwiseBinaryOp<Sum, const Sparse, const Sparse>;
using Entry = std::vector<Triplet<double>>::const_iterator;

}  // namespace Eigen::mortise_kernels

// MORTISE_KERNELS(extern template) declares them, MORTISE_KERNELS(template) makes them.
#define MORTISE_PACKS(keywords, Stored, order)                                                 \
  keywords struct internal::gemm_pack_lhs<                                                     \
      double, Index, kernels::Stored, kernels::Blocks::mr, kernels::Blocks::LhsProgress,       \
      kernels::Blocks::LhsPacket4Packing, order, false, false>;                                \
  keywords struct internal::gemm_pack_rhs<double, Index, kernels::Stored, kernels::Blocks::nr, \
                                          order, false, false>;
#define MORTISE_TIMES_VECTOR(keywords, Stored, order, Factor) \
  keywords struct internal::general_matrix_vector_product<    \
      Index, double, kernels::Stored, order, false, double, kernels::Factor, false, 0>;
#define MORTISE_KERNELS(keywords)                                                                 \
  namespace Eigen {                                                                               \
  namespace kernels = mortise_kernels;                                                            \
  keywords struct internal::gebp_kernel<double, double, Index, kernels::Panel,                    \
                                        kernels::Blocks::mr, kernels::Blocks::nr, false, false>;  \
  MORTISE_PACKS(keywords, Columns, ColMajor)                                                      \
  MORTISE_PACKS(keywords, Rows, RowMajor)                                                         \
  MORTISE_TIMES_VECTOR(keywords, Columns, ColMajor, Columns)                                      \
  MORTISE_TIMES_VECTOR(keywords, Columns, ColMajor, Rows)                                         \
  MORTISE_TIMES_VECTOR(keywords, Rows, RowMajor, Columns)                                         \
  keywords void internal::evaluateProductBlockingSizesHeuristic<double, double, 1, Index>(Index&, \
                                                                                          Index&, \
                                                                                          Index&, \
                                                                                          Index); \
  keywords void internal::evaluateProductBlockingSizesHeuristic<double, double, 4, Index>(Index&, \
                                                                                          Index&, \
                                                                                          Index&, \
                                                                                          Index); \
  keywords void internal::assign_sparse_to_sparse(kernels::Sparse&, const kernels::Sparse&);      \
  keywords void internal::assign_sparse_to_sparse(kernels::Sparse&, const kernels::SparseSum&);   \
  keywords void internal::set_from_triplets(const kernels::Entry&, const kernels::Entry&,         \
                                            kernels::Sparse&, kernels::Sum);                      \
  keywords kernels::Sparse& kernels::Sparse::operator=(                                           \
      const SparseMatrixBase<kernels::SparseByRows>&);                                            \
  keywords kernels::SparseByRows& kernels::SparseByRows::operator=(                               \
      const SparseMatrixBase<kernels::Sparse>&);                                                  \
  keywords void kernels::SparseByRows::collapseDuplicates(kernels::Sum);                          \
  keywords void internal::CompressedStorage<double, int>::resize(Index, double);                  \
  keywords void internal::CompressedStorage<double, int>::reserve(Index);                         \
  }
MORTISE_KERNELS(extern template)
#endif
