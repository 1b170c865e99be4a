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

constexpr const char* kMoving = "reduce.rebound = moving";
constexpr const char* kTransported = "reduce.method = transported";
constexpr const char* kKept = "a reduce.method that keeps its Jacobian: all but transported";
constexpr UsedBeside kUses[] = {
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
  const auto refuse_if = [&](bool idle, const std::string& key, const std::string& beside) {
    if (reader.has(key) && idle)
      found.push_back({reader.where(key), "'" + key + "' has no meaning without " + beside,
                       "leave it out, or give " + beside});
  };
  for (const LubricantNumber& number : lubricant_numbers())
    refuse_if(!has_number(film.lubricant, number), number.path(), laws_with(number));
  for (const UsedBeside& use : kUses) refuse_if(!use.used(film), use.key, use.beside);
  if (!found.empty()) throw_findings(std::move(found));
}

}  // namespace mortise::gen
