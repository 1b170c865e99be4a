#include "generator/plot/figure.hpp"

#include <cmath>

#include "generator/io/output_file.hpp"
#include "generator/plot/check_figure.hpp"
#include "generator/plot/gnuplot.hpp"
#include "generator/plot/layout.hpp"
#include "generator/plot/script.hpp"

namespace mortise::gen {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else {
      result += c;
    }
  }
  return result;
}

// The document carries the figure's title, for screen readers, in place of gnuplot's version.
void name_document(std::string* svg, const std::string& title) {
  const std::string last = "</desc>\n";
  const std::size_t from = svg->find("<title>"), to = svg->find(last);
  if (from == std::string::npos || to == std::string::npos || to < from) return;
  svg->replace(from, to + last.size() - from, "<title>" + escaped(title) + "</title>\n");
}

}  // namespace

PlotSeries reference_slope(double x_first, double x_last, double x0, double y0, double slope,
                           const std::string& label) {
  PlotSeries line;
  line.x = {x_first, x_last};
  for (const double x : line.x) line.y.push_back(y0 * std::pow(x / x0, slope));
  line.label = label;
  line.style = PlotStyle::reference;
  return line;
}

std::string render_svg(const Figure& figure, const std::string& where) {
  check_figure(figure, where);
  std::string svg = run_gnuplot(gnuplot_script(figure, lay_out(figure, where)), where);
  name_document(&svg, figure.title.empty() ? figure.panels[0].y.label : figure.title);
  return svg;
}

void write_svg(const Figure& figure, const std::string& path) {
  const std::string svg = render_svg(figure, path);
  write_output(path, OutputKind::picture, svg.data(), svg.size());
}

}  // namespace mortise::gen
