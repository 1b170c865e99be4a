// Keys of bolted contacts.
#include "generator/define/definition/definition.hpp"
#include "generator/define/definition/key_sections.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kBolted = "contact.kind=bolted";

void profile_keys(const char* zone, KeyRows& k) {
  const std::string table = "contact.profile." + std::string(zone);
  k.table(table, kBolted, Stage::condense);
  k.choice("kind", &HeightProfile::kind, choices_of<ProfileKind>(), "flat",
           "sum of the heights of both surfaces; parabolic: -peak_to_peak q / q_max with q = ((x - "
           "x0) / a)^2 + aspect ((y - y0) / b)^2, a and b half of the zone's size; spherical: -((x - "
           "x0)^2 + (y - y0)^2) / (2 radius)");
  k.number("peak_to_peak", &HeightProfile::peak_to_peak, "m", kNotNegative, "0",
           "between its highest point and its lowest");
  k.number("x0", &HeightProfile::x0, "m", kAny, "0",
           "of the highest point, from the zone's middle");
  k.number("y0", &HeightProfile::y0, "m", kAny, "0", "see x0");
  k.number("aspect", &HeightProfile::aspect, "-", kNotNegative, "1", "curvature across over along");
  k.number("radius", &HeightProfile::radius, "m", kPositive, kNone, "of a ball: spherical")
      .only(table + ".kind=spherical");
}

}  // namespace

void bolted_keys(KeyRows& k) {
  k.table("contact", kBolted, Stage::condense);
  k.counts("grid", {}, kCount, "[24, 15]",
           "boundary elements of a zone along x and y; those over its bore are left out");
  k.flag("coupled", &BoltedSpec::coupled, "false",
         "tangential forces along x move the surfaces along y too (Cerruti)");
  k.number("young", &BoltedSpec::young, "Pa", kPositive, kRequired, "of the surfaces");
  k.number("poisson", &BoltedSpec::poisson, "-", {-1.0, 0.5, false}, "0.3", "of the surfaces");
  for (const char* zone : {"left", "right"}) profile_keys(zone, k);

  k.table("preload", kBolted, Stage::condense);
  k.number("force", &BoltedSpec::preload, "N", kPositive, kRequired,
           "normal force in the zone that carries most; all bolts are tightened alike");
}

}  // namespace mortise::gen
