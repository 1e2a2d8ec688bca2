//! The comparison of bites as a table for people.
use super::{ComparisonRecord, InBite, SpreadRecord};
use crate::export::DISCLAIMER;
use crate::jaw::teeth::said_pair;
use std::fmt::{Result, Write};

/// Longer names are cut in the table.
const NAME: usize = 24;

impl ComparisonRecord {
    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut out);
        out
    }

    fn write_text(&self, out: &mut String) -> Result {
        writeln!(
            out,
            "{} bites: contact within {} mm by closest gap ({}), areas in mm², the mean of both jaws",
            self.bites.len(),
            self.threshold_mm,
            self.scope.name()
        )?;
        if self.asked.trimmed_area_mm2 > 0.0 {
            writeln!(out, "Trimmed, and so not counted in any bite: {:.1} mm²", self.asked.trimmed_area_mm2)?;
        }
        writeln!(
            out,
            "     {:<NAME$} {:>8} {:>8} {:>8} {:>9}  against {}",
            "bite",
            "area",
            "inside",
            "depth mm",
            "change",
            self.letter(self.base)
        )?;
        for (i, bite) in self.bites.iter().enumerate() {
            let f = &self.whole.in_bites[i];
            let [n, n_sure] = self.n_changed(i);
            let against = match i == self.base {
                true => "the base".to_owned(),
                // As the window counts them: changed is what is sure.
                false => {
                    format!("{}: {n_sure} of {} pairs, {} more perhaps", self.verdicts[i], self.pairs.len(), n - n_sure)
                }
            };
            writeln!(
                out,
                "  {}  {:<NAME$.NAME$} {:>8.2} {:>8.2} {:>8.3} {:>+9.2}  {against}",
                self.letter(i),
                bite.name,
                f.area_mm2,
                f.penetrating_mm2,
                f.max_depth_mm,
                f.difference_mm2
            )?;
        }
        if let Some(spread) = &self.spread {
            self.write_spread("all bites", spread, out)?;
        }
        for spread in &self.repeats_spread {
            self.write_spread("repeats", spread, out)?;
        }
        self.write_scatter(out)?;
        self.write_pairs(out)?;
        writeln!(out, "{}", DISCLAIMER.say())
    }

    fn write_spread(&self, of: &str, spread: &SpreadRecord, out: &mut String) -> Result {
        let names: String = spread.bites.iter().map(|at| self.letter(*at)).collect();
        let ([x, y, z], [a, b, c]) = (spread.shift_mm, spread.turn_deg);
        let [i, j] = spread.farthest.map(|at| self.letter(at));
        writeln!(
            out,
            "Spread of {of} {names}: standard deviations right {x:.3}, front {y:.3}, up {z:.3} mm; about them {a:.3}, {b:.3}, {c:.3} degrees; {i} and {j} lie {:.3} mm apart at the teeth",
            spread.largest_mm
        )
    }

    fn write_scatter(&self, out: &mut String) -> Result {
        let (scatter, whole) = (&self.scatter, &self.whole);
        let known = match (scatter.freedoms, scatter.runs) {
            (Some(freedoms), _) => {
                format!("from repeats, {freedoms} degree{} of freedom", if freedoms == 1 { "" } else { "s" })
            }
            (_, runs) => format!(
                "nothing is repeated, so what is published of bites stands in: {} poses up to {} mm and {} degrees about each axis; name --repeats, from 3 bites on",
                runs.unwrap_or_default(),
                scatter.published.shift_mm,
                scatter.published.turn_deg
            ),
        };
        writeln!(
            out,
            "Smallest detectable change of the whole, 95 %: {:.2} mm² = {:.3} x √2 x {:.3} mm²; {:.2} mm² with all pairs looked at together ({known})",
            whole.sdc95_mm2, scatter.factor, whole.s_within_mm2, whole.sdc95_all_mm2
        )?;
        match scatter.freedoms {
            Some(1) => writeln!(out, "  two repeats say little: with a third the factor falls from 12.7 to 4.3"),
            _ => Ok(()),
        }
    }

    fn write_pairs(&self, out: &mut String) -> Result {
        if self.pairs.is_empty() {
            return writeln!(out, "No pair of numbered teeth meets in any bite.");
        }
        let columns: String = (0..self.bites.len()).map(|i| format!("{:>8} ", self.letter(i))).collect();
        writeln!(out, "  {:<9} {:>5} {:>7} {:>7}  {columns}", "pair", "there", "s", "SDC95")?;
        for pair in &self.pairs {
            let cells: String = pair.row.in_bites.iter().map(cell).collect();
            let name = said_pair([pair.upper, pair.lower], "/", pair.sure.of_each());
            let (share, s, sdc) = (100.0 * pair.row.share, pair.row.s_within_mm2, pair.row.sdc95_mm2);
            writeln!(out, "  {name:<9} {share:>3.0} % {s:>7.3} {sdc:>7.3}  {cells}")?;
        }
        writeln!(
            out,
            "  + larger, - smaller, g gained, l lost: beyond SDC95 of the pair; ! also with all pairs looked at together (one in 20 is beyond SDC95 by chance)"
        )
    }
}

fn cell(f: &InBite) -> String {
    let mark = match f.change {
        "larger" => '+',
        "smaller" => '-',
        "gained" => 'g',
        "lost" => 'l',
        _ => ' ',
    };
    let area = if f.area_mm2 > 0.0 { format!("{:.2}", f.area_mm2) } else { "-".into() };
    format!("{area:>7}{mark}{}", if f.sure { '!' } else { ' ' })
}
