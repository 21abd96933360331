//! Files of labelled snippets, which hold routes on purpose.
//!
//! A scanner's own repository has texts that say what no record may permit, because something has to show that they are
//! found. Leaving such files out of the scan would leave out whatever else is put there. So they are scanned, snippet by
//! snippet, and what is found has to be what the labels say: a hit is then the answer to a label and permits nothing.
//! This is of no use for hiding a route elsewhere: the file has to be snippets from its first byte to its last, with a
//! header that says "route" above each of them, its record states their number, so that one more is seen in a review,
//! and a file whose labels do not come true is read as text like any other.

use serde::Serialize;

/// How many of five snippets have to be as they are labelled. The rules are not always right, and some of the snippets
/// are kept to measure how often; a file that they are this wrong about was not labelled in earnest.
const BELIEVED: usize = 4;

/// How a scan and the labels of a file agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Agreement {
    /// The snippets.
    pub snippets: usize,
    /// Those labelled as routes.
    pub routes: usize,
    /// Those of which the scan says what their label says.
    pub agreeing: usize,
}

impl Agreement {
    /// Both together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            snippets: self.snippets + other.snippets,
            routes: self.routes + other.routes,
            agreeing: self.agreeing + other.agreeing,
        }
    }

    /// Whether the labels come true.
    #[must_use]
    pub const fn is_believed(self) -> bool {
        self.agreeing * 5 >= self.snippets * BELIEVED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_of_five_are_believed_whatever_the_number_of_files() {
        let file = |snippets, agreeing| Agreement { snippets, routes: 2, agreeing };
        let both = file(7, 6).and(file(3, 2));
        assert_eq!(both, Agreement { snippets: 10, routes: 4, agreeing: 8 });
        assert!(both.is_believed());
        assert!(!file(10, 7).is_believed());
    }
}
