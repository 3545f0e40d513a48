// Tests what the cost model distinguishes: empty rows, heavy rows, large lists, sums in memory.
#include <map>
#include <memory>

#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"
#include "schedule/auto_schedule.h"
#include "schedule/search/plans.h"
#include "schedule/search/protocol_search.h"
#include "schedule/transform/apply.h"
#include "schedule/transform/mark_protocol.h"
#include "schedule/transform/normalise.h"

namespace scorchc::schedule {
namespace {

constexpr std::int64_t rows = 1000;

Kernel kernel_of(const std::string& expression, const std::vector<std::string>& formats,
                 const std::vector<std::string>& stored = {}, std::int64_t columns = rows) {
  front::Settings settings;
  settings.formats = formats;
  settings.nnz = stored;
  for (const std::string index : {"i", "j", "k"})
    if (expression.find(index) != std::string::npos)
      settings.dims.push_back(index + "=" + std::to_string(index == "j" ? columns : rows));
  Decisions decisions;
  Diagnostics warnings;
  return infer::infer_formats(front::kernel_of(expression, settings), decisions, warnings);
}

double price_of(const Kernel& kernel, const std::string& commands) {
  const std::optional<Plan> plan = plan_of(normalise(kernel), parse(make_source("--schedule", commands)));
  REQUIRE(plan);
  return plan->price.total;
}

// How often the cost counts a constant: the increase of the cost if the constant grows by one.
double times_in_price(double Constants::* constant, const Kernel& kernel, const std::string& commands) {
  const Kernel normal = normalise(kernel);
  const std::optional<Plan> plan = plan_of(normal, parse(make_source("--schedule", commands)));
  REQUIRE(plan);
  Constants more;
  more.*constant += 1;
  const Sizes sizes = expected_sizes(normal);
  return price(*plan->program, sizes, more).total - price(*plan->program, sizes).total;
}

TEST_CASE("empty rows are cheap and rows of varying length mispredict") {
  const auto price_with = [](const std::string& stored) {
    return price_of(kernel_of("y(i) = A(i,j) * x(j)", {"A=csr"}, {"A=" + stored}), "reorder(i, j)");
  };
  const Constants constants;
  const double empty = price_with("1"), full = price_with("10000");
  CHECK(empty < rows * (constants.loop_entry + 2));
  // In addition to the entries.
  CHECK(full - empty > rows * (10 * constants.sparse_iteration + 0.9 * constants.mispredict));
}

TEST_CASE("repeated short fibres predict well but a repeated tensor does not") {
  const Kernel kernel = kernel_of("C(i,r,s) = A(i,j,k) * B(j,r) * D(k,s)", {"A=csf", "C=dense"}, {"A=2e5"});
  const double again = times_in_price(&Constants::mispredict, kernel, "reorder(i, r, s, j, k)");
  const double anew = times_in_price(&Constants::mispredict, kernel, "reorder(r, i, s, j, k)");
  CHECK(again > 0);
  CHECK(10 * again < anew);
}

TEST_CASE("vector loops over positions leave lanes unused except for fibres of one entry") {
  const char* sum = "s = A(i,j,k) * x(i) * y(j) * z(k)";
  const Kernel of_one = kernel_of(sum, {"A=csf"}, {"A=1000"});
  CHECK(times_in_price(&Constants::lane_unused, of_one, "reorder(i, j, k)") == 0);
  CHECK(times_in_price(&Constants::lanes_alone, of_one, "reorder(i, j, k)") == 0);
  // Two entries per i and j on average; one fibre in seven has none.
  const std::int64_t columns = 20;
  const double fibres = 0.865 * static_cast<double>(rows * columns);
  const Kernel of_more = kernel_of(sum, {"A=csf"}, {"A=40000"}, columns);
  const double unused = times_in_price(&Constants::lane_unused, of_more, "reorder(i, j, k)");
  CHECK(unused > fibres);
  CHECK(unused < 3 * fibres);
}

TEST_CASE("a vector loop per fibre costs more if few fibres follow each other") {
  const std::int64_t columns = 20;
  const Kernel few = kernel_of("s = A(i,j,k) * x(i) * y(j) * z(k)", {"A=csf"}, {"A=40000"}, columns);
  CHECK(times_in_price(&Constants::lanes_alone, few, "reorder(i, j, k)") ==
        Approx(0.865 * rows * columns).epsilon(0.02));
  const Kernel many = kernel_of("y(i) = A(i,j) * x(j)", {"A=csr"}, {"A=100000"});
  CHECK(times_in_price(&Constants::lanes_alone, many, "reorder(i, j)") == 0);
}

TEST_CASE("values that are equal in all lanes are computed once") {
  const Kernel kernel = kernel_of("C(i,l) = A(i,j) * X(j,k) * W(k,l)", {"A=csr"}, {"A=100000"});
  const double lanes = times_in_price(&Constants::lane, kernel, "factor(j: A(i,j), X(j,k)); reorder(i, l, k, j)");
  CHECK(lanes > 0);
  CHECK(lanes <= rows * rows * assumed_dense_extent);
}

TEST_CASE("a short search includes loop orders that vectorise") {
  Kernel kernel = normalise(kernel_of("C(a,l) = A(a,b) * X(b,c) * W(c,l)", {"A=dcsr"}));
  kernel.indices["c"].hint = 8;
  const auto is_found = [&](const LoopOrder& order, Search search) {
    const Plans plans = find_plans(kernel, parse(make_source("--schedule", "factor(b: A(a,b), X(b,c))")), search);
    return std::any_of(plans.ranked.begin(), plans.ranked.end(), [&](const Plan& plan) { return plan.order == order; });
  };
  CHECK(is_found({"a", "b", "c", "l"}, Search::quick));
  CHECK(is_found({"a", "l", "b", "c"}, Search::first));
  CHECK(is_found({"a", "l", "c", "b"}, Search::quick));
}

// Statistics of a matrix with `stored` entries, either all in the first row or the same number in each.
std::shared_ptr<TensorStatistics> counted(std::int64_t stored, const std::string& how) {
  std::vector<std::int64_t> even(rows, stored / rows), first(rows, 0);
  first.front() = stored;
  TensorStatistics made{
      static_cast<double>(stored), {static_cast<double>(rows), static_cast<double>(stored)}, {even, even}};
  if (how == "in the first row") made.degrees.front() = first;
  return std::make_shared<TensorStatistics>(std::move(made));
}

TEST_CASE("dense rows of a mask that meet dense rows are not priced at the average") {
  const auto price_with = [](const std::string& mask, const std::string& operand) {
    Kernel kernel = kernel_of("C(i,j) = M(i,j) * A(i,k) * B(k,j)", {"M=csr", "A=csr", "B=csc", "C=csr"});
    for (TensorDeclaration& tensor : kernel.tensors) {
      if (tensor.name == "M") tensor.statistics = counted(rows, mask);
      if (tensor.name == "A") tensor.statistics = counted(rows, operand);
      if (tensor.name == "B") tensor.statistics = counted(rows, "evenly");
    }
    return price_of(kernel, "reorder(i, j, k)");
  };
  const double even = price_with("evenly", "evenly");
  CHECK(price_with("in the first row", "evenly") == even);
  CHECK(price_with("evenly", "in the first row") == even);
  // Galloping skips most of the long rows.
  CHECK(price_with("in the first row", "in the first row") > 3 * even);
}

// Largest share of the bound `Price::galloping` that galloping operands save: each one alone, then one more at a time.
double greatest_share_saved(const Kernel& kernel) {
  const Kernel normal = normalise(kernel);
  const Sizes sizes = expected_sizes(normal);
  double greatest = 0;
  for (const Plan& plan : find_plans(normal, {}).ranked) {
    cin::Program program = apply_commands(normal, plan.commands);
    const cin::Stmt walking = program.body;
    const Price walked = price(program, sizes);
    cin::Stmt all = walking;
    for (const Command& command : possible_protocols(program, {Reading::gallop})) {
      all = with_legal_protocol(program.split, std::get<Protocol>(command), all);
      for (const cin::Stmt& body : {with_legal_protocol(program.split, std::get<Protocol>(command), walking), all}) {
        program.body = body;
        const double saved = walked.total - price(program, sizes).total;
        CAPTURE(print(program), saved);
        CHECK(saved <= walked.galloping * (1 + 1e-9));
        if (walked.galloping > 0) greatest = std::max(greatest, saved / walked.galloping);
      }
    }
  }
  return greatest;
}

TEST_CASE("galloping saves at most the bound in the price") {
  const std::vector<std::string> csr = {"A=csr", "B=csr", "C=csr", "D=csr"};
  const auto share = [](const std::string& expression, const std::vector<std::string>& formats,
                        const std::vector<std::string>& stored) {
    return greatest_share_saved(kernel_of(expression, formats, stored));
  };
  CHECK(share("s = x(i) * y(i)", {"x=sv", "y=sv"}, {"x=2", "y=900"}) > 0.5);
  CHECK(share("s = x(i) * y(i) * z(i)", {"x=sv", "y=sv", "z=sv"}, {"x=2", "y=900", "z=100"}) > 0.5);
  CHECK(share("r(i) = x(i) * (y(i) + z(i) * u(i))", {"x=sv", "y=sv", "z=sv", "u=sv"}, {"x=9", "z=900", "u=3"}) > 0);
  CHECK(share("D(i,j) = A(i,j) * B(i,j) * C(i,j)", csr, {"A=1e3", "B=1e5", "C=5e5"}) > 0.5);
  CHECK(share("D(i,j) = A(i,k) * B(j,k) * C(i,j)", csr, {"A=1e3", "B=5e5", "C=2e3"}) > 0);
  CHECK(share("s = A(i,j) * B(j,k) * C(i,k)", {"A=csr", "B=csr", "C=coo"}, {"A=1e3", "B=5e5"}) > 0);
}

TEST_CASE("similar rows fill less of a workspace that accumulates them") {
  constexpr std::int64_t length = 10;
  using Place = std::pair<std::int64_t, std::int64_t>;
  // Either groups of ten rows share the same ten columns, or each row has its own.
  const auto column = [](std::int64_t row, std::int64_t n, bool is_in_blocks) {
    return is_in_blocks ? row / length * length + n : (row * 379 + n * 101 + row / length) % rows;
  };
  const auto matrix = [&](bool is_in_blocks) {
    auto made = counted(length * rows, "evenly");
    std::vector<Place> by_column, by_row;
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t n = 0; n < length; ++n) {
        by_column.emplace_back(column(row, n, is_in_blocks), row);
        by_row.emplace_back(row, column(row, n, is_in_blocks));
      }
    std::sort(by_column.begin(), by_column.end());
    std::sort(by_row.begin(), by_row.end());
    const TensorStatistics::Fibres rows_of{~std::uint64_t{0}, by_column}, columns_of{~std::uint64_t{0}, by_row};
    made->fibres = {{rows_of, rows_of}, {columns_of, columns_of}};
    return made;
  };
  const auto plan_with = [&](bool a, bool b) {
    Kernel kernel = kernel_of("C(i,k) = A(i,j) * B(j,k)", {"A=csr", "B=csr", "C=csr"});
    for (TensorDeclaration& tensor : kernel.tensors)
      if (tensor.name != "C") tensor.statistics = matrix(tensor.name == "A" ? a : b);
    const std::optional<Plan> plan = plan_of(normalise(kernel), parse(make_source("--schedule", "reorder(i, j, k)")));
    REQUIRE(plan);
    return plan->price;
  };
  const double even = plan_with(false, false).total;
  CHECK(plan_with(true, false).total > 0.95 * even);
  CHECK(plan_with(false, true).total > 0.95 * even);
  CHECK(plan_with(true, true).total < 0.8 * even);
  CHECK(plan_with(true, true).stored == Approx(rows * length));  // exact, because all entries are sampled
}

TEST_CASE("samples predict how many components two operands share") {
  constexpr std::int64_t stored = 1000;
  // The second operand shares `shared` components with the first; its others are in the same rows, in another column.
  const auto bodies_of = [](const std::string& expression, std::int64_t shared, bool is_transposed) {
    Kernel kernel = kernel_of(expression, {"A=csr", "B=csr", "C=csr"});
    for (TensorDeclaration& tensor : kernel.tensors) {
      if (tensor.name == "C") continue;
      const bool is_first = tensor.name == "A";
      auto made = counted(stored, "evenly");
      made->drawn.below = ~std::uint64_t{0};
      for (std::int64_t n = 0; n < stored; ++n) {
        const std::int64_t i = n, j = is_first || n < shared ? 7 : 8;
        made->drawn.places.push_back(
            {static_cast<std::uint64_t>(n), is_first || !is_transposed ? std::vector{i, j} : std::vector{j, i}});
      }
      tensor.statistics = made;
    }
    const std::optional<Plan> plan = plan_of(
        normalise(kernel),
        parse(make_source("--schedule", is_transposed ? "convert(B(j,i): i, j); reorder(i, j)" : "reorder(i, j)")));
    REQUIRE(plan);
    return plan->price.bodies;
  };
  const std::string product = "C(i,j) = A(i,j) * B(i,j)", sum = "C(i,j) = A(i,j) + B(i,j)";
  CHECK(bodies_of(product, 1000, false) == Approx(1000));
  CHECK(bodies_of(product, 400, false) == Approx(400));
  CHECK(bodies_of("C(i,j) = A(i,j) * B(j,i)", 400, true) == Approx(400));
  CHECK(bodies_of(product, 0, false) == Approx(1));  // too few common samples: estimated as independent
  CHECK(bodies_of("C(i,j) = A(i,j) * (B(i,j) + B(i,j) * 2)", 400, false) == Approx(400));
  CHECK(bodies_of("C(i,j) = (A(i,j) + A(i,j) * 2) + B(i,j)", 400, false) == Approx(1600));
  CHECK(bodies_of(sum, 1000, false) == Approx(1000));
  CHECK(bodies_of(sum, 400, false) == Approx(1600));
}

TEST_CASE("accumulating into one component costs more than into neighbouring components") {
  const auto price_with = [](const std::string& index, const std::string& factors) {
    const Kernel kernel = kernel_of("s = A(i,j,k) * x(i) * y(j) * z(k)", {"A=csf"});
    return price_of(
        kernel, "precompute(t(" + index + "): A(i,j,k), " + factors + "); reorder(t: i, j, k); reorder(" + index + ")");
  };
  CHECK(price_with("j", "x(i), z(k)") > price_with("k", "x(i), y(j)"));
}

TEST_CASE("insertions into a tuple list larger than a cache cost more") {
  const auto for_each_entry = [](const std::string& stored) {
    const Kernel kernel =
        kernel_of("C(i,j) = A(i,k) * B(k,j)", {"A=dcsr", "B=dcsr", "C=dcsr"}, {"A=" + stored, "B=" + stored});
    const std::optional<Plan> plan =
        plan_of(normalise(kernel), parse(make_source("--schedule", "convert(A(i,k): k, i); reorder(k, i, j)")));
    REQUIRE(plan);
    return plan->price.temporaries / plan->price.bodies;
  };
  CHECK(for_each_entry("2e5") > 1.3 * for_each_entry("2e3"));
}

TEST_CASE("dense rows are matched with dense rows of converted operands too") {
  const auto price_with = [](const std::string& mask) {
    Kernel kernel = kernel_of("C(i,j) = M(i,j) * A(i,k) * B(k,j)", {"M=csr", "A=csr", "B=csc", "C=csr"});
    const std::map<std::string, std::string> stored = {{"M", mask}, {"A", "in the first row"}, {"B", "evenly"}};
    for (TensorDeclaration& tensor : kernel.tensors)
      if (tensor.name != "C") tensor.statistics = counted(rows, stored.at(tensor.name));
    return price_of(kernel, "convert(M(i,j): j, i); reorder(j, i, k)");
  };
  CHECK(price_with("in the first row") > 3 * price_with("evenly"));
}

TEST_CASE("loops over a coordinate list count as one if segments have no work") {
  const Kernel kernel = kernel_of("M(j,r) = A(i,j,k) * B(i,r) * C(k,r)", {"A=coo", "M=dense"}, {"A=2e5"});
  CHECK(times_in_price(&Constants::loop_entry, kernel, "reorder(i, j, k, r)") == Approx(1));
  CHECK(times_in_price(&Constants::mispredict, kernel, "reorder(i, j, k, r)") == Approx(1));
  CHECK(times_in_price(&Constants::loop_entry, kernel, "reorder(i, j, r, k)") > rows);
}

TEST_CASE("segment ends are searched except in converted operands with positions") {
  const auto starts = [](const std::string& format, const std::string& commands) {
    const Kernel kernel = kernel_of("y(i) = A(i,j) * x(j)", {"A=" + format}, {"A=10000"});
    return times_in_price(&Constants::mispredict, kernel, commands);
  };
  const double dcsr = starts("dcsr", "reorder(i, j)");
  CHECK(starts("coo", "reorder(i, j)") == Approx(dcsr + rows).epsilon(0.1));
  CHECK(starts("dcsc", "convert(A(i,j): i, j); reorder(i, j)") < dcsr + 1.1 * rows);
}

TEST_CASE("sums of one entry and sums in registers do not wait for memory") {
  const auto waits = [](double Constants::* constant, const std::string& stored) {
    const Kernel kernel = kernel_of("M(j,r) = A(i,j,k) * B(i,r) * C(k,r)", {"A=csf", "M=dense"}, {"A=" + stored});
    return times_in_price(constant, kernel, "reorder(i, j, k, r)");
  };
  CHECK(waits(&Constants::register_forward, "1000") < 10);
  CHECK(waits(&Constants::register_forward, "1e8") == Approx(0.99e8).epsilon(0.01));
  CHECK(waits(&Constants::tile_store_forward, "1e8") == 0);
  const Kernel wide = kernel_of("C(i,k) = A(i,j) * B(j,k)", {"A=csr"}, {"A=100000"});
  CHECK(times_in_price(&Constants::tile_store_forward, wide, "reorder(i, j, k); vectorize(k)") > 1e4);
  CHECK(times_in_price(&Constants::register_forward, wide, "reorder(i, j, k); vectorize(k)") == 0);
}

TEST_CASE("a counting pass omits loops below entries and ends merges early") {
  const Kernel dense_below = kernel_of("C(i,k) = A(i,j) * B(j,k)", {"A=dcsr", "C=compressed,dense"}, {"A=100000"});
  CHECK(times_in_price(&Constants::count_run, dense_below, "reorder(i, k, j)") < 10 * rows);
  const auto counted_share = [](const std::string& stored) {
    const Kernel kernel =
        kernel_of("C(i,j) = A(i,k) * B(k,j)", {"A=dcsr", "B=dcsc", "C=dcsr"}, {"A=" + stored, "B=" + stored});
    return times_in_price(&Constants::count_run, kernel, "reorder(i, j, k)") / price_of(kernel, "reorder(i, j, k)");
  };
  CHECK(counted_share("5e5") < 0.2);
  CHECK(counted_share("5e3") > 0.4);
}

}  // namespace
}  // namespace scorchc::schedule
