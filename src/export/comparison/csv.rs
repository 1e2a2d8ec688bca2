//! The comparison of bites as CSV: one line a pair and bite; the whole comes first, without teeth.
use super::{ComparisonRecord, RowRecord};
use std::io::{self, Write};

const NAMES: [&str; 16] = [
    "upper",
    "lower",
    "bite",
    "base",
    "share",
    "s_within_mm2",
    "freedoms",
    "sdc95_mm2",
    "sdc95_all_mm2",
    "area_mm2",
    "penetrating_mm2",
    "near_mm2",
    "max_depth_mm",
    "difference_mm2",
    "change",
    "sure",
];

impl ComparisonRecord {
    /// # Errors
    /// What `out` reports.
    pub fn write_csv(&self, out: impl Write) -> io::Result<()> {
        let mut table = csv::Writer::from_writer(out);
        table.write_record(NAMES).map_err(io::Error::other)?;
        let whole = std::iter::once((String::new(), String::new(), &self.whole));
        let pairs = self.pairs.iter().map(|pair| (pair.upper.to_string(), pair.lower.to_string(), &pair.row));
        for (upper, lower, row) in whole.chain(pairs) {
            for line in self.lines(&upper, &lower, row) {
                table.write_record(line).map_err(io::Error::other)?;
            }
        }
        table.flush()
    }

    fn lines<'a>(
        &'a self,
        upper: &'a str,
        lower: &'a str,
        row: &'a RowRecord,
    ) -> impl Iterator<Item = [String; 16]> + 'a {
        row.in_bites.iter().enumerate().map(move |(i, f)| {
            let number = |x: f64| x.to_string();
            [
                upper.into(),
                lower.into(),
                self.bites[i].name.clone(),
                self.bites[self.base].name.clone(),
                number(row.share),
                number(row.s_within_mm2),
                self.scatter.freedoms.map_or(String::new(), |n| n.to_string()),
                number(row.sdc95_mm2),
                number(row.sdc95_all_mm2),
                number(f.area_mm2),
                number(f.penetrating_mm2),
                number(f.near_mm2),
                number(f.max_depth_mm),
                number(f.difference_mm2),
                f.change.into(),
                f.sure.to_string(),
            ]
        })
    }
}
