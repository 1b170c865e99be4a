#include "generator/deliver/pictures/figure.hpp"

#include <cmath>

#include "generator/deliver/pictures/check_figure.hpp"
#include "generator/deliver/pictures/layout.hpp"
#include "generator/deliver/pictures/svg.hpp"
#include "generator/ground/files/output_file.hpp"

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
  return svg_document(figure, lay_out(figure, where));
}

void write_svg(const Figure& figure, const std::string& path) {
  const std::string svg = render_svg(figure, path);
  write_output(path, OutputKind::picture, svg.data(), svg.size());
}

}  // namespace mortise::gen
