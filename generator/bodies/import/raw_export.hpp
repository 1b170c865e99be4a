// What every matrix format is read into: entries as they stand in the files, in the user's units.
// One common path (assemble.cc) checks and converts it, so a new format only has to read.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "generator/bodies/import/local_axes.hpp"
#include "generator/bodies/import/raw_entries.hpp"
#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// The files carry no units, so the user declares them. SI value of one unit, e.g. length 1e-3 for
// millimetres.
struct UnitSystem {
  double length = 1.0;  // [m]
  double mass = 1.0;    // [kg]
  double time = 1.0;    // [s]
  double force = 1.0;   // [N], must equal mass * length / time^2
};

// declared: "SI" or four units "length,mass,time,force" separated by ',' or '_', e.g. "mm,t,s,N".
//           length m cm mm um in ft; mass kg t g mg slug slinch; time s ms;
//           force N MN kN mN uN lbf
// Throws Error for an unknown unit, and when force is not mass * length / time^2.
UnitSystem parse_units(const std::string& declared);

// Throws Error unless all scales are finite and positive and force = mass * length / time^2 holds
// to 1e-6. `declared` names the system in the message.
void check_consistent(const UnitSystem& units, const std::string& declared);

struct RawMatrix {
  std::string file;            // as opened, for messages
  std::int64_t size = 0;       // number of equations the file speaks of
  RawEntries entries;          // any triangle or both, any order, explicit zeros perhaps
  bool sums_repeated = false;  // entries of one place are parts of a sum, else an Error

  // Reads file and adds its entries, when their turn comes: K is compressed before M is read. Empty
  // if they are there from the start.
  std::function<void(RawMatrix&)> read_later;

  // row, column: 0-based. line: 1-based, of the file.
  void add(std::int32_t row, std::int32_t column, double value, std::int64_t line) {
    entries.add(row, column, value, line);
  }

  // Does what read_later says, once.
  void read() {
    if (const auto now = std::exchange(read_later, nullptr)) now(*this);
  }
};

struct RawExport {
  RawMatrix stiffness;
  RawMatrix mass;
  std::string dof_file;   // where the dof list stands, for messages
  std::vector<Dof> dofs;  // (n) meaning of every equation
  std::string deck;       // file with coordinates and sets, empty if there is none
  // Decks of the exporting code beside the one with coordinates and sets: they say axes of nodes.
  std::vector<std::string> other_decks;
  std::map<std::int64_t, Vector3> nodes;  // that the matrix files place [units of the export]
  NodeAxes axes;                          // that they say
  std::string condensed_by;  // what condensed it: lacking dofs are not held; may be empty
  std::string printed;  // file in which the solver says what it numbered, empty if there is none
  std::vector<std::string> warnings;
};

// Throws Error naming `dof_file` if the list is empty or a dof stands twice.
void check_dofs(const std::vector<Dof>& dofs, const std::string& dof_file);

// Throws Error if the length of the list is not the size of `matrix`, which is K or M of `raw` and
// has its entries. To tell all three sizes it reads the other one.
void check_size(RawExport& raw, const RawMatrix& matrix);

// raw:    entries of one triangle, or of both if mirrored entries agree to 1e-9; they are given up
// scale:  (n) factor s_i of row and column i: the result is factor * value_ij / (s_i s_j)
// Returns the matrix with both triangles and without zeros. Throws Error naming the entry for
// indices out of range, values that are not finite, duplicates and asymmetry.
SparseMatrix assemble(RawMatrix& raw, const std::vector<Dof>& dofs, const Vector& scale,
                      double factor);

// Throws Error naming the dof if K has a diagonal entry <= 0, or M a negative one, a 2 x 2 minor
// that is not positive semi-definite, or no entry at all.
void check_definite(const FullModel& model, const RawExport& raw);

// "dof 12.3 (node 12, z)"
std::string describe(const Dof& dof);

}  // namespace mortise::gen
