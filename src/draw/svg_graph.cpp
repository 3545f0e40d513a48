// Draws the iteration graph of svg.h: rows of indices and lanes of paths.
#include <algorithm>

#include "draw/svg_parts.h"

namespace scorchc::draw {
namespace {

constexpr int row_height = 52, station_height = 22, head_height = 2 * line_height + 12;
constexpr int bow_width = 30;  // space left of the stations, for paths that lead back outwards

Ink ink_of(Role role) {
  switch (role) {
    case Role::result:
      return Ink::result;
    case Role::operand:
      return Ink::operand;
    case Role::temporary:
      return Ink::temporary;
  }
  return Ink::text;
}

/// A lane's crossing of an index's row: the numbers and level formats of the levels that the index iterates, "2" and
/// "compressed".
struct Station {
  std::size_t row = 0;
  std::string numbers, levels;
};

struct Lane {
  const Path* path = nullptr;
  std::vector<Station> stations;
  std::vector<std::size_t> route;  // per level, outermost first: the position of its station in `stations`
  int station_width = station_height;
  int width = 0;
};

Lane lane_of(const Path& path, const std::vector<std::string>& indices) {
  Lane lane{.path = &path, .stations = {}, .route = {}};
  for (std::size_t level = 0; level < path.steps.size(); ++level) {
    const Step& step = path.steps[level];
    const auto row = static_cast<std::size_t>(std::find(indices.begin(), indices.end(), step.index) - indices.begin());
    auto station =
        std::find_if(lane.stations.begin(), lane.stations.end(), [&](const Station& each) { return each.row == row; });
    if (station == lane.stations.end())
      station = lane.stations.insert(station, Station{.row = row, .numbers = {}, .levels = {}});
    station->numbers += (station->numbers.empty() ? "" : ",") + std::to_string(level + 1);
    station->levels += (station->levels.empty() ? "" : ", ") + step.level;
    lane.route.push_back(static_cast<std::size_t>(station - lane.stations.begin()));
  }
  int levels_width = 0;
  for (const Station& station : lane.stations) {
    lane.station_width = std::max(lane.station_width, text_width(station.numbers) + 12);
    levels_width = std::max(levels_width, text_width(station.levels));
  }
  const int head = std::max(text_width(path.access), text_width(path.format));
  lane.width = std::max(bow_width + lane.station_width + 8 + levels_width, bow_width + head) + 12;
  return lane;
}

class Graph {
 public:
  Graph(Canvas& canvas, Point corner, const IterationGraph& graph) : canvas_(canvas), corner_(corner), graph_(graph) {}

  Size draw() {
    for (const Path& path : graph_.paths) lanes_.push_back(lane_of(path, graph_.indices));
    int names_width = 0, width = 0;
    for (const std::string& index : graph_.indices) names_width = std::max(names_width, text_width(index) + 20);
    for (const Lane& lane : lanes_) width += lane.width;
    width += names_width;
    for (std::size_t row = 0; row < graph_.indices.size(); ++row) {
      const int y = middle(row);
      canvas_.line({corner_.x, y}, {corner_.x + width, y}, Ink::guide, Outline::solid);
      canvas_.box({{corner_.x, y - 13}, {names_width, 26}}, Ink::box, Outline::solid);
      canvas_.centred_text({corner_.x + names_width / 2, y + 5}, graph_.indices[row], Ink::text);
    }
    int x = corner_.x + names_width;
    for (const Lane& lane : lanes_) {
      draw_lane(lane, x);
      x += lane.width;
    }
    return {width, head_height + static_cast<int>(graph_.indices.size()) * row_height};
  }

 private:
  int middle(std::size_t row) const {
    return corner_.y + head_height + static_cast<int>(row) * row_height + row_height / 2;
  }

  void draw_lane(const Lane& lane, int left) {
    const Ink ink = ink_of(lane.path->role);
    const Outline outline = lane.path->role == Role::temporary ? Outline::dashed : Outline::solid;
    const int x = left + bow_width;
    canvas_.text({x, corner_.y + 15}, lane.path->access, ink);
    canvas_.text({x, corner_.y + 15 + line_height}, lane.path->format, Ink::muted);
    for (std::size_t level = 1; level < lane.route.size(); ++level)
      draw_step(lane, x, lane.route[level - 1], lane.route[level]);
    for (const Station& station : lane.stations) {
      const int y = middle(station.row);
      canvas_.box({{x, y - station_height / 2}, {lane.station_width, station_height}}, ink, outline);
      canvas_.centred_text({x + lane.station_width / 2, y + 5}, station.numbers, ink);
      canvas_.text({x + lane.station_width + 8, y - 4}, station.levels, Ink::muted);
    }
  }

  void draw_step(const Lane& lane, int x, std::size_t from_station, std::size_t to_station) {
    if (from_station == to_station) return;
    const std::size_t from = lane.stations[from_station].row, to = lane.stations[to_station].row;
    const Outline outline = lane.path->role == Role::temporary ? Outline::dashed : Outline::solid;
    const bool inwards = from < to;
    const bool free = std::none_of(lane.stations.begin(), lane.stations.end(),
                                   [&](const Station& each) { return from < each.row && each.row < to; });
    const Ink ink = inwards ? ink_of(lane.path->role) : Ink::against;
    if (inwards && free) {
      const int middle_x = x + lane.station_width / 2, tip = middle(to) - station_height / 2;
      canvas_.line({middle_x, middle(from)}, {middle_x, tip - 6}, ink, outline);
      canvas_.arrow_head({middle_x, tip}, Direction::down, ink);
    } else {
      // The ends are offset vertically, so that an arriving and a leaving curve are distinguishable.
      const Point start{x, middle(from) + 5}, tip{x, middle(to) - 5};
      canvas_.bow(start, {tip.x - 6, tip.y}, bow_width, ink, outline);
      canvas_.arrow_head(tip, Direction::right, ink);
    }
  }

  Canvas& canvas_;
  Point corner_;
  const IterationGraph& graph_;
  std::vector<Lane> lanes_;
};

}  // namespace

Size draw_graph(Canvas& canvas, Point corner, const IterationGraph& graph) {
  return Graph(canvas, corner, graph).draw();
}

}  // namespace scorchc::draw
