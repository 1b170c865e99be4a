// Keys of bolted contacts.
#include "generator/define/definition/definition.hpp"
#include "generator/define/definition/key_sections.hpp"

namespace mortise::gen {
namespace {

void profile_keys(const char* zone, KeyRows& k) {
  const std::string table = "contact.profile." + std::string(zone);
  k.table(table, kBolted, Stage::condense);
  k.choice(
      "kind", &HeightProfile::kind, choices_of<ProfileKind>(), "flat",
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

void reduction_keys(KeyRows& k) {
  using Reduce = BoltedReduceSpec;
  k.table("reduce", kBolted, Stage::reduce);
  k.choice("method", &Reduce::method, "clusters|interpolated|jenkins", "clusters",
           "of the contact: clusters of points whose tractions keep their shape, points that carry "
           "those of their neighbours, or banks of sliders for each of few modes");
  k.integers("clusters", &Reduce::clusters, {0.0, 1000.0}, "[48, 16]",
             "of points that the preload closes, and of open ones; interpolated: points");
  k.integer("sliders", &Reduce::sliders, {1.0, 100.0}, "12", "of every mode")
      .only("reduce.method=jenkins");
  k.integer("modes", &Reduce::modes, {1.0, 100.0}, "16",
            "of the preloaded structure that stay dynamic, the lowest")
      .at(Stage::train);
  k.integer("seeds", &Reduce::seeds, {1.0, 100.0}, "3", "layouts tried for each weight of slip");
  k.number("error_bar", &Reduce::error_bar, "-", kPositive, "0.06",
           "largest error of the contact's forces on prescribed paths; a worse layout is refused");
  k.number("trust_limit", &Reduce::trust_limit, "-", kNotNegative, "1",
           "of motion over what training has seen, above which a step is UNTRUSTED; 0: never")
      .at(Stage::bake);

  k.table("train", kBolted, Stage::train);
  k.integers("modes", &Reduce::loops, kCount, "[]",
             "numbers from 1 of modes that are driven to and fro; default: those that make points "
             "slip");
  k.number("slip_share", &Reduce::slip_share, "-", kUnit, "0.85",
           "so many points, of those that the preload closes, slip, open or close at the largest "
           "amplitude of a mode");
  k.number("band_hz", &Reduce::band_hz, "Hz", kPositive, "1200",
           "modes below take part in the random path");
  k.integer("steps", &Reduce::steps, kCount, "40", "of a quarter of a loop");
  k.integer("random_steps", &Reduce::random_steps, kCount, "480", "of the random path");
  k.integer("seed", &Reduce::seed, kLabel, "1", "of the random path");
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

  reduction_keys(k);
}

}  // namespace mortise::gen
