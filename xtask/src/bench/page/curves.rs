//! A growth as curves of medians over sizes, both logarithmic.

use super::{
    super::{
        figures::{Curve, Growth, Unit, grouped},
        rounds::Whose,
    },
    bars::class,
    svg::{Anchor, Drawing, Point, WIDTH},
};

const HEIGHT: f64 = 320.0;
const LEFT: f64 = 80.0;
/// The names of the curves stand behind their ends.
const RIGHT: f64 = WIDTH - 270.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = HEIGHT - 44.0;
/// Between two names, so that both can be read.
const APART: f64 = 17.0;
/// The name of the dashed line.
const IN_PROPORTION: &str = "in proportion";

/// A logarithmic axis in pixels.
struct Axis {
    least: f64,
    most: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn at(&self, value: f64) -> f64 {
        let whole = (self.most / self.least).ln();
        self.from + (self.to - self.from) * (value / self.least).ln() / whole
    }
}

pub(super) fn chart(growth: &Growth) -> String {
    let mut drawing = Drawing::of_height(HEIGHT);
    let times: Vec<&Curve> = growth.curves.iter().filter(|curve| curve.unit == Unit::Milliseconds).collect();
    #[expect(clippy::cast_precision_loss, reason = "sizes are far from what a float cannot hold")]
    let sizes: Vec<f64> = growth.sizes.iter().map(|size| *size as f64).collect();
    let across = axis(&sizes, LEFT, RIGHT);
    let medians: Vec<f64> = times
        .iter()
        .flat_map(|curve| (0..sizes.len()).filter_map(|place| Some(curve.at(place)?.median)))
        .collect();
    let proportion = proportion(&times, &sizes);
    let shown: Vec<f64> = medians.into_iter().chain(proportion.iter().copied()).collect();
    let up = axis(&decades(&shown), BOTTOM, TOP);
    for value in decades(&shown) {
        let y = up.at(value);
        drawing.line(Point { x: LEFT, y }, Point { x: RIGHT, y }, "rule");
        drawing.words(
            Point { x: LEFT - 8.0, y: y + 4.5 },
            Anchor::End,
            "faint",
            &format!("{} ms", Unit::Milliseconds.number(value)),
        );
    }
    for (size, named) in sizes.iter().zip(&growth.sizes) {
        let x = across.at(*size);
        drawing.line(Point { x, y: TOP }, Point { x, y: BOTTOM }, "rule");
        drawing.words(Point { x, y: BOTTOM + 18.0 }, Anchor::Middle, "faint", &grouped(*named));
    }
    let middle = f64::midpoint(LEFT, RIGHT);
    drawing.words(Point { x: middle, y: BOTTOM + 36.0 }, Anchor::Middle, "faint", &growth.along);
    let along: Vec<_> = sizes
        .iter()
        .zip(&proportion)
        .map(|(size, value)| Point { x: across.at(*size), y: up.at(*value) })
        .collect();
    drawing.dashes(&along);
    let mut names: Vec<(Point, &str)> = along.last().map(|last| (*last, IN_PROPORTION)).into_iter().collect();
    for curve in times {
        let points: Vec<Point> = sizes
            .iter()
            .enumerate()
            .filter_map(|(place, size)| {
                Some(Point { x: across.at(*size), y: up.at(curve.at(place)?.median) })
            })
            .collect();
        drawing.curve(&points, class(curve.whose));
        if let Some(last) = points.last() {
            names.push((*last, &curve.name));
        }
    }
    names.sort_by(|(one, _), (other, _)| one.y.total_cmp(&other.y));
    let mut free = f64::MIN;
    for (end, name) in names {
        let y = (end.y + 4.5).max(free);
        drawing.words(
            Point { x: end.x + 12.0, y },
            Anchor::Start,
            if name == IN_PROPORTION { "faint" } else { "" },
            name,
        );
        free = y + APART;
    }
    drawing.finish(&growth.title, &growth.about)
}

/// What the first cost of ours would be at each size if it were in proportion to the size.
fn proportion(times: &[&Curve], sizes: &[f64]) -> Vec<f64> {
    let ours = times.iter().find(|curve| curve.whose == Whose::Ours).and_then(|curve| curve.at(0));
    let first = ours.zip(sizes.first());
    first.map_or_else(Vec::new, |(cost, first)| sizes.iter().map(|size| cost.median * size / first).collect())
}

/// From the least to the most of the values; of a length, even where there is one value.
fn axis(values: &[f64], from: f64, to: f64) -> Axis {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(0.0, f64::max);
    if least < most { Axis { least, most, from, to } } else { Axis { least: 0.5, most: 2.0, from, to } }
}

/// The powers of ten around the values.
fn decades(values: &[f64]) -> Vec<f64> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min).log10().floor();
    let most = values.iter().copied().fold(0.0, f64::max).log10().ceil();
    if !(least.is_finite() && most.is_finite()) {
        return Vec::new();
    }
    let steps = std::iter::successors(Some(least), |step| Some(step + 1.0));
    steps.take_while(|step| *step <= most.max(least + 1.0)).map(|step| 10_f64.powf(step)).collect()
}
