//! The pictures in the middle of the window, of the jaws and of the map, each in a texture of its own: drawn again only when something that
//! is seen in them has changed, and always with the map of the pose they show.
use super::blit::Placed;
use super::live::Live;
use super::place::{Place, Places};
use super::scene::{Care, paint_settings, scene_view};
use super::stage_clock::StageClock;
use super::turns::Turns;
use crate::app::state::{Look, Open, Pane, ViewLayout};
use crate::export::motion::paint::Painted;
use crate::export::overlay::Stripes;
use crate::field::{GapSpread, SurfaceGaps};
use crate::gpu::{Context, FrameMaps, GpuError};
use crate::jaw::{JawPair, JawSide, Trim};
use crate::render::{
    Camera, Canvas, ClassedTriangle, DisplayPair, FALLING_STRIPES, Hit, JawsShown, MapRenderer, MapView, NO_STRIPES,
    Picture, RISING_STRIPES, Scene, SceneView, StandardView, Theme,
};
use glam::{DVec2, DVec3};
use std::sync::Arc;
use std::time::Instant;

pub struct Pictures {
    context: Context,
    scene: Scene,
    /// What the jaws are drawn on, as in [`Pane::ALL`].
    canvases: [Drawing; 4],
    map: MapRenderer,
    pub places: Places,
    /// The pair that the scene shows.
    pair: Option<Arc<JawPair>>,
    drawn_map: Option<(MapView, Option<u64>)>,
    /// The closest gaps that paint the scene; `None`: the live map does.
    gaps: Option<Arc<SurfaceGaps>>,
    /// How they differ in poses nearby, where the paint says it.
    spread: Option<Arc<GapSpread>>,
    /// What is hatched in the scene.
    trim: Trim,
    /// What a whole movement has painted.
    classes: Option<Arc<Painted>>,
    /// A question about the place under the cursor is on its way.
    pub hover_asked: bool,
    turns: Turns,
    /// What each picture was fitted to last, as in [`Pane::ALL`].
    fitted: [Option<Fitted>; 4],
    /// The pictures are so many times as large as on the screen, for a file.
    times: u32,
}

/// A picture of the jaws, and what it was drawn of: the view, and the frame that paints it.
struct Drawing {
    canvas: Canvas,
    of: Option<(SceneView, Option<u64>)>,
}

impl Drawing {
    /// Whether it shows what is wanted; `any_frame`: whichever frame's map it was drawn with.
    fn shows(&self, wanted: &(SceneView, Option<u64>), any_frame: bool) -> bool {
        self.of.as_ref().is_some_and(|of| of.0 == wanted.0 && (any_frame || of.1 == wanted.1))
    }
}

/// A camera that what was looked at was fitted to, in a picture of this size.
#[derive(Clone, Copy)]
struct Fitted {
    look: Look,
    camera: Camera,
    size: [u32; 2],
}

/// The picture in which a hand moves the jaw, while there is no time for all of them.
fn held_in(open: &Open, care: Care) -> Option<Pane> {
    (care != Care::Full && open.moves_jaw()).then_some(open.hand.pane)
}

/// What a frame has drawn.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// A picture was drawn anew.
    pub any: bool,
    /// How the map is seen.
    pub map: Option<MapView>,
}

impl Pictures {
    pub fn new(context: &Context) -> Self {
        let scene = Scene::new(context);
        Self {
            canvases: Pane::ALL.map(|_| Drawing { canvas: scene.canvas(), of: None }),
            scene,
            map: MapRenderer::new(context),
            context: context.clone(),
            places: Places::default(),
            pair: None,
            drawn_map: None,
            gaps: None,
            spread: None,
            trim: Trim::default(),
            classes: None,
            hover_asked: false,
            turns: Turns::default(),
            fitted: [None; 4],
            times: 1,
        }
    }

    /// The jaws to draw: those just opened.
    ///
    /// # Errors
    /// When a mesh does not fit the adapter.
    pub fn set_case(&mut self, pair: &Arc<JawPair>, display: &DisplayPair) -> Result<(), GpuError> {
        self.scene.set_display(display)?;
        self.pair = Some(pair.clone());
        (self.gaps, self.spread, self.trim, self.classes) = (None, None, Trim::default(), None);
        self.draw_anew();
        Ok(())
    }

    /// The jaws are drawn with the next frame, whatever was drawn last.
    fn draw_anew(&mut self) {
        self.canvases.iter_mut().for_each(|drawing| drawing.of = None);
    }

    /// Follows a swap of upper and lower, or its undoing.
    ///
    /// # Errors
    /// When a mesh does not fit the adapter.
    pub fn follow_pair(&mut self, pair: &Arc<JawPair>) -> Result<(), GpuError> {
        match &mut self.pair {
            Some(shown) if Arc::ptr_eq(shown, pair) => {}
            Some(shown) => {
                self.scene.swap_jaws();
                *shown = pair.clone();
                (self.gaps, self.spread, self.trim, self.classes) = (None, None, self.trim.swapped(), None);
                self.draw_anew();
            }
            // On a new device: what was made ready to be drawn is not kept once it is on the first one.
            None => self.set_case(pair, &DisplayPair::new(pair))?,
        }
        Ok(())
    }

    /// The meshes of this pair on the GPU, for other pictures of it.
    pub fn jaws_of(&self, pair: &Arc<JawPair>) -> Option<JawsShown> {
        self.scene.jaws().filter(|_| self.pair.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, pair)))
    }

    /// The cameras that the case is to be looked at with, where it was asked for another one, or where a picture that nobody has turned or zoomed
    /// since has another shape now: as the window or the columns beside it have.
    pub fn looks(&mut self, open: &Open) -> Vec<(Pane, Camera)> {
        Pane::ALL.into_iter().filter_map(|pane| Some((pane, self.look(open, pane)?))).collect()
    }

    fn look(&mut self, open: &Open, pane: Pane) -> Option<Camera> {
        let Place { size, margins, .. } = self.places.of(pane)?;
        let is_reshaped = |fitted: &Fitted| fitted.size != size && fitted.camera == *open.view.camera_of(pane);
        let fitted = &mut self.fitted[pane.place()];
        let look = open.view.look_of(pane).or(fitted.filter(is_reshaped).map(|fitted| fitted.look))?;
        let frame = open.session.frame();
        let outline = || {
            let outline = self.scene.outline(&scene_view(open, (pane, size), Theme::default(), Care::Full));
            outline.into_iter().chain(condyles(open, pane)).collect::<Vec<_>>()
        };
        let standard = |view| Camera::standard_view(view, frame, &[], size);
        let (mut camera, points) = match look {
            Look::At(view) => (standard(view), outline()),
            Look::Opening => {
                let mut camera = standard(StandardView::Front);
                let aside = if frame.is_right_side(&teeth(open, JawSide::Upper)) { 110.0 } else { -110.0 };
                camera.orbit(DVec2::new(aside, -55.0), frame.up, camera.target);
                (camera, outline())
            }
            Look::Teeth(JawSide::Upper) => (standard(StandardView::UpperOcclusal), teeth(open, JawSide::Upper)),
            Look::Teeth(JawSide::Lower) => (standard(StandardView::LowerOcclusal), teeth(open, JawSide::Lower)),
            Look::Fit => (*open.view.camera_of(pane), outline()),
        };
        camera.fit_in(&points, size, &margins);
        *fitted = Some(Fitted { look, camera, size });
        Some(camera)
    }

    /// Whether there is a picture of the map itself.
    pub fn shows_map(&self) -> bool {
        self.places.map.is_some()
    }

    /// How the map is to be seen, where its picture has another size than when it was drawn last.
    pub fn map_fitted(&self, open: &Open, maps: Option<&FrameMaps>) -> Option<MapView> {
        let place =
            self.places.map.filter(|place| open.view.map.as_ref().is_none_or(|seen| seen.size != place.size))?;
        Some(MapView { marker: None, ..map_view(open, Some(maps?), &place, self.times) })
    }

    /// Draws what has changed.
    pub fn draw(
        &mut self,
        open: &Open,
        live: Option<&Live>,
        (theme, care): (Theme, Care),
        clock: &mut StageClock,
    ) -> Drawn {
        let maps = live.and_then(Live::maps);
        let frame = maps.map(|m| m.frame);
        let context = self.context.clone();
        let mut drawn = Drawn::default();
        self.follow_gaps(open);
        self.follow_trim(open);
        self.follow_classes(open);
        let wanted = Pane::ALL.map(|pane| {
            let place = self.places.of(pane)?;
            let care = care.of_share(self.places.share_of(pane));
            Some((scene_view(open, (pane, place.size), theme, care), frame))
        });
        let held = held_in(open, care);
        // Painted by the closest gap, they change with a map's projection no more than the stripes' direction does; that of its last step counts.
        let any_frame = self.gaps.is_some() && live.is_some_and(Live::is_turning);
        let order = self.turns.begin(Instant::now());
        for pane in order.map(|place| Pane::ALL[place]) {
            let (drawing, wanted) = (&mut self.canvases[pane.place()], &wanted[pane.place()]);
            let Some(new) = wanted.as_ref().filter(|wanted| !drawing.shows(wanted, any_frame)) else { continue };
            if held.is_some_and(|held| held != pane) && !self.turns.take(pane.place()) {
                continue;
            }
            submit(&context, "jaws", clock, |encoder| self.scene.render(&mut drawing.canvas, encoder, &new.0, maps));
            drawing.of = wanted.clone();
            drawn.any = true;
        }
        if let Some(place) = self.places.map {
            let view = MapView { theme, most_pixels: care.most_pixels(), ..map_view(open, maps, &place, self.times) };
            drawn.map = maps.map(|_| MapView { marker: None, ..view.clone() });
            let wanted = (view, frame);
            if self.drawn_map.as_ref() != Some(&wanted) {
                submit(&context, "map", clock, |encoder| self.map.render(encoder, &wanted.0, maps));
                self.drawn_map = Some(wanted);
                drawn.any = true;
            }
        }
        drawn
    }

    /// When the pictures that the hand is not in are due.
    pub fn due(&self) -> Option<Instant> {
        self.turns.due()
    }

    /// At rest the teeth are painted by what the figures are of: the closest gap.
    fn follow_gaps(&mut self, open: &Open) {
        let gaps = open.exact.fresh_zones().map(|found| found.gaps.clone());
        if !is_same(&self.gaps, &gaps) {
            self.scene.set_gaps(gaps.as_deref());
            self.gaps = gaps;
            self.draw_anew();
        }
        if !is_same(&self.spread, &open.sure) {
            self.scene.set_spread(open.sure.as_deref());
            self.spread = open.sure.clone();
            self.draw_anew();
        }
    }

    /// What is trimmed is hatched, at rest and in motion.
    fn follow_trim(&mut self, open: &Open) {
        let trim = open.session.trim();
        if self.trim != *trim {
            self.scene.set_trim(open.pair(), trim);
            self.trim = trim.clone();
            self.draw_anew();
        }
    }

    /// In Motion the jaws may be painted by what was in contact at any instant; in Compare by what differs.
    fn follow_classes(&mut self, open: &Open) {
        let painted = open.classes().cloned();
        if !is_same(&self.classes, &painted) {
            if let Some(painted) = &painted {
                self.scene.set_classes(&classed(open.pair(), painted));
            }
            self.classes = painted;
            self.draw_anew();
        }
    }

    /// The pictures with their places in the window.
    pub fn placed(&self) -> Vec<Placed> {
        let placed = |place: Option<Place>, picture: &wgpu::TextureView, drawn| {
            place.map(|p| Placed { picture: picture.clone(), drawn, corner: p.corner, size: p.size })
        };
        let jaws = self.canvases.iter().zip(self.places.panes);
        let jaws = jaws.filter_map(|(Drawing { canvas, .. }, place)| placed(place, canvas.color_view(), canvas.size()));
        jaws.chain(placed(self.places.map, self.map.color_view(), self.map.size())).collect()
    }

    /// What lies at a pixel of a picture that is seen now; waits for the GPU.
    pub fn pick(&self, pane: Pane, at: DVec2) -> Option<Hit> {
        let (x, y) = pixel(at)?;
        self.scene.pick(&self.canvases[pane.place()].canvas, x, y)
    }

    /// Asks what is under the cursor without waiting.
    pub fn ask_hover(&mut self, pane: Pane, at: DVec2) {
        if let Some((x, y)) = pixel(at) {
            self.hover_asked |= self.scene.request_hover(&mut self.canvases[pane.place()].canvas, x, y);
        }
    }

    /// The answer, once, when it is there.
    pub fn poll_hover(&mut self) -> Option<Option<Hit>> {
        let (scene, canvases) = (&self.scene, &mut self.canvases);
        let answer = canvases.iter_mut().filter_map(|drawing| scene.poll_hover(&mut drawing.canvas)).last();
        if answer.is_some() {
            self.hover_asked = self.canvases.iter().any(|drawing| drawing.canvas.awaits_hover());
        }
        answer
    }

    /// From here to [`Pictures::back`] the pictures are so many times as large, as far as the adapter draws such. Gives their places
    /// on the screen.
    pub fn enlarge(&mut self, times: u32) -> Places {
        let before = self.places;
        let places = || before.panes.into_iter().chain([before.map]).flatten();
        let widest = places().flat_map(|p| p.size).max().unwrap_or(1).max(1);
        let most = self.context.device.limits().max_texture_dimension_2d;
        self.times = times.min(most / widest).max(1);
        let larger = |place: Option<Place>| place.map(|p| p.times(self.times));
        self.places = Places { panes: before.panes.map(larger), map: larger(before.map) };
        before
    }

    /// As on the screen again, with the next frame.
    pub fn back(&mut self, before: Places) {
        (self.places, self.times) = (before, 1);
        self.drawn_map = None;
        self.draw_anew();
    }

    /// How the map that was drawn last is seen.
    pub fn map_seen(&self) -> Option<&MapView> {
        self.drawn_map.as_ref().map(|(view, _)| view)
    }

    /// The picture of the view that `layout` is about, for snapshots; and which views of the jaws it is made of.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn read(&self, layout: ViewLayout) -> Result<(Picture, Vec<PanePlace>), GpuError> {
        let read = |pane: Pane| self.canvases[pane.place()].canvas.read_picture(&self.context);
        if layout == ViewLayout::Map {
            return Ok((self.map.read_picture()?, Vec::new()));
        }
        let shown: Vec<(Pane, Place)> =
            Pane::ALL.into_iter().filter_map(|pane| Some((pane, self.places.of(pane)?))).collect();
        let pictures = shown.iter().map(|(pane, place)| Ok((place.corner, read(*pane)?)));
        let pictures = pictures.collect::<Result<Vec<_>, GpuError>>()?;
        if pictures.is_empty() {
            let picture = read(Pane::Jaws)?;
            let place = PanePlace { pane: Pane::Jaws, corner: [0, 0], size: picture.size };
            return Ok((picture, vec![place]));
        }
        let (whole, begins) = Picture::joined(&pictures);
        let places = shown.iter().zip(&pictures).map(|((pane, _), (corner, picture))| {
            let corner = [0, 1].map(|i| corner[i] - begins[i]);
            PanePlace { pane: *pane, corner, size: picture.size }
        });
        Ok((whole, places.collect()))
    }
}

/// Where a view of the jaws lies in a picture that was read, pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PanePlace {
    pub pane: Pane,
    pub corner: [u32; 2],
    pub size: [u32; 2],
}

/// The corner and size of what holds all of these.
pub fn around<'a>(places: impl Iterator<Item = &'a PanePlace> + Clone) -> Option<([u32; 2], [u32; 2])> {
    let corner = [0, 1].map(|i| places.clone().map(|p| p.corner[i]).min());
    let end = [0, 1].map(|i| places.clone().map(|p| p.corner[i] + p.size[i]).max());
    let (corner, end) = ([corner[0]?, corner[1]?], [end[0]?, end[1]?]);
    Some((corner, [0, 1].map(|i| end[i] - corner[i])))
}

/// While a movement is looked at, the condyles are to be seen as well, and the points by which they were placed.
fn condyles(open: &Open, pane: Pane) -> Vec<DVec3> {
    let condyles = open.motion.condyles_in_bite().filter(|_| open.motion.is_open && pane == Pane::Jaws);
    let picked = open.session.motion().facebow.filter(|_| condyles.is_some()).and_then(|facebow| facebow.points());
    condyles.into_iter().flatten().chain(picked.into_iter().flatten()).collect()
}

/// Most that a cusp's own crown reaches away from the occlusal plane, mm: nearer than that there is little but teeth.
const CROWN_MM: f64 = 7.0;
/// Farther from the middle of the arches lie ascending rami, condyles and bases, no teeth, mm.
const ARCH_MM: f64 = 45.0;
/// Fewer points are no arch.
const FEWEST_POINTS: usize = 100;

/// So many triangles are looked at to find out where the teeth are; of a larger scan every n-th, which is as good.
const MOST_TRIANGLES: usize = 100_000;

/// Points of a jaw's scan, world, that an occlusal view of its teeth should show: those near the occlusal plane, and where that is not
/// known well, all.
fn teeth(open: &Open, side: JawSide) -> Vec<DVec3> {
    // By the jaw's own occlusal plane: an opened one lies far from the upper jaw's.
    let (jaw, frame) = (open.pair().jaw(side), open.session.frames_of_scans()[side as usize]);
    let world_from_jaw = side.world_from_jaw(&open.session.upper_from_lower());
    let scanned = jaw.mesh.triangles.iter().take(jaw.mesh.n_scanned);
    let scanned = scanned.step_by(jaw.mesh.n_scanned.div_ceil(MOST_TRIANGLES).max(1)).flatten();
    let all: Vec<DVec3> = scanned.map(|i| jaw.mesh.positions[*i as usize].as_dvec3()).collect();
    let is_near = |p: &DVec3| {
        let off = frame.local_from_world(*p);
        off.z.abs() < CROWN_MM && off.truncate().length() < ARCH_MM
    };
    let near: Vec<DVec3> = all.iter().copied().filter(is_near).collect();
    let seen = if near.len() < FEWEST_POINTS { all } else { near };
    seen.into_iter().map(|p| world_from_jaw.transform_point(p)).collect()
}

/// Triangles of both jaws with the colours of their classes.
fn classed(pair: &JawPair, painted: &Painted) -> [Vec<ClassedTriangle>; 2] {
    [JawSide::Upper, JawSide::Lower].map(|side| {
        let mesh = &pair.jaw(side).mesh;
        let triangle = |(triangle, class): (&u32, &usize)| {
            let (corners, swatch) = (mesh.triangles.get(*triangle as usize)?, painted.classes.get(*class)?);
            let [r, g, b] = swatch.color;
            let stripes = match swatch.stripes {
                Stripes::None => NO_STRIPES,
                Stripes::Rising => RISING_STRIPES,
                Stripes::Falling => FALLING_STRIPES,
            };
            Some(ClassedTriangle { corners: *corners, color: [r, g, b, stripes] })
        };
        painted.of[side as usize].iter().filter_map(triangle).collect()
    })
}

fn is_same<T>(a: &Option<Arc<T>>, b: &Option<Arc<T>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Has one picture drawn, as a stage of its frame.
fn submit(
    context: &Context,
    stage: &'static str,
    clock: &mut StageClock,
    encode: impl FnOnce(&mut wgpu::CommandEncoder),
) {
    let descriptor = wgpu::CommandEncoderDescriptor { label: Some(stage) };
    let mut encoder = context.device.create_command_encoder(&descriptor);
    clock.time(stage, &mut encoder, encode);
    context.queue.submit([encoder.finish()]);
}

fn pixel(at: DVec2) -> Option<(u32, u32)> {
    (at.x >= 0.0 && at.y >= 0.0).then_some((at.x as u32, at.y as u32))
}

/// The view of the map for this frame. Fitted by itself until the person moves it; from then on the same place of the
/// world stays in the middle, although the map's own origin moves with the jaw.
fn map_view(open: &Open, maps: Option<&FrameMaps>, place: &Place, times: u32) -> MapView {
    let size = place.size;
    let projection = maps.map(|m| m.projection);
    let as_it_is = |view: &MapView| MapView { mm_per_px: view.mm_per_px / f64::from(times), ..view.clone() };
    let mut view = match (&open.view.map, projection) {
        (Some(view), Some(_)) if open.view.map_moved => as_it_is(view),
        (_, Some(projection)) => MapView::fit_in(&projection, Some(open.session.frame()), size, &place.margins),
        (Some(view), None) => as_it_is(view),
        (None, None) => empty_view(size),
    };
    view.size = size;
    view.paint = paint_settings(open.settings());
    // Pointing at the jaws marks the place on the map.
    let pointed = open.hand.pointed.hit.filter(|_| open.hand.pointed.map_place.is_none());
    view.marker = pointed.zip(projection).map(|(hit, projection)| projection.map_from_world(hit.point).0);
    view
}

fn empty_view(size: [u32; 2]) -> MapView {
    let projection = crate::field::Projection {
        direction: DVec3::NEG_Z,
        u: DVec3::X,
        v: DVec3::NEG_Y,
        origin: DVec3::ZERO,
        u_mm: 0.1,
        v_mm: 0.1,
        cols: 512,
        rows: 512,
        chosen_by: crate::field::ChosenBy::Given,
    };
    MapView::fit(&projection, None, size)
}
