// Numbers that every room of the generator shares.
#pragma once

namespace mortise::gen {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kTwoPi = 2.0 * kPi;
inline constexpr double kRadiansPerDegree = kPi / 180.0;

}  // namespace mortise::gen
