#include "generator/deliver/kit/absent_laws.hpp"

#include <algorithm>

namespace mortise::gen {

std::vector<std::string> absent_laws(const ModelView& view) {
  // the step of an assembly is written for joints among its interfaces, whether it has some or not
  const auto has = [&](bool (ModelView::*is)() const) {
    if (!view.is_assembly()) return (view.*is)();
    const auto& assembly = static_cast<const AssemblyView&>(view);
    return std::any_of(assembly.interface.data(), assembly.interface.data() + assembly.interfaces,
                       [&](const ModelView& i) { return (i.*is)(); });
  };
  std::vector<std::string> absent;
  if (!has(&ModelView::is_film)) absent.emplace_back("FILM");
  if (!has(&ModelView::is_joint) && !view.is_assembly()) absent.emplace_back("JOINT");
  if (!has(&ModelView::is_sliding)) absent.emplace_back("SLIDING");
  if (!has(&ModelView::is_bolted)) absent.emplace_back("BOLTED");
  if (!view.is_assembly()) absent.emplace_back("ASSEMBLY");
  return absent;
}

}  // namespace mortise::gen
