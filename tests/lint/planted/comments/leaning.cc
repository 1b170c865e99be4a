// Comments without a subject: sources.finds_comments reports lines 5, 7, 10 and 15. A line within a
// paragraph may begin so:
// Of these none is reported.
//
// As this paragraph of its own is.
namespace planted {
/* Of a plate. */
const char* kPlate = "// Of no comment, but of a string";

// The same of a rod.
const char* kRod = "rod";  // so far it has no law,
                           // As the next one has

// Assemblies and offices are no such words.
struct Law {};  // Those that hold

}  // namespace planted
