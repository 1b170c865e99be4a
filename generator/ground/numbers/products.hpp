// Products of dense matrices, compiled once. Eigen compiles four programs for every pair of operand
// types that are multiplied, block by block, in every unit. Here `a * b` of whatever lies in memory
// column by column (matrices, blocks, references, their transposes) is the product of two views of
// one type, and the four programs for these are plain functions (products.cc): the same algorithm,
// the same bits. Everything else goes Eigen's way. Found by argument-dependent lookup: hence the
// namespace. Names internals of Eigen 3.4; with another version all goes Eigen's way.
#pragma once

#include <Eigen/Core>
#include <type_traits>

#if EIGEN_VERSION_AT_LEAST(3, 4, 0) && !EIGEN_VERSION_AT_LEAST(3, 4, 90)
#define EIGEN_MORTISE_PRODUCTS

namespace Eigen::mortise_products {

using Plain = Matrix<double, Dynamic, Dynamic>;
using Column = Matrix<double, Dynamic, 1>;
using View = Map<const Plain, 0, OuterStride<>>;
using TurnedView = Transpose<const View>;
using ColumnView = Map<const Column>;

// How an operand is looked at; void: Eigen's way.
template <class T>
struct ViewOf {
  using type = void;
};
template <class T>
struct InMemory {
  using type = View;
  static View of(const T& a) {
    return {a.data(), a.rows(), a.cols(), OuterStride<>(a.outerStride())};
  }
};
template <class T>
struct TurnedInMemory {
  using type = TurnedView;
  static TurnedView of(const Transpose<T>& a) {
    return TurnedView(InMemory<std::remove_const_t<T>>::of(a.nestedExpression()));
  }
};
template <class T>
struct ColumnInMemory {
  using type = ColumnView;
  static ColumnView of(const T& a) { return {a.data(), a.size()}; }
};

template <>
struct ViewOf<Plain> : InMemory<Plain> {};
template <bool inner>
struct ViewOf<Block<Plain, Dynamic, Dynamic, inner>>
    : InMemory<Block<Plain, Dynamic, Dynamic, inner>> {};
template <bool inner>
struct ViewOf<Block<const Plain, Dynamic, Dynamic, inner>>
    : InMemory<Block<const Plain, Dynamic, Dynamic, inner>> {};
template <>
struct ViewOf<Ref<const Plain>> : InMemory<Ref<const Plain>> {};
template <>
struct ViewOf<Ref<Plain>> : InMemory<Ref<Plain>> {};

template <class T>
using TurnedOf =
    std::conditional_t<std::is_same_v<typename ViewOf<std::remove_const_t<T>>::type, View>,
                       TurnedInMemory<T>, ViewOf<void>>;
template <class T>
struct ViewOf<Transpose<T>> : TurnedOf<T> {};

template <>
struct ViewOf<Column> : ColumnInMemory<Column> {};
template <>
struct ViewOf<VectorBlock<Column>> : ColumnInMemory<VectorBlock<Column>> {};
template <>
struct ViewOf<VectorBlock<const Column>> : ColumnInMemory<VectorBlock<const Column>> {};
template <>
struct ViewOf<Block<Plain, Dynamic, 1, true>> : ColumnInMemory<Block<Plain, Dynamic, 1, true>> {};
template <>
struct ViewOf<Block<const Plain, Dynamic, 1, true>>
    : ColumnInMemory<Block<const Plain, Dynamic, 1, true>> {};
template <>
struct ViewOf<Ref<const Column>> : ColumnInMemory<Ref<const Column>> {};

template <class T>
using view_t = typename ViewOf<T>::type;
template <class Left, class Right>
inline constexpr bool kViewed =
    (std::is_same_v<view_t<Left>, View> ||
     std::is_same_v<view_t<Left>, TurnedView>)&&!std::is_void_v<view_t<Right>>;

// The four programs, into what lies in memory column by column and overlaps no operand: target =,
// += or -= A B; target += factor A B.
#define MORTISE_PRODUCT(Target, Left, Right)                   \
  void assign(Target target, const Left& a, const Right& b);   \
  void add(Target target, const Left& a, const Right& b);      \
  void subtract(Target target, const Left& a, const Right& b); \
  void scale_and_add(Target target, const Left& a, const Right& b, double factor)
MORTISE_PRODUCT(Ref<Plain>, View, View);
MORTISE_PRODUCT(Ref<Plain>, View, TurnedView);
MORTISE_PRODUCT(Ref<Plain>, TurnedView, View);
MORTISE_PRODUCT(Ref<Plain>, TurnedView, TurnedView);
MORTISE_PRODUCT(Ref<Column>, View, ColumnView);
MORTISE_PRODUCT(Ref<Column>, TurnedView, ColumnView);
#undef MORTISE_PRODUCT

// Operands in types that Eigen multiplies itself; held by value, as views are.
using Own = Map<const Plain, 0, Stride<Dynamic, 0>>;
using OwnColumn = Map<const Column, 0, InnerStride<1>>;
inline Own own(const View& a) {
  return {a.data(), a.rows(), a.cols(), Stride<Dynamic, 0>(a.outerStride(), 0)};
}
inline Transpose<const Own> own(const TurnedView& a) {
  return Transpose<const Own>(own(a.nestedExpression()));
}
inline OwnColumn own(const ColumnView& a) { return {a.data(), a.size()}; }
template <class Left, class Right>
using OwnProduct = internal::generic_product_impl<decltype(own(std::declval<Left>())),
                                                  decltype(own(std::declval<Right>()))>;

// What Eigen asks of a pair of operands. Other targets, stored by rows say, are Eigen's.
template <class Left, class Right, class Result>
struct CompiledProduct {
  using Scalar = double;
  template <class Target>
  static constexpr bool kInMemory =
      internal::traits<Ref<Result>>::template match<Target>::MatchAtCompileTime;

  template <class Target>
  static void evalTo(Target& target, const Left& a, const Right& b) {
    if constexpr (kInMemory<Target>)
      assign(target, a, b);
    else
      OwnProduct<Left, Right>::evalTo(target, own(a), own(b));
  }
  template <class Target>
  static void addTo(Target& target, const Left& a, const Right& b) {
    if constexpr (kInMemory<Target>)
      add(target, a, b);
    else
      OwnProduct<Left, Right>::addTo(target, own(a), own(b));
  }
  template <class Target>
  static void subTo(Target& target, const Left& a, const Right& b) {
    if constexpr (kInMemory<Target>)
      subtract(target, a, b);
    else
      OwnProduct<Left, Right>::subTo(target, own(a), own(b));
  }
  template <class Target>
  static void scaleAndAddTo(Target& target, const Left& a, const Right& b, double factor) {
    if constexpr (kInMemory<Target>)
      scale_and_add(target, a, b, factor);
    else
      OwnProduct<Left, Right>::scaleAndAddTo(target, own(a), own(b), factor);
  }
};

}  // namespace Eigen::mortise_products

namespace Eigen::internal {

namespace products = mortise_products;
template <class Left, class Right>
using CompiledMatrix = products::CompiledProduct<Left, Right, products::Plain>;
template <class Left>
using CompiledColumn = products::CompiledProduct<Left, products::ColumnView, products::Column>;

template <>
struct generic_product_impl<products::View, products::View, DenseShape, DenseShape, GemmProduct>
    : CompiledMatrix<products::View, products::View> {};
template <>
struct generic_product_impl<products::View, products::TurnedView, DenseShape, DenseShape,
                            GemmProduct> : CompiledMatrix<products::View, products::TurnedView> {};
template <>
struct generic_product_impl<products::TurnedView, products::View, DenseShape, DenseShape,
                            GemmProduct> : CompiledMatrix<products::TurnedView, products::View> {};
template <>
struct generic_product_impl<products::TurnedView, products::TurnedView, DenseShape, DenseShape,
                            GemmProduct>
    : CompiledMatrix<products::TurnedView, products::TurnedView> {};
template <>
struct generic_product_impl<products::View, products::ColumnView, DenseShape, DenseShape,
                            GemvProduct> : CompiledColumn<products::View> {};
template <>
struct generic_product_impl<products::TurnedView, products::ColumnView, DenseShape, DenseShape,
                            GemvProduct> : CompiledColumn<products::TurnedView> {};

}  // namespace Eigen::internal

namespace Eigen {

// Nearer to both operands than Eigen's own operator, which takes their base classes.
template <class Left, class Right,
          std::enable_if_t<mortise_products::kViewed<Left, Right>, int> = 0>
Product<mortise_products::view_t<Left>, mortise_products::view_t<Right>> operator*(const Left& a,
                                                                                   const Right& b) {
  return {mortise_products::ViewOf<Left>::of(a), mortise_products::ViewOf<Right>::of(b)};
}

}  // namespace Eigen

#endif
