//! Curtains: broad sheets of tissue, such as cheek, lip and tongue, that stand or hang from the scan's rim as high as the crowns.
//! Their width does not tell them ([`flaps`](super::flaps) are narrow), but that they have one side alone: whoever goes through one from
//! its face into what should be solid comes out in front of a tooth, or nowhere, where of a crown he meets its other side.
use super::arch_curve::{local, spread};
use super::faces::{hanging_together, scanned_neighbours};
use super::flaps::RISES_MM;
use crate::jaw::{JawSide, OcclusalFrame};
use crate::mesh::TriMesh;
use glam::{DQuat, DVec3};
use std::collections::HashMap;

/// What lies lower than this against the occlusal plane has no say in how the row of crowns is read, mm.
const CROWNS_MM: f64 = -6.0;
/// Edge of the cells in which surface is looked for, and how densely it is put there, mm.
const CELL_MM: f64 = 0.6;
const SAMPLE_MM: f64 = 0.4;
const MOST_ROWS: u32 = 32;
/// What lies nearer behind a face may be its own surface, and no crown is thicker than the other, mm.
const BEHIND_MM: std::ops::Range<f64> = 1.2..13.0;
const STEP_MM: f64 = 0.3;
/// Turns of the ways into a face, radians.
const TURNS: [f64; 5] = [-0.5, -0.25, 0.0, 0.25, 0.5];
/// A surface that is met at a flatter angle tells nothing (sine).
const GRAZING: f64 = 0.2;
/// What looks up or down by more than this (cosine) has no other side of the same height.
const LEVEL: f64 = 0.9;
/// A curtain has at least so much surface; and so much of it rises, or this share of it has a tooth behind, mm².
const LEAST_MM2: f64 = 6.0;
const RISING_MM2: f64 = 3.0;
const BEFORE_TEETH: f64 = 0.5;
/// What hangs together with curtains alone is a part of them if it is smaller than this, mm²: no tooth is.
const SHRED_MM2: f64 = 40.0;

/// A jaw's scanned triangles as they bound a solid, in the jaw's own directions ([`local`]). Of five million triangles a list would take
/// more memory than making each when it is asked for takes time.
struct Solid<'a> {
    mesh: &'a TriMesh,
    frame: &'a OcclusalFrame,
    jaw: JawSide,
    /// Facings of the surface in each cell, by area.
    cells: HashMap<[i32; 3], DVec3>,
}

/// A triangle.
#[derive(Clone, Copy)]
struct Side {
    middle: DVec3,
    /// Outward normal, as long as its area, mm².
    facing: DVec3,
}

/// What is met by going into a surface.
#[derive(Clone, Copy, PartialEq)]
enum Behind {
    /// Its other side, from within.
    OtherSide,
    /// Another surface, from outside.
    Face,
    Nothing,
}

/// One-sided surface that hangs together.
#[derive(Default)]
struct Sheet {
    triangles: Vec<usize>,
    area_mm2: f64,
    /// Of it beyond the tips of teeth, and in front of other surface.
    rising_mm2: f64,
    before_mm2: f64,
}

/// Of each scanned triangle whether it is part of a curtain, `None` where there is none. Mesh and frame as of
/// [`split`](super::split); `rim`: [`tissue_rim_vertices`](crate::mesh::border::tissue_rim_vertices).
pub fn curtains(
    (mesh, twins): (&TriMesh, &[u32]),
    rim: &[u32],
    frame: &OcclusalFrame,
    side: JawSide,
) -> Option<Vec<bool>> {
    let n = mesh.n_scanned.min(mesh.triangles.len());
    let height = |v: u32| local(frame, side, mesh.positions[v as usize].as_dvec3()).z;
    let mut is_high_rim = vec![false; mesh.positions.len()];
    for vertex in rim.iter().filter(|v| height(**v) > CROWNS_MM) {
        is_high_rim[*vertex as usize] = true;
    }
    let at_rim = |t: &usize| mesh.triangles[*t].iter().any(|v| is_high_rim[*v as usize]);
    let begins: Vec<usize> = (0..n).filter(at_rim).collect();
    if begins.is_empty() {
        return None;
    }
    let solid = Solid::of(mesh, frame, side);
    let (mut is_curtain, mut seen) = (vec![false; n], vec![false; n]);
    for begin in begins {
        let sheet = solid.sheet(twins, begin, &mut seen);
        if sheet.is_curtain() {
            sheet.triangles.iter().for_each(|t| is_curtain[*t] = true);
        }
    }
    solid.add_shreds(twins, &mut is_curtain);
    is_curtain.contains(&true).then_some(is_curtain)
}

impl Sheet {
    fn is_curtain(&self) -> bool {
        let is_before_teeth = self.before_mm2 >= BEFORE_TEETH * self.area_mm2;
        self.area_mm2 >= LEAST_MM2 && (is_before_teeth || self.rising_mm2 >= RISING_MM2)
    }
}

impl<'a> Solid<'a> {
    fn of(mesh: &'a TriMesh, frame: &'a OcclusalFrame, jaw: JawSide) -> Self {
        let mut solid = Self { mesh, frame, jaw, cells: HashMap::new() };
        for triangle in 0..solid.n() {
            let [a, b, c] = solid.corners(triangle);
            let facing = solid.side(triangle).facing;
            let (n, points) = spread([a, b, c], SAMPLE_MM, MOST_ROWS);
            for point in points {
                *solid.cells.entry(cell(point)).or_default() += facing / f64::from(n * n);
            }
        }
        solid
    }

    fn n(&self) -> usize {
        self.mesh.n_scanned.min(self.mesh.triangles.len())
    }

    fn corners(&self, triangle: usize) -> [DVec3; 3] {
        self.mesh.corners(triangle).map(|p| local(self.frame, self.jaw, p.as_dvec3()))
    }

    fn side(&self, triangle: usize) -> Side {
        let [a, b, c] = self.corners(triangle);
        // Mirroring the upper jaw's height turned its faces round.
        let turned = if self.jaw == JawSide::Upper { -0.5 } else { 0.5 };
        Side { middle: (a + b + c) / 3.0, facing: (b - a).cross(c - a) * turned }
    }

    /// What hangs together with a triangle and is one-sided, as high as crowns are; nothing where that one is not.
    fn sheet(&self, twins: &[u32], begin: usize, seen: &mut [bool]) -> Sheet {
        let mut sheet = Sheet::default();
        let mut open = vec![begin];
        while let Some(triangle) = open.pop() {
            let side = self.side(triangle);
            if side.middle.z < CROWNS_MM || std::mem::replace(&mut seen[triangle], true) {
                continue;
            }
            let behind = self.behind(&side);
            let (area_mm2, is_high) = (side.facing.length(), side.middle.z > RISES_MM);
            let is_one_sided = behind != Behind::OtherSide && (is_high || side.facing.z.abs() < LEVEL * area_mm2);
            if is_one_sided {
                sheet.area_mm2 += area_mm2;
                sheet.rising_mm2 += if is_high { area_mm2 } else { 0.0 };
                sheet.before_mm2 += if behind == Behind::Face { area_mm2 } else { 0.0 };
                sheet.triangles.push(triangle);
                open.extend(scanned_neighbours(twins, self.n(), triangle));
            }
        }
        sheet
    }

    /// Adds what hangs together with nothing but curtains: parts of them behind which chance put another side.
    fn add_shreds(&self, twins: &[u32], is_curtain: &mut [bool]) {
        let mut seen = is_curtain.to_vec();
        let curtains: Vec<usize> = (0..self.n()).filter(|t| is_curtain[*t]).collect();
        for begin in curtains.into_iter().flat_map(|t| scanned_neighbours(twins, self.n(), t)) {
            let shred = hanging_together(twins, begin, &mut seen);
            if shred.iter().map(|t| self.side(*t).facing.length()).sum::<f64>() < SHRED_MM2 {
                shred.into_iter().for_each(|t| is_curtain[t] = true);
            }
        }
    }

    /// What most ways into a face meet, turned a little about the vertical: one alone may go through a gap between two teeth.
    fn behind(&self, side: &Side) -> Behind {
        // As high as the face: a crown's slopes look up, and straight behind them is the gum.
        let inwards = -side.facing.with_z(0.0).normalize_or(side.facing.normalize_or_zero());
        let met = TURNS.map(|turn| self.met(side.middle, DQuat::from_rotation_z(turn) * inwards));
        let n = |kind: Behind| met.iter().filter(|m| **m == kind).count();
        if 2 * n(Behind::OtherSide) > TURNS.len() {
            Behind::OtherSide
        } else if n(Behind::Face) >= n(Behind::Nothing) {
            Behind::Face
        } else {
            Behind::Nothing
        }
    }

    fn met(&self, from: DVec3, way: DVec3) -> Behind {
        let n_steps = ((BEHIND_MM.end - BEHIND_MM.start) / STEP_MM) as u32;
        let met = (0..=n_steps).find_map(|step| {
            let away_mm = BEHIND_MM.start + STEP_MM * f64::from(step);
            let along = way.dot(self.cells.get(&cell(from + way * away_mm))?.normalize_or_zero());
            (along.abs() > GRAZING).then_some(if along > 0.0 { Behind::OtherSide } else { Behind::Face })
        });
        met.unwrap_or(Behind::Nothing)
    }
}

fn cell(p: DVec3) -> [i32; 3] {
    (p / CELL_MM).floor().as_ivec3().to_array()
}
