//! The shapes of the 14 kinds of permanent teeth of one side (third molars left out), in millimetres and fractions.
//!
//! Crown sizes are textbook means (Ash, Nelson: Wheeler's Dental Anatomy). Local axes of a tooth: `m` towards mesial,
//! `b` towards buccal or labial, `o` towards occlusal with 0 at the gum line and the crown's height at the tips.
//! Fractions of `m` are of half the mesio-distal width, fractions of `b` of half the bucco-lingual width.

/// One kind of tooth.
pub struct ToothShape {
    /// The tooth's digit in the FDI scheme, 1 (central incisor) to 7 (second molar).
    pub fdi_digit: u8,
    pub mesiodistal_mm: f32,
    pub buccolingual_mm: f32,
    /// Height of the clinical crown, gum line to highest tip.
    pub crown_mm: f32,
    /// Lean of the crown's tip towards the lips (negative: the tongue), beside the curve of Wilson.
    pub torque_deg: f32,
    /// How far the tip stands beyond the curve of Spee towards the other jaw.
    pub tip_rise_mm: f32,
    /// How far the tip stands outside the arch's curve.
    pub tip_out_mm: f32,
    pub outline: Outline,
    pub profile: Profile,
    pub top: Top,
    pub side_grooves: &'static [SideGroove],
    /// Height of the gum's papillae above the gum line.
    pub papilla_mm: f32,
}

/// The crown's horizontal section: a superellipse.
pub struct Outline {
    /// 2 is an ellipse, larger is boxier.
    pub exponent: f32,
    /// Relative widening of the mesio-distal width towards buccal.
    pub taper: f32,
    /// Sideways lean of the section: mm of `m` per mm of `b` (rhombic upper molars).
    pub skew: f32,
}

/// Half widths at -25, 0, 25, 50, 75 and 100 % of the crown's height.
pub struct Profile {
    pub mesiodistal: [f32; 6],
    pub buccal: [f32; 6],
    pub lingual: [f32; 6],
}

/// The biting end of the crown.
pub enum Top {
    /// Incisors and canines: an edge that falls away from its middle.
    Edge {
        /// Height lost at the mesial and the distal corner, mm.
        corner_drop_mm: [f32; 2],
        /// 4: a straight edge with rounded corners; 1.2: a canine's tip.
        corner_power: f32,
        /// Depth of the hollow on the lingual side, mm.
        lingual_fossa_mm: f32,
    },
    /// Premolars and molars.
    Table { cusps: &'static [Cusp], ridges: &'static [Ridge] },
}

/// A rounded pyramid. Grooves are where the cusps' slopes meet.
pub struct Cusp {
    pub m: f32,
    pub b: f32,
    /// How much lower than the tooth's highest tip, mm.
    pub drop_mm: f32,
    /// Slope along the row of teeth, and across it.
    pub slope: [f32; 2],
}

/// A ridge between two places: marginal ridges, and the oblique ridge.
pub struct Ridge {
    pub from: [f32; 2],
    pub to: [f32; 2],
    /// Height below the highest tip at both ends, mm.
    pub drop_mm: [f32; 2],
    /// How much lower the middle is, mm.
    pub sag_mm: f32,
}

/// A groove that runs from the occlusal table down the buccal (+1) or lingual (-1) face.
pub struct SideGroove {
    pub m: f32,
    pub side: f32,
    pub depth_mm: f32,
}

const fn cusp(m: f32, b: f32, drop_mm: f32, slope: [f32; 2]) -> Cusp {
    Cusp { m, b, drop_mm, slope }
}

const fn ridge(from: [f32; 2], to: [f32; 2], drop_mm: [f32; 2], sag_mm: f32) -> Ridge {
    Ridge { from, to, drop_mm, sag_mm }
}

pub const UPPER: [ToothShape; 7] = [
    ToothShape {
        fdi_digit: 1,
        mesiodistal_mm: 8.5,
        buccolingual_mm: 7.0,
        crown_mm: 10.5,
        torque_deg: 17.0,
        tip_rise_mm: 1.6,
        tip_out_mm: 1.2,
        outline: Outline { exponent: 2.5, taper: 0.24, skew: 0.0 },
        profile: Profile {
            mesiodistal: [0.66, 0.76, 0.89, 0.97, 1.0, 0.95],
            buccal: [0.82, 0.93, 1.0, 0.90, 0.70, 0.36],
            lingual: [0.78, 0.93, 0.96, 0.50, 0.12, -0.02],
        },
        top: Top::Edge { corner_drop_mm: [0.35, 0.9], corner_power: 4.0, lingual_fossa_mm: 0.55 },
        side_grooves: &[],
        papilla_mm: 4.0,
    },
    ToothShape {
        fdi_digit: 2,
        mesiodistal_mm: 6.5,
        buccolingual_mm: 6.0,
        crown_mm: 9.0,
        torque_deg: 15.0,
        tip_rise_mm: 1.0,
        tip_out_mm: 0.9,
        outline: Outline { exponent: 2.3, taper: 0.26, skew: 0.0 },
        profile: Profile {
            mesiodistal: [0.64, 0.74, 0.89, 0.98, 1.0, 0.90],
            buccal: [0.82, 0.93, 1.0, 0.90, 0.70, 0.38],
            lingual: [0.78, 0.93, 0.98, 0.54, 0.12, -0.02],
        },
        top: Top::Edge { corner_drop_mm: [0.6, 1.4], corner_power: 3.2, lingual_fossa_mm: 0.55 },
        side_grooves: &[],
        papilla_mm: 3.6,
    },
    ToothShape {
        fdi_digit: 3,
        mesiodistal_mm: 7.5,
        buccolingual_mm: 8.0,
        crown_mm: 10.0,
        torque_deg: 8.0,
        tip_rise_mm: 1.6,
        tip_out_mm: 1.2,
        outline: Outline { exponent: 2.2, taper: 0.30, skew: 0.0 },
        profile: Profile {
            mesiodistal: [0.66, 0.76, 0.90, 0.99, 1.0, 0.80],
            buccal: [0.84, 0.93, 1.0, 0.93, 0.70, 0.30],
            lingual: [0.80, 0.93, 0.96, 0.66, 0.34, 0.06],
        },
        top: Top::Edge { corner_drop_mm: [2.2, 2.9], corner_power: 1.35, lingual_fossa_mm: 0.2 },
        side_grooves: &[],
        papilla_mm: 3.4,
    },
    ToothShape {
        fdi_digit: 4,
        mesiodistal_mm: 7.0,
        buccolingual_mm: 9.0,
        crown_mm: 8.5,
        torque_deg: 0.0,
        tip_rise_mm: 1.0,
        tip_out_mm: 0.0,
        outline: Outline { exponent: 2.3, taper: 0.12, skew: 0.0 },
        profile: Profile {
            mesiodistal: [0.66, 0.76, 0.90, 0.99, 0.99, 0.84],
            buccal: [0.80, 0.91, 1.0, 0.95, 0.82, 0.62],
            lingual: [0.78, 0.88, 0.95, 1.0, 0.92, 0.70],
        },
        top: Top::Table {
            cusps: &[cusp(0.02, 0.56, 0.0, [0.72, 0.90]), cusp(0.14, -0.56, 0.4, [0.77, 0.84])],
            ridges: &[
                ridge([0.82, 0.34], [0.80, -0.30], [1.75, 1.8], 0.25),
                ridge([-0.82, 0.34], [-0.78, -0.30], [1.7, 1.8], 0.25),
            ],
        },
        side_grooves: &[],
        papilla_mm: 2.9,
    },
    ToothShape {
        fdi_digit: 5,
        mesiodistal_mm: 7.0,
        buccolingual_mm: 9.0,
        crown_mm: 8.5,
        torque_deg: 0.0,
        tip_rise_mm: 0.8,
        tip_out_mm: 0.0,
        outline: Outline { exponent: 2.3, taper: 0.06, skew: 0.0 },
        profile: Profile {
            mesiodistal: [0.66, 0.76, 0.90, 0.99, 0.99, 0.85],
            buccal: [0.80, 0.91, 1.0, 0.95, 0.82, 0.64],
            lingual: [0.78, 0.88, 0.95, 1.0, 0.92, 0.72],
        },
        top: Top::Table {
            cusps: &[cusp(0.0, 0.54, 0.0, [0.67, 0.84]), cusp(0.12, -0.54, 0.2, [0.70, 0.81])],
            ridges: &[
                ridge([0.82, 0.34], [0.80, -0.30], [1.55, 1.6], 0.2),
                ridge([-0.82, 0.34], [-0.78, -0.30], [1.5, 1.6], 0.2),
            ],
        },
        side_grooves: &[],
        papilla_mm: 2.8,
    },
    ToothShape {
        fdi_digit: 6,
        mesiodistal_mm: 10.0,
        buccolingual_mm: 11.0,
        crown_mm: 7.5,
        torque_deg: 0.0,
        tip_rise_mm: 0.9,
        tip_out_mm: 0.0,
        outline: Outline { exponent: 2.9, taper: -0.04, skew: -0.14 },
        profile: Profile {
            mesiodistal: [0.72, 0.80, 0.91, 0.98, 0.99, 0.86],
            buccal: [0.82, 0.91, 1.0, 0.95, 0.84, 0.68],
            lingual: [0.80, 0.88, 0.96, 1.0, 0.93, 0.74],
        },
        top: Top::Table {
            cusps: &[
                cusp(0.40, 0.58, 0.25, [0.67, 0.86]),
                cusp(-0.46, 0.56, 0.45, [0.67, 0.84]),
                cusp(0.34, -0.50, 0.0, [0.60, 0.79]),
                cusp(-0.56, -0.54, 1.0, [0.72, 0.77]),
            ],
            ridges: &[
                ridge([0.30, -0.44], [-0.42, 0.48], [0.25, 0.7], 0.95),
                ridge([0.82, 0.36], [0.80, -0.26], [1.45, 1.45], 0.2),
                ridge([-0.84, 0.30], [-0.84, -0.34], [1.55, 1.65], 0.2),
            ],
        },
        side_grooves: &[
            SideGroove { m: -0.04, side: 1.0, depth_mm: 0.45 },
            SideGroove { m: -0.22, side: -1.0, depth_mm: 0.40 },
        ],
        papilla_mm: 2.4,
    },
    ToothShape {
        fdi_digit: 7,
        mesiodistal_mm: 9.0,
        buccolingual_mm: 11.0,
        crown_mm: 7.0,
        torque_deg: 3.0,
        tip_rise_mm: 0.9,
        tip_out_mm: -0.3,
        outline: Outline { exponent: 2.7, taper: 0.05, skew: -0.16 },
        profile: Profile {
            mesiodistal: [0.72, 0.80, 0.91, 0.98, 0.99, 0.85],
            buccal: [0.82, 0.91, 1.0, 0.95, 0.84, 0.66],
            lingual: [0.80, 0.88, 0.96, 1.0, 0.92, 0.72],
        },
        top: Top::Table {
            cusps: &[
                cusp(0.42, 0.56, 0.2, [0.67, 0.84]),
                cusp(-0.48, 0.50, 0.6, [0.70, 0.81]),
                cusp(0.28, -0.50, 0.0, [0.63, 0.79]),
                cusp(-0.60, -0.48, 1.3, [0.74, 0.77]),
            ],
            ridges: &[
                ridge([0.24, -0.44], [-0.42, 0.44], [0.3, 0.9], 0.95),
                ridge([0.82, 0.34], [0.80, -0.26], [1.4, 1.4], 0.2),
                ridge([-0.84, 0.26], [-0.84, -0.30], [1.6, 1.7], 0.2),
            ],
        },
        side_grooves: &[
            SideGroove { m: -0.04, side: 1.0, depth_mm: 0.40 },
            SideGroove { m: -0.24, side: -1.0, depth_mm: 0.35 },
        ],
        papilla_mm: 2.2,
    },
];

pub const LOWER: [ToothShape; 7] = [
    ToothShape {
        fdi_digit: 1,
        mesiodistal_mm: 5.0,
        buccolingual_mm: 6.0,
        crown_mm: 9.0,
        torque_deg: 8.0,
        tip_rise_mm: 1.2,
        tip_out_mm: 0.95,
        outline: Outline { exponent: 2.4, taper: 0.16, skew: 0.0 },
        profile: Profile {
            mesiodistal: [0.64, 0.72, 0.84, 0.94, 1.0, 0.97],
            buccal: [0.82, 0.93, 1.0, 0.86, 0.62, 0.30],
            lingual: [0.80, 0.93, 0.96, 0.60, 0.26, 0.06],
        },
        top: Top::Edge { corner_drop_mm: [0.25, 0.35], corner_power: 5.0, lingual_fossa_mm: 0.3 },
        side_grooves: &[],
        papilla_mm: 3.6,
    },
    ToothShape {
        fdi_digit: 2,
        mesiodistal_mm: 5.5,
        buccolingual_mm: 6.5,
        crown_mm: 9.3,
        torque_deg: 8.0,
        tip_rise_mm: 1.2,
        tip_out_mm: 0.8,
        outline: Outline { exponent: 2.4, taper: 0.18, skew: 0.0 },
        profile: Profile {
            mesiodistal: [0.64, 0.72, 0.85, 0.95, 1.0, 0.95],
            buccal: [0.82, 0.93, 1.0, 0.86, 0.62, 0.30],
            lingual: [0.80, 0.93, 0.96, 0.60, 0.26, 0.06],
        },
        top: Top::Edge { corner_drop_mm: [0.25, 0.55], corner_power: 4.5, lingual_fossa_mm: 0.3 },
        side_grooves: &[],
        papilla_mm: 3.6,
    },
    ToothShape {
        fdi_digit: 3,
        mesiodistal_mm: 7.0,
        buccolingual_mm: 7.5,
        crown_mm: 10.5,
        torque_deg: 4.0,
        tip_rise_mm: 1.5,
        tip_out_mm: 0.4,
        outline: Outline { exponent: 2.2, taper: 0.26, skew: 0.0 },
        profile: Profile {
            mesiodistal: [0.64, 0.74, 0.88, 0.97, 1.0, 0.82],
            buccal: [0.84, 0.94, 1.0, 0.88, 0.62, 0.26],
            lingual: [0.80, 0.93, 0.96, 0.68, 0.38, 0.10],
        },
        top: Top::Edge { corner_drop_mm: [1.7, 2.5], corner_power: 1.35, lingual_fossa_mm: 0.15 },
        side_grooves: &[],
        papilla_mm: 3.4,
    },
    ToothShape {
        fdi_digit: 4,
        mesiodistal_mm: 7.0,
        buccolingual_mm: 7.5,
        crown_mm: 8.5,
        torque_deg: 0.0,
        tip_rise_mm: 1.1,
        tip_out_mm: 0.0,
        outline: Outline { exponent: 2.2, taper: 0.16, skew: 0.0 },
        profile: Profile {
            mesiodistal: [0.66, 0.75, 0.89, 0.99, 1.0, 0.82],
            buccal: [0.84, 0.95, 1.0, 0.88, 0.66, 0.42],
            lingual: [0.74, 0.84, 0.92, 1.0, 0.98, 0.80],
        },
        top: Top::Table {
            cusps: &[cusp(0.06, 0.30, 0.0, [0.70, 0.72]), cusp(0.10, -0.64, 2.3, [0.81, 0.81])],
            ridges: &[
                ridge([0.82, 0.20], [0.74, -0.36], [1.75, 2.3], 0.15),
                ridge([-0.84, 0.20], [-0.76, -0.36], [1.6, 2.1], 0.15),
            ],
        },
        side_grooves: &[],
        papilla_mm: 2.9,
    },
    ToothShape {
        fdi_digit: 5,
        mesiodistal_mm: 7.0,
        buccolingual_mm: 8.0,
        crown_mm: 8.0,
        torque_deg: 0.0,
        tip_rise_mm: 1.0,
        tip_out_mm: 0.0,
        outline: Outline { exponent: 2.5, taper: 0.02, skew: 0.0 },
        profile: Profile {
            mesiodistal: [0.68, 0.77, 0.90, 0.99, 1.0, 0.85],
            buccal: [0.84, 0.95, 1.0, 0.90, 0.72, 0.50],
            lingual: [0.74, 0.84, 0.92, 1.0, 0.98, 0.80],
        },
        top: Top::Table {
            cusps: &[
                cusp(0.04, 0.38, 0.0, [0.67, 0.79]),
                cusp(0.36, -0.58, 1.0, [0.79, 0.79]),
                cusp(-0.44, -0.56, 1.4, [0.81, 0.77]),
            ],
            ridges: &[
                ridge([0.84, 0.26], [0.80, -0.36], [1.5, 1.6], 0.15),
                ridge([-0.84, 0.26], [-0.80, -0.36], [1.5, 1.7], 0.15),
            ],
        },
        side_grooves: &[SideGroove { m: -0.06, side: -1.0, depth_mm: 0.25 }],
        papilla_mm: 2.7,
    },
    ToothShape {
        fdi_digit: 6,
        mesiodistal_mm: 11.0,
        buccolingual_mm: 10.5,
        crown_mm: 7.5,
        torque_deg: -2.0,
        tip_rise_mm: 1.0,
        tip_out_mm: 0.0,
        outline: Outline { exponent: 3.1, taper: 0.07, skew: 0.0 },
        profile: Profile {
            mesiodistal: [0.74, 0.81, 0.91, 0.98, 0.99, 0.87],
            buccal: [0.85, 0.95, 1.0, 0.91, 0.76, 0.58],
            lingual: [0.76, 0.84, 0.93, 1.0, 0.97, 0.82],
        },
        top: Top::Table {
            cusps: &[
                cusp(0.54, 0.52, 0.15, [0.72, 0.81]),
                cusp(-0.12, 0.58, 0.2, [0.72, 0.81]),
                cusp(-0.68, 0.40, 0.7, [0.77, 0.77]),
                cusp(0.48, -0.62, 0.0, [0.65, 0.81]),
                cusp(-0.42, -0.62, 0.1, [0.65, 0.81]),
            ],
            ridges: &[
                ridge([0.85, 0.30], [0.85, -0.34], [1.4, 1.4], 0.15),
                ridge([-0.87, 0.18], [-0.86, -0.32], [1.5, 1.5], 0.15),
            ],
        },
        side_grooves: &[
            SideGroove { m: 0.22, side: 1.0, depth_mm: 0.40 },
            SideGroove { m: -0.44, side: 1.0, depth_mm: 0.30 },
            SideGroove { m: 0.04, side: -1.0, depth_mm: 0.35 },
        ],
        papilla_mm: 2.4,
    },
    ToothShape {
        fdi_digit: 7,
        mesiodistal_mm: 10.5,
        buccolingual_mm: 10.0,
        crown_mm: 7.0,
        torque_deg: -3.0,
        tip_rise_mm: 1.0,
        tip_out_mm: 0.0,
        outline: Outline { exponent: 3.0, taper: 0.06, skew: 0.0 },
        profile: Profile {
            mesiodistal: [0.74, 0.81, 0.91, 0.98, 0.99, 0.86],
            buccal: [0.85, 0.95, 1.0, 0.91, 0.76, 0.58],
            lingual: [0.76, 0.84, 0.93, 1.0, 0.97, 0.82],
        },
        top: Top::Table {
            cusps: &[
                cusp(0.46, 0.54, 0.1, [0.67, 0.81]),
                cusp(-0.46, 0.54, 0.3, [0.67, 0.81]),
                cusp(0.46, -0.62, 0.0, [0.65, 0.81]),
                cusp(-0.44, -0.62, 0.2, [0.65, 0.81]),
            ],
            ridges: &[
                ridge([0.85, 0.30], [0.85, -0.34], [1.4, 1.4], 0.15),
                ridge([-0.86, 0.28], [-0.86, -0.34], [1.5, 1.5], 0.15),
            ],
        },
        side_grooves: &[
            SideGroove { m: 0.0, side: 1.0, depth_mm: 0.40 },
            SideGroove { m: 0.02, side: -1.0, depth_mm: 0.35 },
        ],
        papilla_mm: 2.2,
    },
];
