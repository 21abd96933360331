//! Spans of time in the unit in which they are promised, so that hours are never taken for days.

use std::fmt;

macro_rules! units {
    ($( $(#[$doc:meta])* $name:ident = $minutes:literal, $word:literal; )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(u32);

        impl $name {
            /// So many; `None` for none at all, which no span is.
            #[must_use]
            pub const fn new(count: u32) -> Option<Self> {
                if count == 0 { None } else { Some(Self(count)) }
            }

            /// A span that stands in this program's text.
            pub(super) const fn fixed(count: u32) -> Self {
                Self(count)
            }

            /// How many.
            #[must_use]
            pub const fn count(self) -> u32 {
                self.0
            }

            /// The same in minutes, to be compared with other units.
            #[must_use]
            pub const fn minutes(self) -> u64 {
                // Not lossless by the compiler's word alone: From is not const.
                self.0 as u64 * $minutes
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!("{} ", $word), self.0)
            }
        }
    )* };
}

units! {
    /// Minutes.
    Minutes = 1, "min";
    /// Hours.
    Hours = 60, "h";
    /// Days of 24 hours.
    Days = 1_440, "d";
}
