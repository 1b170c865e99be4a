#include <string>
#include <utility>

#include "generator/define/definition/unused_keys.hpp"
#include "generator/ground/text/findings.hpp"

namespace mortise::gen {
namespace {

// A key that says something only beside another one.
struct UsedBeside {
  const char* key;
  bool (*used)(const FilmContactSpec& film);
  const char* beside;  // what makes use of it
};

bool has_edge(const FilmContactSpec& f) { return !f.reduce || f.reduce->moving(); }
bool has_line(const FilmContactSpec& f) { return !f.reduce || f.reduce->transported(); }
bool may_settle(const FilmContactSpec& f) { return has_edge(f) || has_line(f); }
bool weighs_rows(const FilmContactSpec& f) {
  if (!f.reduce) return true;
  const ReduceSpec& r = *f.reduce;
  return r.points == 0 && (r.method == ReductionMethod::ecsw || r.transported());
}
bool counts_shapes(const FilmContactSpec& f) { return !f.reduce || !f.reduce->transported(); }
bool keeps_jacobian(const FilmContactSpec& f) { return counts_shapes(f); }
bool moves_load(const FilmContactSpec& f) { return f.load.step == 0.0 || !f.load.rise.empty(); }
bool stiffens(const FilmContactSpec& f) {
  return f.lubricant.viscosity_law != ViscosityLaw::constant;
}

constexpr const char* kMoving = "reduce.rebound = moving";
constexpr const char* kTransported = "reduce.method = transported";
constexpr const char* kKept = "a reduce.method that keeps its Jacobian: all but transported";
constexpr UsedBeside kUses[] = {
    {"lubricant.pressure_coefficient", stiffens, "lubricant.viscosity_law = barus or roelands"},
    {"load.step", moves_load, "load.rise = [start, end]"},
    {"reduce.tolerance", weighs_rows, "reduce.points = 0 and reduce.method = ecsw or transported"},
    {"reduce.error", counts_shapes, "a reduce.method that counts its shapes: all but transported"},
    {"reduce.age_limit", keeps_jacobian, kKept},
    {"reduce.row_limit", keeps_jacobian, kKept},
    {"reduce.jacobian", keeps_jacobian, kKept},
    {"reduce.contact", has_line, kTransported},
    {"reduce.entry", has_line, kTransported},
    {"reduce.samples", has_line, kTransported},
    {"reduce.settled", may_settle, "reduce.method = transported or reduce.rebound = moving"},
    {"reduce.edge_pressure", has_edge, kMoving},
    {"reduce.edge_nodes", has_edge, kMoving},
    {"reduce.edge_films", has_edge, kMoving},
    {"reduce.edge_share", has_edge, kMoving},
};

}  // namespace

void refuse_unused_of_film(const KeyReader& reader, const FilmContactSpec& film) {
  std::vector<Finding> found;
  for (const UsedBeside& use : kUses)
    if (reader.has(use.key) && !use.used(film))
      found.push_back({reader.where(use.key),
                       std::string("'") + use.key + "' has no meaning without " + use.beside,
                       std::string("leave it out, or give ") + use.beside});
  if (!found.empty()) throw_findings(std::move(found));
}

}  // namespace mortise::gen
