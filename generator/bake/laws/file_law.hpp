// What the generator asks of the law of an interface in a model file. Every law answers in a file
// of its own beside this one; nothing else of what plays, judges and delivers files knows it by
// name.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generator/bake/laws/interfaces.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// What the forces of an interface did since the start.
struct ImpulseBook {
  Vector rows;                            // h lambda of its rows (booked_rows) [N s]
  double normal = 0.0, tangential = 0.0;  // h times the sizes of its forces [N s]
  double last = 0.0;                      // force at the end of the step before [N]
};

// What an interface that is alone keeps of energies in its state.
struct OwnBooks {
  double dissipated = 0.0;              // since the start [J]
  double friction = 0.0, scheme = 0.0;  // parts of it, as EnergyBooks has them
  double stored = 0.0;                  // now, beside the modes [J]
};

// How the flops of a step grow with its iterations.
enum class StepWork : std::uint8_t {
  counted,  // as those of the file's solver do
  even,     // the first is in the fixed work, the others make up what the bound has on top
  fixed     // not at all
};

// A list in what a law says of a file, as a table.
struct InfoTable {
  std::string caption, list;
  std::vector<std::pair<std::string, std::string>> columns;  // key of an entry, heading
};

// Where a law has nothing to say, what stands here holds.
struct FileLaw {
  // ---- words
  const char* name = "";              // its room in law.def; "assembly" stands for several
  const char* text = "";              // what it is
  const char* system = "";            // what a model of it is
  const char* lone_name = "contact";  // of its interface in a model that is no assembly
  const char* place = "contact";      // what one of its places is
  const char* held = nullptr;         // what a linearisation holds; null: nothing but statuses
  const char* untrusted = nullptr;    // what a step did that is not to be trusted; null: never

  // ---- what others must know
  bool structural = true;          // modal coordinates of its file are a structure's, in SI units
  bool has_memory = true;          // modal coordinates alone do not say how it goes on
  bool has_statuses = true;        // its places are open, stick, slip
  bool tells_slip = false;         // a closed place is known to stick or to slip
  bool rigid = false;              // its forces are impulses over a step, see OutputSense
  bool leaves_target = false;      // moves along a path that ends
  bool starts_static = false;      // the static start follows its parameters
  bool books_work = true;          // energies of modal coordinates and of its losses balance
  bool loses_in_impacts = true;    // its outputs of losses include that
  bool has_backbones = false;      // frequency and damping over amplitude are known
  bool repeats_steps = false;      // in halves, and makes its Jacobian anew now and then
  bool fixed_sizes = false;        // its step can be compiled for the sizes of one model
  bool in_every_target = false;    // no runtime is compiled without it
  bool in_every_assembly = false;  // the step of an assembly is written for it
  StepWork work = StepWork::counted;
  // On a Cortex-M7: QEMU counts 1.2, 3.5 and 2.9 instructions per flop with unilateral contacts, a
  // joint and a sliding contact (targets/cortex-m7/README.md), which take 1.5 cycles each or so.
  double cycles_per_flop = 2.0;
  // Code on a Cortex-M7 (GCC 12.2, -Os) with the example of an exported folder and what it links of
  // the libraries; what an assembly with it has on top [byte].
  std::size_t code_bytes = 0, code_in_assembly = 0;

  // ---- questions about one interface
  // Places that carry force; of what carries but what it is given, none.
  std::int32_t (*places)(const ModelView&) = [](const ModelView&) { return 0; };
  // Places at which the step solves the law.
  std::int32_t (*solved_places)(const ModelView&) = [](const ModelView& v) {
    return v.dims.contacts;
  };
  // Its force is no impulse: it may pull, or is that of a compliance.
  bool (*keeps_contact)(const ModelView&) = [](const ModelView&) { return false; };
  // Its force is given, so that it always carries one.
  bool (*force_is_given)(const ModelView&) = [](const ModelView&) { return false; };
  // Losses are booked, or can be from its impulses.
  bool (*knows_dissipation)(const ModelView&) = [](const ModelView&) { return false; };
  // Unit of time of the modal coordinates of its file [s].
  double (*time_unit)(const ModelView&) = [](const ModelView&) { return 1.0; };
  // How much of the interface its places stand for, one behind another along it [m]; none: it is no
  // line.
  std::vector<double> (*lengths)(const ModelView&) = [](const ModelView&) {
    return std::vector<double>();
  };
  // Points of the profile that a state tells; 0: it has none.
  std::int32_t (*profile_points)(const ModelView&) = [](const ModelView&) { return 0; };
  // Names of its operating cases.
  std::vector<std::string> (*cases)(const ModelView&) = [](const ModelView&) {
    return std::vector<std::string>();
  };
  // Numbers that tell steps of this law from one another, by their names; zeros for other laws. A
  // target that holds one model is compiled for them. Null: all steps of the law are one.
  std::vector<std::pair<std::string, int>> (*step_kind)(const ModelView&) = nullptr;
  // What `mortise info` says of its file, and that in words; null: nothing.
  nlohmann::json (*info)(const ModelView&) = nullptr;
  std::string (*info_text)(const nlohmann::json&) = nullptr;
  std::vector<InfoTable> tables;  // of its lists

  // ---- questions about a running interface
  // Normal forces of its places, of the last step, a film's and a cluster's at its end [N]; behind
  // what stands there.
  void (*add_forces)(const RunningInterface&, std::vector<double>*) = [](const RunningInterface&,
                                                                         std::vector<double>*) {};
  // Rows of forces whose impulses are booked.
  Eigen::Index (*booked_rows)(const RunningInterface&) = [](const RunningInterface&) {
    return Eigen::Index{0};
  };
  // Books a step of h [s] that was just made.
  void (*book)(const RunningInterface&, double h, ImpulseBook*) = [](const RunningInterface&,
                                                                     double, ImpulseBook*) {};
  // Force of all places together at the end of the last step [N].
  double (*end_force)(const RunningInterface&) = [](const RunningInterface&) { return 0.0; };
  // Books of one that is alone, if its state has them.
  std::optional<OwnBooks> (*own_books)(const RunningInterface&) =
      [](const RunningInterface&) -> std::optional<OwnBooks> { return std::nullopt; };
};

// Each in the file of its name.
namespace file_laws_of {
#define MORTISE_LAW(room, tag, table, feature) extern const FileLaw room;
#include "mortise/law.def"
extern const FileLaw assembly;
}  // namespace file_laws_of

// The law of a view; of an assembly the one that stands for its interfaces.
const FileLaw& file_law(const ModelView& view);

// All of them in the order of their tags, that of assemblies last.
const std::vector<const FileLaw*>& file_laws();

// A law's name in macros: "FILM", as in MORTISE_NO_FILM.
std::string macro_of(const FileLaw& law);

// Macros of the laws that a runtime for one model can do without, as in MORTISE_NO_<law>.
std::vector<std::string> absent_laws(const ModelView& view);

// Whether any interface of a model, or the model itself, is of a law.
bool has_law(const ModelView& view, const FileLaw& law);

// Whether something acts at all: the law of a model without interface is that of contacts.
bool has_interface(const ModelView& view);

// Whether contacts are at position level, alone or as interfaces of an assembly.
bool has_positions(const ModelView& view);

}  // namespace mortise::gen
