#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/text/error.hpp"
#include "tests/generator/tool/cli/command.hpp"
#include "tests/studies/pictures/pictures.hpp"

namespace mortise::gen {
namespace {

OrderStudy smooth_study() {
  OrderStudy study;
  const auto point = [](const char* scheme, double step, int points, double error) {
    OrderPoint p;
    p.scheme = scheme;
    p.step = step;
    p.points = points;
    p.error_p_central = error;
    p.error_h_central = 0.3 * error;
    p.error_h_min = 0.1 * error;
    return p;
  };
  for (const double step : {4e-7, 2e-7, 1e-7, 5e-8}) {
    const double x = step / 1e-7;
    study.time.push_back(point("sdirk2", step, 401, 1e-4 * x * x * (1.0 + 0.1 * x)));
    study.time.push_back(point("bdf2", step, 401, 1e-3 * x * x * (1.0 + 0.2 * x)));
    study.time.push_back(point("backward_euler", step, 401, 1e-2 * x * (1.0 - 0.1 * x)));
  }
  for (const int n : {101, 201, 401, 801}) {
    study.space.push_back(point("sdirk2", 1e-7, n, 20.0 / (n * n) * (1.0 + 5.0 / n)));
  }
  return study;
}

std::string drawn(const OrderStudy& study) {
  const std::string path = scratch("orders.svg");
  write_order_picture(study, path);
  return content(path);
}

bool shows(const std::string& svg, const char* label) {
  return svg.find(label) != std::string::npos;
}

TEST(OrderPicture, ShowsErrorsAndTheSlopesTheyShouldHave) {
  const std::string svg = drawn(smooth_study());
  for (const char* label : {"<svg", "SDIRK2", "BDF2", "backward Euler", "order 1", "order 2",
                            "step size [ns]", "film nodes", "central pressure", "minimum gap"}) {
    EXPECT_TRUE(shows(svg, label)) << label;
  }
}

TEST(OrderPicture, LeavesOutExactAgreementAndUnknownSlopes) {
  OrderStudy study = smooth_study();
  study.space.clear();
  for (OrderPoint& point : study.time) {
    if (point.scheme == "bdf2") point.scheme = "mine";
    if (point.scheme == "backward_euler") {
      point.error_p_central = point.error_h_central = point.error_h_min = 0.0;
    }
  }
  const std::string svg = drawn(study);
  EXPECT_TRUE(shows(svg, ">mine<"));
  EXPECT_FALSE(shows(svg, "order 1"));
  EXPECT_FALSE(shows(svg, "film nodes"));
}

TEST(OrderPicture, RefusesEmptyStudiesAndErrorsThatAreNoNumbers) {
  EXPECT_THROW(drawn(OrderStudy()), Error);
  for (const double bad : {std::nan(""), -1.0}) {
    OrderStudy study = smooth_study();
    study.time[0].error_h_min = bad;
    EXPECT_THROW(drawn(study), Error);
  }
}

}  // namespace
}  // namespace mortise::gen
