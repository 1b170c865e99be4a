// Levels of a quasi-static modal analysis, kept as they finish: a run that was killed goes on from
// the last of them, and one with more levels takes those that it reaches on the same way.
//
// What a level ends with depends on all loads before, so its key holds them, one after another;
// beside them what moves points and modes, and the code. Bit for bit it is what would be computed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/ground/files/stage_cache.hpp"
#include "generator/simulate/bolted/modal_load.hpp"

namespace mortise::gen {

// One branch's move to a level.
struct KeptMove {
  SurfaceState state;
  double work = 0.0;  // of friction on the way [J]
};

class KeptLevels {
 public:
  // Keeps levels of one backbone; where.folder empty: nothing is kept.
  KeptLevels(const LevelCache& where, const BoltedStructure& structure, const Preloaded& preloaded,
             const ModalTask& task);

  // upward: of the branch whose loads are positive. level: of task.loads. Nothing if there is none,
  // or none that fits; damaged ones are none. Throw Error if the folder cannot be used.
  std::optional<KeptMove> move(bool upward, std::size_t level) const;
  std::optional<double> loop(std::size_t level) const;  // work of friction [J]

  void keep(bool upward, std::size_t level, const KeptMove& move) const;
  void keep(std::size_t level, double loop) const;

 private:
  StageCache cache_;
  bool none_;
  Eigen::Index points_;
  std::vector<std::string> moves_[2];  // keys of levels: down, up
  std::vector<std::string> loops_;
};

}  // namespace mortise::gen
