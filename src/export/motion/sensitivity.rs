//! Which contacts come and go over a grid of settings, as JSON and CSV.
use crate::engine::{PairSensitivity, Sensitivity, SettingsGrid};
use crate::jaw::motion::{INTERCUSPAL_MM, Movement, ReferencePlane, Role};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SensitivityRecord {
    pub plane: ReferencePlane,
    pub sci_deg: Vec<f64>,
    pub bennett_deg: Vec<f64>,
    /// Contacts that are over before this belong to the bite and are left out.
    pub beyond_mm: f64,
    pub zone_threshold_mm: f64,
    /// Steps without a guide, by inclination, then by Bennett angle.
    pub holes: Vec<usize>,
    /// Pairs that touch with some of the settings; those that never do are not listed.
    pub pairs: Vec<PairSensitivityRecord>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairSensitivityRecord {
    pub upper: u8,
    pub lower: u8,
    pub side: Option<Role>,
    /// With so many of the settings it touches.
    pub touches: usize,
    pub of: usize,
    pub depends: bool,
    /// By inclination, then by Bennett angle: from where to where on the path; null: no contact.
    pub spans_mm: Vec<Option<[f64; 2]>>,
}

impl SensitivityRecord {
    pub fn new(
        found: &Sensitivity,
        grid: &SettingsGrid,
        (plane, zone_threshold_mm): (ReferencePlane, f64),
        movement: &Movement,
    ) -> Self {
        let pair = |pair: &PairSensitivity| PairSensitivityRecord {
            upper: pair.upper.number(),
            lower: pair.lower.number(),
            // Outside the bite a pair's role is the movement's and its side's.
            side: Role::of(Some(movement), pair.lower, f64::INFINITY, f64::INFINITY),
            touches: pair.n(),
            of: pair.touches.len(),
            depends: pair.depends(),
            spans_mm: pair.touches.clone(),
        };
        Self {
            plane,
            sci_deg: grid.sci_deg.clone(),
            bennett_deg: grid.bennett_deg.clone(),
            beyond_mm: INTERCUSPAL_MM,
            zone_threshold_mm,
            holes: found.holes.clone(),
            pairs: found.pairs.iter().map(pair).collect(),
        }
    }

    fn settings(&self) -> impl Iterator<Item = (f64, f64)> {
        self.sci_deg.iter().flat_map(|sci| self.bennett_deg.iter().map(|bennett| (*sci, *bennett)))
    }

    /// One line a pair, one column for each of the settings: from where to where it touches, or nothing.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn write_csv(&self, out: impl Write) -> io::Result<()> {
        let mut table = csv::Writer::from_writer(out);
        let fixed = ["upper", "lower", "side", "depends", "touches", "of"].map(String::from);
        let cells = self.settings().map(|(sci, bennett)| format!("sci_{sci}_bennett_{bennett}_mm"));
        table.write_record(fixed.into_iter().chain(cells)).map_err(io::Error::other)?;
        for pair in &self.pairs {
            let depends = if pair.depends { "depends" } else { "does not depend" };
            let mut row = vec![pair.upper.to_string(), pair.lower.to_string()];
            row.extend([pair.side.map_or("", Role::name).to_owned(), depends.to_owned()]);
            row.extend([pair.touches.to_string(), pair.of.to_string()]);
            let span = |span: &Option<[f64; 2]>| span.map_or(String::new(), |[from, to]| format!("{from:.3}-{to:.3}"));
            row.extend(pair.spans_mm.iter().map(span));
            table.write_record(row).map_err(io::Error::other)?;
        }
        table.flush()
    }

    /// Lines for people: a name and a value.
    pub fn lines(&self) -> Vec<(String, String)> {
        let ends = |of: &[f64]| format!("{}-{}", of.first().copied().unwrap_or(0.0), of.last().copied().unwrap_or(0.0));
        let n = self.sci_deg.len() * self.bennett_deg.len();
        let over = format!(
            "inclination {}°, Bennett {}° to {}: {n} runs; contacts beyond {} mm of the path",
            ends(&self.sci_deg),
            ends(&self.bennett_deg),
            self.plane.name(),
            self.beyond_mm
        );
        let listed = |depends: bool| {
            let of_kind = self.pairs.iter().filter(|pair| pair.depends == depends);
            let words = |pair: &PairSensitivityRecord| match depends {
                true => format!("{}/{} ({} of {})", pair.upper, pair.lower, pair.touches, pair.of),
                false => format!("{}/{}", pair.upper, pair.lower),
            };
            let all: Vec<String> = of_kind.map(words).collect();
            if all.is_empty() { "none".into() } else { all.join(", ") }
        };
        vec![
            ("settings".into(), over),
            ("  depends".into(), listed(true)),
            ("  does not".into(), format!("{} (touch with all of them)", listed(false))),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jaw::Fdi;
    use crate::jaw::motion::{MovementKind, Side};

    #[test]
    fn a_pair_that_touches_with_all_settings_depends_on_none() {
        let grid = SettingsGrid { sci_deg: vec![25.0, 45.0], bennett_deg: vec![10.0] };
        let fdi = |n: u8| Fdi::new(n).expect("a tooth");
        let pair = |upper, lower, touches| PairSensitivity { upper: fdi(upper), lower: fdi(lower), touches };
        let found = Sensitivity {
            settings: grid.settings(),
            pairs: vec![
                pair(13, 43, vec![Some([0.0, 2.0]), Some([0.0, 3.0])]),
                pair(27, 37, vec![Some([0.5, 2.0]), None]),
            ],
            triangles: Default::default(),
            holes: vec![0, 1],
        };
        let kind = MovementKind::Lateral { working: Side::Right, forward: 0.0 };
        let movement = Movement { kind, amount_mm: 3.0 };
        let record = SensitivityRecord::new(&found, &grid, (ReferencePlane::Camper, 0.1), &movement);
        assert_eq!(record.pairs.iter().map(|p| (p.depends, p.touches)).collect::<Vec<_>>(), [(false, 2), (true, 1)]);
        assert_eq!(
            record.pairs.iter().map(|p| p.side).collect::<Vec<_>>(),
            [Some(Role::Working), Some(Role::Balancing)]
        );
        let mut csv = Vec::new();
        record.write_csv(&mut csv).expect("written");
        let csv = String::from_utf8(csv).expect("text");
        let rows: Vec<&str> = csv.lines().collect();
        assert_eq!(rows[0], "upper,lower,side,depends,touches,of,sci_25_bennett_10_mm,sci_45_bennett_10_mm");
        assert_eq!(rows[1], "13,43,working,does not depend,2,2,0.000-2.000,0.000-3.000");
        assert_eq!(rows[2], "27,37,balancing,depends,1,2,0.500-2.000,");
        let lines = record.lines();
        assert!(lines[1].1.contains("27/37 (1 of 2)") && lines[2].1.starts_with("13/43 "), "{lines:?}");
    }
}
