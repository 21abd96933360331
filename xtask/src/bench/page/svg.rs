//! Just enough of SVG 1.1 for charts of lines, bars and words, which are text and follow the reader's light or dark.

use std::fmt::{Display, Write as _};

/// Of all charts, in pixels.
pub(super) const WIDTH: f64 = 760.0;

const STYLE: &str = "\
text{font:13px system-ui,sans-serif;fill:#24292f}.faint{fill:#57606a}.ours{fill:#0969da}.theirs{fill:#8c959f}\
.line{fill:none;stroke-width:2}.line.ours{stroke:#0969da;fill:none}.line.theirs{stroke:#8c959f;fill:none}\
.rule{stroke:#d0d7de}.reach{stroke:#24292f}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.faint{fill:#9198a1}.ours{fill:#4493f8}.theirs{fill:#6e7681}\
.line.ours{stroke:#4493f8}.line.theirs{stroke:#6e7681}.rule{stroke:#3d444d}.reach{stroke:#e6edf3}}";

/// Where a text is put, seen from its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A point, in pixels from the upper left corner.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// A drawing that grows.
pub(super) struct Drawing {
    height: f64,
    body: String,
}

impl Drawing {
    pub(super) const fn of_height(height: f64) -> Self {
        Self { height, body: String::new() }
    }

    pub(super) fn words(&mut self, at: Point, anchor: Anchor, class: &str, words: &str) {
        let Point { x, y } = at;
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let words = escaped(words);
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{words}</text>"
        ));
    }

    /// A bar to the right of a point, which is its upper left corner.
    pub(super) fn bar(&mut self, at: Point, width: f64, height: f64, class: &str) {
        let Point { x, y } = at;
        self.put(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"2\" class=\"{class}\"/>"
        ));
    }

    pub(super) fn line(&mut self, from: Point, to: Point, class: &str) {
        let (Point { x: x1, y: y1 }, Point { x: x2, y: y2 }) = (from, to);
        self.put(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"
        ));
    }

    /// A line through all points, and a dot on each.
    pub(super) fn curve(&mut self, points: &[Point], class: &str) {
        let places: Vec<_> = points.iter().map(|Point { x, y }| format!("{x:.1},{y:.1}")).collect();
        self.put(format_args!("<polyline points=\"{}\" class=\"line {class}\"/>", places.join(" ")));
        for Point { x, y } in points {
            self.put(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" class=\"{class}\"/>"));
        }
    }

    /// A faint broken line through all points.
    pub(super) fn dashes(&mut self, points: &[Point]) {
        for ends in points.windows(2) {
            let [Point { x: x1, y: y1 }, Point { x: x2, y: y2 }] = ends else { continue };
            self.put(format_args!(
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"reach\" stroke-dasharray=\"2 5\"/>"
            ));
        }
    }

    /// The whole file. The title and the description are what is read aloud.
    pub(super) fn finish(self, title: &str, description: &str) -> String {
        let Self { height, body } = self;
        let (title, description) = (escaped(title), escaped(description));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
             role=\"img\" aria-labelledby=\"title description\">\n<title id=\"title\">{title}</title>\n\
             <desc id=\"description\">{description}</desc>\n<style>{STYLE}</style>\n{body}</svg>\n"
        )
    }

    fn put(&mut self, element: impl Display) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.body, "{element}");
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
