// The pool of workers: results, failures and progress are the same however many work at a time.
#include "generator/ground/jobs/parallel_for.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

TEST(ParallelFor, EveryJobIsDoneOnceAndItsResultStandsInItsPlace) {
  for (const int jobs : {0, 1, 2, 7, 100}) {
    const auto squares = parallel_map(50, jobs, [](std::size_t k) { return k * k; });
    ASSERT_EQ(squares.size(), 50U);
    for (std::size_t k = 0; k < 50; ++k) EXPECT_EQ(squares[k], k * k);
  }
  EXPECT_TRUE(parallel_map(0, 4, [](std::size_t k) { return k; }).empty());
}

TEST(ParallelFor, TheFirstFailureIsRethrownAndNoJobBegunAfterIt) {
  for (const int jobs : {1, 2, 5}) {
    std::atomic<int> begun{0};
    std::string failure;
    try {
      parallel_for(1000, jobs, [&](std::size_t k) {
        ++begun;
        if (k >= 7) throw Error("job " + std::to_string(k), "fails", "");
      });
    } catch (const Error& error) {
      failure = error.what();
    }
    EXPECT_EQ(failure, "job 7: fails");
    EXPECT_GE(begun, 8);
    EXPECT_LE(begun, 7 + 2 * jobs);
  }
}

TEST(ParallelFor, ProgressGoesUpToOne) {
  for (const int jobs : {1, 3}) {
    std::vector<double> shares;
    parallel_for(
        20, jobs, [](std::size_t) {}, [&](double share) { shares.push_back(share); });
    ASSERT_EQ(shares.size(), 20U);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_EQ(shares.back(), 1.0);
  }
}

}  // namespace
}  // namespace mortise::gen
