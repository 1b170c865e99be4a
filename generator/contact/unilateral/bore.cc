#include "generator/contact/unilateral/bore.hpp"

namespace mortise::gen {
namespace {

// (2) towards 0 and 90 degrees.
Eigen::Vector2d axis_motion(const BoreMotion& m, Eigen::Index contact) {
  return {-m.contact[3 * contact], m.bore[3 * contact]};
}

Eigen::Vector2d direction_of(const Eigen::Vector2d& place, const Eigen::Vector2d& otherwise) {
  const double distance = place.norm();
  return distance > 0.0 ? Eigen::Vector2d(place / distance) : otherwise;
}

}  // namespace

BoreTurn turn_bores(const BoreMotion& displacement, const BoreMotion& velocity, double step) {
  const Eigen::Index nc = displacement.contact.size() / 3;
  BoreTurn turn{Vector(nc), Vector(nc), Vector(nc)};
  for (Eigen::Index c = 0; c < nc; ++c) {
    const Eigen::Vector2d place = axis_motion(displacement, c), rate = axis_motion(velocity, c);
    const Eigen::Vector2d middle = direction_of(place + step / 2 * rate, Eigen::Vector2d::UnitX());
    turn.cosine[c] = middle[0];
    turn.sine[c] = middle[1];
    turn.curvature[c] = (middle - direction_of(place, middle)).dot(rate);
  }
  return turn;
}

Matrix turning(const Vector& cosine, const Vector& sine) {
  const Eigen::Index nc = cosine.size();
  Matrix turn = Matrix::Zero(3 * nc, 6 * nc);
  turn.leftCols(3 * nc).setIdentity();
  for (Eigen::Index c = 0; c < nc; ++c) {
    const Eigen::Index own = 3 * c, bore = 3 * (nc + c);
    turn(own, own) = cosine[c];
    turn(own, bore) = -sine[c];
    turn(own + 1, bore + 1) = cosine[c] - 1.0;
    turn(own + 1, bore + 2) = sine[c];
    turn(own + 2, own) = sine[c];
    turn(own + 2, bore) = cosine[c] - 1.0;
  }
  return turn;
}

Vector bore_gaps(const Vector& clearance, const BoreMotion& displacement) {
  Vector gaps = clearance;
  for (Eigen::Index c = 0; c < gaps.size(); ++c) gaps[c] -= axis_motion(displacement, c).norm();
  return gaps;
}

}  // namespace mortise::gen
