// Asks for laws by their names.
namespace mortise::gen {

// is_film() in a comment is no question
bool presses(const ModelView& view) { return view.is_film() || !view.is_assembly(); }

bool any(const ModelView& view) { return has(view, &ModelView::is_joint); }

}  // namespace mortise::gen
