// What the library MUMPS is asked and answers, by number as in its guide: for the one that runs in
// this process (multifrontal.cc) and for the one that runs on ranks (tool/petsc).
#pragma once

namespace mortise::gen::mumps {

// ICNTL
enum Control {
  kErrors = 1,
  kDiagnostics = 2,
  kGlobal = 3,
  kLevel = 4,
  kOrdering = 7,
  kRootByPivots = 13,
  kRelaxation = 14,
  kDistribution = 18,
  kOutOfCore = 22,
  kNullPivots = 24,
  kDiscard = 31,
};
// INFOG; kMegabytesHere is INFO, of one rank
enum Answer {
  kStatus = 1,
  kDetail = 2,
  kNegative = 12,
  kMegabytesHere = 15,
  kMegabytes = 17,
  kMegabytesOutOfCore = 27,
  kNullCount = 28,
};
// CNTL(3)
constexpr int kNullThreshold = 3;

// JOB
constexpr int kNewInstance = -1, kEnd = -2, kAnalyse = 1, kFactorize = 2, kSolve = 3;
constexpr int kUseWorldCommunicator = -987654;
constexpr int kSymmetricIndefinite = 2;
constexpr int kGivenOrdering = 1;
constexpr int kEntriesOnEveryRank = 3;

// INFOG(1)
constexpr int kStructurallySingular = -6, kTooLittle = -8, kFarTooLittle = -9,
              kSingularMatrix = -10, kOutOfMemory = -13;

// A pivot below this share of the scaled matrix is rounding: the matrix is singular.
constexpr double kNothing = 1e-14;
constexpr int kMostRelaxation = 400;  // of the workspace that the analysis foresees [%]

}  // namespace mortise::gen::mumps
