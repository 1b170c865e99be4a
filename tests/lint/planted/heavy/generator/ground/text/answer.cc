#include "generator/ground/text/answer.hpp"

int answer() { return 42; }
int other_answer() { return 43; }
