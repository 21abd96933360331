//! The figures as a table, with the targets below.

use super::{rounds::Series, statistics::Spread};

/// What a median is to be at most: that of a ratio, or of the time itself.
pub(super) struct Target {
    of: &'static str,
    than: Than,
    most: f64,
}

/// What a target compares with.
pub(super) enum Than {
    /// The contender that the table is about.
    Base,
    Other(&'static str),
    Milliseconds,
}

impl Target {
    pub(super) fn new(of: &'static str, than: Than, most: f64) -> Self {
        Self { of, than, most }
    }
}

pub(super) fn print(title: &str, base: &'static str, series: &[Series], targets: &[Target]) {
    println!("\n{}", text(title, base, series, targets));
}

fn text(title: &str, base: &'static str, series: &[Series], targets: &[Target]) -> String {
    let find = |name: &str| series.iter().find(|series| series.name == name);
    let rounds = series.iter().map(|series| series.times.len()).max().unwrap_or_default();
    let mut lines = vec![
        format!("{title} ({rounds} rounds)"),
        format!("  {:<24}{:>10}  {}", "", "median ms", format_args!("ratio to {base}, median [least..most]")),
    ];
    for Series { name, times, .. } in series {
        let time = Spread::of_times(times).median;
        let ratio = find(base).map(|base| Spread::of_ratios(times, &base.times)).filter(|_| *name != base);
        let ratio = ratio.map_or_else(|| "1".to_owned(), shown);
        lines.push(format!("  {name:<24}{time:>10.1}  {ratio}"));
    }
    for Target { of, than, most } in targets {
        let (measure, other) = match than {
            Than::Base => (base, Some(find(base))),
            Than::Other(name) => (*name, Some(find(name))),
            Than::Milliseconds => ("ms", None),
        };
        let spread = match (find(of), other) {
            (Some(one), None) => Some(Spread::of_times(&one.times)),
            (Some(one), Some(Some(other))) => Some(Spread::of_ratios(&one.times, &other.times)),
            _ => None,
        };
        let of_whom = if other.is_some() { "of " } else { "" };
        let goal = format!("  target: {of} at most {most} {of_whom}{measure}");
        lines.push(match spread {
            Some(spread) => {
                let verdict = if spread.median <= *most { "reached" } else { "NOT reached" };
                format!("{goal}: {verdict}, {}", shown(spread))
            }
            None => format!("{goal}: not measured"),
        });
    }
    lines.join("\n")
}

fn shown(Spread { median, least, most }: Spread) -> String {
    format!("{median:.2} [{least:.2}..{most:.2}]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_target_is_judged_by_the_median_of_ratios() {
        let series =
            [("base", [10, 10, 10]), ("fast", [5, 6, 20]), ("slow", [9, 9, 9])].map(|(name, times)| Series {
                times: times.map(Duration::from_millis).to_vec(),
                ..Series::of(name)
            });
        let targets = [
            Target::new("fast", Than::Base, 0.6),
            Target::new("slow", Than::Base, 0.6),
            Target::new("slow", Than::Other("absent"), 1.0),
            Target::new("slow", Than::Milliseconds, 9.0),
        ];
        let text = text("Work", "base", &series, &targets);
        let verdicts: Vec<_> = text.lines().rev().take(4).collect();
        assert_eq!(verdicts[3], "  target: fast at most 0.6 of base: reached, 0.60 [0.50..2.00]");
        assert_eq!(verdicts[2], "  target: slow at most 0.6 of base: NOT reached, 0.90 [0.90..0.90]");
        assert_eq!(verdicts[1], "  target: slow at most 1 of absent: not measured");
        assert_eq!(verdicts[0], "  target: slow at most 9 ms: reached, 9.00 [9.00..9.00]");
    }
}
