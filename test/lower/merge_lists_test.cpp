#include "lower/merge_lists.h"

#include "catch.h"

namespace scorchc::lower {
namespace {

using namespace loop;

Expr var(const std::string& name) { return index_variable(name); }
Expr value_of(const std::string& array, const std::string& position) { return load(array, Type::f32, var(position)); }
Expr computed(Operator op, const Expr& a, const Expr& b) { return Compute{op, {a, b}, Type::f32}; }
Stmt stored(Expr value) { return Store{"c", Type::f32, var("j"), Update::set, std::move(value)}; }

const Expr a = value_of("a", "p"), b = value_of("b", "q");

const MergedLists two_lists{
    .lists = {{"p", var("p_end"), "A_crd", Type::i32, "p_here"}, {"q", var("q_end"), "B_crd", Type::i32, "q_here"}},
    .own_coordinates = {"jA", "jB"},
    .coordinate = "j",
    .value_name = "value"};

/// The merge as text, or "" if there is none.
std::string text_of(const std::optional<MergeLists>& merge) { return merge ? print(Block{*merge}) : ""; }
std::string merged(const Block& only_a, const Block& only_b, const Block& both_lists) {
  return text_of(merge_of_cases(two_lists, {{}, only_a, only_b, both_lists}));
}

const std::string head = "merge j of p .. p_end in A_crd flag p_here, q .. q_end in B_crd flag q_here: f32 value = ";

TEST_CASE("cases that store parts of one sum become a sum of masked terms") {
  CHECK(merged({stored(a)}, {stored(b)}, {stored(computed(Operator::add, a, b))}) ==
        head + "(p_here ? a[p] : -0:f32) + (q_here ? b[q] : -0:f32)\n  c[j] = value\n");
}

TEST_CASE("cases that store other values select one of them") {
  CHECK(merged({stored(a)}, {stored(b)}, {stored(computed(Operator::mul, a, b))}) ==
        head + "p_here ? (q_here ? a[p] * b[q] : a[p]) : b[q]\n  c[j] = value\n");
}

TEST_CASE("statements other than the store stay") {
  const Stmt count = Assign{"pC", Update::add, integer(1)};
  CHECK_THAT(merged({stored(a), count}, {stored(b), count}, {stored(computed(Operator::add, a, b)), count}),
             Catch::Matchers::EndsWith("  c[j] = value\n  pC += 1\n"));
}

TEST_CASE("cases that differ in more than a value have branches") {
  CHECK(merged({stored(a)}, {}, {stored(computed(Operator::add, a, b))}).empty());
  CHECK(merged({stored(a)}, {Store{"d", Type::f32, var("j"), Update::set, b}}, {stored(computed(Operator::add, a, b))})
            .empty());
}

TEST_CASE("an expensive value is computed in branches") {
  const Expr root = Compute{Operator::sqrt, {a}, Type::f32};
  CHECK(merged({stored(root)}, {stored(b)}, {stored(computed(Operator::add, root, b))}).empty());
}

TEST_CASE("statements that read a list's position or coordinate have branches") {
  const auto with = [&](const Expr& index) {
    const Stmt mark = Store{"d", Type::f32, index, Update::set, number(Type::f32, 1, 1)};
    return merged({stored(a), mark}, {stored(b), mark}, {stored(computed(Operator::add, a, b)), mark});
  };
  CHECK(!with(var("j")).empty());
  CHECK(with(var("p")).empty());
  CHECK(with(var("jA")).empty());
}

TEST_CASE("a value of flags is the value of the merge") {
  const Expr value = select(flag_variable("p_here"), a, b);
  CHECK(text_of(merge_by_flags(two_lists, {stored(value)})) == head + "p_here ? a[p] : b[q]\n  c[j] = value\n");
  CHECK(text_of(merge_by_flags(two_lists, {If{{flag_variable("p_here")}, {{stored(a)}}}})).empty());
}

}  // namespace
}  // namespace scorchc::lower
