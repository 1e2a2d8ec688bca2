//! The whole way from two meshes to figures: repair, teeth by shape, engines, contacts, first contact, the record. Engines must not
//! contradict each other, larger thresholds must not have less contact, and nothing may be no number.
use super::shapes::{self, Soup};
use super::{refused, same};
use crate::Target;
use crate::choices::Choices;
use glam::DVec3;
use occluscope::base::threads::use_at_most;
use occluscope::base::{LengthUnit, MeshFormat, Progress, RawMesh, Rigid};
use occluscope::engine::{ENGINES, EngineEntry, Execution};
use occluscope::exact::{BvhEngine, Motion};
use occluscope::export::json::AnalysisRecord;
use occluscope::field::Question;
use occluscope::jaw::{JawPair, OcclusalFrame, PairOptions, Scan, prepare_pair};
use occluscope::session::{Known, PoseQuestion, Provenance, Settings, TeethFrom, TeethQuestion, at_rest, find_teeth};
use std::sync::Arc;

/// A few triangles a jaw, by every engine: as many pairs as possible.
pub const FEW: Target = Target { name: "few-triangles", seeds: Vec::new, most_bytes: 120, run: few };

/// Bodies of a millimetre or two, seen along one direction: many of them in little time.
pub const SMALL: Target =
    Target { name: "pairs", seeds: Vec::new, most_bytes: 400, run: |bytes| run(bytes, &SMALL_PAIRS) };

/// As large as teeth, from a hundred-thousandth of a millimetre to a hundred metres; seen along as many directions as it takes.
pub const LARGE: Target =
    Target { name: "large-pairs", seeds: Vec::new, most_bytes: 400, run: |bytes| run(bytes, &LARGE_PAIRS) };

/// What pairs of a target are like.
struct Kind {
    body: fn(&mut Choices) -> Soup,
    /// Length of a body's unit, mm; of one in so many another one, within so many factors of ten either way.
    unit_mm: f64,
    others_in: usize,
    decades: f64,
    /// So many of the units that files are asked in.
    n_units: usize,
    /// To look for the arches in bodies that have none is most of the time.
    looks_for_arches: fn(&mut Choices) -> bool,
    teeth: &'static [TeethFrom],
    /// Resolutions are finer than 8 by less than this.
    resolutions: usize,
    /// How many projections, of those that are usual.
    projections: fn(&mut Choices, usize) -> usize,
    /// Whether by the live engine, and by which exact ones.
    engines: &'static [(bool, &'static [&'static str])],
    /// The first contact of one in so many is looked for.
    meets_in: usize,
}

/// So small that thresholds are of their size, and as deep as bites are that are freed only now and then.
const FEW_TRIANGLES: Kind = Kind {
    body: shapes::few,
    unit_mm: 0.05,
    others_in: 16,
    decades: 5.0,
    n_units: 1,
    looks_for_arches: |_| false,
    teeth: &[TeethFrom::Nowhere],
    resolutions: 24,
    projections: |_, _| 1,
    engines: &[(true, &["bvh", "octree"])],
    meets_in: 64,
};

const SMALL_PAIRS: Kind = Kind {
    body: shapes::some,
    unit_mm: 1.0,
    others_in: 3,
    decades: 0.5,
    n_units: 1,
    looks_for_arches: |choices| choices.one_in(8),
    teeth: &[TeethFrom::Shape, TeethFrom::Nowhere],
    resolutions: 120,
    projections: |choices, _| 1 + choices.below(2) * choices.below(2),
    engines: SOME_ENGINES,
    meets_in: 8,
};

const LARGE_PAIRS: Kind = Kind {
    unit_mm: 10.0,
    decades: 5.0,
    n_units: 4,
    looks_for_arches: |_| true,
    projections: |_, usual| usual,
    ..SMALL_PAIRS
};

/// One, now and then the live one and an exact one.
const SOME_ENGINES: &[(bool, &[&str])] =
    &[(true, &[]), (true, &[]), (false, &["bvh"]), (false, &["octree"]), (true, &["bvh"]), (true, &["octree"])];

fn few(bytes: &[u8]) -> bool {
    // To start threads takes longer than to look at so little.
    use_at_most(1);
    run(bytes, &FEW_TRIANGLES)
}

fn run(bytes: &[u8], kind: &Kind) -> bool {
    let choices = &mut Choices::new(bytes);
    let (pair, pose) = match prepared(choices, kind) {
        Ok(made) => made,
        Err(why) => return refused(why),
    };
    let asked = question(choices, &pair, pose, kind);
    let frames = [pair.frame, pair.frame];
    let teeth = TeethQuestion { from: choices.of(kind.teeth), ..TeethQuestion::default() };
    let teeth = find_teeth(&pair, &frames, &teeth, &Progress::default()).expect("nobody cancels");
    let records: Vec<_> = engines(choices, kind)
        .filter_map(|entry| {
            let known = Known { teeth: teeth.clone(), ..Known::default() };
            let mut engine = match entry.open(None, &pair) {
                Ok(engine) => engine,
                Err(why) => return refused(why).then_some(None)?,
            };
            match at_rest::answer(engine.as_mut(), (&pair, pair.frame), &asked, known, &Progress::default()) {
                Ok(answer) => Some((entry.name, answer.record(Provenance::default()))),
                Err(why) => refused(why).then_some(None)?,
            }
        })
        .collect();
    records.iter().for_each(|(name, record)| check(name, record));
    for two in records.windows(2) {
        agree(&two[0], &two[1]);
    }
    if choices.one_in(kind.meets_in) {
        meet(choices, &pair, pose);
    }
    !records.is_empty()
}

/// Two bodies, one above the other or in each other, and the pose of the lower one.
fn prepared(choices: &mut Choices, kind: &Kind) -> Result<(Arc<JawPair>, Rigid), String> {
    let upper = (kind.body)(choices);
    let lower = if choices.one_in(4) { upper.clone() } else { (kind.body)(choices) };
    let away = match choices.below(5) {
        // In one place: everything coincides, or nothing does.
        0 => DVec3::ZERO,
        // Face on face.
        1 => DVec3::Z * (lowest(&upper) - highest(&lower)),
        2 => DVec3::Z * (lowest(&upper) - highest(&lower) + choices.unit() * 1e-6),
        3 => DVec3::new(choices.unit(), choices.unit(), choices.unit() * 3.0),
        _ => DVec3::Z * (lowest(&upper) - highest(&lower) + choices.unit() * 0.1),
    };
    let sizes = [choices.unit(), if choices.one_in(6) { choices.unit() } else { 0.0 }];
    let Kind { unit_mm, decades, .. } = *kind;
    let scale = if choices.one_in(kind.others_in) { 10_f64.powf(sizes[0] * decades) } else { unit_mm };
    let other_scale = scale * 10_f64.powf(sizes[1] * decades);
    let raw = |soup: &Soup, away: DVec3, scale: f64| RawMesh {
        format: MeshFormat::Generated,
        positions: soup.iter().flatten().map(|p| ((*p + away) * scale).as_vec3()).collect(),
        triangles: shapes::in_threes(soup.len()),
        colors: None,
    };
    let scan = |raw| Scan { name: "scan.stl".into(), blake3: String::new(), raw, warnings: Vec::new() };
    let units = [Some(LengthUnit::Millimetre), None, Some(LengthUnit::Metre), Some(LengthUnit::Inch)];
    let unit = choices.of(&units[..kind.n_units]);
    let is_estimated = (kind.looks_for_arches)(choices);
    let frame = if is_estimated { None } else { OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y) };
    let options = PairOptions { unit, close: !choices.one_in(4), frame };
    let scans = [scan(raw(&upper, DVec3::ZERO, scale)), scan(raw(&lower, away, other_scale))];
    let [upper, lower] = scans;
    let (pair, _) = prepare_pair(upper, lower, &options, &Progress::default()).map_err(|why| why.to_string())?;
    let pose = match choices.below(4) {
        0 | 1 => Rigid::IDENTITY,
        2 => {
            let size = scale * 0.1;
            let mut by = |most: f64| choices.unit() * most;
            Rigid::from_six([by(size), by(size), by(size), by(5.0), by(5.0), by(5.0)])
        }
        _ => {
            let mut by = |most: f64| choices.unit() * most;
            Rigid::from_six([by(1e6), by(1e3), by(1.0), by(360.0), by(360.0), by(360.0)])
        }
    };
    Ok((Arc::new(pair), pose))
}

fn lowest(soup: &Soup) -> f64 {
    soup.iter().flatten().map(|p| p.z).fold(f64::INFINITY, f64::min).clamp(-10.0, 10.0)
}

fn highest(soup: &Soup) -> f64 {
    soup.iter().flatten().map(|p| p.z).fold(f64::NEG_INFINITY, f64::max).clamp(-10.0, 10.0)
}

fn question(choices: &mut Choices, pair: &JawPair, upper_from_lower: Rigid, kind: &Kind) -> PoseQuestion {
    let is_given = choices.one_in(3);
    let direction = is_given.then(|| DVec3::new(choices.unit(), choices.unit(), -1.0).normalize());
    let settings =
        Settings { resolution: 8 + choices.below(kind.resolutions) as u32, direction, ..Settings::default() };
    let question = Question { upper_from_lower, direction, resolution: settings.resolution, ..Question::default() };
    let asked = PoseQuestion::of_settings(question, &settings, pair.frame.origin);
    let most_projections = (kind.projections)(choices, asked.most_projections);
    PoseQuestion { most_projections, ..asked }
}

/// Of those that need no GPU.
fn engines(choices: &mut Choices, kind: &Kind) -> impl Iterator<Item = &'static EngineEntry> {
    let (live, exact) = choices.of(kind.engines);
    ENGINES.iter().filter(move |e| live && e.execution == Some(Execution::Native) || exact.contains(&e.name))
}

/// Figures that no shape can have.
fn check(engine: &str, record: &AnalysisRecord) {
    for two in record.contact.windows(2) {
        let [less, more] = [&two[0], &two[1]].map(|c| [c.area.area_upper_mm2, c.area.area_lower_mm2]);
        let nested = less.iter().zip(more).all(|(less, more)| *less <= more + 1e-6 * (1.0 + more));
        assert!(nested, "{engine}: a larger threshold has less contact: {two:?}");
    }
    for c in record.contact.iter().map(|c| c.area) {
        let all = [c.area_upper_mm2, c.area_lower_mm2, c.penetrating_area_upper_mm2, c.penetrating_area_lower_mm2];
        assert!(all.iter().all(|mm2| mm2.is_finite() && *mm2 >= 0.0), "{engine}: {c:?}");
    }
    let again = AnalysisRecord::from_text(&record.to_text()).expect("a record is read again");
    same(&record.to_text(), &again.to_text());
}

/// The closest gap is the same by whichever engine the map was made.
fn agree((a, one): &(&str, AnalysisRecord), (b, two): &(&str, AnalysisRecord)) {
    assert_eq!(one.verdict, two.verdict, "{a} and {b}: {:?} and {:?}", one.headline, two.headline);
    for (c, d) in one.contact.iter().zip(&two.contact).map(|(c, d)| (c.area, d.area)) {
        let differ = (c.area_upper_mm2 - d.area_upper_mm2).abs() + (c.area_lower_mm2 - d.area_lower_mm2).abs();
        assert!(differ <= 1e-9 * (1.0 + c.area_upper_mm2 + c.area_lower_mm2), "{a} and {b}: {c:?} and {d:?}");
    }
}

/// Closing until the first contact.
fn meet(choices: &mut Choices, pair: &Arc<JawPair>, pose: Rigid) {
    let exact = BvhEngine::new(pair);
    let axis = DVec3::new(choices.unit(), choices.unit(), choices.unit()).try_normalize().unwrap_or(DVec3::Z);
    let motion = Motion::Along { direction: axis };
    if let Err(why) = exact.first_contact(&pose, &motion, 5.0, &Progress::default()) {
        refused(why);
    }
}
