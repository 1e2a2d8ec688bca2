//! Vertical dimension as a table for people and as CSV.
use super::{MeetingRecord, StepRecord, VerticalRecord};
use crate::base::rounded;
use crate::export::DISCLAIMER;
use crate::export::headline::judged_words;
use crate::jaw::teeth::said_pair;
use std::fmt;
use std::io::{self, Write};

/// So many steps are printed; CSV and JSON have all.
const SHOWN: usize = 24;

impl VerticalRecord {
    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut out);
        out
    }

    fn write_text(&self, out: &mut String) -> fmt::Result {
        use fmt::Write;
        let hinge = &self.hinge;
        writeln!(
            out,
            "Closing about the hinge axis, {:.1} mm behind the lower incisal point ({}); opening 0 is the bite; contact within {} mm",
            hinge.radius_mm,
            judged_words(self.scope, self.asked.trimmed_area_mm2, &[]),
            self.zone_threshold_mm
        )?;
        writeln!(out, "  opening mm  degrees  incisal mm   pin mm   area mm²  inside mm²  depth mm  contacts  pairs")?;
        let step_by = self.steps.len().div_ceil(SHOWN).max(1);
        let last = self.steps.len().saturating_sub(1);
        for (_, step) in self.steps.iter().enumerate().filter(|(i, _)| i % step_by == 0 || *i == last) {
            let [area, inside] = self.areas(step);
            writeln!(
                out,
                "  {:>10.3} {:>8.3} {:>11.3} {:>8.3} {area:>10.2} {inside:>11.2} {:>9.3} {:>9} {:>6}",
                step.opening_mm,
                step.opening_deg,
                rounded(step.incisal_down_mm, 3),
                step.pin_mm,
                step.max_depth_mm,
                step.contacts,
                step.pairs.len()
            )?;
        }
        if step_by > 1 {
            writeln!(out, "  (one of {step_by} of {} steps; --csv and --json have all)", self.steps.len())?;
        }
        match self.first_contact_mm {
            Some(mm) => writeln!(out, "First contact of all at an opening of {mm:.4} mm")?,
            None if self.begins_inside() => {
                writeln!(out, "No first contact on the way: something touches already at the widest opening")?;
            }
            None => writeln!(out, "No first contact on the way: nothing meets")?,
        }
        writeln!(out, "Pairs in the order in which they come within {} mm, openings in mm:", self.zone_threshold_mm)?;
        for m in &self.meetings {
            writeln!(out, "  {}", line(m))?;
        }
        writeln!(out, "{}", DISCLAIMER.say())
    }

    /// At the zones' threshold, the mean of both jaws', and what of it is inside.
    pub fn areas(&self, step: &StepRecord) -> [f64; 2] {
        let own = step.areas.iter().find(|a| (a.threshold_mm - self.zone_threshold_mm).abs() < 1e-12);
        own.map_or([0.0; 2], |a| {
            let inside = (a.penetrating_area_upper_mm2 + a.penetrating_area_lower_mm2) / 2.0;
            [a.mean_mm2(), inside]
        })
    }

    /// One line a step and pair; the whole has no teeth.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn write_csv(&self, out: impl Write) -> io::Result<()> {
        let mut table = csv::Writer::from_writer(out);
        let names = [
            "opening_mm",
            "opening_deg",
            "incisal_down_mm",
            "pin_mm",
            "upper",
            "lower",
            "area_mm2",
            "min_gap_mm",
            "contacts",
        ];
        table.write_record(names).map_err(io::Error::other)?;
        for step in &self.steps {
            let place = [step.opening_mm, step.opening_deg, step.incisal_down_mm, step.pin_mm].map(|x| x.to_string());
            let gap = if step.max_depth_mm > 0.0 { Some(-step.max_depth_mm) } else { step.clearance_mm };
            let text = |x: Option<f64>| x.map_or(String::new(), |x| x.to_string());
            let whole =
                [String::new(), String::new(), self.areas(step)[0].to_string(), text(gap), step.contacts.to_string()];
            let pair = |p: &super::PairRecord| {
                [
                    p.upper.to_string(),
                    p.lower.to_string(),
                    p.area_mm2.to_string(),
                    p.min_gap_mm.to_string(),
                    String::new(),
                ]
            };
            for row in std::iter::once(whole).chain(step.pairs.iter().map(pair)) {
                table.write_record(place.iter().chain(&row)).map_err(io::Error::other)?;
            }
        }
        table.flush()
    }
}

fn line(m: &MeetingRecord) -> String {
    let meets = m.meets_mm.map_or("do not touch".to_owned(), |mm| format!("touch at {mm:.3}"));
    let earlier = if m.earlier { " or earlier" } else { "" };
    format!(
        "{:>2}. {:<7} within at {:.3}{earlier}, {meets}",
        m.order,
        said_pair([m.upper, m.lower], "/", m.sure.of_each()),
        m.within_mm
    )
}
