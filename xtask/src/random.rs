//! Pseudo-random numbers that are the same everywhere: SplitMix64 (Steele, Lea and Flood, 2014).

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0. The bias is far too small to matter here.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Between 0 and 1, in hundredths, and never 0.
    pub(crate) fn share(&mut self) -> f64 {
        let hundredths = u8::try_from(1 + self.below(100)).unwrap_or(100);
        f64::from(hundredths) / 100.0
    }

    /// A position in a slice of this length, which is not 0.
    pub(crate) fn position(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or_default()
    }

    pub(crate) fn pick<'items, T>(&mut self, items: &'items [T]) -> &'items T {
        &items[self.position(items.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.position(last + 1));
        }
    }
}
