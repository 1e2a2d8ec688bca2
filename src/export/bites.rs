//! How the jaws lie to each other, as it was found from surfaces: schemas "occluscope/registration/1" and "occluscope/seat/1", and the same for
//! people. Lengths mm, angles degrees, areas mm²; unknown = null.
use super::DISCLAIMER;
use super::json::{InputRecord, Inputs, input};
use crate::base::Rigid;
use crate::bites::registration::{LaidOn, OfScan, Registration};
use crate::bites::seat::{Seat, SeatFigures, SeatQuestion};
use crate::field::contact::ScopeKind;
use crate::jaw::JawPair;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A bite scan that was read.
#[derive(Clone, Debug, Serialize)]
pub struct BiteInput {
    /// As the user named it.
    pub file: String,
    pub blake3: String,
    pub triangles: usize,
}

/// Of the upper and of the lower jaw.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OfJaws<T> {
    pub upper: T,
    pub lower: T,
}

impl<T> OfJaws<T> {
    pub fn of([upper, lower]: [T; 2]) -> Self {
        Self { upper, lower }
    }
}

type Rows = [[f64; 4]; 4];

/// The answer of `register`.
#[derive(Clone, Debug, Serialize)]
pub struct RegistrationRecord {
    schema: &'static str,
    version: &'static str,
    upper: InputRecord,
    lower: InputRecord,
    bites: Vec<BiteInput>,
    /// Whether an honest match was found.
    pub accepted: bool,
    /// Why not, in one sentence.
    pub reason: Option<String>,
    upper_from_lower: Option<Rows>,
    /// Distances of what matches, over all scans.
    rms_mm: Option<OfJaws<f64>>,
    /// Share of the scans' surface that lies on the jaw.
    overlap: Option<OfJaws<f64>>,
    /// Of the pose: tx, ty, tz (mm), rx, ry, rz (degrees), upper coordinates, after the pose.
    covariance: Option<[[f64; 6]; 6]>,
    /// The point that the turns of it are about: the middle of the lower arch.
    covariance_about: Option<[f64; 3]>,
    /// Standard deviation of where that point lies, and the largest one of a corner of the lower jaw's box.
    standard_deviation_mm: Option<f64>,
    largest_standard_deviation_mm: Option<f64>,
    /// The farthest that two scans' poses take a place of the lower jaw apart.
    disagreement_mm: Option<f64>,
    scans: Vec<ScanRecord>,
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct ScanRecord {
    file: String,
    upper_from_bite: Rows,
    lower_from_bite: Rows,
    upper_from_lower: Rows,
    rms_mm: OfJaws<f64>,
    overlap: OfJaws<f64>,
    /// Of the surface near the jaw, the share that agrees with it.
    agreement: OfJaws<f64>,
    covariance: [[f64; 6]; 6],
}

impl RegistrationRecord {
    /// `files`: of the upper and the lower scan.
    pub fn new(
        found: Result<&Registration, String>,
        pair: &JawPair,
        [upper, lower]: [String; 2],
        bites: Vec<BiteInput>,
    ) -> Self {
        let registration = found.as_ref().ok();
        let over_scans = |of: fn(&LaidOn) -> f64, mean: fn(&[f64]) -> f64| {
            registration.map(|r| {
                OfJaws::of([0, 1].map(|jaw| mean(&r.scans.iter().map(|s| of(&s.laid[jaw])).collect::<Vec<_>>())))
            })
        };
        let spread = |at: fn(&Registration, &JawPair) -> f64| registration.map(|r| at(r, pair));
        Self {
            schema: "occluscope/registration/1",
            version: env!("CARGO_PKG_VERSION"),
            upper: input(&pair.upper, upper),
            lower: input(&pair.lower, lower),
            accepted: registration.is_some(),
            reason: found.as_ref().err().cloned(),
            upper_from_lower: registration.map(|r| r.upper_from_lower.to_rows()),
            rms_mm: over_scans(|laid| laid.rms_mm, root_mean_square),
            overlap: over_scans(|laid| laid.overlap, mean),
            covariance: registration.map(|r| r.covariance.in_degrees()),
            covariance_about: registration.map(|r| r.about.to_array()),
            standard_deviation_mm: spread(|r, _| r.covariance.spread_at(r.about, r.about)),
            largest_standard_deviation_mm: spread(largest_spread),
            disagreement_mm: registration.and_then(|r| r.disagreement_mm),
            scans: registration
                .map(|r| r.scans.iter().zip(&bites).map(|(scan, bite)| ScanRecord::of(scan, &bite.file)).collect())
                .unwrap_or_default(),
            bites,
            warnings: Vec::new(),
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = match (&self.upper_from_lower, self.standard_deviation_mm) {
            (Some(_), Some(deviation)) => self.found_text(deviation, &mut out),
            _ => writeln!(out, "No pose: {}", self.reason.as_deref().unwrap_or_default()),
        };
        let _ = writeln!(out, "{}", DISCLAIMER.say());
        out
    }

    fn found_text(&self, deviation: f64, out: &mut String) -> std::fmt::Result {
        let six =
            self.upper_from_lower.and_then(|rows| Rigid::from_rows(rows).ok()).unwrap_or(Rigid::IDENTITY).to_six();
        let six = six.map(|x| format!("{x:.6}")).join(",");
        writeln!(out, "Pose from {} bite scan{}", self.bites.len(), if self.bites.len() == 1 { "" } else { "s" })?;
        writeln!(out, "  --pose={six}  (mm, degrees)")?;
        for scan in &self.scans {
            writeln!(
                out,
                "  {}: upper jaw {:.3} mm RMS on {:.0} % of the scan, lower jaw {:.3} mm RMS on {:.0} %",
                scan.file,
                scan.rms_mm.upper,
                scan.overlap.upper * 100.0,
                scan.rms_mm.lower,
                scan.overlap.lower * 100.0
            )?;
        }
        let largest = self.largest_standard_deviation_mm.unwrap_or_default();
        writeln!(
            out,
            "  how sure: standard deviation {deviation:.3} mm in the middle of the arch, at most {largest:.3} mm anywhere on the lower jaw"
        )?;
        match self.disagreement_mm {
            Some(mm) => writeln!(out, "  the scans' poses lie up to {mm:.3} mm apart"),
            None => Ok(()),
        }
    }
}

impl ScanRecord {
    fn of(scan: &OfScan, file: &str) -> Self {
        let of = |what: fn(&LaidOn) -> f64| OfJaws::of(scan.laid.each_ref().map(what));
        Self {
            file: file.to_owned(),
            upper_from_bite: scan.laid[0].jaw_from_scan.to_rows(),
            lower_from_bite: scan.laid[1].jaw_from_scan.to_rows(),
            upper_from_lower: scan.upper_from_lower.to_rows(),
            rms_mm: of(|laid| laid.rms_mm),
            overlap: of(|laid| laid.overlap),
            agreement: of(|laid| laid.agreement),
            covariance: scan.covariance.in_degrees(),
        }
    }
}

/// The largest standard deviation of a corner of the lower jaw's box, mm.
fn largest_spread(registration: &Registration, pair: &JawPair) -> f64 {
    let Some((lo, hi)) = pair.lower.mesh.bounds() else { return 0.0 };
    let pick = |i: usize, axis: usize| if i >> axis & 1 == 0 { lo[axis] } else { hi[axis] };
    let corner = |i: usize| glam::Vec3::new(pick(i, 0), pick(i, 1), pick(i, 2)).as_dvec3();
    let at = |i: usize| {
        let place = registration.upper_from_lower.transform_point(corner(i));
        registration.covariance.spread_at(registration.about, place)
    };
    (0..8).map(at).fold(0.0, f64::max)
}

fn mean(of: &[f64]) -> f64 {
    of.iter().sum::<f64>() / of.len().max(1) as f64
}

fn root_mean_square(of: &[f64]) -> f64 {
    mean(&of.iter().map(|x| x * x).collect::<Vec<_>>()).sqrt()
}

/// What a seat is judged by, in words.
const OBJECTIVE: &str = "contact area at the threshold, spread over the arch: (sum of the square roots of the areas of 16 parts of the arch)² / 16";

/// The answer of `seat`.
#[derive(Clone, Debug, Serialize)]
pub struct SeatRecord {
    schema: &'static str,
    version: &'static str,
    inputs: Inputs,
    scope: ScopeKind,
    threshold_mm: f64,
    tolerance_mm: f64,
    /// Whether a pose was found.
    pub found: bool,
    pub reason: Option<String>,
    /// `null` where the arches were laid on each other by their shapes.
    start: Option<Rows>,
    upper_from_lower: Option<Rows>,
    objective: ObjectiveRecord,
    /// Of the middle of the arches, from the start.
    moved_mm: Option<f64>,
    turned_deg: Option<f64>,
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct ObjectiveRecord {
    what: &'static str,
    seated: Option<FiguresRecord>,
    at_start: Option<FiguresRecord>,
    /// In the pose of the scans' files, or of the case.
    as_scanned: Option<FiguresRecord>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct FiguresRecord {
    spread_mm2: f64,
    area_upper_mm2: f64,
    area_lower_mm2: f64,
    max_depth_mm: f64,
}

impl From<&SeatFigures> for FiguresRecord {
    fn from(figures: &SeatFigures) -> Self {
        let [area_upper_mm2, area_lower_mm2] = figures.area_mm2;
        Self { spread_mm2: figures.spread_mm2, area_upper_mm2, area_lower_mm2, max_depth_mm: figures.max_depth_mm }
    }
}

impl SeatRecord {
    /// `files`: of the upper and the lower scan.
    pub fn new(
        found: Result<&Seat, String>,
        (asked, scope): (&SeatQuestion, ScopeKind),
        as_scanned: Option<&SeatFigures>,
        pair: &JawPair,
        [upper, lower]: [String; 2],
    ) -> Self {
        let seat = found.as_ref().ok();
        Self {
            schema: "occluscope/seat/1",
            version: env!("CARGO_PKG_VERSION"),
            inputs: Inputs { upper: input(&pair.upper, upper), lower: input(&pair.lower, lower) },
            scope,
            threshold_mm: asked.threshold_mm,
            tolerance_mm: asked.tolerance_mm,
            found: seat.is_some(),
            reason: found.as_ref().err().cloned(),
            start: Some(asked.start.to_rows()),
            upper_from_lower: seat.map(|seat| seat.upper_from_lower.to_rows()),
            objective: ObjectiveRecord {
                what: OBJECTIVE,
                seated: seat.map(|seat| (&seat.figures).into()),
                at_start: seat.map(|seat| (&seat.at_start).into()),
                as_scanned: as_scanned.map(Into::into),
            },
            moved_mm: seat.map(|seat| seat.moved_mm),
            turned_deg: seat.map(|seat| seat.turned_deg),
            warnings: Vec::new(),
        }
    }

    /// There was no pose to begin with, and nothing to have moved from.
    pub fn is_from_anywhere(&mut self) {
        (self.start, self.moved_mm, self.turned_deg, self.objective.at_start) = (None, None, None, None);
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut out);
        out
    }

    fn write_text(&self, out: &mut String) -> std::fmt::Result {
        match &self.objective.seated {
            Some(seated) => self.write_seat(seated, out)?,
            None => writeln!(out, "Not seated: {}", self.reason.as_deref().unwrap_or_default())?,
        }
        writeln!(out, "{}", DISCLAIMER.say())
    }

    fn write_seat(&self, seated: &FiguresRecord, out: &mut String) -> std::fmt::Result {
        let six =
            self.upper_from_lower.and_then(|rows| Rigid::from_rows(rows).ok()).unwrap_or(Rigid::IDENTITY).to_six();
        write!(out, "Seated with at most {} mm overlap: ", self.tolerance_mm)?;
        match self.moved_mm.zip(self.turned_deg) {
            Some((mm, degrees)) => writeln!(out, "moved by {mm:.3} mm and {degrees:.3} degrees")?,
            None => writeln!(out, "the arches were laid on each other by their shapes")?,
        }
        writeln!(out, "  --pose={}  (mm, degrees)", six.map(|x| format!("{x:.6}")).join(","))?;
        writeln!(out, "  contact within {} mm ({}):", self.threshold_mm, self.scope.name())?;
        let rows = [
            ("seated", Some(seated)),
            ("at the start", self.objective.at_start.as_ref()),
            ("as scanned", self.objective.as_scanned.as_ref()),
        ];
        for (name, figures) in rows {
            let Some(f) = figures else { continue };
            writeln!(
                out,
                "    {name:<13} {:>7.2} mm² upper, {:>7.2} mm² lower, spread over the arch {:>7.2} mm², overlap {:.4} mm",
                f.area_upper_mm2, f.area_lower_mm2, f.spread_mm2, f.max_depth_mm
            )?;
        }
        Ok(())
    }
}
