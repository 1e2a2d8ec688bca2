//! The contact that is pointed at or was flown to, lit up over both pictures: seen through the jaws.
use crate::app::stage::place::size_of;
use crate::app::state::zones::NamedZone;
use crate::app::state::{ContactShown, Open, Pane};
use crate::app::widgets::glass::{glass_size, glass_text, least_covering};
use crate::app::widgets::{text, theme};
use crate::base::words::say;
use crate::field::contact::Zone;
use crate::field::multi_projection::PosedMeshes;
use crate::field::{ContactPart, Projection};
use crate::jaw::JawSide;
use crate::mesh::TriMesh;
use crate::mesh::topology::{edge_key, edge_keys};
use crate::render::MapView;
use egui::cache::{ComputerMut, FrameCache};
use egui::epaint::{Mesh, Vertex};
use egui::{Align2, Pos2, Rect, Shape, Stroke, Ui, Vec2, vec2};
use glam::{DVec2, DVec3};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Where words may stand, and what they are to keep off there as far as they can.
pub type Free<'a> = (Rect, &'a [Rect]);

/// How finely the line around a contact and the light in it are made: what is finer nobody sees in the light, whose end is below the line.
const LINE_MM: f64 = 0.1;
const FILL_MM: f64 = 0.5;

/// Of the words beside it, points.
const LETTERS: f32 = 12.0;

/// Over the picture of the jaws.
pub fn in_view_ui(ui: &Ui, open: &Open, hovered: Option<u32>, (pane, rect): (Pane, Rect), free: Free) {
    let Some(lit) = open.zones.lit(open.pair(), hovered) else { return };
    let ppp = ui.ctx().pixels_per_point();
    let size = size_of(rect, f64::from(ppp));
    let place = |world: DVec3| open.view.camera_of(pane).project(world, size);
    mark_ui(ui, open, (lit, open.front_jaw(pane)), (rect, free), &place);
}

/// Over the flat map.
pub fn on_map_ui(
    ui: &Ui,
    open: &Open,
    hovered: Option<u32>,
    (view, projection): (&MapView, &Projection),
    rect: Rect,
    free: Free,
) {
    let Some(lit) = open.zones.lit(open.pair(), hovered) else { return };
    let place = |world: DVec3| Some(view.view_from_map(projection, projection.map_from_world(world).0));
    mark_ui(ui, open, (lit, open.front_jaw(Pane::Jaws)), (rect, free), &place);
}

fn mark_ui(
    ui: &Ui,
    open: &Open,
    (lit, side): (&NamedZone, JawSide),
    (rect, free): (Rect, Free),
    place: &dyn Fn(DVec3) -> Option<DVec2>,
) {
    let ppp = ui.ctx().pixels_per_point();
    let on_screen = |world: DVec3| place(world).map(|p| rect.min + vec2(p.x as f32, p.y as f32) / ppp);
    // What one jaw alone has is shown where it is.
    let side = if lit.zone.triangles[side as usize].is_empty() { side.other() } else { side };
    let outlining = Outlining { open, zone: &lit.zone, side: side as usize };
    let outlined = ui.memory_mut(|memory| memory.caches.cache::<Outlines>().get(outlining).clone());
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect);
    let mut fill = Mesh::default();
    for part in &outlined.parts {
        let corners: Vec<Pos2> = part.iter().filter_map(|at| on_screen(*at)).collect();
        let first = fill.vertices.len() as u32;
        let color = colors.accent.gamma_multiply(0.35);
        fill.vertices.extend(corners.iter().map(|pos| Vertex { pos: *pos, uv: egui::epaint::WHITE_UV, color }));
        (2..corners.len() as u32).for_each(|i| fill.add_triangle(first, first + i - 1, first + i));
    }
    painter.add(Shape::mesh(fill));
    let lines: Vec<Vec<Pos2>> = outlined.border.iter().map(|line| seen_line(line, &on_screen)).collect();
    for (width, color) in [(3.5, colors.glass), (1.5, colors.accent)] {
        painter.extend(lines.iter().map(|line| Shape::line(line.clone(), Stroke::new(width, color))));
    }
    let middle = outlined.middle.unwrap_or(lit.zone.centroid);
    if let Some(at) = on_screen(middle).filter(|at| rect.contains(*at)) {
        tag_ui(ui, rect, (at, free), &tag_words(lit, open.contact_shown()));
    }
}

/// "24–34, 5.21 mm²"; of a contact whose teeth are not known, its number. Of another pose it has no figure, as in the list.
fn tag_words(lit: &NamedZone, known: ContactShown) -> String {
    let what = match &lit.teeth {
        [None, None] => say!("zone-marks-contact", name = lit.name),
        _ => lit.teeth_text(),
    };
    let area = known.contact().map(|_| known.mark(&text::plain(lit.zone.mean_area_mm2(), 2)));
    format!("{what}, {} mm²", area.unwrap_or_else(|| "…".into()))
}

/// What the contact is beside it, with a line to its middle.
fn tag_ui(ui: &Ui, rect: Rect, (at, free): (Pos2, Free), words: &str) {
    let colors = theme::colors(ui.ctx());
    let plate = tag_place(at, glass_size(ui, words, LETTERS), free);
    let painter = ui.painter_at(rect);
    let end = plate.clamp(at);
    painter.line_segment([at, end], Stroke::new(3.0, colors.glass));
    painter.line_segment([at, end], Stroke::new(1.5, colors.accent));
    glass_text(ui, plate.min, Align2::LEFT_TOP, words, LETTERS);
}

/// Up and to the right of the contact, or in another of the four directions where that covers less; always inside the room.
fn tag_place(at: Pos2, size: Vec2, (room, taken): Free) -> Rect {
    const AWAY: f32 = 44.0;
    const CONTACT: Vec2 = Vec2::splat(40.0);
    let towards = [(1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let place = |(x, y): (f32, f32)| {
        let middle = at + vec2(x * (AWAY + 0.5 * size.x), y * (AWAY + 0.5 * size.y));
        let most = (room.max - 0.5 * size).max(room.min + 0.5 * size);
        Rect::from_center_size(middle.clamp(room.min + 0.5 * size, most), size)
    };
    // The contact itself is covered only where the room is too small for anything else.
    let (places, contact) = (towards.map(place), Rect::from_center_size(at, CONTACT));
    let clear = places.iter().copied().filter(|place| !place.intersects(contact));
    least_covering(clear, taken).or_else(|| least_covering(places, &[contact])).unwrap_or(contact)
}

/// A contact as it is painted, world coordinates.
#[derive(Default)]
struct Outlined {
    /// Convex, corner by corner.
    parts: Vec<Vec<DVec3>>,
    /// Lines, point by point.
    border: Vec<Vec<DVec3>>,
    /// On the contact, as near its centroid as it comes: that of a curved one lies beside it.
    middle: Option<DVec3>,
}

/// What a contact's outline is made of. It is made again when that has changed, not with every frame of every picture.
#[derive(Clone, Copy)]
struct Outlining<'a> {
    open: &'a Open,
    zone: &'a Zone,
    side: usize,
}

impl Hash for Outlining<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let session = &self.open.session;
        let gaps = self.open.exact.fresh_zones().map(|found| Arc::as_ptr(&found.gaps));
        (gaps, Arc::as_ptr(session.pair()), self.side, &self.zone.triangles[self.side]).hash(state);
        session.settings().threshold_mm.to_bits().hash(state);
        let pose = session.upper_from_lower();
        (pose.rotation.to_cols_array().map(f64::to_bits), pose.translation.to_array().map(f64::to_bits)).hash(state);
    }
}

#[derive(Default)]
struct Outliner;

impl ComputerMut<Outlining<'_>, Arc<Outlined>> for Outliner {
    fn compute(&mut self, Outlining { open, zone, side }: Outlining<'_>) -> Arc<Outlined> {
        Arc::new(outlined(open, side, zone))
    }
}

type Outlines = FrameCache<Arc<Outlined>, Outliner>;

/// Cut where the gap is the threshold, as the paint and the listed area are; of a moment ago, while the jaw moves, whole triangles.
fn outlined(open: &Open, side: usize, zone: &Zone) -> Outlined {
    let meshes = PosedMeshes::of(open.session.pair(), open.session.upper_from_lower());
    let (mesh, triangles) = (meshes.meshes[side], &zone.triangles[side]);
    let gaps = open.exact.fresh_zones().map(|found| &found.gaps);
    let n_sharing = sharing(mesh, triangles);
    let (mut outlined, mut border) = (Outlined::default(), Vec::new());
    for triangle in triangles {
        let [a, b, c] = meshes.corners(side, *triangle);
        let world = |weights: DVec3| a * weights.x + b * weights.y + c * weights.z;
        let ids = mesh.triangles[*triangle as usize];
        let parts = |finest_mm: f64| match gaps {
            Some(gaps) => gaps.contact_parts(side, open.settings().threshold_mm, (mesh, *triangle), finest_mm),
            None => vec![ContactPart::whole()],
        };
        let filled = parts(FILL_MM).into_iter().map(|part| part.corners.into_iter().map(world).collect());
        outlined.parts.extend(filled);
        for part in parts(LINE_MM) {
            let is_border = |edge: &[DVec3; 2], is_line: bool| {
                let opposite = (0..3).find(|corner| edge.iter().all(|weights| weights[*corner] == 0.0));
                is_line || opposite.is_some_and(|k| n_sharing[&edge_key(ids[(k + 1) % 3], ids[(k + 2) % 3])] == 1)
            };
            let edges = part.edges().filter(|(edge, is_line)| is_border(edge, *is_line));
            border.extend(edges.map(|(edge, _)| edge.map(world)));
        }
    }
    outlined.border = chained(&border);
    outlined.middle = nearest_part(&outlined.parts, zone.centroid);
    outlined
}

/// The middle of the part that is nearest.
fn nearest_part(parts: &[Vec<DVec3>], to: DVec3) -> Option<DVec3> {
    let middles = parts.iter().map(|part| part.iter().sum::<DVec3>() / part.len() as f64);
    middles.min_by(|a, b| a.distance_squared(to).total_cmp(&b.distance_squared(to)))
}

/// Edges that have an end in common as lines.
fn chained(edges: &[[DVec3; 2]]) -> Vec<Vec<DVec3>> {
    /// Nearer ends are one, mm.
    const SAME_MM: f64 = 1e-6;
    let key = |at: DVec3| (at / SAME_MM).round().to_array().map(|x| x as i64);
    let mut at_end: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    for (i, edge) in edges.iter().enumerate() {
        edge.iter().for_each(|end| at_end.entry(key(*end)).or_default().push(i));
    }
    let mut is_left = vec![true; edges.len()];
    let mut lines = Vec::new();
    for (i, [first, second]) in edges.iter().enumerate() {
        if !std::mem::replace(&mut is_left[i], false) {
            continue;
        }
        let mut line = std::collections::VecDeque::from([*first, *second]);
        let mut next = |from: DVec3| {
            let i = at_end[&key(from)].iter().copied().find(|i| is_left[*i])?;
            is_left[i] = false;
            let [a, b] = edges[i];
            Some(if key(a) == key(from) { b } else { a })
        };
        while let Some(at) = line.back().and_then(|last| next(*last)) {
            line.push_back(at);
        }
        while let Some(at) = line.front().and_then(|first| next(*first)) {
            line.push_front(at);
        }
        lines.push(line.into());
    }
    lines
}

/// A line as it is on the screen, without the points that nobody tells apart.
fn seen_line(line: &[DVec3], on_screen: &dyn Fn(DVec3) -> Option<Pos2>) -> Vec<Pos2> {
    const APART: f32 = 1.5;
    let mut seen: Vec<Pos2> = Vec::new();
    for (i, at) in line.iter().enumerate() {
        let is_end = i + 1 == line.len();
        if let Some(at) = on_screen(*at)
            && seen.last().is_none_or(|last| is_end || last.distance(at) >= APART)
        {
            seen.push(at);
        }
    }
    seen
}

/// How many of these triangles each of their edges has.
fn sharing(mesh: &TriMesh, triangles: &[u32]) -> HashMap<[u32; 2], u32> {
    let mut n = HashMap::new();
    for triangle in triangles {
        edge_keys(mesh.triangles[*triangle as usize]).into_iter().for_each(|edge| *n.entry(edge).or_default() += 1);
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn edges_are_chained_whichever_way_they_run() {
        let at = |x: f64, y: f64| DVec3::new(x, y, 0.0);
        let square = [[at(0.0, 0.0), at(1.0, 0.0)], [at(1.0, 1.0), at(1.0, 0.0)], [at(1.0, 1.0), at(0.0, 1.0)]];
        let alone = [at(5.0, 5.0), at(6.0, 5.0)];
        let lines = chained(&[square[1], alone, square[0], square[2]]);
        let mut lengths: Vec<usize> = lines.iter().map(Vec::len).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [2, 4]);
        let on_screen = |scale: f64| move |at: DVec3| Some(pos2((at.x * scale) as f32, (at.y * scale) as f32));
        let line: Vec<DVec3> = (0..100).map(|i| at(f64::from(i), 0.0)).collect();
        assert_eq!(seen_line(&line, &on_screen(0.5)).len(), 34);
        assert_eq!(seen_line(&line, &on_screen(2.0)).len(), 100, "the twin");
    }

    #[test]
    fn the_line_to_a_curved_contact_ends_on_it() {
        let square = |x: f64, y: f64| {
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|d| DVec3::new(x + d.0, y + d.1, 0.0)).to_vec()
        };
        // Seven squares around two empty ones: the centroid lies in the lower of these.
        let horseshoe = [(0.0, 2.0), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (2.0, 2.0)]
            .map(|at| square(at.0, at.1));
        let centroid = horseshoe.iter().flatten().sum::<DVec3>() / 28.0;
        assert!((centroid - DVec3::new(1.5, 9.5 / 7.0, 0.0)).length() < 1e-12);
        assert_eq!(nearest_part(&horseshoe, centroid), Some(DVec3::new(1.5, 0.5, 0.0)));
        assert_eq!(nearest_part(&horseshoe, DVec3::new(0.1, 1.9, 0.0)), Some(DVec3::new(0.5, 1.5, 0.0)), "the twin");
        assert_eq!(nearest_part(&[], centroid), None);
    }

    #[test]
    fn words_about_a_contact_stay_in_the_room_and_off_what_is_there() {
        let room = Rect::from_min_max(pos2(100.0, 50.0), pos2(500.0, 350.0));
        let size = vec2(120.0, 24.0);
        let free = tag_place(pos2(300.0, 200.0), size, (room, &[]));
        assert_eq!(free.left_bottom(), pos2(344.0, 156.0), "up and to the right");
        // At every corner of the room and beyond them all of it is inside, and the contact is seen.
        for at in [(105.0, 55.0), (495.0, 55.0), (105.0, 345.0), (495.0, 345.0), (300.0, 52.0), (300.0, 20.0)] {
            let plate = tag_place(pos2(at.0, at.1), size, (room, &[]));
            assert!(room.contains_rect(plate) && !plate.contains(pos2(at.0, at.1)), "{at:?}: {plate:?}");
        }
        let caption = Rect::from_min_max(pos2(330.0, 120.0), pos2(480.0, 160.0));
        let plate = tag_place(pos2(300.0, 200.0), size, (room, &[caption]));
        assert!(!plate.intersects(caption) && caption.intersects(free), "{plate:?}");
    }
}
