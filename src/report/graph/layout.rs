//! Where boxes and lines go: columns from left to right, so that as few lines as possible cross or lead back.
//!
//! The steps are those of K. Sugiyama, S. Tagawa and M. Toda, "Methods for Visual Understanding of Hierarchical System
//! Structures" (1981): break circles, assign columns, order each, place. Same input, same picture.

/// The width of every box.
pub(super) const BOX_WIDTH: usize = 252;
/// The room for lines and their labels between two columns.
pub(super) const GAP: usize = 230;
/// The room between two boxes of a column.
const SPACE: usize = 26;
/// The height of a box with few lines.
const LEAST_HEIGHT: usize = 44;
/// The room for one line at the side of a box, with its label.
const PORT: usize = 20;
/// The height of a column's place where a line only passes.
const PASSING: usize = 20;
const MARGIN: usize = 12;
/// How often each column is ordered by its neighbours.
const SWEEPS: usize = 6;

/// A point, in pixels from the upper left corner.
pub(super) type Point = (usize, usize);

/// The upper left corner of a box, and its height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) height: usize,
}

/// A picture without its texts.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Of each box.
    pub(super) boxes: Vec<Place>,
    /// Of each line, from its beginning to its end: points that it leaves and meets horizontally.
    pub(super) lines: Vec<Vec<Point>>,
}

/// A box, or the place of a line that passes a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Box(usize),
    Passing(usize),
}

/// One of the two sides of a column, or ends of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// Columns, and of each line the cells that it leads over from left to right.
struct Columns {
    columns: Vec<Vec<Cell>>,
    routes: Vec<Vec<Cell>>,
    /// How many cells there are.
    count: usize,
    boxes: usize,
}

/// Arranges so many boxes with lines between them. No line may lead from a box to itself.
pub(super) fn arrange(boxes: usize, lines: &[(usize, usize)]) -> Layout {
    let order = order(boxes, lines);
    let forward: Vec<(usize, usize)> = lines
        .iter()
        .map(|&(from, to)| if order[from] < order[to] { (from, to) } else { (to, from) })
        .collect();
    let mut columns = Columns::of(boxes, &forward, &order);
    columns.untangle();
    let (places, height) = columns.place(&forward);
    let width = 2 * MARGIN + columns.columns.len() * (BOX_WIDTH + GAP) - GAP;
    let mut routed = columns.route(&places, &forward);
    for (route, (line, kept)) in routed.iter_mut().zip(lines.iter().zip(&forward)) {
        if line != kept {
            route.reverse();
        }
    }
    Layout { width, height, boxes: places[..boxes].to_vec(), lines: routed }
}

/// The position of each box in an order in which few lines lead back: what nothing leads to comes first, and where there
/// is only a circle left, its first box.
fn order(boxes: usize, lines: &[(usize, usize)]) -> Vec<usize> {
    let mut position = vec![usize::MAX; boxes];
    for next in 0..boxes {
        let free = |one: usize| position[one] == usize::MAX;
        let open = |one: usize| lines.iter().all(|&(from, to)| to != one || !free(from));
        let chosen = (0..boxes).filter(|&one| free(one)).find(|&one| open(one));
        if let Some(one) = chosen.or_else(|| (0..boxes).find(|&one| free(one))) {
            position[one] = next;
        }
    }
    position
}

impl Columns {
    /// Each box stands right of everything that leads to it; one without lines stands below those of the first column.
    fn of(boxes: usize, forward: &[(usize, usize)], order: &[usize]) -> Self {
        let mut by_order: Vec<usize> = (0..boxes).collect();
        by_order.sort_by_key(|&one| order[one]);
        let mut column = vec![0; boxes];
        for &one in &by_order {
            for &(_, to) in forward.iter().filter(|line| line.0 == one) {
                column[to] = column[to].max(column[one] + 1);
            }
        }
        let last = column.iter().copied().max().unwrap_or_default();
        let mut columns = vec![Vec::new(); last + 1];
        let alone = |one: usize| forward.iter().all(|&(from, to)| from != one && to != one);
        for linked in [false, true] {
            for one in (0..boxes).filter(|&one| alone(one) == linked) {
                columns[column[one]].push(Cell::Box(one));
            }
        }
        let mut count = boxes;
        let mut routes = Vec::new();
        for &(from, to) in forward {
            let mut route = vec![Cell::Box(from)];
            for between in &mut columns[column[from] + 1..column[to]] {
                between.push(Cell::Passing(count));
                route.push(Cell::Passing(count));
                count += 1;
            }
            route.push(Cell::Box(to));
            routes.push(route);
        }
        Self { columns, routes, count, boxes }
    }

    /// Orders each column by the middle of its neighbours on one side, then on the other.
    fn untangle(&mut self) {
        let steps: Vec<(usize, usize)> = self
            .routes
            .iter()
            .flat_map(|route| route.windows(2).map(|pair| (pair[0].number(), pair[1].number())))
            .collect();
        for sweep in 0..SWEEPS {
            let mut height = vec![0; self.count];
            for column in &self.columns {
                for (place, cell) in column.iter().enumerate() {
                    height[cell.number()] = place;
                }
            }
            let count = self.columns.len();
            for place in 0..count {
                let (place, side) =
                    if sweep % 2 == 0 { (place, Side::Left) } else { (count - 1 - place, Side::Right) };
                let middle = |cell: &Cell| {
                    let neighbours = steps.iter().filter_map(|&(from, to)| match side {
                        Side::Left => (to == cell.number()).then_some(from),
                        Side::Right => (from == cell.number()).then_some(to),
                    });
                    let heights: Vec<usize> = neighbours.map(|neighbour| height[neighbour]).collect();
                    let sum: usize = heights.iter().sum();
                    // In thousandths; one without neighbours keeps its place.
                    if heights.is_empty() { height[cell.number()] * 1000 } else { sum * 1000 / heights.len() }
                };
                let mut keyed: Vec<(usize, Cell)> =
                    self.columns[place].iter().map(|cell| (middle(cell), *cell)).collect();
                keyed.sort_by_key(|(middle, _)| *middle);
                self.columns[place] = keyed.into_iter().map(|(_, cell)| cell).collect();
                for (at, cell) in self.columns[place].iter().enumerate() {
                    height[cell.number()] = at;
                }
            }
        }
    }

    /// The place of each cell, and the height of the picture.
    fn place(&self, forward: &[(usize, usize)]) -> (Vec<Place>, usize) {
        let height = |cell: Cell| match cell {
            Cell::Passing(_) => PASSING,
            Cell::Box(one) => {
                let right = forward.iter().filter(|line| line.0 == one).count();
                let left = forward.iter().filter(|line| line.1 == one).count();
                LEAST_HEIGHT.max(PORT * (right.max(left) + 1))
            }
        };
        let mut places = vec![Place::default(); self.count];
        let mut bottom = 0;
        for (number, column) in self.columns.iter().enumerate() {
            let x = MARGIN + number * (BOX_WIDTH + GAP);
            let mut free = MARGIN;
            for &cell in column {
                let height = height(cell);
                let level = self.level(cell, &places).map_or(free, |level| level.saturating_sub(height / 2));
                let y = free.max(level);
                places[cell.number()] = Place { x, y, height };
                bottom = bottom.max(y + height);
                free = y + height + SPACE;
            }
        }
        (places, bottom + MARGIN)
    }

    /// The middle of what leads to a cell, at which its lines would be straight.
    fn level(&self, cell: Cell, places: &[Place]) -> Option<usize> {
        let pairs = self.routes.iter().flat_map(|route| route.windows(2));
        let before = pairs.filter(|pair| pair[1] == cell).map(|pair| places[pair[0].number()]);
        let middles: Vec<usize> = before.map(|place| place.y + place.height / 2).collect();
        middles.iter().sum::<usize>().checked_div(middles.len())
    }

    /// The points of each line. Lines at one side of a box are spread over it in the order in which they come.
    fn route(&self, places: &[Place], forward: &[(usize, usize)]) -> Vec<Vec<Point>> {
        let neighbour = |line: usize, side: Side| {
            let route = &self.routes[line];
            let cell = match side {
                Side::Left => route[route.len() - 2],
                Side::Right => route[1],
            };
            let place = places[cell.number()];
            (place.y + place.height / 2, line)
        };
        // A line ends at the left side of a box, and begins at the right side of one.
        let of = |line: usize, side: Side| match side {
            Side::Left => forward[line].1,
            Side::Right => forward[line].0,
        };
        let port = |line: usize, side: Side| {
            let same = (0..forward.len()).filter(|&other| of(other, side) == of(line, side));
            let mut beside: Vec<(usize, usize)> = same.map(|other| neighbour(other, side)).collect();
            beside.sort_unstable();
            let at = beside.iter().position(|&(_, other)| other == line).unwrap_or_default();
            let place = places[of(line, side)];
            place.y + place.height * (at + 1) / (beside.len() + 1)
        };
        let mut lines = Vec::new();
        for (line, route) in self.routes.iter().enumerate() {
            let (from, to) = (places[forward[line].0], places[forward[line].1]);
            let mut points = vec![(from.x + BOX_WIDTH, port(line, Side::Right))];
            for cell in route.iter().filter(|cell| cell.number() >= self.boxes) {
                let place = places[cell.number()];
                let y = place.y + place.height / 2;
                points.extend([(place.x, y), (place.x + BOX_WIDTH, y)]);
            }
            points.push((to.x, port(line, Side::Left)));
            lines.push(points);
        }
        lines
    }
}

impl Cell {
    const fn number(self) -> usize {
        match self {
            Self::Box(number) | Self::Passing(number) => number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_chain_leads_from_left_to_right() {
        let layout = arrange(3, &[(2, 1), (1, 0)]);
        let x: Vec<usize> = layout.boxes.iter().map(|place| place.x).collect();
        assert!(x[2] < x[1] && x[1] < x[0], "{x:?}");
    }

    #[test]
    fn a_line_over_a_column_passes_its_boxes() {
        let layout = arrange(3, &[(0, 1), (1, 2), (0, 2)]);
        assert_eq!(layout.lines[2].len(), 4);
        let (between, passed) = (layout.boxes[1], layout.lines[2][1].1);
        assert!(passed < between.y || passed > between.y + between.height);
    }

    #[test]
    fn of_a_circle_one_line_leads_back() {
        let layout = arrange(2, &[(0, 1), (1, 0)]);
        let (there, back) = (&layout.lines[0], &layout.lines[1]);
        assert!(there[0].0 < there[1].0 && back[0].0 > back[1].0);
        assert_ne!(there[0].1, back[1].1, "they have ports of their own");
    }

    fn any_lines() -> impl Strategy<Value = (usize, Vec<(usize, usize)>)> {
        (1..12_usize).prop_flat_map(|boxes| {
            let lines = prop::collection::vec((0..boxes, 0..boxes), 0..20);
            (Just(boxes), lines.prop_map(|lines| lines.into_iter().filter(|(a, b)| a != b).collect()))
        })
    }

    proptest! {
        #[test]
        fn no_two_boxes_overlap_and_all_is_in_the_picture((boxes, lines) in any_lines()) {
            let layout = arrange(boxes, &lines);
            prop_assert_eq!(layout.boxes.len(), boxes);
            prop_assert_eq!(layout.lines.len(), lines.len());
            for (at, one) in layout.boxes.iter().enumerate() {
                prop_assert!(one.x + BOX_WIDTH <= layout.width && one.y + one.height <= layout.height);
                for other in &layout.boxes[at + 1..] {
                    let apart = one.y + one.height <= other.y || other.y + other.height <= one.y;
                    prop_assert!(one.x != other.x || apart);
                }
            }
            for ((from, to), points) in lines.iter().zip(&layout.lines) {
                let at = |one: usize, point: Option<&Point>| point.is_some_and(|&(x, y)| {
                    let place = layout.boxes[one];
                    (x == place.x || x == place.x + BOX_WIDTH) && (place.y..=place.y + place.height).contains(&y)
                });
                prop_assert!(at(*from, points.first()) && at(*to, points.last()));
            }
        }
    }
}
