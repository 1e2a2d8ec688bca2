//! What paints the arches after a movement: for every triangle that was in contact a class with a colour and words. A triangle is painted
//! whole; where in it contact ends, the paint does not say.
use crate::base::words::{decimal, say};
use crate::engine::{PlaceSweep, Sensitivity, StepContact, SweptContact};
use crate::export::overlay::{Stripes, Swatch};
use crate::jaw::motion::{Movement, MovementKind, Role, Side};
use crate::jaw::{JawSide, Teeth};
use std::collections::BTreeMap;

/// What a colour means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PaintBy {
    /// Where on the path it first touches.
    Order,
    /// How much of the path it touches.
    Duration,
    /// Smallest closest gap.
    #[default]
    Gap,
}

/// Which colours movements have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MovementColours {
    /// Told apart by everybody (Okabe and Ito).
    #[default]
    Safe,
    /// The occlusal compass: red and orange by their source, black, blue, green and yellow as usual, not confirmed.
    Compass,
}

/// Classes with their colours, and the class of every triangle that has one, of the upper and the lower jaw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Painted {
    pub title: String,
    /// What is to be known of the colours.
    pub note: Option<String>,
    pub classes: Vec<Swatch>,
    pub of: [BTreeMap<u32, usize>; 2],
}

impl Painted {
    /// What the class of a triangle of the upper (0) or the lower jaw says.
    pub fn label_at(&self, side: usize, triangle: u32) -> Option<&str> {
        let class = self.of.get(side)?.get(&triangle)?;
        self.classes.get(*class).map(|swatch| swatch.label.as_str())
    }
}

/// Five colours from dark to light that stay apart in grey (viridis).
const RAMP: [[u8; 3]; 5] = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
pub const BLUE: [u8; 3] = [0, 114, 178];
pub const VERMILION: [u8; 3] = [213, 94, 0];
pub const GREEN: [u8; 3] = [0, 158, 115];
pub const GREY: [u8; 3] = [120, 124, 130];
const PURPLE: [u8; 3] = [170, 68, 153];

/// A movement with what touched in it.
pub struct Moved<'a> {
    pub swept: &'a SweptContact,
    /// Where on the path each step is, mm.
    pub at_mm: &'a [f64],
    /// `None`: it was recorded.
    pub movement: Option<&'a Movement>,
}

/// One movement by its places. `at_mm`: where on the path each step is; the threshold is what bounds contact.
pub fn painted(by: PaintBy, swept: &SweptContact, (at_mm, threshold_mm): (&[f64], f64)) -> Painted {
    let at = |step: usize| at_mm[step];
    let mm = decimal(threshold_mm, 3);
    match by {
        PaintBy::Order => {
            let last = at_mm.last().copied().unwrap_or_default();
            let edges: Vec<f64> = (1..5).map(|i| last * f64::from(i) / 5.0).collect();
            let of = places(swept, |place| edges.partition_point(|edge| *edge <= at(place.first_step)));
            let label = |from: f64, to: f64| say!("paint-from-to-mm", from = decimal(from, 2), to = decimal(to, 2));
            let classes = ramp((0..5).map(|i| label(last * f64::from(i) / 5.0, last * f64::from(i + 1) / 5.0)));
            Painted { title: say!("paint-order", mm = mm), note: None, classes, of }
        }
        PaintBy::Duration => {
            let of = places(swept, |place| ((place.share * 5.0) as usize).min(4));
            let classes = ramp((0..5).map(|i| say!("paint-share", from = 20 * i, to = 20 * (i + 1))));
            Painted { title: say!("paint-duration", mm = mm), note: None, classes, of }
        }
        PaintBy::Gap => {
            let (edges, classes) = gap_classes(threshold_mm);
            let of = places(swept, |place| edges.partition_point(|edge| *edge <= place.min_gap_mm));
            Painted { title: say!("paint-gap", mm = mm), note: None, classes, of }
        }
    }
}

/// One pose, by its gaps.
pub fn painted_step(step: Option<&StepContact>, zone_threshold_mm: f64) -> Painted {
    let (edges, classes) = gap_classes(zone_threshold_mm);
    let mut of = [BTreeMap::new(), BTreeMap::new()];
    for (side, places) in step.iter().flat_map(|step| step.places.iter().enumerate()) {
        let class = |mm: f32| edges.partition_point(|edge| *edge <= f64::from(mm));
        of[side].extend(places.iter().map(|place| (place.triangle, class(place.min_gap_mm))));
    }
    Painted { title: say!("paint-gap-now", mm = decimal(zone_threshold_mm, 3)), note: None, classes, of }
}

/// What touches outside the bite with all settings of a grid, and with some of them.
pub fn painted_settings(found: &Sensitivity) -> Painted {
    let n = found.settings.len();
    let class = |(triangle, touches): (&u32, &usize)| (*triangle, usize::from(*touches < n));
    let of = found.triangles.each_ref().map(|side| side.iter().map(class).collect());
    let classes = vec![
        Swatch::plain(say!("paint-does-not-depend", n = n), BLUE),
        Swatch { label: say!("paint-depends").into(), color: VERMILION, stripes: Stripes::Rising },
    ];
    Painted { title: say!("paint-settings").into(), note: None, classes, of }
}

fn places(swept: &SweptContact, class: impl Fn(&PlaceSweep) -> usize) -> [BTreeMap<u32, usize>; 2] {
    swept.places.each_ref().map(|side| side.iter().map(|place| (place.triangle, class(place))).collect())
}

fn ramp(labels: impl Iterator<Item = String>) -> Vec<Swatch> {
    labels.zip(RAMP).map(|(label, color)| Swatch::plain(label, color)).collect()
}

/// Between classes, mm: what overlaps by half the threshold and more, less, and what does not.
fn gap_classes(threshold_mm: f64) -> ([f64; 4], Vec<Swatch>) {
    let edges = [-threshold_mm, -threshold_mm / 2.0, 0.0, threshold_mm / 2.0];
    let [a, b, none, d] = edges.map(|mm| decimal(mm.abs(), 3));
    let end = decimal(threshold_mm, 3);
    let labels = [
        say!("paint-deeper", mm = a),
        say!("paint-deep", from = b, to = a),
        say!("paint-deep", from = none, to = b),
        say!("paint-open", from = none, to = d),
        say!("paint-open", from = d, to = end),
    ];
    (edges, ramp(labels.into_iter()))
}

/// One or several movements: every place has the colour of the one in which it comes nearest, by that movement and the side of its tooth.
/// What touches in the bite alone is told apart; places of teeth without a number have none.
pub fn painted_movements(moved: &[Moved], colours: MovementColours, teeth: &Teeth, threshold_mm: f64) -> Painted {
    let mut classes: Vec<Swatch> = Vec::new();
    let mut of = [BTreeMap::new(), BTreeMap::new()];
    for (i, side) in [JawSide::Upper, JawSide::Lower].into_iter().enumerate() {
        let mut nearest: BTreeMap<u32, (f64, Swatch)> = BTreeMap::new();
        for part in moved {
            for place in &part.swept.places[i] {
                let Some(tooth) = teeth.jaw(side).at(place.triangle).and_then(|tooth| tooth.fdi) else { continue };
                let at = |step: usize| part.at_mm[step];
                let role = Role::of(part.movement, tooth, at(place.first_step), at(place.last_step));
                let is_nearer = |known: &(f64, Swatch)| place.min_gap_mm < known.0;
                if nearest.get(&place.triangle).is_none_or(is_nearer) {
                    let swatch = swatch(role, part.movement, (colours, moved.len()));
                    nearest.insert(place.triangle, (place.min_gap_mm, swatch));
                }
            }
        }
        for (triangle, (_, swatch)) in nearest {
            let class = classes.iter().position(|known| *known == swatch).unwrap_or_else(|| {
                classes.push(swatch);
                classes.len() - 1
            });
            of[i].insert(triangle, class);
        }
    }
    let note = (colours == MovementColours::Compass).then(|| say!("paint-compass-unconfirmed").into());
    Painted { title: say!("paint-movement", mm = decimal(threshold_mm, 3)), note, classes, of }
}

fn swatch(role: Option<Role>, movement: Option<&Movement>, (colours, n): (MovementColours, usize)) -> Swatch {
    let side = match role {
        Some(Role::Working) => say!("paint-working"),
        Some(Role::Balancing) => say!("paint-balancing"),
        Some(Role::Protrusive) => say!("paint-protrusive"),
        Some(Role::Intercuspal) => say!("paint-intercuspal"),
        None => say!("paint-recorded"),
    };
    let color = role_color(role, movement, colours);
    // Of several movements right and left have the same colours, and their own words where it matters which of them it was.
    let is_told = n > 1 && !matches!(role, Some(Role::Intercuspal) | None);
    let label = match movement.filter(|_| is_told) {
        Some(movement) => say!("paint-side-of", side = side, kind = movement.name()),
        None => side.into(),
    };
    let color = if is_told { shaded(color, movement) } else { color };
    Swatch { label, color, stripes: movement.filter(|_| is_told).map(stripes).unwrap_or_default() }
}

/// What a role is painted in, on teeth, in bars and in tables. `None`: of a recorded movement.
pub fn role_color(role: Option<Role>, movement: Option<&Movement>, colours: MovementColours) -> [u8; 3] {
    let safe = match role {
        Some(Role::Working) => BLUE,
        Some(Role::Balancing) => VERMILION,
        Some(Role::Protrusive) => GREEN,
        Some(Role::Intercuspal) => GREY,
        None => PURPLE,
    };
    match colours {
        MovementColours::Safe => safe,
        MovementColours::Compass => compass(role, movement).unwrap_or(safe),
    }
}

/// Of several movements those to the right have stripes that rise to the right, those to the left such that fall.
fn stripes(movement: &Movement) -> Stripes {
    match movement.kind {
        MovementKind::Lateral { working: Side::Right, .. } => Stripes::Rising,
        MovementKind::Lateral { working: Side::Left, .. } => Stripes::Falling,
        MovementKind::Protrusion | MovementKind::Retrusion | MovementKind::Opening => Stripes::None,
    }
}

/// Movements to the left are lighter, lateroprotrusions between, so that classes stay apart.
fn shaded(color: [u8; 3], movement: Option<&Movement>) -> [u8; 3] {
    let share = match movement.map(|movement| movement.kind) {
        Some(MovementKind::Lateral { working: Side::Left, forward }) => 0.45 - 0.15 * forward,
        Some(MovementKind::Lateral { working: Side::Right, forward }) if forward > 0.0 => 0.15,
        Some(MovementKind::Retrusion) => 0.4,
        _ => 0.0,
    };
    color.map(|c| (f64::from(c) * (1.0 - share) + 255.0 * share) as u8)
}

/// Lateroprotrusion is yellow, its other side (medioprotrusion) orange.
fn compass(role: Option<Role>, movement: Option<&Movement>) -> Option<[u8; 3]> {
    let forward = matches!(movement?.kind, MovementKind::Lateral { forward, .. } if forward > 0.0);
    match role? {
        Role::Working => Some(if forward { [240, 200, 0] } else { [40, 80, 220] }),
        Role::Balancing => Some(if forward { [240, 130, 20] } else { [30, 150, 60] }),
        Role::Protrusive if movement?.kind == MovementKind::Retrusion => Some([210, 30, 40]),
        Role::Protrusive => Some([20, 20, 24]),
        Role::Intercuspal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::StepPlace;
    use crate::field::Verdict;
    use crate::jaw::{JawTeeth, ToothRegion, ToothSource};

    #[test]
    fn gaps_and_settings_have_their_classes() {
        let place = |triangle, min_gap_mm| StepPlace { triangle, min_gap_mm };
        let gaps = [place(1, -0.3), place(2, -0.07), place(3, -0.01), place(4, 0.01), place(5, 0.09)];
        let step = StepContact {
            areas: Vec::new(),
            verdict: Verdict::Interfering,
            max_depth_mm: 0.3,
            clearance_mm: None,
            n_zones: 1,
            pairs: Vec::new(),
            places: [gaps.to_vec(), Vec::new()],
        };
        let found = painted_step(Some(&step), 0.1);
        assert_eq!(
            found.of[0].iter().map(|(t, class)| (*t, *class)).collect::<Vec<_>>(),
            [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)]
        );
        assert!(found.classes[0].label.contains("0.1") && found.of[1].is_empty());
        assert_eq!(painted_step(None, 0.1).of, [BTreeMap::new(), BTreeMap::new()]);
        let settings = Sensitivity {
            settings: vec![[25.0, 5.0], [45.0, 5.0]],
            pairs: Vec::new(),
            triangles: [BTreeMap::from([(7, 2), (8, 1)]), BTreeMap::new()],
            holes: vec![0, 0],
        };
        assert_eq!(painted_settings(&settings).of[0], BTreeMap::from([(7, 0), (8, 1)]));
    }

    #[test]
    fn sides_have_colours_of_their_own_in_both_sets() {
        let kind = |forward| Movement { kind: MovementKind::Lateral { working: Side::Right, forward }, amount_mm: 3.0 };
        let roles = [Role::Working, Role::Balancing, Role::Protrusive, Role::Intercuspal];
        for colours in [MovementColours::Safe, MovementColours::Compass] {
            let of = |role: &Role| swatch(Some(*role), Some(&kind(0.0)), (colours, 1)).color;
            let mut all: Vec<_> = roles.iter().map(of).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), 4, "{colours:?}");
        }
        let mixed = |forward| swatch(Some(Role::Working), Some(&kind(forward)), (MovementColours::Compass, 1)).color;
        assert_ne!(mixed(0.0), mixed(0.5), "a lateroprotrusion has its own");
        let left = Movement { kind: MovementKind::Lateral { working: Side::Left, forward: 0.0 }, amount_mm: 3.0 };
        let of = |movement: &Movement, n| swatch(Some(Role::Working), Some(movement), (MovementColours::Safe, n));
        let [to_left, to_right] = [of(&left, 2), of(&kind(0.0), 2)];
        assert_ne!(to_left, to_right, "of several movements each has its own");
        assert_eq!([to_left.stripes, to_right.stripes], [Stripes::Falling, Stripes::Rising], "also without colours");
        assert_eq!(of(&left, 1), of(&kind(0.0), 1));
        assert_eq!(of(&left, 1).stripes, Stripes::None, "the twin");
    }

    /// A place has the colour of the movement in which it comes nearest; without a number of its tooth it has none.
    #[test]
    fn of_several_movements_the_nearest_has_the_place() {
        let region = |number: u8| ToothRegion {
            fdi: crate::jaw::Fdi::new(number),
            confidence: 1.0,
            source: ToothSource::Labels,
        };
        let upper = JawTeeth { regions: vec![region(16), region(26)], of_triangle: vec![1, 2, 0].into() };
        let teeth = Teeth { upper, lower: JawTeeth::default() };
        let place = |triangle, min_gap_mm| PlaceSweep {
            triangle,
            min_gap_mm,
            nearest_step: 1,
            first_step: 0,
            last_step: 1,
            share: 0.5,
        };
        let swept = |places: Vec<PlaceSweep>| SweptContact {
            scope: crate::field::contact::ScopeKind::Teeth,
            steps: Vec::new(),
            places: [places, Vec::new()],
            pairs: Vec::new(),
        };
        let right = swept(vec![place(0, 0.05), place(1, 0.02), place(2, -0.1)]);
        let left = swept(vec![place(0, 0.01), place(1, 0.08)]);
        let kind = |working| Movement { kind: MovementKind::Lateral { working, forward: 0.0 }, amount_mm: 2.0 };
        let at_mm = [0.0, 2.0];
        let [to_right, to_left] = [kind(Side::Right), kind(Side::Left)];
        let moved = |swept, movement| Moved { swept, at_mm: &at_mm, movement: Some(movement) };
        let both = [moved(&right, &to_right), moved(&left, &to_left)];
        let found = painted_movements(&both, MovementColours::Safe, &teeth, 0.1);
        let label = |triangle: u32| found.of[0].get(&triangle).map(|class| found.classes[*class].label.clone());
        // Tooth 16 comes nearest to the left, where it balances; so does 26 to the right.
        assert!(label(0).is_some_and(|l| l.contains("balancing") && l.contains("left")), "{:?}", found.classes);
        assert!(label(1).is_some_and(|l| l.contains("balancing") && l.contains("right")), "{:?}", found.classes);
        assert_eq!(label(2), None);
        let alone = painted_movements(&both[..1], MovementColours::Safe, &teeth, 0.1);
        assert_eq!(alone.classes[alone.of[0][&0]].label, "working side", "the twin");
    }
}
