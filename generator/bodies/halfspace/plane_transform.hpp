// Fourier transforms of real fields on a rectangular grid.
#pragma once

#include <complex>
#include <unsupported/Eigen/FFT>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// The smallest n >= least with no prime factor above 5, a multiple of four where `whole_quarters`.
int fast_length(int least, bool whole_quarters);

// One thread at a time; make one for each.
class PlaneTransform {
 public:
  using Spectrum = Eigen::MatrixXcd;  // (ny x nx/2 + 1): of real fields the other half follows

  // nx: a multiple of four; both as fast_length() gives them
  PlaneTransform(int nx, int ny);

  // field: (nx x ny), column after column; what lies beyond its size counts as zero
  void forward(const Matrix& field, Spectrum* spectrum);
  // field: comes with its size (at most nx x ny), which is all that is computed
  void inverse(const Spectrum& spectrum, Matrix* field);

 private:
  int nx_, ny_;
  Eigen::FFT<double> rows_, columns_;
  std::vector<double> line_;
  std::vector<std::complex<double>> from_, to_;
  Eigen::MatrixXcd half_;  // (nx/2 + 1 x ny)
};

}  // namespace mortise::gen
