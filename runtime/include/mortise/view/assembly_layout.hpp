// Where the states of the interfaces of an assembly, its books and its scratch lie inside of
// law_history.
#pragma once

#include "mortise/view/carver.hpp"

namespace mortise {

// Interfaces that an assembly may have.
#if defined(MORTISE_NO_ASSEMBLY)
inline constexpr int kMaxInterfaces = 1;
#elif defined(MORTISE_MAX_INTERFACES)
inline constexpr int kMaxInterfaces = MORTISE_MAX_INTERFACES;
#else
inline constexpr int kMaxInterfaces = 32;
#endif

inline constexpr std::uint64_t kGroupReportBytes = 24;  // of mortise/groups.hpp

// Energy of an interface: sums since the start, but for what its springs hold [J].
struct InterfaceEnergies {
  double impact = 0, friction = 0, stored = 0;
};

// Energy of an assembly; sums since the start from `material` on [J]. limited: taken from the
// motion where a solve met its cap.
struct AssemblyEnergies {
  double kinetic = 0, strain = 0, material = 0, external = 0, limited = 0;
};

// What a group with films needs besides, each the largest of such groups.
struct FilmGroupSizes {
  std::uint64_t rows = 0, padded = 0;  // of its other interfaces, and the sum of each padded
  std::uint64_t contacts = 0, points = 0;
  std::uint64_t films = 0;
  std::uint64_t borne = 0;  // of them, carried ones
  std::uint64_t film = 0;   // bytes of an array over the rows or unknowns of all its films

  void include(const FilmGroupSizes& group) {
    const auto grow = [](std::uint64_t* most, std::uint64_t x) { *most = x > *most ? x : *most; };
    grow(&rows, group.rows);
    grow(&padded, group.padded);
    grow(&contacts, group.contacts);
    grow(&points, group.points);
    grow(&films, group.films);
    grow(&borne, group.borne);
    grow(&film, group.film);
  }
  // Arrays of modes, for stages and for how the motion follows a row.
  std::uint64_t stage_arrays() const { return films > 1 ? 14 + 2 * films : 14 * films; }
  std::uint64_t tangent_arrays() const { return 5 + films; }
  // Arrays of films: b of both stages, three for a row; films that see each other, and carried
  // ones, keep four answers where those of rows are.
  std::uint64_t film_arrays() const {
    return 2 + 3 * ((films > 1 || borne > 0) && rows < 4 ? 4 : rows);
  }
  // Numbers that couple the films.
  std::uint64_t coupling() const {
    return films > 1 ? 3 * films * (films + 8) + 3 * (films + 8) : 0;
  }
};

// How many numbers couple the interfaces of a group whose rows move with their contact with each
// other and with the rest, both ways.
struct MovingNumbers {
  std::uint64_t moving_rows = 0, moving_padded = 0, pairs = 0;  // sums over the interfaces
  std::uint64_t rows = 0, padded = 0;

  // rows, padded: of an interface
  void include(std::uint64_t own_rows, std::uint64_t own_padded, bool moves) {
    // an interface with itself is not counted: pairs with those that came before
    pairs +=
        own_padded * (moves ? rows : moving_rows) + own_rows * (moves ? padded : moving_padded);
    rows += own_rows;
    padded += own_padded;
    moving_rows += moves ? own_rows : 0;
    moving_padded += moves ? own_padded : 0;
  }
};

// What an assembly must know of an interface, whatever its law.
struct InterfaceShape {
  // Motions of it that other interfaces see or cause, and their number as the file pads them.
  std::int32_t rows = 0, padded = 0;
  std::int32_t unknowns = 0;     // forces that a solve of its group looks for
  std::int32_t means = 0;        // forces whose means over a step of several parts it keeps
  std::int32_t places = 0;       // that events count
  std::uint64_t film_bytes = 0;  // of an array over the rows or unknowns of a film
  bool by_position = false;      // others move its rows by so much [m/N], not so fast [m/s/N]
  bool moving = false;           // its rows move with the contact: so do their couplings
  bool kicks = false;            // it kicks its modes and takes no part in the solve of its group
};

// What an interface needs of the assembly's state.
struct InterfaceSizes {
  std::uint32_t state = 0;   // bytes of its own
  std::uint32_t kept = 0;    // of a group with substeps: room for what it remembers of t_n
  std::uint32_t forces = 0;  // and for the means of its forces over the step
};

// Where an interface has that: byte offsets from the start of law_history, multiples of 64.
struct InterfacePlaces {
  std::uint32_t state = 0;   // its own
  std::uint32_t forces = 0;  // of groups with substeps: mean forces over the step [N]
  std::uint32_t kept = 0;    // what it remembers of t_n
};

// Places of what belongs to no interface alone.
struct AssemblyLayout {
  std::uint32_t energies;            // AssemblyEnergies
  std::uint32_t interface_energies;  // InterfaceEnergies of each
  std::uint32_t reports;             // GroupReport of each group, room for as many as interfaces
  // scratch
  std::uint32_t modal_force;  // of the running group's interfaces (np) [kg^0.5 m/s2]
  std::uint32_t pushed;       // free motion pushed by compliant interfaces (np)
  // Newton's, with room for the largest group
  std::uint32_t system;    // (k x (k + 8)) row-major
  std::uint32_t unknowns;  // (k), padded
  std::uint32_t best;      // (k) forces of the best iterate
  std::uint32_t moving;    // couplings of rows that move, with room for the largest group
  // groups with films, with room for the largest one of R rows, np modes
  std::uint32_t stage;      // (stage_arrays x np) start values, forces and results of a stage
  std::uint32_t tangents;   // (R x tangent_arrays x np) how the motion follows a force on a row
  std::uint32_t condensed;  // (sum of padded rows x R) what rows see of each other and of the film
  std::uint32_t local;      // (16 x contacts) LocalContact
  std::uint32_t points;     // (2 x points) compliance of law points [m/N]
  std::uint32_t row_force;  // (R) forces for which the film has been solved [N]
  std::uint32_t film;       // (film_arrays) of all films side by side
  std::uint32_t films;      // (coupling) how films open each other
  // groups with substeps
  std::uint32_t start;  // q, v and inputs of the step (2 np + 2 nu)
  std::uint32_t bytes;
};

// sizes: of each of the interfaces
// places: of each, filled
// modes_padded, inputs, unknowns: sizes; unknowns 0: no Newton
// moving: numbers that couple rows that move (MovingNumbers)
// film: of the groups with films
template <class AnyCarver = Carver>
AssemblyLayout lay_out_assembly(const InterfaceSizes* sizes, std::int32_t interfaces,
                                InterfacePlaces* places, std::int32_t modes_padded,
                                std::int32_t inputs, std::int32_t unknowns, std::uint64_t moving,
                                const FilmGroupSizes& film,
                                AnyCarver region = AnyCarver()) noexcept {
  const auto np = static_cast<std::uint64_t>(modes_padded);
  const auto k = static_cast<std::uint64_t>(unknowns);
  AssemblyLayout l{};
  for (std::int32_t i = 0; i < interfaces; ++i) places[i].state = region.take(sizes[i].state, 1);
  l.energies = region.take(1, sizeof(AssemblyEnergies));
  l.interface_energies =
      region.take(static_cast<std::uint64_t>(interfaces), sizeof(InterfaceEnergies));
  l.reports = region.take(static_cast<std::uint64_t>(interfaces), kGroupReportBytes);
  bool substeps = false;
  for (std::int32_t i = 0; i < interfaces; ++i) {
    substeps = substeps || sizes[i].kept > 0;
    places[i].forces = region.take(sizes[i].kept > 0 ? sizes[i].forces : 0, 8);
  }
  l.modal_force = region.take(np, 8);
  l.pushed = region.take(np, 8);
  l.system = region.take(k * (k + 8), 8);
  l.unknowns = region.take(k > 0 ? k + 8 : 0, 8);
  l.best = region.take(k, 8);
  l.moving = region.take(moving, 8);
  const std::uint64_t any = film.films > 0 ? 1 : 0, rows = any * film.rows;
  l.stage = region.take(film.stage_arrays() * np, 8);
  l.tangents = region.take(rows * film.tangent_arrays() * np, 8);
  l.condensed = region.take(any * film.padded * film.rows, 8);
  l.local = region.take(any * 16 * film.contacts, 8);
  l.points = region.take(any * 2 * film.points, 8);
  l.row_force = region.take(rows, 8);
  l.film = region.take(any * film.film_arrays(), film.film);
  l.films = region.take(film.coupling(), 8);
  l.start = region.take(substeps ? 2 * np + 2 * static_cast<std::uint64_t>(inputs) : 0, 8);
  for (std::int32_t i = 0; i < interfaces; ++i) places[i].kept = region.take(sizes[i].kept, 1);
  const bool fits = region.bytes() < (std::uint64_t{1} << 31);  // else no state has room for it
  l.bytes = fits ? static_cast<std::uint32_t>(region.bytes()) : ~std::uint32_t{63};
  return l;
}

}  // namespace mortise
