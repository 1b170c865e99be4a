"""Which names a source in the layout of .clang-format keeps to itself."""
import re

LOCAL = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
BESIDES_CODE = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')
# A definition begins a line; what is inside it is indented.
DEFINITION = re.compile(r"^(?!namespace|template|using namespace|using [\w:]+;)(\w[^;{=(]*)[;{=(]", re.MULTILINE)
TEMPLATE_ARGUMENTS = re.compile(r"<[^<>]*(?:<[^<>]*>[^<>]*)*>")


def of(text):
    """The names that the anonymous namespaces of a source define."""
    names = set()
    for body in LOCAL.findall(text):
        for head in DEFINITION.findall(BESIDES_CODE.sub("", body)):
            if re.match(r"(struct|class|enum)\b", head):
                head = re.sub(r"\bfinal\b|:.*", "", head, flags=re.DOTALL)
            words = re.findall(r"\w+", TEMPLATE_ARGUMENTS.sub("", head.split("[")[0]))
            names.update(words[-1:])
    return names
