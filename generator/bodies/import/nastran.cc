// Nastran: K and M of a superelement or a-set, as DMIG cards (EXTSEOUT(STIF,MASS,DMIGPCH),
// PARAM,EXTOUT,DMIGPCH) in job.pch or job_kaax.pch and job_maax.pch, or as OUTPUT4 matrices in
// job.op4 or job_k.op4 and job_m.op4 beside a list of dofs, job.dof.
//
// Such matrices are condensed already: scalar points (component 0) are amplitudes of modes. Nodes
// of the punch and of the job's own decks (job.bdf, .nas, .dat, .asm) say along which axes dofs
// run.
#include <algorithm>
#include <array>
#include <cctype>

#include "generator/bodies/import/dof_list.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/bodies/import/named_matrices.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// The usual names, the most specific first; then any name with the letter.
constexpr std::array<const char*, 8> kStiffnessNames{"KAAX", "KAA", "KXX", "KGGX",
                                                     "KGG",  "KLL", "KFF", "K"};

std::string names_of(const std::vector<NamedMatrix>& matrices) {
  std::string names;
  for (const NamedMatrix& m : matrices)
    if (!m.complex) names += (names.empty() ? "" : ", ") + m.name;
  return names.empty() ? "none" : names;
}

// letter: of the kind, 'K' or 'M'.
RawMatrix take_matrix(char letter, const std::string& where, std::vector<NamedMatrix>* matrices,
                      std::string* taken) {
  for (std::string name : kStiffnessNames) {
    name[0] = letter;
    const auto found = std::find_if(matrices->begin(), matrices->end(),
                                    [&](const NamedMatrix& m) { return m.name == name; });
    if (found == matrices->end()) continue;
    const bool twice = std::any_of(found + 1, matrices->end(),
                                   [&](const NamedMatrix& m) { return m.name == name; });
    if (twice) throw Error(where, "holds " + name + " twice", "leave one of them");
    demand(!found->complex, where, name + " is complex",
           "write real matrices; damping is what [damping] says");
    *taken = name;
    return std::move(found->matrix);
  }
  std::string usual = "AAX";
  throw Error(where,
              std::string("no ") + (letter == 'K' ? "stiffness" : "mass") +
                  " is found; square real matrices there: " + names_of(*matrices),
              "export it as " + (letter + usual) + ", e.g. with EXTSEOUT(STIF,MASS,DMIGPCH)");
}

void take_both(std::vector<NamedMatrix> matrices, const std::string& where, RawExport* raw) {
  std::string stiffness, mass;
  for (NamedMatrix& m : matrices)  // names count without case
    for (char& c : m.name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  raw->stiffness = take_matrix('K', where, &matrices, &stiffness);
  raw->mass = take_matrix('M', where, &matrices, &mass);
  for (const NamedMatrix& m : matrices)
    if (m.name != stiffness && m.name != mass)
      raw->warnings.push_back(where + ": " + m.name + " is not used" +
                              (m.name[0] == 'B' || m.name.compare(0, 2, "K4") == 0
                                   ? "; damping is what [damping] says"
                                   : ""));
}

std::vector<std::string> existing_of(const std::string& stem, const std::string& extension) {
  std::vector<std::string> found;
  for (const char* ending : kNastranFiles) {
    if (ending == nullptr) continue;
    const std::string path = stem + ending;
    const bool fits =
        path.size() > extension.size() &&
        path.compare(path.size() - extension.size(), extension.size(), extension) == 0;
    if (fits && existing_file(path)) found.push_back(path);
  }
  return found;
}

}  // namespace

RawExport read_nastran(const ImportOptions& options) {
  const std::string stem = export_stem(options.path, kNastranFiles);
  RawExport raw;
  const std::vector<std::string> punched = existing_of(stem, ".pch");
  const std::vector<std::string> written = existing_of(stem, ".op4");
  if (!punched.empty()) {
    PunchFile punch = read_dmig(punched);
    raw.dof_file = punch.file;
    raw.dofs = std::move(punch.dofs);
    raw.nodes = std::move(punch.grids.nodes);
    raw.axes = std::move(punch.grids.axes);
    take_both(std::move(punch.matrices), punch.file, &raw);
  } else if (!written.empty()) {
    std::vector<NamedMatrix> matrices;
    for (const std::string& path : written)
      for (NamedMatrix& matrix : read_op4(path)) matrices.push_back(std::move(matrix));
    take_both(std::move(matrices), written.front(), &raw);
    raw.dofs = read_dof_list(stem + ".dof", &raw.dof_file);
  } else {
    throw Error(stem, "neither " + stem + ".pch nor " + stem + ".op4 is there",
                "name the job, or one of its files, in import.file");
  }
  find_decks(options, stem, &raw, {".bdf", ".nas", ".dat", ".asm"});
  return raw;
}

}  // namespace mortise::gen
