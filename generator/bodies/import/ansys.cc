// Ansys HBMAT: job_k.matrix (K) and job_m.matrix (M) in Harwell-Boeing format, job_k.mapping.
//
//   /AUX2 $ FILE,job,full $ HBMAT,job_k,matrix,,ASCII,STIFF,NO,YES $
//   HBMAT,job_m,matrix,,ASCII,MASS,NO,YES
//
// The mapping has a line "equation node dof" per equation below a heading. Constrained dofs are not
// there. k.matrix, m.matrix and k.mapping without a job name are found, too. The database job.cdb
// says how nodes are rotated.
#include <array>

#include "generator/bodies/import/harwell_boeing.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::array<const char*, 6> kAnsysDofs{"UX", "UY", "UZ", "ROTX", "ROTY", "ROTZ"};
constexpr char kMapAgain[] =
    "write matrix and mapping by one HBMAT command (its last argument YES)";

int ansys_direction(std::string_view name, const std::string& where) {
  for (std::size_t d = 0; d < kAnsysDofs.size(); ++d)
    if (name == kAnsysDofs[d]) return static_cast<int>(d) + 1;
  throw Error(where, "dof " + std::string(name.substr(0, 20)) + " is no displacement or rotation",
              "only UX UY UZ ROTX ROTY ROTZ can be imported; take elements without other dofs");
}

// Lines that do not begin with a number are headings.
std::vector<Dof> read_mapping(const TextFile& file) {
  std::vector<Dof> dofs;
  LineReader lines(file.content);
  while (lines.next()) {
    std::string_view rest = lines.line();
    const auto equation = parse_integer(take_field(rest));
    if (!equation) continue;
    const std::string where = at_line(file.name, lines.number());
    const auto node = parse_integer(take_field(rest));
    const std::string_view name = take_field(rest);
    if (!node || name.empty())
      throw Error(
          where,
          "\"" + std::string(trim(lines.line()).substr(0, 60)) + "\" is not \"equation node dof\"",
          kMapAgain);
    if (*equation != static_cast<std::int64_t>(dofs.size()) + 1)
      throw Error(where,
                  "equation " + std::to_string(*equation) + " stands where " +
                      std::to_string(dofs.size() + 1) + " is due",
                  kMapAgain);
    dofs.push_back({*node, ansys_direction(name, where)});
  }
  return dofs;
}

}  // namespace

RawExport read_ansys(const ImportOptions& options) {
  const std::string stem = export_stem(options.path, kAnsysFiles);
  const std::string job = stem + (existing_file(stem + "/k.matrix") ? "/" : "_");
  const std::string map_of_mass = job + "m.mapping";
  RawExport raw;
  const TextFile map = read_text(job + "k.mapping");
  raw.dof_file = map.name;
  raw.dofs = read_mapping(map);
  if (existing_file(map_of_mass)) {
    const TextFile other = read_text(map_of_mass);
    if (!(read_mapping(other) == raw.dofs))
      throw Error(other.name, "names other dofs than " + map.name,
                  "take stiffness and mass from the same run");
  }
  raw.stiffness = read_harwell_boeing(job + "k.matrix", &raw.warnings);
  raw.mass = read_harwell_boeing(job + "m.matrix", &raw.warnings);
  find_decks(options, stem, &raw, {".cdb"});
  return raw;
}

}  // namespace mortise::gen
