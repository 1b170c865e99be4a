// Keys of bolted contacts.
#include "generator/define/definition/definition.hpp"
#include "generator/define/definition/key_sections.hpp"

namespace mortise::gen {
namespace {

void surface_keys(const std::string& table, const char* of, KeyRows& k) {
  using Profile = SurfaceProfile;
  const std::string measured = table + ".kind=file", parabolic = table + ".kind=parabolic";
  const std::string placed = parabolic + "|spherical|file";
  k.table(table, kBolted, Stage::condense);
  k.choice("kind", &Profile::kind, choices_of<ProfileKind>(), "flat", of);
  k.number("peak_to_peak", &Profile::peak_to_peak, "m", kNotNegative, "0",
           "of a parabolic hill, between its highest point and its lowest")
      .used(parabolic);
  k.number("x0", &Profile::x0, "m", kAny, "0",
           "of the highest point, or of a file's origin, from the zone's middle")
      .used(placed);
  k.number("y0", &Profile::y0, "m", kAny, "0", "see x0").used(placed);
  k.number("aspect", &Profile::aspect, "-", kNotNegative, "1",
           "of a parabolic hill: curvature across over along")
      .used(parabolic);
  k.number("radius", &Profile::radius, "m", kPositive, kNone, "of a ball: spherical")
      .only(table + ".kind=spherical");
  k.file("file", {}, kNone,
         "measured heights, out of the material: CSV with the columns x, y, height, a point of a "
         "rectangular grid per row and perhaps \"# units: mm,mm,um\" before them, or HDF5 with /x "
         "(n), /y (m), /height (m x n), each with its attribute unit; nan: not measured")
      .only(measured);
  k.number("angle", &Profile::angle, "deg", kAny, "0",
           "from the zone's x axis to that of the file, anticlockwise")
      .only(measured);
  k.choice("mirror", &Profile::mirror, choices_of<ProfileMirror>(), "none",
           "axis of the file that runs backwards, where a part was measured from its other side")
      .only(measured);
  k.number("scale", &Profile::scale, "-", kAny, "1", "of the file's heights; -1: it holds depths")
      .only(measured);
  k.choice("holes", &Profile::holes, "refuse|nearest", "refuse",
           "where nothing was measured around a boundary element: an error, or the height of the "
           "nearest point that was")
      .only(measured);
}

void profile_keys(KeyRows& k) {
  const std::string table = "contact.profile.<zone>";
  surface_keys(table,
               "heights of both surfaces, or of one with those of the other in `opposite`; "
               "parabolic: -peak_to_peak q / q_max with q = ((x - x0) / a)^2 + aspect ((y - y0) / "
               "b)^2, a and b half of the zone's size; spherical: -((x - x0)^2 + (y - y0)^2) / (2 "
               "radius); file: as measured",
               k);
  surface_keys(table + ".opposite", "of the other surface, added; see the table around it", k);
}

void roughness_keys(KeyRows& k) {
  k.table("contact.roughness", kBolted, Stage::condense);
  k.number("sigma", &Roughness::sigma, "m", kNotNegative, "0",
           "rms height of synthetic roughness, both surfaces together; 0: smooth");
  k.number("wavelength_min", &Roughness::wavelength_min, "m", kPositive, "0.5e-3",
           "shortest wave; a grid resolves those of two elements and more");
  k.number("wavelength_max", &Roughness::wavelength_max, "m", kPositive, "5e-3", "longest wave");
  k.number("exponent", &Roughness::exponent, "-", {0.0, 20.0}, "0",
           "the spectral density falls with this power of the wave number; 0: a plateau, 2 (1 + "
           "H): self-affine with Hurst's H");
  k.integer("seed", &Roughness::seed, {0.0, 9e15}, "1",
            "of the phases; zones draw for themselves, any grid sees the same surface");
}

void reduction_keys(KeyRows& k) {
  using Reduce = BoltedReduceSpec;
  k.table("reduce", kBolted, Stage::reduce);
  k.choice("method", {}, "clusters", "clusters",
           "of the contact: clusters of points whose tractions keep their shape; those that they "
           "were compared with are in `mortise_studies compare-reductions`");
  k.integers("clusters", &Reduce::clusters, {0.0, 1000.0}, "[48, 16]",
             "of points that the preload closes, and of open ones");
  k.integer("modes", &Reduce::modes, {1.0, 100.0}, "16",
            "of the preloaded structure that stay dynamic, the lowest")
      .at(Stage::train);
  k.integer("seeds", &Reduce::seeds, {1.0, 100.0}, "3", "layouts tried for each weight of slip");
  k.integer("fit_rounds", &Reduce::fit_rounds, {0.0, 1000.0}, "40",
            "in which the share of every point in its cluster is fitted to training; 0: as the "
            "pressure is");
  k.number("error_bar", &Reduce::error_bar, "-", kPositive, "0.06",
           "largest error of the contact's forces on prescribed paths; a worse layout is refused");
  k.number("trust_limit", &Reduce::trust_limit, "-", kNotNegative, kNone,
           "of motion over what training has seen, above which a step is UNTRUSTED; 0: never; "
           "default: chosen by draws")
      .at(Stage::bake);
  k.integer("trust_draws", &Reduce::trust_draws, {0.0, 1000.0}, "8",
            "random forces, weak and strong, under which the limit is chosen: the largest that all "
            "runs pass before they are 10 % off; 0: it is 1");

  k.table("train", kBolted, Stage::train);
  k.integers("modes", &Reduce::loops, kCount, "[]",
             "numbers from 1 of modes that are driven to and fro; default: those that make points "
             "slip");
  k.number("slip_share", &Reduce::slip_share, "-", kUnit, "0.85",
           "so many points, of those that the preload closes, slip, open or close at the largest "
           "amplitude of a mode");
  k.number("band_hz", &Reduce::band_hz, "Hz", kNotNegative, "0",
           "modes below take part in random paths; 0: all that stay dynamic");
  k.integer("steps", &Reduce::steps, kCount, "40", "of a quarter of the largest loop");
  k.integer("random_steps", &Reduce::random_steps, kCount, "480", "of a random path");
  k.integer("seed", &Reduce::seed, kLabel, "1", "of random paths");
}

}  // namespace

void bolted_keys(KeyRows& k) {
  k.table("contact", kBolted, Stage::condense);
  k.texts("zones", &BoltedSpec::zones, "[]",
          "names of the zones, in the order of resultants: node sets NAME_top and NAME_bottom hold "
          "their surfaces, NAME_bolt_upper and NAME_bolt_lower what the bolt pulls together; "
          "default: all that the model has, by name");
  k.vector3(
      "along", &BoltedSpec::along, "", kNone,
      "direction of the zones' x axes, as far as it lies in their planes; default: of x, y, z "
      "the axis that does best");
  k.counts("grid", {}, kCount, "[24, 15]",
           "boundary elements of a zone along x and y; those over its bore are left out");
  k.flag("coupled", &BoltedSpec::coupled, "false",
         "tangential forces along x move the surfaces along y too (Cerruti)");
  k.choice("solver", &BoltedSpec::solver, choices_of<ContactSolver>(), "newton",
           "of contact and friction at every point" MORTISE_CONTACT_SOLVERS(MORTISE_MEANING));
  k.number("restrict", &BoltedSpec::restricted, "-", kUnit, "0.25",
           "share of a zone's boundary elements, the highest, that take part first; whoever else "
           "would penetrate joins them: many elements are quicker with what will close, the result "
           "is the same");
  k.number("young", &BoltedSpec::young, "Pa", kPositive, kRequired, "of the surfaces");
  k.number("poisson", &BoltedSpec::poisson, "-", {-1.0, 0.5, false}, "0.3", "of the surfaces");
  profile_keys(k);
  roughness_keys(k);

  k.table("preload", kBolted, Stage::condense);
  k.number("force", &BoltedSpec::preload, "N", kPositive, kRequired,
           "normal force in the zone that carries most; all bolts are tightened alike");

  reduction_keys(k);
}

}  // namespace mortise::gen
