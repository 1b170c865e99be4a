#include "generator/ground/numbers/products.hpp"

#if defined(EIGEN_MORTISE_PRODUCTS)

namespace Eigen::mortise_products {

#define MORTISE_PRODUCT(Target, Left, Right)                                        \
  void assign(Target target, const Left& a, const Right& b) {                       \
    OwnProduct<Left, Right>::evalTo(target, own(a), own(b));                        \
  }                                                                                 \
  void add(Target target, const Left& a, const Right& b) {                          \
    OwnProduct<Left, Right>::addTo(target, own(a), own(b));                         \
  }                                                                                 \
  void subtract(Target target, const Left& a, const Right& b) {                     \
    OwnProduct<Left, Right>::subTo(target, own(a), own(b));                         \
  }                                                                                 \
  void scale_and_add(Target target, const Left& a, const Right& b, double factor) { \
    OwnProduct<Left, Right>::scaleAndAddTo(target, own(a), own(b), factor);         \
  }
MORTISE_PRODUCT(Ref<Plain>, View, View)
MORTISE_PRODUCT(Ref<Plain>, View, TurnedView)
MORTISE_PRODUCT(Ref<Plain>, TurnedView, View)
MORTISE_PRODUCT(Ref<Plain>, TurnedView, TurnedView)
MORTISE_PRODUCT(Ref<Column>, View, ColumnView)
MORTISE_PRODUCT(Ref<Column>, TurnedView, ColumnView)
#undef MORTISE_PRODUCT

}  // namespace Eigen::mortise_products

#endif
