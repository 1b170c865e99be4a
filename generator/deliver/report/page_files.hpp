// The files that make a page, as text: made from page/ when the program is built (CMakeLists.txt).
#pragma once

namespace mortise::gen {

extern const char* const kPageTemplate;  // page/page.html
extern const char* const kPageStyle;     // page/page.css
extern const char* const kPageScript;    // page/page.js
extern const char* const kPageErrors;    // page/errors.js

}  // namespace mortise::gen
