//! Several projections at once: every engine on the same tiles, held against the exact one where each tile speaks.
use super::judge::{JUDGE, agreement_lines};
use crate::base::Progress;
use crate::engine::{EngineEntry, Execution, MultiProjection, Opened, Pace, label, map_projections, map_tiles};
use crate::exact::BvhEngine;
use crate::field::multi_projection::{Owners, PosedMeshes, Tile, TileMap, merge, only_owned};
use crate::field::{Agreement, ContactArea, GapField, Judge, NearEdge, Question, agreement};
use crate::jaw::JawPair;
use serde::Serialize;
use std::fmt::Write as _;

/// One engine's answer along all projections.
#[derive(Debug, Serialize)]
pub(super) struct MultiProjectionRow {
    engine: &'static str,
    execution: Option<Execution>,
    projections: usize,
    tiles: usize,
    contact: Vec<ContactArea>,
    frame_ms: f64,
    /// Surface points that tiles speak for, against the judge; `null` of the judge itself.
    agreement: Option<Agreement>,
}

/// The judge on every tile.
struct JudgedTiles<'a> {
    engine: &'a BvhEngine,
    maps: Vec<TileMap>,
    near_edge: Vec<Vec<NearEdge>>,
    owners: Vec<Vec<Owners>>,
}

/// Every engine's answer on the tiles that the principal map calls for.
pub(super) fn rows(
    engines: impl Iterator<Item = (EngineEntry, Opened)>,
    pair: &JawPair,
    question: &Question,
    (principal, most): (&GapField, usize),
    judge: &BvhEngine,
    progress: &Progress,
) -> anyhow::Result<Vec<MultiProjectionRow>> {
    let mut tiles: Vec<Tile> = Vec::new();
    let mut judged: Option<JudgedTiles> = None;
    let mut rows = Vec::new();
    for (entry, opened) in engines {
        let mut engine = opened?;
        // The first engine chooses the tiles for all.
        let multi_projection = if judged.is_none() {
            let mut pace = Pace { progress, is_late: &mut || false, tell: &mut |_| {} };
            match map_projections(engine.as_mut(), pair, question, (principal, most), &mut pace)? {
                Some(multi_projection) => multi_projection,
                None => return Ok(Vec::new()),
            }
        } else {
            map_tiles(engine.as_mut(), pair, question, &tiles, progress)?
        };
        tiles = multi_projection.tiles.iter().map(|t| t.tile).collect();
        if judged.is_none() {
            judged = Some(JudgedTiles::new(judge, pair, question, &tiles, progress)?);
        }
        let against = judged.as_ref().filter(|_| entry.name != JUDGE);
        rows.push(MultiProjectionRow {
            engine: entry.name,
            execution: entry.execution,
            projections: multi_projection.n_projections(),
            tiles: tiles.len(),
            agreement: against.map(|j| j.agreement(&multi_projection, question)),
            contact: multi_projection.merged.contact,
            frame_ms: multi_projection.took_ms,
        });
    }
    Ok(rows)
}

impl<'a> JudgedTiles<'a> {
    fn new(
        engine: &'a BvhEngine,
        pair: &JawPair,
        question: &Question,
        tiles: &[Tile],
        progress: &Progress,
    ) -> anyhow::Result<Self> {
        let (mut maps, mut near_edge) = (Vec::new(), Vec::new());
        for tile in tiles {
            let rays = engine.gap_field(question, &tile.projection, progress)?;
            maps.push(TileMap { tile: *tile, field: rays.field });
            near_edge.push(rays.near_edge);
        }
        let jaws = PosedMeshes::of(pair, question.upper_from_lower);
        let owners = merge(&maps, &jaws, &question.thresholds_mm, progress)?.owners;
        Ok(Self { engine, maps, near_edge, owners })
    }

    /// Where either says that a tile speaks for a point.
    fn agreement(&self, multi_projection: &MultiProjection, question: &Question) -> Agreement {
        let each = multi_projection.tiles.iter().enumerate().map(|(i, tile)| {
            let both = |(a, b): (&Owners, &Owners)| [a[0] || b[0], a[1] || b[1]];
            let owners: Vec<Owners> = multi_projection.merged.owners[i].iter().zip(&self.owners[i]).map(both).collect();
            let truth = only_owned(&self.maps[i].field, &owners);
            let judge = Judge {
                field: &truth,
                near_edge: &self.near_edge[i],
                nearby: &|pixel| self.engine.nearby(question, &truth.projection, pixel),
                range_mm: question.range_mm,
            };
            agreement(&only_owned(&tile.field, &owners), &judge)
        });
        each.reduce(Agreement::and).unwrap_or_default()
    }
}

/// For a person. Writing to a string cannot fail.
pub(super) fn text(rows: &[MultiProjectionRow]) -> String {
    let mut text = String::new();
    for row in rows {
        let areas = row.contact.iter().map(|c| format!("{:.2} + {:.2}", c.area_upper_mm2, c.area_lower_mm2));
        let _ = writeln!(
            text,
            "{} along {} projections in {} tiles, upper + lower mm² at each threshold: {}; {:.0} ms",
            label(row.engine, row.execution),
            row.projections,
            row.tiles,
            areas.collect::<Vec<_>>().join(", "),
            row.frame_ms
        );
        if let Some(a) = &row.agreement {
            let _ = write!(text, "  against {JUDGE}: {}", agreement_lines(a));
        }
    }
    text
}
