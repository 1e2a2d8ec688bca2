//! Two records of one pose held against each other, figure by figure: what `verify` says.
use super::contact::ZoneRecord;
use super::json::{AnalysisRecord, ProjectionRecord};
use crate::field::contact::GapKind;
use serde::Serialize;
use serde_json::Value;

/// How alike the work behind two records was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Likeness {
    /// The same engine, executed in the same way on the same adapter: the same numbers, but for rounding.
    Same,
    /// Another engine, execution or adapter: the same surfaces by other means.
    Other,
}

/// A figure that does not hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Where it stands in the record, e.g. `contact[5].area_upper_mm2`.
    pub name: String,
    pub stored: Value,
    pub recomputed: Value,
    /// Largest difference that would have been let pass.
    pub tolerance: f64,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, stored, recomputed, tolerance } = self;
        write!(f, "{name}: stored {stored}, recomputed {recomputed}, tolerance {tolerance}")
    }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Figures that were looked at.
    pub n_figures: usize,
    pub differences: Vec<Difference>,
}

/// Of the same engine: numbers are read from text, which may cost the last bit, and sums on a GPU may be taken in another
/// order; single precision has 7 digits.
const SAME_SHARE: f64 = 1e-6;
const SAME_LEAST: f64 = 1e-9;
/// Of another engine: decision 008 has areas within 1 % where each chooses its own tiles; twice that.
const OTHER_SHARE: f64 = 0.02;
const OTHER_AREA_MM2: f64 = 0.1;
const OTHER_LENGTH_MM: f64 = 0.005;
const OTHER_VOLUME_MM3: f64 = 0.01;
/// Directions chosen by different engines are within 0.33 degrees of each other (EVIDENCE.md, "Engines choose the same
/// projection").
const OTHER_DIRECTION_DEG: f64 = 0.5;
/// Zones smaller than this may be parted otherwise by another engine.
const OTHER_LEAST_ZONE_MM2: f64 = 0.5;
const OTHER_ZONE_AWAY_MM: f64 = 0.3;
const OTHER_ZONE_AREA_MM2: f64 = 0.3;

/// Parts of a record that are no figures of the pose: what was asked, where it ran, how long it took, and what was said.
const LEFT_OUT: [&str; 10] =
    ["schema", "version", "engine", "execution", "adapter", "settings", "regions", "timing_ms", "warnings", "view"];
/// Of any depth.
const LEFT_OUT_BELOW: [&str; 4] = ["file", "path", "frame_ms", "warnings"];

/// Holds every figure of `stored` against `now`. `stored` is the record as its file has it.
pub fn compare(stored: &AnalysisRecord, now: &AnalysisRecord, likeness: Likeness) -> Comparison {
    let mut found = Comparison::default();
    match likeness {
        Likeness::Same => found.walk_record(stored, now),
        Likeness::Other => found.compare_others(stored, now),
    }
    found
}

fn value(of: &impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}

impl Comparison {
    /// Whether all figures hold.
    pub fn holds(&self) -> bool {
        self.differences.is_empty()
    }

    fn walk_record(&mut self, stored: &AnalysisRecord, now: &AnalysisRecord) {
        let direction_given = stored.settings.direction.is_some();
        // Older files have fewer parts; of newer ones a part that is missing was taken out.
        let is_old = stored.settings.patches.is_none();
        let (stored, now) = (value(stored), value(now));
        let (Some(stored), Some(now)) = (stored.as_object(), now.as_object()) else { return };
        let missing = now.keys().filter(|k| !is_old && !stored.contains_key(*k));
        let keys = stored.keys().chain(missing);
        for key in keys.filter(|k| !LEFT_OUT.contains(&k.as_str())) {
            let [stored, mut now] = [stored, now].map(|of| of.get(key).cloned().unwrap_or_default());
            if key == "projection" && direction_given && !stored.is_null() && !now.is_null() {
                // However it was found, it was given this time.
                now["chosen_by"] = stored["chosen_by"].clone();
            }
            self.walk(key, &stored, &now);
        }
    }

    fn walk(&mut self, name: &str, stored: &Value, now: &Value) {
        match (stored, now) {
            (Value::Object(a), Value::Object(b)) => {
                for key in a.keys().chain(b.keys().filter(|k| !a.contains_key(*k))) {
                    if !LEFT_OUT_BELOW.contains(&key.as_str()) {
                        let of = |map: &serde_json::Map<String, Value>| map.get(key).cloned().unwrap_or_default();
                        self.walk(&format!("{name}.{key}"), &of(a), &of(b));
                    }
                }
            }
            (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
                for (i, (a, b)) in a.iter().zip(b).enumerate() {
                    self.walk(&format!("{name}[{i}]"), a, b);
                }
            }
            (Value::Array(a), Value::Array(b)) => {
                self.check(&format!("{name}.length"), a.len().into(), b.len().into(), 0.0);
            }
            (Value::Number(a), Value::Number(b)) if a.is_f64() || b.is_f64() => {
                let largest =
                    [a, b].into_iter().filter_map(serde_json::Number::as_f64).fold(0.0, |m: f64, x| m.max(x.abs()));
                self.check(name, stored.clone(), now.clone(), SAME_SHARE * largest + SAME_LEAST);
            }
            _ => self.check(name, stored.clone(), now.clone(), 0.0),
        }
    }

    /// One figure. What is no number must be the same; a number that is not finite is none (JSON has no such).
    fn check(&mut self, name: &str, stored: Value, recomputed: Value, tolerance: f64) {
        self.n_figures += 1;
        let near = match (stored.as_f64(), recomputed.as_f64()) {
            (Some(a), Some(b)) => stored == recomputed || (a - b).abs() <= tolerance,
            _ => stored == recomputed,
        };
        if !near {
            self.differences.push(Difference { name: name.into(), stored, recomputed, tolerance });
        }
    }

    /// A figure that not every engine knows.
    fn check_if_known(&mut self, name: &str, [stored, now]: [Option<f64>; 2], least: f64) {
        if let (Some(a), Some(b)) = (stored, now) {
            self.check(name, a.into(), b.into(), OTHER_SHARE * a.abs().max(b.abs()) + least);
        }
    }

    fn compare_others(&mut self, stored: &AnalysisRecord, now: &AnalysisRecord) {
        self.walk("inputs", &value(&stored.inputs), &value(&now.inputs));
        self.check("verdict", value(&stored.verdict), value(&now.verdict), 0.0);
        self.check("scope", value(&stored.scope), value(&now.scope), 0.0);
        self.check("headline", value(&stored.headline), value(&now.headline), 0.0);
        self.walk("not_on_teeth", &value(&stored.not_on_teeth), &value(&now.not_on_teeth));
        self.walk("trimmed_area_mm2", &value(&stored.trimmed_area_mm2), &value(&now.trimmed_area_mm2));
        self.walk("trim", &value(&stored.trim), &value(&now.trim));
        self.walk("measures", &value(&stored.measures), &value(&now.measures));
        self.compare_projections([stored, now].map(|r| r.projection.as_ref()));
        let both = [stored, now];
        let of = |figure: fn(&AnalysisRecord) -> Option<f64>| both.map(figure);
        self.check_if_known("interference.max_depth_mm", of(|r| r.interference.max_depth_mm), OTHER_LENGTH_MM);
        self.check_if_known("interference.volume_mm3", of(|r| r.interference.volume_mm3), OTHER_VOLUME_MM3);
        let area = of(|r| r.interference.projected_area_mm2);
        self.check_if_known("interference.projected_area_mm2", area, OTHER_AREA_MM2);
        self.check_if_known("gap.min_mm", of(|r| r.gap.min_mm), OTHER_LENGTH_MM);
        self.check_if_known("gap.clearance_mm", of(|r| r.gap.clearance_mm), OTHER_LENGTH_MM);
        self.compare_areas(stored, now);
        let by_closest = stored.settings.contact_gap == GapKind::Closest;
        if by_closest {
            // No engine has a part in it.
            self.walk("zones", &value(&stored.zones), &value(&now.zones));
            self.walk("pairs", &value(&stored.pairs), &value(&now.pairs));
            self.walk("balance", &value(&stored.balance), &value(&now.balance));
        } else {
            self.compare_zones(stored, now);
        }
        self.walk("teeth", &value(&stored.teeth), &value(&now.teeth));
        self.walk("bite", &value(&stored.bite), &value(&now.bite));
        if by_closest || stored.uncertainty.is_some() {
            self.walk("sureness", &value(&stored.uncertainty), &value(&now.uncertainty));
        }
    }

    fn compare_projections(&mut self, both: [Option<&ProjectionRecord>; 2]) {
        let [Some(a), Some(b)] = both else {
            return self.check("projection", value(&both[0].is_some()), value(&both[1].is_some()), 0.0);
        };
        let cosine: f64 = a.direction.iter().zip(b.direction).map(|(a, b)| a * b).sum();
        let angle = cosine.clamp(-1.0, 1.0).acos().to_degrees();
        self.n_figures += 1;
        // What is not a number is no direction.
        let is_near = angle <= OTHER_DIRECTION_DEG;
        if !is_near {
            let [stored, recomputed] = [a, b].map(|p| value(&p.direction));
            let name = "projection.direction (degrees)".into();
            self.differences.push(Difference { name, stored, recomputed, tolerance: OTHER_DIRECTION_DEG });
        }
    }

    fn compare_areas(&mut self, stored: &AnalysisRecord, now: &AnalysisRecord) {
        self.check("contact.length", stored.contact.len().into(), now.contact.len().into(), 0.0);
        for (i, (a, b)) in stored.contact.iter().zip(&now.contact).enumerate() {
            let (a, b) = (&a.area, &b.area);
            let name = |figure: &str| format!("contact[{i}].{figure}");
            self.check(&name("threshold_mm"), a.threshold_mm.into(), b.threshold_mm.into(), SAME_LEAST);
            for (figure, a, b) in [
                ("area_upper_mm2", a.area_upper_mm2, b.area_upper_mm2),
                ("area_lower_mm2", a.area_lower_mm2, b.area_lower_mm2),
                ("penetrating_area_upper_mm2", a.penetrating_area_upper_mm2, b.penetrating_area_upper_mm2),
                ("penetrating_area_lower_mm2", a.penetrating_area_lower_mm2, b.penetrating_area_lower_mm2),
                ("projected_area_mm2", a.projected_area_mm2, b.projected_area_mm2),
            ] {
                self.check_if_known(&name(figure), [Some(a), Some(b)], OTHER_AREA_MM2);
            }
        }
        self.check("curve.length", stored.curve.len().into(), now.curve.len().into(), 0.0);
        for (i, (a, b)) in stored.curve.iter().zip(&now.curve).enumerate() {
            let name = |figure: &str| format!("curve[{i}].{figure}");
            self.check(&name("threshold_mm"), a.threshold_mm.into(), b.threshold_mm.into(), SAME_LEAST);
            for (figure, a, b) in [
                ("area_upper_mm2", a.area_upper_mm2, b.area_upper_mm2),
                ("area_lower_mm2", a.area_lower_mm2, b.area_lower_mm2),
            ] {
                self.check_if_known(&name(figure), [Some(a), Some(b)], OTHER_AREA_MM2);
            }
        }
    }

    /// Each zone of some size must be there in the other record, and none that is there alone: its place, area and depth.
    fn compare_zones(&mut self, stored: &AnalysisRecord, now: &AnalysisRecord) {
        let (Some(stored), Some(now)) = (&stored.zones, &now.zones) else {
            return self.check("zones", stored.zones.is_some().into(), now.zones.is_some().into(), 0.0);
        };
        for (i, zone) in large(stored) {
            let nearest = nearest(now, zone);
            let name = |figure: &str| format!("zones[{i}]{figure}");
            let distance_mm = nearest.map(|other| away_mm(zone, other));
            self.check(&name(" (mm to the nearest zone)"), 0.0.into(), value(&distance_mm), OTHER_ZONE_AWAY_MM);
            let of = |figure: fn(&ZoneRecord) -> f64| [Some(figure(zone)), nearest.map(figure)];
            self.check_if_known(&name(".area_mm2"), of(|z| z.area_mm2), OTHER_ZONE_AREA_MM2);
            self.check_if_known(&name(".max_depth_mm"), of(|z| z.max_depth_mm), OTHER_LENGTH_MM);
        }
        for (i, zone) in large(now) {
            let distance_mm = nearest(stored, zone).map(|other| away_mm(zone, other));
            if distance_mm.is_none_or(|mm| mm > OTHER_ZONE_AWAY_MM) {
                let name = format!("zones, recomputed {i} (mm to the nearest stored zone)");
                self.check(&name, value(&distance_mm), 0.0.into(), OTHER_ZONE_AWAY_MM);
            }
        }
    }
}

/// Zones of some size, with their places in the list.
fn large(zones: &[ZoneRecord]) -> impl Iterator<Item = (usize, &ZoneRecord)> {
    zones.iter().enumerate().filter(|(_, z)| z.area_mm2 >= OTHER_LEAST_ZONE_MM2)
}

fn away_mm(a: &ZoneRecord, b: &ZoneRecord) -> f64 {
    a.centroid.iter().zip(&b.centroid).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

fn nearest<'a>(zones: &'a [ZoneRecord], to: &ZoneRecord) -> Option<&'a ZoneRecord> {
    zones.iter().min_by(|a, b| away_mm(a, to).total_cmp(&away_mm(b, to)))
}

#[cfg(test)]
mod tests {
    use super::super::contact::{CurvePoint, ZoneRecord};
    use super::super::{
        json::{SettingsRecord, TimingRecord},
        test_data,
    };
    use super::*;
    use crate::field::Question;

    fn record() -> AnalysisRecord {
        let (analysis, pair) = (test_data::analysis(), test_data::pair());
        let files = ["u.stl".to_owned(), "l.stl".to_owned()];
        let mut record =
            AnalysisRecord::new(&analysis, &pair, files, &Question::default(), TimingRecord::default(), &[]);
        record.settings.patches = Some(8);
        record.curve = vec![CurvePoint { threshold_mm: 0.1, area_upper_mm2: 4.0, area_lower_mm2: 5.0 }];
        record.zones = Some(vec![zone()]);
        record.zone_threshold_mm = Some(0.1);
        record
    }

    fn zone() -> ZoneRecord {
        ZoneRecord {
            id: 1,
            centroid: [1.0, 2.0, 3.0],
            area_mm2: 4.5,
            area_upper_mm2: 4.0,
            area_lower_mm2: 5.0,
            penetrating_area_upper_mm2: 0.0,
            penetrating_area_lower_mm2: 0.0,
            max_depth_mm: 0.0,
            min_gap_mm: 0.01,
            triangles_upper: 10,
            triangles_lower: 11,
            tooth_upper: None,
            tooth_lower: None,
            tooth_share: None,
            uncertainty: None,
        }
    }

    /// Every leaf of the record, changed alone, must be found, unless it is no figure.
    #[test]
    fn no_figure_can_be_changed_unseen() {
        let truth = record();
        assert!(compare(&truth, &truth, Likeness::Same).holds());
        let whole = value(&truth);
        let mut leaves = Vec::new();
        collect("", &whole, &mut leaves);
        let n_figures = compare(&truth, &truth, Likeness::Same).n_figures;
        let mut n_seen = 0;
        for pointer in &leaves {
            let part = pointer.split('/').nth(1).unwrap_or_default();
            let last = pointer.rsplit('/').next().unwrap_or_default();
            let mut changed = whole.clone();
            let Some(leaf) = changed.pointer_mut(pointer) else { panic!("{pointer}") };
            *leaf = match &*leaf {
                Value::Number(n) if n.is_f64() => {
                    (n.as_f64().unwrap_or_default() + 1e-5 * (1.0 + n.as_f64().unwrap_or_default().abs())).into()
                }
                Value::Number(n) => (n.as_u64().unwrap_or_default() + 1).into(),
                Value::Bool(b) => (!b).into(),
                _ => continue,
            };
            let other: AnalysisRecord = serde_json::from_value(changed).unwrap();
            let found = compare(&other, &truth, Likeness::Same);
            let is_figure = !LEFT_OUT.contains(&part) && !LEFT_OUT_BELOW.contains(&last);
            assert_eq!(found.holds(), !is_figure, "{pointer}: {found:?}");
            n_seen += usize::from(is_figure);
        }
        assert!(n_seen > 60 && n_seen <= n_figures, "{n_seen} of {n_figures}");
    }

    fn collect(at: &str, value: &Value, into: &mut Vec<String>) {
        match value {
            Value::Object(map) => map.iter().for_each(|(k, v)| collect(&format!("{at}/{k}"), v, into)),
            Value::Array(list) => list.iter().enumerate().for_each(|(i, v)| collect(&format!("{at}/{i}"), v, into)),
            _ => into.push(at.to_owned()),
        }
    }

    #[test]
    fn what_is_taken_out_is_missed() {
        let truth = record();
        let mut less = truth.clone();
        less.curve.clear();
        less.zones = None;
        let names = |c: Comparison| c.differences.into_iter().map(|d| d.name).collect::<Vec<_>>();
        assert_eq!(names(compare(&less, &truth, Likeness::Same)), ["zones", "curve"]);
        assert_eq!(names(compare(&less, &truth, Likeness::Other)), ["curve.length", "zones"]);
    }

    #[test]
    fn another_engine_has_some_room_and_no_more() {
        let truth = record();
        let mut near = truth.clone();
        near.contact[1].area.area_upper_mm2 *= 1.01;
        near.interference.max_depth_mm = near.interference.max_depth_mm.map(|d| d + 0.003);
        near.pixels.overlap += 50;
        assert!(compare(&truth, &near, Likeness::Other).holds());
        assert!(!compare(&truth, &near, Likeness::Same).holds());
        let mut far = truth.clone();
        far.contact[1].area.area_upper_mm2 *= 1.05;
        let found = compare(&truth, &far, Likeness::Other);
        assert_eq!(found.differences.len(), 1);
        assert!(
            found.differences[0].to_string().starts_with("contact[1].area_upper_mm2: stored 10.1, recomputed 10.6")
        );
        for gap in [GapKind::Closest, GapKind::Projected] {
            let truth = AnalysisRecord {
                settings: SettingsRecord { contact_gap: gap, ..truth.settings.clone() },
                ..truth.clone()
            };
            let changes: [fn(&mut ZoneRecord); 3] =
                [|z| z.centroid[0] += 1.0, |z| z.area_mm2 += 1.0, |z| z.max_depth_mm += 0.02];
            for change in changes {
                let mut other = truth.clone();
                other.zones.iter_mut().flatten().for_each(change);
                assert!(!compare(&truth, &other, Likeness::Other).holds(), "{gap:?}");
            }
            let mut less = truth.clone();
            less.zones = Some(Vec::new());
            assert!(!compare(&less, &truth, Likeness::Other).holds(), "{gap:?}: a contact was taken out");
            assert!(!compare(&truth, &less, Likeness::Other).holds(), "{gap:?}: a contact was put in");
        }
    }
}
