//! The section through both jaws: where it is, what it cuts, and how its picture is looked at.
use crate::base::{Derived, Wake};
use crate::exact::JawRuns;
use crate::exact::section::{Between, SectionCut};
use crate::export::section::SectionFound;
use crate::jaw::section::arch_of;
use crate::jaw::teeth::arch_curve::ArchCurve;
use crate::jaw::{JawPair, KeptSection, OcclusalFrame, SectionKind, SectionPlace};
use crate::session::Session;
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// What a person asks of the section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SectionWish {
    /// Opens its card, or closes it.
    Toggle,
    /// It stands where it is; where it stands it follows the cursor again.
    Put,
    Kind(SectionKind),
    /// It stands there.
    Place(SectionPlace),
    /// So many mm on along the line that it is moved along; it stands there then.
    Step(f64),
    /// With a ruler between two points of its plane, or without one.
    Ruler(Option<[DVec2; 2]>),
}

/// A section as a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionFormat {
    Png,
    Svg,
    Csv,
    Dxf,
}

impl SectionFormat {
    pub const ALL: [Self; 4] = [Self::Png, Self::Svg, Self::Csv, Self::Dxf];

    pub fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Svg => "SVG",
            Self::Csv => "CSV",
            Self::Dxf => "DXF",
        }
    }
}

/// What both cutting and measuring need of a pair, made on a thread.
pub struct Ready {
    pub runs: JawRuns,
    /// The line along which the teeth stand; `None` where there is no arch.
    pub arch: Option<ArchCurve>,
}

/// Which part of the plane is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneView {
    /// In the middle of the picture.
    pub centre: DVec2,
    pub mm_per_point: f64,
}

/// What the found section is of.
#[derive(Clone, PartialEq)]
struct Asked {
    place: SectionPlace,
    ruler: Option<[DVec2; 2]>,
    upper_from_lower: crate::base::Rigid,
    frame: OcclusalFrame,
}

#[derive(Default)]
pub struct SectionView {
    pub is_open: bool,
    /// Where it is while it follows the cursor.
    pub following: SectionPlace,
    /// The contact or tooth that was chosen last: it is there until the cursor moves over the jaws or it is put somewhere.
    pub led_to: Option<DVec3>,
    /// `None`: as the contours fit in.
    pub view: Option<PlaneView>,
    /// The ruler that a hand is just putting.
    pub new_ruler: Option<[DVec2; 2]>,
    /// Where the main button went down in its picture.
    pub pressed_at: Option<egui::Pos2>,
    /// Where the cursor is in the plane.
    pub pointed: Option<DVec2>,
    found: Option<(Asked, Arc<Ready>, Arc<SectionFound>)>,
    ready: Derived<Of, Arc<Ready>>,
}

/// Which jaws, and the patient's directions in both scans.
#[derive(Clone)]
struct Of(Arc<JawPair>, [OcclusalFrame; 2]);

impl Of {
    fn now(session: &Session) -> Self {
        Self(session.pair().clone(), session.frames_of_scans())
    }
}

impl PartialEq for Of {
    fn eq(&self, other: &Self) -> bool {
        let near =
            |a: &OcclusalFrame, b: &OcclusalFrame| a.origin.distance(b.origin) < 1e-9 && a.up.distance(b.up) < 1e-9;
        Arc::ptr_eq(&self.0, &other.0)
            && self.1.iter().zip(&other.1).all(|(a, b)| near(a, b) && a.front.distance(b.front) < 1e-9)
    }
}

impl SectionView {
    /// Of a case that was opened: a section that was left standing is seen again.
    pub fn of_case(session: &Session) -> Self {
        Self { is_open: session.section().is_some(), ..Self::default() }
    }

    /// Where the section is: where it stands, else where it has followed the cursor to.
    pub fn place(&self, session: &Session) -> SectionPlace {
        session.section().map_or(self.following, |section| section.place)
    }

    /// What would be kept of it if it stood now.
    pub fn as_kept(&self, session: &Session) -> KeptSection {
        session.section().copied().unwrap_or(KeptSection { place: self.following, ruler_mm: None })
    }

    pub fn found(&self) -> Option<&Arc<SectionFound>> {
        self.found.as_ref().map(|found| &found.2).filter(|_| self.is_open)
    }

    /// What cutting and measuring need; `None` until it is made.
    pub fn ready(&self, session: &Session) -> Option<&Arc<Ready>> {
        self.ready.of(&Of::now(session))
    }

    /// Whether what it needs is being made.
    pub fn is_getting_ready(&self) -> bool {
        self.ready.is_busy()
    }

    /// Follows the jaws, and, where it does not stand, what was chosen last or the cursor. `is_wanted`: something is measured although the card is shut.
    pub fn follow(&mut self, session: &Session, cursor: Option<DVec3>, is_wanted: bool, wake: &Wake) {
        if self.is_open || is_wanted {
            self.get_ready(session, wake);
        } else {
            // Nobody waits for it any more.
            self.ready.cancel();
        }
        let Some(ready) = self.ready(session).filter(|_| self.is_open).cloned() else {
            self.found = None;
            return;
        };
        if let (Some(place), None) = (self.led_to.or(cursor), session.section()) {
            self.following = self.following.through(place, session.frame(), ready.arch.as_ref());
        }
        // Without an arch nothing lies across it.
        if ready.arch.is_none() && self.following.kind == SectionKind::Arch {
            self.following = SectionPlace { kind: SectionKind::Sagittal, ..SectionPlace::default() };
        }
        let kept = self.as_kept(session);
        let asked = Asked {
            place: kept.place,
            ruler: kept.ruler(),
            upper_from_lower: session.upper_from_lower(),
            frame: *session.frame(),
        };
        let is_known = self.found.as_ref().is_some_and(|(known, of, _)| *known == asked && Arc::ptr_eq(of, &ready));
        if !is_known {
            self.found = find(&asked, &ready).map(|found| (asked, ready, Arc::new(found)));
        }
    }

    fn get_ready(&mut self, session: &Session, wake: &Wake) {
        let of = Of::now(session);
        let make = || {
            let Of(pair, frames) = of.clone();
            move |_: &_| Arc::new(Ready { runs: JawRuns::of(&pair), arch: arch_of(&pair, &frames) })
        };
        if self.ready.follow(of.clone(), ("section", wake), make)
            && let Some(ready) = self.ready.of(&of).cloned()
        {
            self.begin_on(ready.arch.as_ref());
        }
    }

    /// Part of an arch may not reach the midline, where a section begins: it begins in the middle of that part.
    fn begin_on(&mut self, arch: Option<&ArchCurve>) {
        let Some([first, last]) = arch.map(ArchCurve::ends_mm) else { return };
        if self.following.kind == SectionKind::Arch && !(first..=last).contains(&self.following.at_mm) {
            self.following.at_mm = 0.5 * (first + last);
        }
    }
}

fn find(asked: &Asked, ready: &Ready) -> Option<SectionFound> {
    let plane = asked.place.plane(&asked.frame, ready.arch.as_ref())?;
    let cut = SectionCut::of(&ready.runs, plane, &asked.upper_from_lower);
    let between = Between::of(&cut);
    let Asked { place, ruler, upper_from_lower, .. } = *asked;
    Some(SectionFound { place, upper_from_lower, cut, between, ruler })
}

/// Of a plane across the arch so much is seen above and below the occlusal plane, mm.
const TEETH_MM: f64 = 10.0;

/// Both contours as large as they fit in; across the arch the teeth.
pub fn fitted(found: &SectionFound, size: DVec2) -> PlaneView {
    let [mut lo, mut hi] = found.cut.bounds().unwrap_or([DVec2::splat(-10.0), DVec2::splat(10.0)]);
    if found.place.kind == SectionKind::Arch {
        (lo.y, hi.y) = (lo.y.max(-TEETH_MM), hi.y.min(TEETH_MM));
    }
    let (centre, whole) = (0.5 * (lo + hi), (hi - lo).max(DVec2::ONE) * 1.1);
    PlaneView { centre, mm_per_point: (whole / size.max(DVec2::ONE)).max_element() }
}

impl PlaneView {
    /// Finer than a hundredth of a millimetre on fifty points, coarser than a head.
    const LIMITS: [f64; 2] = [0.0002, 1.0];

    /// `point`: from the picture's middle, y down.
    pub fn plane_from_picture(&self, point: DVec2) -> DVec2 {
        self.centre + DVec2::new(point.x, -point.y) * self.mm_per_point
    }

    pub fn picture_from_plane(&self, place: DVec2) -> DVec2 {
        let d = (place - self.centre) / self.mm_per_point;
        DVec2::new(d.x, -d.y)
    }

    /// So many times as large, with the place under the cursor staying there.
    pub fn zoomed(&self, at: DVec2, times: f64) -> Self {
        let mm_per_point = (self.mm_per_point / times).clamp(Self::LIMITS[0], Self::LIMITS[1]);
        let stays = self.plane_from_picture(at);
        Self { centre: stays - DVec2::new(at.x, -at.y) * mm_per_point, mm_per_point }
    }

    pub fn panned(&self, by: DVec2) -> Self {
        Self { centre: self.centre - DVec2::new(by.x, -by.y) * self.mm_per_point, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zoom_keeps_what_is_under_the_cursor() {
        let view = PlaneView { centre: DVec2::new(3.0, -2.0), mm_per_point: 0.1 };
        let at = DVec2::new(40.0, -25.0);
        let zoomed = view.zoomed(at, 7.0);
        assert!(zoomed.plane_from_picture(at).distance(view.plane_from_picture(at)) < 1e-12);
        assert!((zoomed.mm_per_point - 0.1 / 7.0).abs() < 1e-12);
        let place = DVec2::new(1.0, 2.0);
        assert!(view.plane_from_picture(view.picture_from_plane(place)).distance(place) < 1e-12);
        // A hundredth of a millimetre can be as long as fifty points.
        let finest = (0..400).fold(view, |view, _| view.zoomed(at, 1.2));
        assert!(0.01 / finest.mm_per_point >= 50.0);
        let panned = view.panned(DVec2::new(10.0, 0.0));
        assert!(panned.picture_from_plane(place).x - view.picture_from_plane(place).x - 10.0 < 1e-9);
    }
}
