// Bake: reduced bolted contacts and a fixed step become the bytes of a model file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "generator/bake/file/options.hpp"
#include "generator/bake/file/system_writer.hpp"
#include "generator/contact/bolted/reduced_bolted.hpp"
#include "generator/contact/system/full_system.hpp"
#include "generator/ground/numbers/aligned_bytes.hpp"

namespace mortise::gen {

// step: what the caller's step is [s], `substeps` of which it is made.
struct BoltedBakeOptions : ModelOptions {
  int substeps = 1;  // >= 1
  BoltedSolver solver;
  std::vector<InputChannel> inputs;  // (nu) of input_force's columns; holds: zero_order, linear
  // displacement and velocity: index = row of ReducedBolted::motions, velocity that of the modes
  // alone. contact_force: index = 3 zone + axis, on the upper surface [N]. gap: index = cluster.
  // modal_coordinate, energies and losses, slipping_share, training_ratio.
  std::vector<OutputChannel> outputs;
  Vector initial_q, initial_v;  // (m) of every start; empty: preloaded, at rest
  // UNTRUSTED above this ratio of what training has seen [-]; 0: never.
  double trust_limit = 1.0;
};

// Discretises, writes, reads back and runs the golden trace; the same arguments give the same
// bytes. Parameters: "contact.friction" of all zones and, of several, "<zone>.friction" of each.
// Throws Error for sizes that disagree, clusters of the base behind others, a pivot block whose
// diagonal is not positive, a step outside of (1e-12, 1e3) s, or a file that the runtime would
// refuse.
AlignedBytes bake(const ReducedBolted& bolted, const BoltedBakeOptions& options);

// The part of an assembly. kick: (m) share of what contact does to the modes in a kick. energies:
// as the assembly's outputs ask for them. Outputs and scenarios of the options are the assembly's:
// none. Throws Error as above.
std::unique_ptr<SystemWriter> bolted_part_writer(ReducedBolted bolted, BoltedBakeOptions options,
                                                 const Vector& kick, bool energies);

}  // namespace mortise::gen
