// A page about a model, as data: sections of pictures and tables. What they hold is decided by
// those who fill them (report.hpp), how they look by page_html.cc and the files of page/.
//
// Texts may come from anybody's files: they are never markup.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "generator/deliver/pictures/figure.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

struct ReportText {
  std::string text;  // a paragraph
};

struct ReportHeading {
  std::string text;  // within a section
};

struct ReportTable {
  std::string caption;
  std::vector<std::string> head;               // first column: what a row is about
  std::vector<std::vector<std::string>> rows;  // as long as the head
};

// Lines over one axis, with zoom, read-out and a legend that chooses. All samples are given, the
// page keeps of every pixel column the first, lowest, highest and last, and leaves out what is not
// finite and, on logarithmic axes, not positive.
struct ReportChart {
  std::string title;
  std::string summary;  // what is to be seen, in one sentence with numbers
  PlotPanel panel;
  std::string together{};  // charts of one name zoom along x as one; empty: it zooms alone

  void add(const std::string& label, std::vector<double> x, std::vector<double> y,
           PlotStyle style = PlotStyle::line) {
    panel.series.push_back({std::move(x), std::move(y), label, style});
  }
};

// Values over x and y as colours.
struct ReportMap {
  std::string title, summary;
  std::string x_label, y_label, value_label;
  double x_first = 0.0, x_last = 0.0;  // of the columns' middles
  double y_first = 0.0, y_last = 0.0;  // of the rows' middles
  Matrix values{};                     // (rows x columns); what is not finite stays empty
  bool log = false;                    // colours by the logarithm of positive values
  bool cuts = false;                   // a column can be chosen and is drawn as a curve over y
};

// A drawing as it stands.
struct ReportPicture {
  std::string title, summary;
  Figure figure;
};

// A body that moves in the shapes of its modes.
struct ReportMotion {
  std::string title, summary;
  std::vector<Vector3> places;                            // of its points [m]
  std::vector<std::pair<std::size_t, std::size_t>> bars;  // drawn between two of them
  struct Shape {
    std::string name;             // "mode 1, 12.3 Hz"
    std::vector<Vector3> motion;  // of the points, any scale
  };
  std::vector<Shape> shapes;          // at least one
  std::vector<std::size_t> marked{};  // points of interfaces
};

using ReportBlock = std::variant<ReportText, ReportHeading, ReportTable, ReportChart, ReportMap,
                                 ReportPicture, ReportMotion>;

struct ReportSection {
  std::string id;  // letters and dashes; of its heading in the page
  std::string title;
  std::vector<ReportBlock> blocks{};
  std::string absent{};  // why this model has no such section; then it has no blocks
};

struct ReportPage {
  std::string name;         // of the model
  std::string description;  // may be empty
  std::vector<ReportSection> sections;
};

// The page as one HTML document without references to anything outside of it. The same page gives
// the same bytes. Samples of curves are thinned so far that the page stays below kReportBytes,
// but for what a figure needs at least.
inline constexpr std::size_t kReportBytes = 4'500'000;
std::string report_html(const ReportPage& page);

}  // namespace mortise::gen
