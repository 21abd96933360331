//! Facts in lines, each column as wide as its widest cell.

/// On which side of its column a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// One line for each row, with two spaces between columns. `sides` says how many columns there are.
pub fn aligned<const N: usize>(sides: [Side; N], rows: &[[String; N]]) -> String {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(sides).zip(widths);
        let cells = cells.map(|((cell, side), width)| match side {
            Side::Left => format!("{cell:<width$}"),
            Side::Right => format!("{cell:>width$}"),
        });
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_to_the_left_and_numbers_to_the_right() {
        let rows = [["name", "rows"], ["Größe", "12345"], ["a", "1"]].map(|row| row.map(str::to_owned));
        let lines = aligned([Side::Left, Side::Right], &rows);
        assert_eq!(lines, "name    rows\nGröße  12345\na          1\n");
        assert_eq!(aligned([Side::Left, Side::Left], &rows), "name   rows\nGröße  12345\na      1\n");
    }
}
