// What a step reads of a compliant joint, and where its memory lies inside of a state.
#pragma once

#include <cstdint>

namespace mortise {

// As in the file; see the schema.
struct JointPoint {
  std::uint32_t first, second;
  double share_first, share_second, length;
};

struct JointParameters {
  double stiffness, damping, gap, separation_stiffness, separation_gap;
  double friction, friction_modulus, slip_traction;
  double static_friction, stribeck_velocity, bristle_damping, viscous;
  std::uint32_t damper, tangential, elements, reserved;
};
inline constexpr std::uint32_t kDamperClamped = 0, kDamperFilled = 1, kDamperHuntCrossley = 2;
inline constexpr std::uint32_t kTangentialNone = 0, kTangentialOdenPires = 1, kTangentialIwan = 3,
                               kTangentialLuGre = 4;
inline constexpr int kJointNumbers = 12;  // leading doubles of JointParameters
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

struct JointView {
  std::int32_t nodes = 0, rows = 0, rows_padded = 0, points = 0, memory = 0, cases = 0, stages = 0;
  bool tangential = false, energies = false;  // energies: some output asks for them
  const double* row = nullptr;                // (np x nr)
  const JointPoint* point = nullptr;          // (points)
  std::int32_t ports = 0, ports_padded = 0;   // nr + nu, rounded up
  const double* port_compliance = nullptr;    // (pp x ports), null: no residual compliance
  const double* output_compliance = nullptr;  // (nop x ports)
  const double* row_offset = nullptr;         // (pp)
  const double* output_offset = nullptr;      // (nop)
  const JointParameters* parameters[kMaxJointCases] = {};
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
  std::uint32_t energies;                   // JointEnergies
  std::uint32_t memory_bytes;
  // kept
  std::uint32_t parameters;  // JointParameters in force
  std::uint32_t factors;     // (points x 9) JointFactors in force
  // scratch
  std::uint32_t force;        // F (pp) [N]
  std::uint32_t drive;        // residual_keep phi + residual_gain f without F (pp)
  std::uint32_t energy_work;  // (pp)
  std::uint32_t bytes;
};

inline JointLayout lay_out_joint(const JointView& joint) noexcept {
  std::uint32_t next = 0;
  const auto take = [&next](std::int32_t count, std::uint32_t bytes) {
    const std::uint32_t here = next;
    next = (here + static_cast<std::uint32_t>(count) * bytes + 63) & ~std::uint32_t{63};
    return here;
  };
  const std::int32_t nrp = joint.rows_padded, pp = joint.ports_padded, nk = joint.points;
  JointLayout l{};
  l.position = take(pp, 8);
  l.rate = take(nrp, 8);
  l.residual = take(pp, 8);
  l.normal = take(nk, 8);
  l.pressure = take(nk, 8);
  l.tangent = take(nk, 8);
  l.bristles = take(nk * joint.memory, 8);
  l.normal_mean = take(nk, 8);
  l.tangent_mean = take(nk, 8);
  l.energies = take(1, sizeof(JointEnergies));
  l.memory_bytes = next;
  next = 0;
  l.memory[0] = take(1, l.memory_bytes);
  l.memory[1] = take(1, l.memory_bytes);
  l.parameters = take(1, sizeof(JointParameters));
  l.factors = take(9 * nk, 8);
  l.force = take(pp, 8);
  l.drive = take(pp, 8);
  l.energy_work = take(pp, 8);
  l.bytes = next;
  return l;
}

}  // namespace mortise
