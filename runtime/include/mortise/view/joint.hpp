// What a step reads of a compliant joint, and where its memory lies inside of a state.
#pragma once

#include <cstdint>

#include "mortise/view/carver.hpp"
#include "mortise/view/residual.hpp"
#include "mortise_records.h"

namespace mortise {

inline constexpr std::uint32_t kDamperClamped = 0, kDamperFilled = 1, kDamperHuntCrossley = 2;
inline constexpr std::uint32_t kDamperLankaraniNikravesh = 3;
inline constexpr std::uint32_t kTangentialNone = 0;  // the others: src/joint/friction_laws.hpp
inline constexpr int kJointNumbers = 12;             // leading doubles of JointParameters
inline constexpr int kImpactNumbers = 3;             // doubles of JointImpact
inline constexpr double kMostExponent = 8;           // of an impact unit
inline constexpr int kMaxJointMemory = 16;
#if defined(MORTISE_NO_JOINT)
inline constexpr int kMaxJointCases = 1, kMaxJointStages = 1;
#else
inline constexpr int kMaxJointCases = 16, kMaxJointStages = 8;
#endif

// The baked operators of one damping.
struct JointStage {
  const double *from_velocity, *from_position, *constant, *from_input, *admittance;
  const double* compliance;        // H (nrp x nr) [m/N]
  const double* point_compliance;  // (2 x points) [m/N]
  const double* damping;           // (np) d of this stage [1/s]
  double residual_keep, residual_gain;
};

struct JointView : ResidualView {
  std::int32_t nodes = 0, rows = 0, rows_padded = 0, points = 0, memory = 0, cases = 0, stages = 0;
  bool tangential = false, energies = false;  // energies: some output asks for them
  bool impacts = false;                       // some case has a JointImpact
  bool varies = false;                        // some number along the joint
  const double* row = nullptr;                // (np x nr)
  const JointPoint* point = nullptr;          // (points)
  const JointParameters* parameters[kMaxJointCases] = {};
  const JointImpact* impact[kMaxJointCases] = {};  // null: exponent 1
  const double* field[kJointNumbers] = {};  // (points) of numbers that vary; null: they do not
  std::uint32_t stage_of[kMaxJointCases] = {};
  JointStage stage[kMaxJointStages] = {};
};

// What a joint remembers of energy; sums since the start [J].
struct JointEnergies {
  double kinetic, strain, material, friction, impact, external;
  double normal_springs, shear_springs;  // parts of strain
};

// Byte offsets from the start of the joint's region, multiples of 64. The memory exists twice, as
// the modal state does: the copy of State::current_ belongs to t_n, the other one to the running
// step.
struct JointLayout {
  std::uint32_t memory[2];
  // within a copy
  std::uint32_t position;                   // s (pp, rows only) [m]
  std::uint32_t rate;                       // ds/dt (nrp) [m/s]
  std::uint32_t residual;                   // phi (pp) [N, units of the inputs]
  std::uint32_t normal;                     // end force of the points, positive pushes apart [N]
  std::uint32_t pressure;                   // compressive part of it, >= 0 [N]
  std::uint32_t tangent;                    // end friction force of the points [N]
  std::uint32_t bristles;                   // (points x memory) what the tangential law remembers
  std::uint32_t normal_mean, tangent_mean;  // (points) mean forces of the step to there [N]
  std::uint32_t approach;                   // (points, if `impacts`) g' at the last touch [m/s]
  std::uint32_t energies;                   // JointEnergies
  std::uint32_t memory_bytes;
  // kept
  std::uint32_t parameters;  // JointParameters in force
  std::uint32_t factors;     // (points x 9) JointFactors in force
  std::uint32_t impact;      // JointImpact in force, if `impacts`
  std::uint32_t laws;        // (points, if `varies`) JointParameters in force at each
  // scratch
  std::uint32_t force;        // F (pp) [N]
  std::uint32_t drive;        // residual_keep phi + residual_gain f without F (pp)
  std::uint32_t energy_work;  // (pp)
  std::uint32_t bytes;
};

// copy, region: carvers of one copy of the memory and of the whole region.
template <class AnyCarver = Carver>
JointLayout lay_out_joint(const JointView& joint, AnyCarver copy = AnyCarver(),
                          AnyCarver region = AnyCarver()) noexcept {
  const auto size_of = [](std::int32_t n) { return static_cast<std::uint64_t>(n); };
  const std::uint64_t nrp = size_of(joint.rows_padded), pp = size_of(joint.ports_padded),
                      nk = size_of(joint.points);
  JointLayout l{};
  l.position = copy.take(pp, 8);
  l.rate = copy.take(nrp, 8);
  l.residual = copy.take(pp, 8);
  l.normal = copy.take(nk, 8);
  l.pressure = copy.take(nk, 8);
  l.tangent = copy.take(nk, 8);
  l.bristles = copy.take(nk * size_of(joint.memory), 8);
  l.normal_mean = copy.take(nk, 8);
  l.tangent_mean = copy.take(nk, 8);
  l.approach = copy.take(joint.impacts ? nk : 0, 8);
  l.energies = copy.take(1, sizeof(JointEnergies));
  l.memory_bytes = static_cast<std::uint32_t>(copy.bytes());
  l.memory[0] = region.take(1, l.memory_bytes);
  l.memory[1] = region.take(1, l.memory_bytes);
  l.parameters = region.take(1, sizeof(JointParameters));
  l.factors = region.take(9 * nk, 8);
  l.impact = region.take(joint.impacts ? 1 : 0, sizeof(JointImpact));
  l.laws = region.take(joint.varies ? nk : 0, sizeof(JointParameters));
  l.force = region.take(pp, 8);
  l.drive = region.take(pp, 8);
  l.energy_work = region.take(pp, 8);
  l.bytes = static_cast<std::uint32_t>(region.bytes());
  return l;
}

}  // namespace mortise
