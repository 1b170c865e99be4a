// The files that make a page, as text: made from page/ and from the plotting library when the
// program is built (CMakeLists.txt).
#pragma once

namespace mortise::gen {

extern const char* const kPageTemplate;  // page/page.html
extern const char* const kPageStyle;     // page/page.css
extern const char* const kPageScript;    // page/page.js
extern const char* const kPageErrors;    // page/errors.js

// Dygraphs (MIT); each is empty if it was not found.
extern const char* const kPlotLibrary;  // dygraph.min.js
extern const char* const kPlotLicence;  // its copyright and permission notice

}  // namespace mortise::gen
