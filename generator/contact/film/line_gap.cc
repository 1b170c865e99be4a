#include "generator/contact/film/line_gap.hpp"

#include <utility>

#include "generator/bodies/halfspace/kernels.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {

LineGap::LineGap(const FilmGrid& grid, std::function<double(double)> load,
                 std::function<double(double)> frame)
    : geometry_(0.5 * grid.x.array().square()),
      weights_(grid.weights()),
      kernel_(grid.equidistant() ? line_compliance(grid.points(), grid.spacing)
                                 : line_compliance(grid.x)),
      load_(std::move(load)),
      frame_(std::move(frame)) {}

void LineGap::begin_stage(double time, double /*shift*/, const Vector& /*start*/) {
  scale_ = scale_at(time);
  base_ = scale_ * scale_ * geometry_;
}

void LineGap::add_compliance(const Vector& P, Vector* gap) const {
  add_product(scale_, kernel_, P, gap);
}

const Matrix& LineGap::compliance() {
  if (!frame_) return kernel_;
  if (scaled_for_ != scale_) scaled_ = scale_ * kernel_;
  scaled_for_ = scale_;
  return scaled_;
}

double LineGap::load(double time) const { return 0.5 * kPi * load_(time) / scale_at(time); }

}  // namespace mortise::gen
