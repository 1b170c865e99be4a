#include "generator/plot/figure.hpp"

#include <cmath>

#include "generator/io/atomic_file.hpp"
#include "generator/plot/check_figure.hpp"
#include "generator/plot/gnuplot.hpp"
#include "generator/plot/layout.hpp"
#include "generator/plot/script.hpp"

namespace mortise::gen {

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
  return run_gnuplot(gnuplot_script(figure, lay_out(figure, where)), where);
}

void write_svg(const Figure& figure, const std::string& path) {
  const std::string svg = render_svg(figure, path);
  write_file(path, svg.data(), svg.size());
}

}  // namespace mortise::gen
