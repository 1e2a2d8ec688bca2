//! One tooth in its place: signed distance fields (mm, negative inside, approximate) of its crown and of its gum.
use super::smooth::{bell, smooth_max, smooth_min, smooth_step};
use super::tooth_table::{Cusp, Profile, Ridge, ToothShape, Top};
use glam::{Vec2, Vec3};

/// A tooth of the sample case. The three axes are orthonormal; on one side of the mouth they are left-handed.
#[derive(Clone)]
pub struct Tooth {
    pub shape: &'static ToothShape,
    /// Where the tip plane crosses the tooth's axis, mm.
    pub tip: Vec3,
    pub mesial: Vec3,
    pub buccal: Vec3,
    pub occlusal: Vec3,
    /// How much lower each cusp is than its shape says, mm: what intercuspation has asked for.
    pub cusp_wear_mm: [f32; 5],
    /// Lean of the axis, mm of `b` per mm of `o`, that the root does not follow: it runs vertically in the bone.
    pub root_lean: f32,
}

/// Crown and gum of one tooth at one point, mm.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    pub crown: f32,
    pub gum: f32,
    /// Depth below this tooth's gum margin.
    pub depth: f32,
}

/// Roundness of cusp tips, mm.
const TIP_ROUND: f32 = 0.7;

impl Tooth {
    /// Millimetres towards mesial, buccal and occlusal; the last is 0 at the gum line.
    pub fn local(&self, p: Vec3) -> Vec3 {
        let d = p - self.tip;
        Vec3::new(d.dot(self.mesial), d.dot(self.buccal), d.dot(self.occlusal) + self.shape.crown_mm)
    }

    /// The inverse of [`Tooth::local`].
    pub fn place(&self, l: Vec3) -> Vec3 {
        self.tip + self.mesial * l.x + self.buccal * l.y + self.occlusal * (l.z - self.shape.crown_mm)
    }

    /// Both fields at a local point.
    pub fn fields(&self, l: Vec3) -> Fields {
        let side = self.side(l);
        let depth = self.depth_below_margin(l);
        Fields { crown: self.crown(l, side), gum: gum(side, depth), depth }
    }

    /// The crown alone.
    pub fn crown_at(&self, l: Vec3) -> f32 {
        self.crown(l, self.side(l))
    }

    /// Distance to the crown's and root's flank.
    fn side(&self, l: Vec3) -> f32 {
        let shape = self.shape;
        let h = l.z / shape.crown_mm;
        let (half_m, buccal, lingual) = half_widths(&shape.profile, h);
        let (half_m, half_b) = (half_m * 0.5 * shape.mesiodistal_mm, 0.5 * shape.buccolingual_mm);
        let mut lingual = -lingual * half_b;
        if let Top::Edge { lingual_fossa_mm, .. } = shape.top {
            lingual += lingual_fossa_mm * bell((h - 0.56) / 0.2) * bell(l.x / (0.6 * half_m));
        }
        let (middle, half_b) = (0.5 * (buccal * half_b + lingual), 0.5 * (buccal * half_b - lingual));
        let below = (-l.z).max(0.0);
        let bend = if below < 2.0 { 0.25 * below * below } else { below - 1.0 };
        let b = l.y - middle + self.root_lean * bend;
        let widening = (1.0 + shape.outline.taper * b / half_b).clamp(0.5, 1.4);
        let m = l.x - shape.outline.skew * l.y;
        let d = superellipse(Vec2::new(m, b), Vec2::new(half_m * widening, half_b), shape.outline.exponent);
        d + self.side_grooves(l, h)
    }

    fn side_grooves(&self, l: Vec3, h: f32) -> f32 {
        let half_m = 0.5 * self.shape.mesiodistal_mm;
        let fade = smooth_step((h - 0.30) / 0.4);
        self.shape
            .side_grooves
            .iter()
            .filter(|g| g.side * l.y > 0.0)
            .map(|g| g.depth_mm * fade * bell((l.x - g.m * half_m) / 0.75) * smooth_step(l.y.abs() / 2.0))
            .sum()
    }

    fn crown(&self, l: Vec3, side: f32) -> f32 {
        // Beside the tooth, and below its biting end, the flank alone decides.
        if side > 1.2 || l.z < 0.3 * self.shape.crown_mm {
            return side;
        }
        let (top, steepness, round) = match self.shape.top {
            Top::Edge { corner_drop_mm, corner_power, .. } => (self.edge(l, corner_drop_mm, corner_power), 0.9, 0.7),
            Top::Table { cusps, ridges } => (self.table(l, cusps, ridges), 0.82, 1.0),
        };
        smooth_max(side, (l.z - top) * steepness, round)
    }

    /// Height of an incisor's or canine's edge.
    fn edge(&self, l: Vec3, corner_drop_mm: [f32; 2], power: f32) -> f32 {
        let u = l.x / (0.5 * self.shape.mesiodistal_mm);
        let drop = if u > 0.0 { corner_drop_mm[0] } else { corner_drop_mm[1] };
        // The small constant rounds a canine's tip.
        let fall = (u * u + 0.015).powf(0.5 * power) - 0.015_f32.powf(0.5 * power);
        self.shape.crown_mm - drop * fall
    }

    /// Height of a premolar's or molar's occlusal table.
    fn table(&self, l: Vec3, cusps: &[Cusp], ridges: &[Ridge]) -> f32 {
        let half = 0.5 * Vec2::new(self.shape.mesiodistal_mm, self.shape.buccolingual_mm);
        let at = Vec2::new(l.x, l.y);
        let mut top = f32::NEG_INFINITY;
        for (cusp, wear) in cusps.iter().zip(self.cusp_wear_mm) {
            let d = at - Vec2::new(cusp.m, cusp.b) * half;
            let scaled = d * Vec2::from(cusp.slope);
            // Four ridges run down from every tip; between them the faces are steeper.
            let r2 = scaled.length_squared();
            let faces = 1.0 + 0.38 * (2.0 * scaled.x * scaled.y).powi(2) / (r2 * r2 + 1e-3);
            let fall = (r2 * faces * faces + TIP_ROUND * TIP_ROUND).sqrt() - TIP_ROUND;
            top = smooth_max(top, self.shape.crown_mm - cusp.drop_mm - wear - fall, 0.16);
        }
        for ridge in ridges {
            top = smooth_max(top, self.shape.crown_mm - ridge_drop(ridge, at, half), 0.3);
        }
        top
    }

    /// Depth below the scalloped margin, which rises to a papilla between the teeth, mm.
    fn depth_below_margin(&self, l: Vec3) -> f32 {
        let shape = self.shape;
        let u = (l.x / (0.5 * shape.mesiodistal_mm)).abs().min(1.12);
        let v = (l.y / (0.5 * shape.buccolingual_mm)).abs().min(1.3);
        shape.papilla_mm * u.powf(2.4) * (1.0 - 0.28 * v * v) - 0.15 - l.z
    }
}

/// The gum round a tooth: a sleeve that thickens away from its margin.
fn gum(side: f32, depth: f32) -> f32 {
    let thickness = 0.12 + 0.7 * smooth_step(depth / 2.2) + 1.0 * smooth_step((depth - 1.0) / 6.0);
    smooth_max(side - thickness, -0.85 * depth, 0.9)
}

fn ridge_drop(ridge: &Ridge, at: Vec2, half: Vec2) -> f32 {
    let (from, to) = (Vec2::from(ridge.from) * half, Vec2::from(ridge.to) * half);
    let along = to - from;
    let t = ((at - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    let away = (at - from - along * t).length();
    let crest = ridge.drop_mm[0] * (1.0 - t) + ridge.drop_mm[1] * t + ridge.sag_mm * 4.0 * t * (1.0 - t);
    crest + ((0.75 * away).powi(2) + TIP_ROUND * TIP_ROUND).sqrt() - TIP_ROUND
}

/// Distance to a superellipse to first order: its implicit function over the length of its gradient.
fn superellipse(p: Vec2, half: Vec2, exponent: f32) -> f32 {
    let u = (p / half).abs().max(Vec2::splat(1e-4));
    let (un, vn) = (u.x.powf(exponent), u.y.powf(exponent));
    let q = (un + vn).powf(1.0 / exponent);
    let sum = q / (un + vn);
    let gradient = Vec2::new(un / u.x * sum / half.x, vn / u.y * sum / half.y);
    (q - 1.0) / gradient.length()
}

/// Catmull-Rom through the profile's knots; constant below them, straight on above.
fn half_widths(profile: &Profile, h: f32) -> (f32, f32, f32) {
    let x = (h * 4.0 + 1.0).clamp(0.0, 5.6);
    let i = (x as usize).min(4);
    let t = x - i as f32;
    let (t2, t3) = (t * t, t * t * t);
    let weights = [
        0.5 * (-t + 2.0 * t2 - t3),
        0.5 * (2.0 - 5.0 * t2 + 3.0 * t3),
        0.5 * (t + 4.0 * t2 - 3.0 * t3),
        0.5 * (t3 - t2),
    ];
    let blend = |k: &[f32; 6]| {
        let before = if i > 0 { k[i - 1] } else { k[0] };
        let after = if i < 4 { k[i + 2] } else { 2.0 * k[5] - k[4] };
        (weights[0] * before + weights[1] * k[i] + weights[2] * k[i + 1] + weights[3] * after).max(-2.0)
    };
    let (buccal, lingual) = (blend(&profile.buccal), blend(&profile.lingual));
    // Above the tips both faces of an edge would cross: keep a sliver of thickness.
    (blend(&profile.mesiodistal).max(0.2), buccal.max(0.08 - lingual), lingual)
}

/// The union of crowns and gums of several teeth at one point, from the fields of each.
pub type Union = Fields;

impl Union {
    pub const NOTHING: Self = Self { crown: 1e3, gum: 1e3, depth: -1e3 };

    pub fn add(&mut self, f: Fields) {
        // Neighbours touch at a contact point and stay apart elsewhere; their gum flows together, the more the deeper.
        self.crown = self.crown.min(f.crown);
        self.depth = self.depth.max(f.depth);
        self.gum = smooth_min(self.gum, f.gum, 0.9 + 1.7 * smooth_step((self.depth - 1.0) / 4.0));
    }

    /// Whether a tooth whose widest section ends this far (mm) beside the point can no longer change the distance.
    pub fn hides(&self, beside_mm: f32) -> bool {
        // The gum's sleeve is at most 1.85 mm thick and the gums blend over at most 2.6 mm.
        let gum = beside_mm - 1.85;
        beside_mm > self.crown && (gum > self.gum + 2.6 || (gum.min(self.gum) - 0.65 > self.crown + 0.3))
    }

    pub fn distance(&self) -> f32 {
        smooth_min(self.crown, self.gum, 0.3)
    }
}
