//! The zone's surface parted by where it faces: spherical k-means over areas, with as many means as it takes.
use super::facings::Facet;
use crate::field::projection_choice::ProjectionAxes;
use glam::DVec3;
use std::collections::BTreeMap;

/// No more projections than this.
pub const MAX_PROJECTIONS: usize = 8;
/// A surface is seen squarely enough up to this angle's cosine (36.9 degrees): a pixel covers 1.25 of its pitch there.
const SQUARE_COSINE: f64 = 0.8;
/// Another projection is added while more than this share of the zone's area is seen less squarely.
const TILTED_SHARE: f64 = 0.01;
/// The largest share of the zone's area in the coarsest pixels that a cluster's pitch leaves out.
const COARSEST_SHARE: f64 = 0.05;
const N_ROUNDS: usize = 12;
/// Facings are kept to about this, as a part of 1.
const FACING_STEP: f64 = 0.05;

/// Surface of the zone that faces about the same way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacingCluster {
    /// Along which it is seen: unit, world coordinates, from the upper to the lower jaw.
    pub direction: DVec3,
    /// True area of both jaws' surfaces, mm².
    pub area_mm2: f64,
    /// Mean cosine between the direction and the facings, by area.
    pub mean_cosine: f64,
    /// All but 5 % of its area face the direction by this cosine or more.
    pub coarsest_cosine: f64,
}

/// Facings that are nearly the same, as one.
#[derive(Clone, Copy)]
struct Bin {
    facing: DVec3,
    area_mm2: f64,
}

/// The clusters of a zone; the first one looks along the `principal` projection. Empty without any surface.
///
/// A mean is added where most of the surface that no projection sees squarely could be seen so, then all but the first
/// are moved to the mean facing of what is nearest to them, until 1 % at most is left or [`MAX_PROJECTIONS`] are there.
pub fn facing_clusters(facets: &[Facet], principal: &ProjectionAxes, most: usize) -> Vec<FacingCluster> {
    let bins = bins_of(facets, principal);
    if bins.is_empty() {
        return Vec::new();
    }
    describe(&grown(vec![principal.direction], &bins, most), facets)
}

/// The clusters of surface that came to light later: by the `directions` that there are, which stay, and others beside
/// them as far as `most` in all allow. Only clusters with some of the surface; empty without any.
pub fn more_facing_clusters(
    facets: &[Facet],
    directions: &[DVec3],
    principal: &ProjectionAxes,
    most: usize,
) -> Vec<FacingCluster> {
    let directions = grown(directions.to_vec(), &bins_of(facets, principal), most);
    let mut clusters = describe(&directions, facets);
    clusters.retain(|p| p.area_mm2 > 0.0);
    clusters
}

/// Adds directions until 1 % of the area at most is seen less squarely than [`SQUARE_COSINE`]; those given stay.
fn grown(mut directions: Vec<DVec3>, bins: &[Bin], most: usize) -> Vec<DVec3> {
    let n_fixed = directions.len();
    let total: f64 = bins.iter().map(|b| b.area_mm2).sum();
    while directions.len() < most.min(MAX_PROJECTIONS) {
        let tilted: Vec<Bin> = bins.iter().copied().filter(|b| best(&directions, b.facing).1 < SQUARE_COSINE).collect();
        if tilted.iter().map(|b| b.area_mm2).sum::<f64>() <= TILTED_SHARE * total {
            break;
        }
        let Some(seed) = fullest_direction(&tilted) else { break };
        directions.push(seed);
        settle(&mut directions, n_fixed, bins);
    }
    directions
}

/// The cells lie along the projection's axes, which turn with the jaw: along the file's they would part a turned scan otherwise.
fn bins_of(facets: &[Facet], principal: &ProjectionAxes) -> Vec<Bin> {
    let mut sums: BTreeMap<[i32; 3], (DVec3, f64)> = BTreeMap::new();
    for facet in facets {
        let cell = (principal.seen(facet.facing) / FACING_STEP).round().as_ivec3().to_array();
        let sum = sums.entry(cell).or_default();
        sum.0 += facet.facing * facet.area_mm2;
        sum.1 += facet.area_mm2;
    }
    let bin = |(vector, area_mm2): &(DVec3, f64)| Some(Bin { facing: vector.try_normalize()?, area_mm2: *area_mm2 });
    sums.values().filter_map(bin).collect()
}

/// The nearest direction and its cosine; of equals the first.
pub(super) fn best(directions: &[DVec3], facing: DVec3) -> (usize, f64) {
    let cosines = directions.iter().map(|d| d.dot(facing)).enumerate();
    cosines.fold((0, f64::MIN), |best, (i, c)| if c > best.1 { (i, c) } else { best })
}

/// Of the facings the one along which most of the surface is seen squarely.
fn fullest_direction(tilted: &[Bin]) -> Option<DVec3> {
    let seen = |along: &Bin| -> f64 {
        let square = tilted.iter().filter(|b| b.facing.dot(along.facing) >= SQUARE_COSINE);
        square.map(|b| b.area_mm2).sum()
    };
    tilted.iter().map(|b| (seen(b), b.facing)).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, facing)| facing)
}

/// Moves all directions but the first few to the means of what is nearest to them.
fn settle(directions: &mut [DVec3], n_fixed: usize, bins: &[Bin]) {
    for _ in 0..N_ROUNDS {
        let mut sums = vec![DVec3::ZERO; directions.len()];
        for bin in bins {
            sums[best(directions, bin.facing).0] += bin.facing * bin.area_mm2;
        }
        for (direction, sum) in directions.iter_mut().zip(sums).skip(n_fixed) {
            *direction = sum.normalize_or(*direction);
        }
    }
}

/// What each direction is nearest to. A direction but the first that is nearest to nothing is left out.
fn describe(directions: &[DVec3], facets: &[Facet]) -> Vec<FacingCluster> {
    let mut owned: Vec<Vec<(f64, f64)>> = vec![Vec::new(); directions.len()];
    for facet in facets {
        let (i, cosine) = best(directions, facet.facing);
        owned[i].push((cosine, facet.area_mm2));
    }
    let cluster = |(direction, mut owned): (&DVec3, Vec<(f64, f64)>)| {
        let area_mm2: f64 = owned.iter().map(|o| o.1).sum();
        owned.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mean = owned.iter().map(|o| o.0 * o.1).sum::<f64>() / area_mm2;
        let mut left = COARSEST_SHARE * area_mm2;
        let coarsest = owned.iter().find(|o| {
            left -= o.1;
            left < 0.0
        });
        FacingCluster {
            direction: *direction,
            area_mm2,
            mean_cosine: if area_mm2 > 0.0 { mean } else { 1.0 },
            coarsest_cosine: coarsest.map_or(1.0, |o| o.0),
        }
    };
    let clusters = directions.iter().zip(owned).map(cluster).enumerate();
    clusters.filter(|(i, p)| *i == 0 || p.area_mm2 > 0.0).map(|(_, p)| p).collect()
}
