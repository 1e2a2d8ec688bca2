//! A part of a manifest: every N-th row, so that parts take equally long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: usize,
    pub of: usize,
}

impl Default for Shard {
    fn default() -> Self {
        Self { number: 1, of: 1 }
    }
}

const MOST_SHARDS: usize = 1_000_000;

pub fn parse_shard(text: &str) -> Result<Shard, String> {
    let number = |text: &str| text.parse::<usize>().ok();
    let parts = text.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?)));
    match parts {
        Some((number, of)) if (1..=of).contains(&number) && of <= MOST_SHARDS => Ok(Shard { number, of }),
        _ => Err("a part like 3/10 is needed, from 1/10 to 10/10".into()),
    }
}

impl Shard {
    /// Its rows of so many.
    pub fn rows(self, n_rows: usize) -> impl Iterator<Item = usize> {
        (self.number - 1..n_rows).step_by(self.of)
    }

    /// How files of it are named.
    pub fn name(self) -> String {
        format!("{}-of-{}", self.number, self.of)
    }

    pub fn failures_name(self) -> String {
        if self.of == 1 { "failures.csv".into() } else { format!("failures-{}.csv", self.name()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_rows_out_and_none_twice() {
        let mut all: Vec<_> = (1..=3).flat_map(|number| Shard { number, of: 3 }.rows(10)).collect();
        all.sort_unstable();
        assert!(all.iter().copied().eq(0..10));
        assert_eq!(Shard { number: 5, of: 7 }.rows(3).count(), 0);
        assert_eq!(parse_shard("3/10"), Ok(Shard { number: 3, of: 10 }));
        for bad in ["", "3", "0/3", "4/3", "-1/3", "1/0", "a/b", "1/99999999"] {
            assert!(parse_shard(bad).is_err(), "{bad}");
        }
    }
}
