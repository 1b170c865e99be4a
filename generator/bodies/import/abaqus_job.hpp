// Which files of an Abaqus job belong together.
#pragma once

#include <string>
#include <vector>

namespace mortise::gen {

inline constexpr const char* kPrintedEnding = ".dat";

struct AbaqusJob {
  std::string stem;                 // "data/job"
  std::string stiffness;            // "data/job_STIF1.mtx", perhaps compressed, as it is there
  std::string mass;                 // "data/job_MASS1.mtx"
  std::vector<std::string> unused;  // loads and damping of the same step
};

// path: any matrix of the job, which says the step, its .inp or .dof, or "data/job" where one step
// alone has written matrices; each perhaps with .gz or .zst behind.
// Throws Error if K or M is missing or the step is not determined.
AbaqusJob find_abaqus_job(const std::string& path);

// K and M that a path speaks of, of every step if it names none, with dof list, deck and printed
// file beside them; nothing if there are no such matrices.
std::vector<std::string> abaqus_files(const std::string& path);

}  // namespace mortise::gen
