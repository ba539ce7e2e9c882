//! The same work on many small things: files, documents. Their size is bounded, so few of them are soon done.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// Starting threads takes as long as reading this many files.
const FEW: usize = 4;

/// What `each` gives for every item, in their order: on all cores, unless there are few.
pub fn map_all<'a, I: Sync, T: Send>(items: &'a [I], each: impl Fn(&'a I) -> T + Send + Sync) -> Vec<T> {
    if items.len() <= FEW { items.iter().map(each).collect() } else { items.par_iter().map(each).collect() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn few_and_many_keep_their_order() {
        for count in [0, 1, super::FEW, super::FEW + 1, 1000] {
            let items: Vec<usize> = (0..count).collect();
            assert_eq!(super::map_all(&items, |item| item + 1), (1..=count).collect::<Vec<_>>());
        }
    }
}
