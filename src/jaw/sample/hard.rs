//! Arches that are hard to tell apart into teeth, made from the sample case's formula: every triangle's tooth is known.
use super::arch::Arch;
use super::smooth::{noise, smooth_min};
use super::surface_nets::{Lattice, Solid};
use super::tooth::{Fields, Tooth, Union};
use super::tooth_table::{LOWER, ToothShape, UPPER};
use crate::base::{MeshFormat, Progress, RawMesh};
use crate::jaw::JawSide;
use glam::{Quat, Vec3};

/// What is odd about a case. Places are those from the midline, 1 to 8, as in FDI.
#[derive(Clone, Debug)]
pub struct Hard {
    pub name: &'static str,
    pub cell_mm: f32,
    /// Third molars on the patient's right and left.
    pub thirds: [bool; 2],
    /// Crowns that are missing on both sides; their room stays.
    pub missing: &'static [u8],
    /// Teeth that are missing on both sides, the gap closed.
    pub extracted: &'static [u8],
    /// How far neighbours are pressed into each other, mm; negative: apart.
    pub proximal_mm: f32,
    pub crowded: bool,
    /// Gum behind the last teeth.
    pub behind: Behind,
    /// A thin spike of gum beside the first molars.
    pub spike: bool,
    /// The scan ends in the middle of the last molar on the right.
    pub cut_short: bool,
    pub ragged: bool,
    pub mirrored: bool,
    pub turned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Behind {
    Nothing,
    /// Retromolar pad below, tuberosity above: a hump so high, as a share of the crown.
    Hump(f32),
    /// A thin upright sheet with a ragged edge.
    Flap,
}

pub const PLAIN: Hard = Hard {
    name: "plain",
    cell_mm: 0.45,
    thirds: [false; 2],
    missing: &[],
    extracted: &[],
    proximal_mm: 0.06,
    crowded: false,
    behind: Behind::Nothing,
    spike: false,
    cut_short: false,
    ragged: false,
    mirrored: false,
    turned: false,
};

/// All of them.
pub fn all() -> Vec<Hard> {
    vec![
        PLAIN,
        Hard { name: "turned and mirrored", thirds: [true, false], turned: true, mirrored: true, ..PLAIN },
        Hard { name: "coarse", cell_mm: 1.05, ..PLAIN },
        Hard { name: "cut short", cut_short: true, ..PLAIN },
        Hard { name: "first molars missing", missing: &[6], ..PLAIN },
        Hard { name: "laterals missing", missing: &[2], ..PLAIN },
        Hard { name: "premolars extracted, third molars", thirds: [true; 2], extracted: &[4], ..PLAIN },
        Hard { name: "third molars", thirds: [true; 2], ..PLAIN },
        Hard { name: "low humps", behind: Behind::Hump(0.35), ..PLAIN },
        Hard { name: "high humps", behind: Behind::Hump(0.7), ragged: true, ..PLAIN },
        Hard { name: "third molar and hump", thirds: [true, false], behind: Behind::Hump(0.5), ..PLAIN },
        Hard { name: "flap", behind: Behind::Flap, ..PLAIN },
        Hard { name: "spike", spike: true, ..PLAIN },
        Hard { name: "ragged", ragged: true, ..PLAIN },
        Hard { name: "crowded", crowded: true, ..PLAIN },
        Hard { name: "spaced", proximal_mm: -0.8, ..PLAIN },
    ]
}

/// A mesh with the FDI number of each of its triangles, 0 on gum.
pub struct Labelled {
    pub raw: RawMesh,
    pub numbers: Vec<u8>,
}

impl Hard {
    pub fn make(&self, side: JawSide) -> Labelled {
        let solid = HardArch::new(self, side);
        let s = if side == JawSide::Upper { 1.0 } else { -1.0 };
        let (y0, y1) = if s > 0.0 { (-4.5, 20.0) } else { (-20.0, 5.5) };
        let lattice = Lattice::new(Vec3::new(-36.0, y0, -32.0), Vec3::new(36.0, y1, 38.0), self.cell_mm);
        let surface = lattice.mesh(&solid, &Progress::default(), (0.0, 1.0)).unwrap();
        let mut labelled = Labelled {
            numbers: vec![],
            raw: RawMesh {
                format: MeshFormat::Generated,
                positions: surface.positions,
                triangles: surface.triangles,
                colors: None,
            },
        };
        if self.cut_short {
            let molar = solid.arch.teeth[0].place(Vec3::ZERO);
            let (positions, triangles) = (&labelled.raw.positions, &mut labelled.raw.triangles);
            triangles
                .retain(|t| t.iter().all(|i| positions[*i as usize].x > 0.0 || positions[*i as usize].z > molar.z));
        }
        let middles = labelled
            .raw
            .triangles
            .iter()
            .map(|t| t.map(|i| labelled.raw.positions[i as usize]).iter().sum::<Vec3>() / 3.0);
        labelled.numbers = middles.map(|p| solid.number(side, p)).collect();
        self.place(&mut labelled);
        labelled
    }

    fn place(&self, labelled: &mut Labelled) {
        if self.mirrored {
            labelled.raw.positions.iter_mut().for_each(|p| p.x = -p.x);
            labelled.raw.triangles.iter_mut().for_each(|t| t.swap(0, 1));
            let other = |n: &mut u8| *n = [*n, *n + 10, *n - 10, *n + 10, *n - 10][usize::from(*n / 10)];
            labelled.numbers.iter_mut().filter(|n| **n > 0).for_each(other);
        }
        if self.turned {
            let turn = Quat::from_axis_angle(Vec3::new(0.3, -0.8, 0.5).normalize(), 2.1);
            labelled.raw.positions.iter_mut().for_each(|p| *p = turn * *p + Vec3::new(40.0, -7.0, 12.0));
        }
    }
}

/// Shapes of one side from the midline backwards.
fn shapes(hard: &Hard, side: JawSide, third: bool) -> &'static [ToothShape] {
    let all = || if side == JawSide::Upper { UPPER } else { LOWER };
    let mut shapes: Vec<ToothShape> = all().into_iter().filter(|s| !hard.extracted.contains(&s.fdi_digit)).collect();
    if third {
        let [.., mut last] = all();
        (last.fdi_digit, last.crown_mm) = (8, 0.93 * last.crown_mm);
        (last.mesiodistal_mm, last.buccolingual_mm) = (0.95 * last.mesiodistal_mm, 0.93 * last.buccolingual_mm);
        shapes.push(last);
    }
    Vec::leak(shapes)
}

struct HardArch {
    arch: Arch,
    /// The last teeth of both sides.
    last: [usize; 2],
    hard: Hard,
}

impl HardArch {
    fn new(hard: &Hard, side: JawSide) -> Self {
        let shapes = hard.thirds.map(|third| shapes(hard, side, third));
        let mut arch = Arch::of_shapes(side, shapes, hard.proximal_mm);
        if hard.crowded {
            arch.teeth.iter_mut().zip(0..).filter(|(t, _)| t.shape.fdi_digit <= 3).for_each(|(t, i)| crowd(t, i));
        }
        Self { last: [0, arch.teeth.len() - 1], arch, hard: hard.clone() }
    }

    /// A tooth's fields; of a missing one the gum alone.
    fn fields(&self, tooth: &Tooth, l: Vec3) -> Fields {
        let mut fields = tooth.fields(l);
        if self.hard.missing.contains(&tooth.shape.fdi_digit) {
            fields.crown = 1e3;
        }
        fields
    }

    /// Gum that no tooth has round it.
    fn extra(&self, near: &[u8], p: Vec3) -> f32 {
        let mut extra = 1e3_f32;
        for i in near.iter().map(|i| usize::from(*i)) {
            let tooth = &self.arch.teeth[i];
            if self.last.contains(&i) {
                extra = extra.min(self.behind(tooth, p));
            }
            if self.hard.spike && tooth.shape.fdi_digit == 6 {
                extra = extra.min(spike(tooth, tooth.local(p)));
            }
        }
        extra
    }

    fn behind(&self, tooth: &Tooth, p: Vec3) -> f32 {
        let l = tooth.local(p);
        let shape = tooth.shape;
        match self.hard.behind {
            Behind::Nothing => 1e3,
            Behind::Hump(share) => {
                let radii = Vec3::new(5.5, 5.0, 2.0 + share * shape.crown_mm);
                let centre = Vec3::new(-0.5 * shape.mesiodistal_mm - 4.8, 0.0, -2.0);
                (((l - centre) / radii).length() - 1.0) * 3.5
            }
            Behind::Flap => {
                let top = shape.crown_mm * (0.8 + 0.25 * (2.3 * l.y).sin());
                let thick = (l.x + 0.5 * shape.mesiodistal_mm + 1.6).abs() - 0.4;
                thick.max(l.y.abs() - 4.0).max(l.z - top).max(-3.0 - l.z)
            }
        }
    }

    fn union(&self, near: &[u8], p: Vec3) -> (Union, f32) {
        let mut union = Union::NOTHING;
        for i in near {
            let tooth = &self.arch.teeth[usize::from(*i)];
            union.add(self.fields(tooth, tooth.local(p)));
        }
        let extra = self.extra(near, p);
        union.gum = smooth_min(union.gum, extra, 1.0);
        (union, extra)
    }

    fn number(&self, side: JawSide, p: Vec3) -> u8 {
        let near = self.region(p, 1.0);
        let (union, extra) = self.union(&near, p);
        let crown = |i: &u8| {
            let tooth = &self.arch.teeth[usize::from(*i)];
            (self.fields(tooth, tooth.local(p)).crown, usize::from(*i))
        };
        let Some((crown, i)) = near.iter().map(crown).min_by(|a, b| a.0.total_cmp(&b.0)) else { return 0 };
        if crown > union.gum.min(extra) {
            return 0;
        }
        let quadrant = match (side, self.arch.teeth[i].tip.x < 0.0) {
            (JawSide::Upper, right) => {
                if right {
                    10
                } else {
                    20
                }
            }
            (JawSide::Lower, right) => {
                if right {
                    40
                } else {
                    30
                }
            }
        };
        quadrant + self.arch.teeth[i].shape.fdi_digit
    }
}

/// Turns and shifts a front tooth out of the row.
fn crowd(tooth: &mut Tooth, i: u32) {
    let side = if i.is_multiple_of(2) { 1.0 } else { -1.0 };
    let turn = Quat::from_axis_angle(tooth.occlusal, side * (0.2 + 0.1 * noise(i)));
    (tooth.mesial, tooth.buccal) = (turn * tooth.mesial, turn * tooth.buccal);
    tooth.tip += 0.9 * side * tooth.buccal;
}

/// A cone that stands beside a molar and overtops it.
fn spike(tooth: &Tooth, l: Vec3) -> f32 {
    let foot = Vec3::new(-0.3 * tooth.shape.mesiodistal_mm, 0.5 * tooth.shape.buccolingual_mm + 1.3, 0.0);
    let d = l - foot;
    let radius = 0.75 - 0.05 * d.z;
    (d.truncate().length() - radius).max(d.z - tooth.shape.crown_mm - 2.0).max(-4.0 - d.z)
}

impl Solid for HardArch {
    type Region = Vec<u8>;

    fn region(&self, centre: Vec3, radius: f32) -> Vec<u8> {
        let mut near = self.arch.near(centre, radius);
        // Gum reaches farther behind the row than round a tooth.
        for i in self.last.map(|i| i as u8) {
            if !near.contains(&i) && self.arch.teeth[usize::from(i)].tip.distance(centre) < 22.0 + radius {
                near.push(i);
            }
        }
        near
    }

    fn distance(&self, near: &Vec<u8>, p: Vec3) -> f32 {
        self.union(near, p).0.distance()
    }

    fn scanned(&self, near: &Vec<u8>, p: Vec3) -> bool {
        let torn = if self.hard.ragged { 2.0 * (1.7 * p.x).sin() * (1.3 * p.z).cos() + 1.5 } else { 0.0 };
        let lifted = near.first().map_or(Vec3::ZERO, |i| self.arch.teeth[usize::from(*i)].occlusal * -torn);
        !self.arch.beyond_rim(p + lifted, near)
    }
}
