// That the records of the file are what the runtime takes them for where they lie, with the same
// numbers for the same names. Compiles or does not; no code comes of it.
#include "mortise/model.hpp"
#include "mortise_generated.h"

namespace mortise {

#define MORTISE_RECORD(Record) static_assert(sizeof(schema::Record) == sizeof(Record));
MORTISE_EACH_RECORD(MORTISE_RECORD)
#undef MORTISE_RECORD

// Alignment beyond what the FlatBuffers verifier has checked is the business of check.cc.
static_assert(alignof(OutputRule) == 4 && alignof(InputRange) == 8 && alignof(JointPoint) == 8);

#define MORTISE_SAME_NUMBER(here, Enum, name) \
  static_assert(here == static_cast<std::uint32_t>(schema::Enum::name), "as in the schema");
MORTISE_SAME_NUMBER(kHoldZeroOrder, Hold, zero_order)
MORTISE_SAME_NUMBER(kHoldLinear, Hold, linear)
MORTISE_SAME_NUMBER(kHoldCubic, Hold, cubic)
MORTISE_SAME_NUMBER(kDamperClamped, ImpactDamper, clamped)
MORTISE_SAME_NUMBER(kDamperFilled, ImpactDamper, filled)
MORTISE_SAME_NUMBER(kDamperHuntCrossley, ImpactDamper, hunt_crossley)
MORTISE_SAME_NUMBER(kDamperLankaraniNikravesh, ImpactDamper, lankarani_nikravesh)
MORTISE_SAME_NUMBER(kTangentialNone, TangentialLaw, none)
MORTISE_SAME_NUMBER(kViscosityConstant, ViscosityLaw, constant)
MORTISE_SAME_NUMBER(kDensityIncompressible, DensityLaw, incompressible)
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
