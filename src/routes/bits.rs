//! Sets of small numbers, for rules and words.

/// The numbers below 64 times `BLOCKS` that are in the set. Larger ones are in none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits<const BLOCKS: usize>([u64; BLOCKS]);

impl<const BLOCKS: usize> Bits<BLOCKS> {
    pub(super) const EMPTY: Self = Self([0; BLOCKS]);
    #[cfg(test)]
    pub(super) const ALL: Self = Self([u64::MAX; BLOCKS]);
    pub(super) const SIZE: usize = 64 * BLOCKS;

    pub(super) fn insert(&mut self, number: usize) {
        if let Some(bits) = self.0.get_mut(number / 64) {
            *bits |= 1 << (number % 64);
        }
    }

    pub(super) fn extend(&mut self, other: &Self) {
        for (bits, more) in self.0.iter_mut().zip(other.0) {
            *bits |= more;
        }
    }

    /// What is in either.
    pub(super) fn or(mut self, other: &Self) -> Self {
        self.extend(other);
        self
    }

    /// What is in both.
    pub(super) fn and(mut self, other: &Self) -> Self {
        for (bits, those) in self.0.iter_mut().zip(other.0) {
            *bits &= those;
        }
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; BLOCKS]
    }

    /// Whether all of the other set is in this one.
    pub(super) fn holds(&self, other: &Self) -> bool {
        other.0.iter().zip(self.0).all(|(bits, own)| bits & !own == 0)
    }

    /// Whether any of the other set is in this one.
    pub(super) fn meets(&self, other: &Self) -> bool {
        other.0.iter().zip(self.0).any(|(bits, own)| bits & own != 0)
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }

    /// From the smallest number to the largest.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(block, bits)| {
            let mut left = *bits;
            std::iter::from_fn(move || {
                let lowest = left.trailing_zeros() as usize;
                left &= left.checked_sub(1)?;
                Some(block * 64 + lowest)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn numbers_are_in_the_sets_that_they_were_put_into() {
        let (mut few, mut more) = (Bits::<2>::EMPTY, Bits::<2>::EMPTY);
        few.insert(64);
        for number in [127, 0, 64, 128] {
            more.insert(number);
        }
        assert_eq!(more.iter().collect::<Vec<_>>(), [0, 64, 127]);
        assert!(more.holds(&few) && !few.holds(&more) && few.meets(&more) && few.contains(64));
        assert!(few.and(&Bits::EMPTY).is_empty() && Bits::ALL.holds(&more));
    }
}
