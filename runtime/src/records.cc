// That the records of the file are what the runtime takes them for where they lie: same fields at
// the same places, same numbers for the same names. Compiles or does not; no code comes of it.
#include <cstddef>

#include "mortise/model.hpp"
#include "mortise_generated.h"

namespace mortise {

template <class Record, std::size_t file, std::size_t here, std::size_t bytes_file,
          std::size_t bytes_here>
struct SameField {
  static_assert(file == here, "a field lies elsewhere in the file");
  static_assert(bytes_file == bytes_here, "a field of the file has another type");
};

// Names in an explicit instantiation may be private ones.
#define MORTISE_RECORD(Record) static_assert(sizeof(schema::Record) == sizeof(Record));
#define MORTISE_FIELD(Record, field)                                                             \
  template struct SameField<Record, offsetof(schema::Record, field##_), offsetof(Record, field), \
                            sizeof(schema::Record::field##_), sizeof(Record::field)>;
#include "records.def"
#undef MORTISE_RECORD
#undef MORTISE_FIELD

#define MORTISE_RECORD(Record) +sizeof(Record)
#define MORTISE_FIELD(Record, field) -sizeof(Record::field)
static_assert(
#include "records.def"
    == 0, "a field is not listed");
#undef MORTISE_RECORD
#undef MORTISE_FIELD

// Alignment beyond what the FlatBuffers verifier has checked is the business of check.cc.
static_assert(alignof(OutputRule) == 4 && alignof(InputRange) == 8 && alignof(JointPoint) == 8);

#define MORTISE_SAME_NUMBER(here, Enum, name) \
  static_assert(here == static_cast<std::uint32_t>(schema::Enum::name), "as in the schema");
MORTISE_SAME_NUMBER(kOutputDisplacement, Quantity, displacement)
MORTISE_SAME_NUMBER(kOutputVelocity, Quantity, velocity)
MORTISE_SAME_NUMBER(kOutputModal, Quantity, modal_coordinate)
MORTISE_SAME_NUMBER(kOutputForce, Quantity, contact_force)
MORTISE_SAME_NUMBER(kOutputGap, Quantity, gap)
MORTISE_SAME_NUMBER(kOutputFilmForce, Quantity, film_force)
MORTISE_SAME_NUMBER(kOutputCentralPressure, Quantity, central_pressure)
MORTISE_SAME_NUMBER(kOutputCentralGap, Quantity, central_gap)
MORTISE_SAME_NUMBER(kOutputMinimumGap, Quantity, minimum_gap)
MORTISE_SAME_NUMBER(kOutputApproach, Quantity, approach_velocity)
MORTISE_SAME_NUMBER(kOutputResidual, Quantity, film_residual)
MORTISE_SAME_NUMBER(kOutputDistance, Quantity, input_distance)
MORTISE_SAME_NUMBER(kOutputBasis, Quantity, film_basis)
MORTISE_SAME_NUMBER(kOutputAcceleration, Quantity, acceleration)
MORTISE_SAME_NUMBER(kOutputEnergyTotal, Quantity, energy_total)
MORTISE_SAME_NUMBER(kOutputEnergyKinetic, Quantity, energy_kinetic)
MORTISE_SAME_NUMBER(kOutputEnergyStrain, Quantity, energy_strain)
MORTISE_SAME_NUMBER(kOutputLossMaterial, Quantity, dissipated_material)
MORTISE_SAME_NUMBER(kOutputLossFriction, Quantity, dissipated_friction)
MORTISE_SAME_NUMBER(kOutputLossImpact, Quantity, dissipated_impact)
MORTISE_SAME_NUMBER(kOutputWork, Quantity, work_external)
MORTISE_SAME_NUMBER(kOutputNormalTraction, Quantity, normal_traction)
MORTISE_SAME_NUMBER(kOutputFrictionTraction, Quantity, friction_traction)
MORTISE_SAME_NUMBER(kOutputSlipping, Quantity, slipping_share)
MORTISE_SAME_NUMBER(kOutputSlidingVelocity, Quantity, sliding_velocity)
MORTISE_SAME_NUMBER(kOutputContactPosition, Quantity, contact_position)
MORTISE_SAME_NUMBER(kHoldZeroOrder, Hold, zero_order)
MORTISE_SAME_NUMBER(kHoldLinear, Hold, linear)
MORTISE_SAME_NUMBER(kHoldCubic, Hold, cubic)
MORTISE_SAME_NUMBER(kDamperClamped, ImpactDamper, clamped)
MORTISE_SAME_NUMBER(kDamperFilled, ImpactDamper, filled)
MORTISE_SAME_NUMBER(kDamperHuntCrossley, ImpactDamper, hunt_crossley)
MORTISE_SAME_NUMBER(kTangentialNone, TangentialLaw, none)
MORTISE_SAME_NUMBER(kViscosityConstant, ViscosityLaw, constant)
MORTISE_SAME_NUMBER(kViscosityBarus, ViscosityLaw, barus)
MORTISE_SAME_NUMBER(kViscosityRoelands, ViscosityLaw, roelands)
MORTISE_SAME_NUMBER(kDensityIncompressible, DensityLaw, incompressible)
MORTISE_SAME_NUMBER(kDensityDowsonHigginson, DensityLaw, dowson_higginson)
MORTISE_SAME_NUMBER(kFrameFixed, FrameKind, fixed)
MORTISE_SAME_NUMBER(kFrameLoadScaled, FrameKind, load_scaled)
MORTISE_SAME_NUMBER(kInputLoad, FilmInput, load)
MORTISE_SAME_NUMBER(kInputEntrainment, FilmInput, entrainment)
MORTISE_SAME_NUMBER(kInputViscosity, FilmInput, viscosity_factor)
MORTISE_SAME_NUMBER(kInputAcceleration, FilmInput, acceleration)
#define MORTISE_SAME_TAG(room, tag, table, feature) \
  static_assert(tag == static_cast<unsigned>(schema::Law::table), "as in the schema");
#define MORTISE_LAW MORTISE_SAME_TAG
#define MORTISE_ABSENT_LAW MORTISE_SAME_TAG
#include "mortise/law.def"

}  // namespace mortise
