#include "generator/bodies/model/contact_frame.hpp"

#include <cmath>
#include <string>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kParallel = 1e-6;  // sine of the smallest angle between normal and tangent

Vector3 unit(const Vector3& v, const char* what) {
  const double length = v.norm();
  if (!std::isfinite(length) || length <= 0.0)
    throw Error("contact frame", std::string(what) + " is zero or not finite",
                "give a direction of finite, non-zero length");
  return v / length;
}

// The coordinate axis that is least aligned with n; the first of (nearly) equal ones.
Vector3 least_aligned_axis(const Vector3& n) {
  int best = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(n[i]) < std::abs(n[best]) - kParallel) best = i;
  return Vector3::Unit(best);
}

}  // namespace

ContactFrame contact_frame(const Vector3& normal, const Vector3& tangent) {
  ContactFrame frame;
  frame.normal = unit(normal, "the normal");
  const bool chosen = tangent.isZero(0.0);
  const Vector3 t = chosen ? least_aligned_axis(frame.normal) : unit(tangent, "the tangent");
  const Vector3 in_wall = t - frame.normal.dot(t) * frame.normal;
  if (in_wall.norm() < kParallel)
    throw Error("contact frame", "the tangent is parallel to the normal",
                "give a tangent that lies in the wall, or none");
  frame.tangent1 = in_wall.normalized();
  frame.tangent2 = frame.normal.cross(frame.tangent1);
  return frame;
}

}  // namespace mortise::gen
