//! The columns of both tables, and the values in them. They follow from the settings and the manifest, never from results: a table
//! that begins with failures has the same ones.
use super::{Cell, Column, Figures, Kind, RowRecord};
use crate::export::contact::ZoneRecord;
use crate::field::contact::ScopeKind;
use std::borrow::Cow;

/// A row as its manifest has it.
#[derive(Clone, Copy, Debug)]
pub struct CaseOf<'a> {
    pub id: &'a str,
    /// `group`, `session`, `bite`, `movement`; empty is none.
    pub named: [&'a str; 4],
    /// Columns that the manifest has besides.
    pub others: &'a [Box<str>],
}

use Kind::{Real, Text, Whole};

/// What a table of cases begins with.
const HEAD: [(&str, Kind); 26] = [
    ("case_id", Text),
    ("group", Text),
    ("session", Text),
    ("bite", Text),
    ("movement", Text),
    ("key", Text),
    ("upper_blake3", Text),
    ("lower_blake3", Text),
    ("case_blake3", Text),
    ("tx_mm", Real),
    ("ty_mm", Real),
    ("tz_mm", Real),
    ("rx_deg", Real),
    ("ry_deg", Real),
    ("rz_deg", Real),
    ("version", Text),
    ("settings_blake3", Text),
    ("status", Text),
    ("tries", Whole),
    ("error", Text),
    ("seconds", Real),
    ("peak_mb", Real),
    ("verdict", Text),
    ("scope", Text),
    ("depth_mm", Real),
    ("clearance_mm", Real),
];
/// So many of them are known of every row; the rest are figures.
const HEAD_OF_ROW: usize = 22;
const MIDDLE: [(&str, Kind); 8] = [
    ("projected_gap_mm", Real),
    ("solids_depth_mm", Real),
    ("solids_volume_mm3", Real),
    ("contacts", Whole),
    ("contact_threshold_mm", Real),
    ("tooth_pairs", Whole),
    ("teeth_in_contact", Text),
    ("warnings", Whole),
];
/// Of each threshold, with the threshold behind it: "area_upper_mm2_at_0.1".
const AREAS: [&str; 6] =
    ["area_upper", "area_lower", "area_upper_low", "area_upper_high", "area_lower_low", "area_lower_high"];
const CONTACTS: [(&str, Kind); 20] = [
    ("case_id", Text),
    ("key", Text),
    ("contact", Whole),
    ("tooth_upper", Whole),
    ("tooth_lower", Whole),
    ("tooth_share", Real),
    ("area_mm2", Real),
    ("area_upper_mm2", Real),
    ("area_lower_mm2", Real),
    ("penetrating_area_upper_mm2", Real),
    ("penetrating_area_lower_mm2", Real),
    ("max_depth_mm", Real),
    ("min_gap_mm", Real),
    ("x_mm", Real),
    ("y_mm", Real),
    ("z_mm", Real),
    ("sureness", Real),
    ("threshold_mm", Real),
    ("gap", Text),
    ("scope", Text),
];

/// Whether the cases' table has a column of this name itself, so that a manifest may bring none.
pub fn is_own_column(name: &str) -> bool {
    let fixed = HEAD.iter().chain(&MIDDLE).any(|(own, _)| *own == name);
    fixed || AREAS.iter().any(|area| name.starts_with(&format!("{area}_mm2_at_")))
}

fn column((name, kind): &(&'static str, Kind)) -> Column {
    Column { name: Cow::Borrowed(name), kind: *kind }
}

/// The columns of the contacts' table.
pub fn contact_columns() -> Vec<Column> {
    CONTACTS.iter().map(column).collect()
}

/// The columns of the cases' table.
#[derive(Clone, Debug)]
pub struct CaseColumns {
    pub columns: Vec<Column>,
    thresholds_mm: Vec<f64>,
}

impl CaseColumns {
    /// `others`: columns of the manifest, in its order.
    pub fn new(thresholds_mm: &[f64], others: &[String]) -> Self {
        let of_threshold = |mm: &f64| AREAS.map(|area| (format!("{area}_mm2_at_{mm}"), Real));
        let areas = thresholds_mm.iter().flat_map(of_threshold);
        let others = others.iter().map(|name| (name.clone(), Text));
        let named = |(name, kind): (String, Kind)| Column { name: Cow::Owned(name), kind };
        let fixed = HEAD.iter().chain(&MIDDLE).map(column);
        Self { columns: fixed.chain(areas.chain(others).map(named)).collect(), thresholds_mm: thresholds_mm.to_vec() }
    }

    /// The values of a row, in the order of the columns.
    pub fn cells<'a>(&self, case: &CaseOf<'a>, row: &'a RowRecord) -> Vec<Cell<'a>> {
        let figures = row.figures.as_ref();
        let mut cells = vec![text(Some(case.id))];
        cells.extend(case.named.map(|word| text(Some(word).filter(|w| !w.is_empty()))));
        cells.push(text(Some(&row.key)));
        cells.extend([&row.hashes.upper, &row.hashes.lower, &row.hashes.case].map(|hash| text(hash.as_deref())));
        cells.extend((0..6).map(|i| Cell::Real(figures.map(|f| f.pose[i]))));
        cells.extend([Some(row.version.as_str()), Some(&row.settings), Some(row.status.name())].map(text));
        cells.push(Cell::Whole(Some(row.tries.into())));
        cells.push(text(row.error.as_deref()));
        cells.extend([Cell::Real(Some(row.seconds)), Cell::Real(row.peak_mb)]);
        cells.extend(of_figures(figures));
        cells.extend(self.thresholds_mm.iter().flat_map(|mm| areas(figures, *mm)).map(Cell::Real));
        cells.extend(case.others.iter().map(|word| text(Some(&**word).filter(|w| !w.is_empty()))));
        cells
    }
}

fn text(word: Option<&str>) -> Cell<'_> {
    Cell::Text(word.map(Cow::Borrowed))
}

fn whole(n: usize) -> Cell<'static> {
    Cell::Whole(i64::try_from(n).ok())
}

/// From the verdict to the warnings.
fn of_figures(figures: Option<&Figures>) -> Vec<Cell<'_>> {
    let Some(f) = figures else {
        let none = |(_, kind): &(&str, Kind)| match kind {
            Text => Cell::Text(None),
            Real => Cell::Real(None),
            Whole => Cell::Whole(None),
        };
        return HEAD[HEAD_OF_ROW..].iter().chain(&MIDDLE).map(none).collect();
    };
    let teeth = f.pairs.as_ref().map(|pairs| {
        let pairs: Vec<_> = pairs.iter().map(|[upper, lower]| format!("{upper}-{lower}")).collect();
        Cow::Owned(pairs.join(" "))
    });
    vec![
        Cell::Text(serde_json::to_value(f.verdict).ok().and_then(|v| Some(Cow::Owned(v.as_str()?.to_owned())))),
        Cell::Text(f.scope.map(scope)),
        Cell::Real(f.depth_mm),
        Cell::Real(f.clearance_mm),
        Cell::Real(f.projected_gap_mm),
        Cell::Real(f.solids_depth_mm),
        Cell::Real(f.solids_volume_mm3),
        f.zones.as_ref().map_or(Cell::Whole(None), |zones| whole(zones.len())),
        Cell::Real(f.zone_threshold_mm),
        f.pairs.as_ref().map_or(Cell::Whole(None), |pairs| whole(pairs.len())),
        Cell::Text(teeth),
        Cell::Whole(Some(f.n_warnings.into())),
    ]
}

fn scope(kind: ScopeKind) -> Cow<'static, str> {
    Cow::Borrowed(match kind {
        ScopeKind::Teeth => "teeth",
        ScopeKind::Whole => "whole",
    })
}

/// Both arches' areas at a threshold, and between which they lie in 90 % of the poses nearby.
fn areas(figures: Option<&Figures>, threshold_mm: f64) -> [Option<f64>; 6] {
    let is_it = |mm: f64| (mm - threshold_mm).abs() < 1e-9;
    let contact = figures.and_then(|f| f.contact.iter().find(|c| is_it(c.area.threshold_mm)));
    let range = figures.and_then(|f| f.ranges.iter().find(|r| is_it(r.threshold_mm)));
    let spread = |of: Option<crate::engine::Spread>| of.map_or([None; 2], |s| [Some(s.low), Some(s.high)]);
    let [upper, lower] = [range.map(|r| r.upper_mm2), range.map(|r| r.lower_mm2)].map(spread);
    let [a, b] = [contact.map(|c| c.area.area_upper_mm2), contact.map(|c| c.area.area_lower_mm2)];
    [a, b, upper[0], upper[1], lower[0], lower[1]]
}

/// The lines of the contacts' table that a row has.
pub fn contact_lines<'a>(id: &'a str, row: &'a RowRecord) -> impl Iterator<Item = Vec<Cell<'a>>> {
    let of_figures =
        move |f: &'a Figures| f.zones.iter().flatten().map(move |zone| contact_line((id, &row.key), f, zone));
    row.figures.iter().flat_map(of_figures)
}

fn contact_line<'a>((id, key): (&'a str, &'a str), f: &'a Figures, zone: &'a ZoneRecord) -> Vec<Cell<'a>> {
    let tooth = |fdi: Option<u8>| Cell::Whole(fdi.map(i64::from));
    let areas = [zone.area_mm2, zone.area_upper_mm2, zone.area_lower_mm2];
    let penetrating = [zone.penetrating_area_upper_mm2, zone.penetrating_area_lower_mm2];
    let places = [zone.max_depth_mm, zone.min_gap_mm].into_iter().chain(zone.centroid);
    let mut cells = vec![text(Some(id)), text(Some(key)), Cell::Whole(Some(zone.id.into()))];
    cells.extend([tooth(zone.tooth_upper), tooth(zone.tooth_lower), Cell::Real(zone.tooth_share)]);
    cells.extend(areas.into_iter().chain(penetrating).chain(places).map(|x| Cell::Real(Some(x))));
    cells.push(Cell::Real(zone.uncertainty.map(|sure| sure.share)));
    cells.extend([Cell::Real(f.zone_threshold_mm), text(Some(f.contact_gap.name())), Cell::Text(f.scope.map(scope))]);
    cells
}
