//! The articulator, in the left column while a movement is looked at: by its name, in figures with their plane, as a drawing. Every slider shows
//! what was measured of people.
use super::articulator_diagram::diagram_ui;
use super::articulator_parts::{plane_name, tell};
use super::facebow::facebow_ui;
use crate::app::state::case::CaseId;
use crate::app::state::{Desk, Open};
use crate::app::widgets::range_slider::RangeSlider;
use crate::app::widgets::section::title_ui;
use crate::app::widgets::theme;
use crate::app::widgets::transform_field::TransformField;
use crate::base::words::{decimal, say};
use crate::engine::BiteStart;
use crate::jaw::motion::{
    Articulator, BothSides, CondylarGuide, Guide, IncisalGuide, PRESETS, RANGES, Range, ReferencePlane, Side,
};
use crate::session::jaw_motion::{flat_table, preset_name};
use crate::session::{Command, MotionChange};
use egui::{CollapsingHeader, ComboBox, RichText, Ui};
use std::ops::RangeInclusive;

/// Which of its sections are unfolded egui knows; which side is set by both alike it does not.
pub struct ArticulatorUi {
    /// Both sides are set alike.
    both: bool,
    /// Where the axis is, as a matrix, and the case that it is typed for.
    transform: TransformField,
    of: CaseId,
}

impl Default for ArticulatorUi {
    fn default() -> Self {
        Self { both: true, transform: TransformField::default(), of: CaseId::default() }
    }
}

pub fn articulator_ui(ui: &mut Ui, desk: &Desk, state: &mut ArticulatorUi) {
    let Some(open) = &desk.open else { return };
    if state.of != open.case.id {
        (state.of, state.transform) = (open.case.id, TransformField::default());
    }
    let now = open.session.articulator();
    title_ui(ui, say!("articulator-title")).on_hover_text(say!("articulator-hint"));
    presets_ui(ui, desk, &now);
    plane_ui(ui, desk, &now);
    diagram_ui(ui, &now, open.motion.hinge());
    let differs = now.guides.right != now.guides.left;
    state.both &= !differs;
    let mut both = state.both;
    if ui.checkbox(&mut both, RichText::new(say!("articulator-both")).small()).changed() {
        state.both = both;
        if both && differs {
            set(desk, Articulator { guides: BothSides::same(now.guides.right), ..now });
        }
    }
    let guides = Guides { desk, now: &now, both: state.both };
    guides.ui(ui, &SCI);
    guides.ui(ui, &BENNETT);
    more_ui(ui, (desk, open), (&guides, &mut state.transform));
}

fn set(desk: &Desk, articulator: Articulator) {
    desk.wish(Command::JawMotion(MotionChange::Articulator(Box::new(articulator))));
}

fn presets_ui(ui: &mut Ui, desk: &Desk, now: &Articulator) {
    let known = PRESETS.iter().find(|preset| (preset.make)() == *now);
    let label = known.map_or_else(|| say!("articulator-own"), |preset| preset_name(preset.name));
    let combo = ComboBox::from_id_salt("articulator presets").width(ui.available_width() - 4.0);
    let combo = combo.selected_text(RichText::new(label).small()).show_ui(ui, |ui| {
        for preset in &PRESETS {
            let is_chosen = known.is_some_and(|known| known.name == preset.name);
            let row = ui.selectable_label(is_chosen, preset_name(preset.name)).on_hover_text(preset.source);
            if row.clicked() && !is_chosen {
                let change = MotionChange::Preset(preset.name, Box::new((preset.make)()));
                desk.wish(Command::JawMotion(change));
            }
        }
    });
    combo.response.on_hover_text(known.map_or("", |preset| preset.source));
}

/// Another plane tells the same guides in other angles.
fn plane_ui(ui: &mut Ui, desk: &Desk, now: &Articulator) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(say!("articulator-plane")).small().weak());
        let combo = ComboBox::from_id_salt("articulator plane").width(ui.available_width() - 4.0);
        let combo = combo.selected_text(RichText::new(plane_name(now.plane)).small()).show_ui(ui, |ui| {
            for plane in ReferencePlane::ALL {
                if ui.selectable_label(now.plane == plane, plane_name(plane)).clicked() && now.plane != plane {
                    set(desk, now.to(plane));
                }
            }
        });
        combo.response.on_hover_text(say!("articulator-plane-hint"));
    });
}

/// One figure of a condyle's guide.
struct Setting {
    label: fn() -> &'static str,
    hint: fn() -> &'static str,
    /// As it is named in files; what was measured of it is known by this name.
    name: &'static str,
    unit: &'static str,
    limits: RangeInclusive<f64>,
    get: fn(&CondylarGuide) -> f64,
    set: fn(&mut CondylarGuide, f64),
}

static SCI: Setting = Setting {
    label: || say!("articulator-sci"),
    hint: || say!("articulator-sci-hint"),
    name: "sci_deg",
    unit: "°",
    limits: -20.0..=75.0,
    get: |guide| guide.sagittal_deg,
    set: |guide, deg| guide.sagittal_deg = deg,
};

static BENNETT: Setting = Setting {
    label: || say!("articulator-bennett"),
    hint: || say!("articulator-bennett-hint"),
    name: "bennett_deg",
    unit: "°",
    limits: -5.0..=45.0,
    get: |guide| guide.bennett_deg,
    set: |guide, deg| guide.bennett_deg = deg,
};

static ISS: Setting = Setting {
    label: || say!("articulator-iss"),
    hint: || say!("articulator-iss-hint"),
    name: "iss_mm",
    unit: " mm",
    limits: 0.0..=3.0,
    get: |guide| guide.immediate_mm,
    set: |guide, mm| guide.immediate_mm = mm,
};

static FISCHER: Setting = Setting {
    label: || say!("articulator-fischer"),
    hint: || say!("articulator-fischer-hint"),
    name: "fischer_deg",
    unit: "°",
    limits: -10.0..=20.0,
    get: |guide| guide.fischer_deg,
    set: |guide, deg| guide.fischer_deg = deg,
};

static RETRUSION: Setting = Setting {
    label: || say!("articulator-retrusion"),
    hint: || say!("articulator-retrusion-hint"),
    name: "retrusion_deg",
    unit: "°",
    limits: -45.0..=45.0,
    get: |guide| guide.retrusion_deg,
    set: |guide, deg| guide.retrusion_deg = deg,
};

struct Guides<'a> {
    desk: &'a Desk,
    now: &'a Articulator,
    both: bool,
}

impl Guides<'_> {
    fn ui(&self, ui: &mut Ui, setting: &'static Setting) {
        let plane = if setting.unit == "°" { plane_name(self.now.plane) } else { "" };
        let words = match plane {
            "" => (setting.label)().to_owned(),
            plane => say!("articulator-to", what = (setting.label)(), plane = plane),
        };
        let measured = measured(self.now, setting.name);
        let hint = [(setting.hint)().to_owned(), measured_words(self.now, setting.name)].join("\n");
        ui.label(RichText::new(words).small()).on_hover_text(hint.trim_end());
        let sides: &[(Option<Side>, &str)] = match self.both {
            true => &[(None, "")],
            false => &[(Some(Side::Right), say!("motion-r")), (Some(Side::Left), say!("motion-l"))],
        };
        for (side, name) in sides {
            let value = (setting.get)(self.now.guides.of(side.unwrap_or(Side::Right)));
            let of = (setting.label)();
            let slider = RangeSlider { name, of, unit: setting.unit, limits: setting.limits.clone(), measured };
            let changed = slider.ui(ui, (setting.name, *side == Some(Side::Left)), value);
            let name = say!("motion-command-articulator");
            tell(self.desk, &changed, name, |value| set(self.desk, self.with(setting, *side, value)));
        }
    }

    fn with(&self, setting: &Setting, side: Option<Side>, value: f64) -> Articulator {
        let mut guides = self.now.guides;
        if side != Some(Side::Left) {
            (setting.set)(&mut guides.right, value);
        }
        if side != Some(Side::Right) {
            (setting.set)(&mut guides.left, value);
        }
        Articulator { guides, ..*self.now }
    }
}

/// What was measured of people, told to the articulator's plane.
fn measured(now: &Articulator, name: &str) -> Option<[f64; 3]> {
    let range = RANGES.iter().find(|range| range.setting == name)?;
    let told = |value: f64| match (name, range.plane) {
        ("sci_deg", Some(plane)) => CondylarGuide::new(plane, value, 0.0).to(now.plane, &now.pitches).sagittal_deg,
        _ => value,
    };
    Some([range.least, range.mean, range.most].map(told))
}

fn measured_words(now: &Articulator, name: &str) -> String {
    let Some(range) = RANGES.iter().find(|range| range.setting == name) else { return String::new() };
    let Range { n, source, .. } = *range;
    let [least, mean, most] = measured(now, name).unwrap_or_default().map(|value| decimal(value, 1));
    say!("articulator-measured", mean = mean, least = least, most = most, n = n, source = source)
}

/// What a first look does not need.
fn more_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), (guides, transform): (&Guides, &mut TransformField)) {
    let heading = |words: &str| RichText::new(words.to_owned()).small();
    let condyles = CollapsingHeader::new(heading(say!("articulator-more-condyles"))).id_salt("articulator condyles");
    condyles.show_unindented(ui, |ui| {
        [&ISS, &FISCHER, &RETRUSION].into_iter().for_each(|setting| guides.ui(ui, setting));
        path_ui(ui, desk, guides.now);
    });
    facebow_ui(ui, (desk, open), transform);
    let size = CollapsingHeader::new(heading(say!("articulator-more-size"))).id_salt("articulator size");
    size.show_unindented(ui, |ui| size_ui(ui, (desk, open), guides.now));
    let table = CollapsingHeader::new(heading(say!("articulator-more-table"))).id_salt("articulator table");
    table.show_unindented(ui, |ui| table_ui(ui, desk, guides.now));
    if open.session.motion().guide == Guide::Teeth {
        start_ui(ui, desk, open.session.motion().start);
    }
}

/// Straight, or an arc that is steep first; and which member has the guides.
fn path_ui(ui: &mut Ui, desk: &Desk, now: &Articulator) {
    let radius_mm = now.guides.right.path_radius_mm;
    let with = |radius_mm: Option<f64>| Articulator {
        guides: now.guides.map(|guide| CondylarGuide { path_radius_mm: radius_mm, ..guide }),
        ..*now
    };
    let mut is_curved = radius_mm.is_some();
    if ui.checkbox(&mut is_curved, RichText::new(say!("articulator-curved")).small()).changed() {
        set(desk, with(is_curved.then_some(12.5)));
    }
    if let Some(radius_mm) = radius_mm {
        one_ui(ui, desk, (say!("articulator-radius"), "radius", " mm"), (radius_mm, 8.0..=60.0), &|mm| with(Some(mm)));
    }
    let mut arcon = now.arcon;
    let label = RichText::new(say!("articulator-arcon")).small();
    if ui.checkbox(&mut arcon, label).on_hover_text(say!("articulator-arcon-hint")).changed() {
        set(desk, Articulator { arcon, ..*now });
    }
}

/// What an axis that was placed says itself is not asked for.
fn size_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), now: &Articulator) {
    let facebow = open.session.motion().facebow;
    if facebow.is_none_or(|facebow| facebow.points().is_none()) {
        icd_ui(ui, desk, now);
    }
    if facebow.is_none() {
        triangle_ui(ui, desk, now);
    }
    one_ui(ui, desk, (say!("articulator-turn-only"), "turn", " mm"), (now.opening.rotation_mm, 0.0..=40.0), &|mm| {
        let mut opening = now.opening;
        opening.rotation_mm = mm;
        Articulator { opening, ..*now }
    });
}

fn icd_ui(ui: &mut Ui, desk: &Desk, now: &Articulator) {
    let words = (say!("articulator-icd"), "intercondylar_mm", " mm");
    one_ui(ui, desk, words, (now.intercondylar_mm, 70.0..=140.0), &|mm| Articulator {
        intercondylar_mm: mm,
        arm_mm: now.arm_mm.max(0.5 * mm + 10.0),
        ..*now
    });
}

/// How far behind the incisal point the averages have the axis, and how far above.
fn triangle_ui(ui: &mut Ui, desk: &Desk, now: &Articulator) {
    let least_arm = now.half_width_mm() + 10.0;
    one_ui(ui, desk, (say!("articulator-arm"), "arm_mm", " mm"), (now.arm_mm, least_arm.min(70.0)..=140.0), &|mm| {
        Articulator { arm_mm: mm.max(least_arm), ..*now }
    });
    one_ui(ui, desk, (say!("articulator-balkwill"), "balkwill_deg", "°"), (now.balkwill_deg, 0.0..=45.0), &|deg| {
        Articulator { balkwill_deg: deg, ..*now }
    });
}

fn table_ui(ui: &mut Ui, desk: &Desk, now: &Articulator) {
    let mut is_there = now.incisal.is_some();
    let label = RichText::new(say!("articulator-table")).small();
    if ui.checkbox(&mut is_there, label).on_hover_text(say!("articulator-table-hint")).changed() {
        set(desk, Articulator { incisal: is_there.then(|| flat_table(now)), ..*now });
    }
    let Some(table) = now.incisal else { return };
    let with = |table: IncisalGuide| Articulator { incisal: Some(table), ..*now };
    let plane = plane_name(now.plane);
    let inclination = say!("articulator-to", what = say!("articulator-incisal"), plane = plane);
    one_ui(ui, desk, (&inclination, "incisal", "°"), (table.sagittal_deg, -10.0..=70.0), &|deg| {
        with(IncisalGuide { sagittal_deg: deg, ..table })
    });
    let wings = say!("articulator-to", what = say!("articulator-wings"), plane = plane);
    one_ui(ui, desk, (&wings, "wings", "°"), (table.wings_deg.right, 0.0..=60.0), &|deg| {
        with(IncisalGuide { wings_deg: BothSides::same(deg), ..table })
    });
}

/// One figure of the whole articulator.
fn one_ui(
    ui: &mut Ui,
    desk: &Desk,
    (label, name, unit): (&str, &'static str, &'static str),
    (value, limits): (f64, RangeInclusive<f64>),
    with: &dyn Fn(f64) -> Articulator,
) {
    let Some(now) = desk.session().map(|session| session.articulator()) else { return };
    ui.label(RichText::new(label).small()).on_hover_text(measured_words(&now, name));
    let slider = RangeSlider { name: "", of: label, unit, limits, measured: measured(&now, name) };
    let changed = slider.ui(ui, (name, false), value);
    tell(desk, &changed, say!("motion-command-articulator"), |value| set(desk, with(value)));
}

/// What becomes of what overlaps in the bite.
fn start_ui(ui: &mut Ui, desk: &Desk, now: BiteStart) {
    ui.add_space(3.0);
    let color = theme::colors(ui.ctx()).weak;
    ui.label(RichText::new(say!("articulator-start")).small().color(color))
        .on_hover_text(say!("articulator-start-hint"));
    for (start, words) in
        [(BiteStart::Seat, say!("articulator-seat")), (BiteStart::Subtract, say!("articulator-subtract"))]
    {
        if ui.radio(now == start, RichText::new(words).small()).clicked() && now != start {
            desk.wish(Command::JawMotion(MotionChange::Start(start)));
        }
    }
}
