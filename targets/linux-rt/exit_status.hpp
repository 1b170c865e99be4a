// How mortise_rt ends.
#pragma once

namespace mortise::targets::exit_status {

inline constexpr int kRan = 0;      // to its end, or until it was told to end
inline constexpr int kRefused = 1;  // the model file
inline constexpr int kGolden = 2;   // the golden trace failed
inline constexpr int kUsage = 3;    // bad arguments, or a place that cannot be had
inline constexpr int kEnded = 4;    // by an overrun, a lost peer or a status
inline constexpr int kLog = 5;      // samples or the end of a log are missing

}  // namespace mortise::targets::exit_status
