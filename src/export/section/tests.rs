use super::drawing::FONT_PER_HEIGHT;
use super::*;
use crate::base::Rigid;
use crate::exact::JawRuns;
use crate::export::letters::Face;
use crate::export::test_data;
use crate::jaw::{OcclusalFrame, SectionKind};
use crate::mesh::shapes;
use glam::DVec3;

fn found() -> (SectionFound, crate::jaw::JawPair) {
    let mut pair = test_data::pair();
    // Two balls, 0.4 mm deep in each other.
    for (jaw, z) in [(&mut pair.upper, 4.8), (&mut pair.lower, -4.8)] {
        let mut ball = shapes::sphere(24, 5.0);
        ball.positions.iter_mut().for_each(|p| p.z += z);
        jaw.mesh = ball.into();
    }
    pair.frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame");
    let place = SectionPlace { kind: SectionKind::Frontal, at_mm: 0.1, ..SectionPlace::default() };
    let plane = place.plane(&pair.frame, None).expect("a plane");
    let cut = SectionCut::of(&JawRuns::of(&pair), plane, &Rigid::IDENTITY);
    let between = Between::of(&cut);
    let ruler = Some([DVec2::ZERO, DVec2::new(3.0, 4.0)]);
    (SectionFound { place, upper_from_lower: Rigid::IDENTITY, cut, between, ruler }, pair)
}

fn text(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("memory takes it");
    String::from_utf8(bytes).expect("text")
}

#[test]
fn every_file_has_the_same_points() {
    let (found, pair) = found();
    let points: Vec<DVec2> = found.cut.contours.iter().flatten().flat_map(|c| c.points.clone()).collect();
    assert!(points.len() > 2, "the shapes are cut");
    let record = SectionRecord::of(&found, &pair, ["u.stl".into(), "l.stl".into()]);
    let json = serde_json::to_value(&record).expect("JSON");
    let n_of = |jaw: &str| {
        let contours = json["contours"][jaw].as_array().expect("contours").clone();
        contours.iter().map(|c| c["points"].as_array().map_or(0, Vec::len)).sum::<usize>()
    };
    assert_eq!(n_of("upper") + n_of("lower"), points.len());
    assert_eq!(
        (json["schema"].as_str(), json["ruler"]["length_mm"].as_f64()),
        (Some("occluscope/section/1"), Some(5.0))
    );
    let table = text(|out| write_csv(&found, out));
    assert_eq!(table.lines().count(), 1 + points.len());
    let world = found.cut.plane.world_from_plane(points[0]);
    let row: Vec<&str> = table.lines().nth(1).expect("a row").split(',').collect();
    assert_eq!(
        row[5..].iter().map(|x| x.parse::<f64>().expect("a number")).collect::<Vec<_>>(),
        [&points[0].to_array()[..], &world.to_array()].concat()
    );
    let drawing = Drawing::of(&found, &["x < y & z".into()]);
    let svg = text(|out| write_svg(&drawing, out));
    assert!(svg.contains("x &lt; y &amp; z") && svg.contains(&format!("width=\"{:.3}mm\"", drawing.size().x)));
    let dxf = text(|out| write_dxf(&drawing, out));
    let groups: Vec<&str> = dxf.split("\r\n").collect();
    assert_eq!(groups.len() % 2, 1, "codes and values in pairs, and an end");
    assert!(groups.chunks(2).take(groups.len() / 2).all(|pair| pair[0].trim().parse::<u16>().is_ok()));
    let vertices = groups.chunks(2).filter(|pair| pair.get(1) == Some(&"VERTEX")).count();
    assert_eq!(vertices, drawing.lines.iter().map(|line| line.points.len()).sum::<usize>());
    assert!(dxf.is_ascii() && dxf.contains("OVERLAP") && groups[groups.len() - 2] == "EOF");
}

#[test]
fn a_picture_shows_what_is_drawn() {
    let (found, _) = found();
    let drawing = Drawing::of(&found, &[]);
    let picture = draw_section(&drawing);
    let ink = |picture: &image::RgbaImage| picture.pixels().filter(|p| p.0[2] < 200).count();
    assert!(picture.width().max(picture.height()) >= 400 && ink(&picture) > 500);
    let empty = Drawing { lines: Vec::new(), labels: Vec::new(), ..drawing };
    assert_eq!(ink(&draw_section(&empty)), 0, "the twin: nothing is drawn");
}

#[test]
fn what_is_written_is_no_wider_than_the_drawing() {
    let (found, _) = found();
    let words =
        "A sentence of many words that says what a narrow drawing has no room for beside its contours ".repeat(3);
    let drawing = Drawing::of(&found, &[words.trim_end().into()]);
    let width = |text: &str, height_mm: f64| f64::from(Face::Words.width(text, FONT_PER_HEIGHT)) * height_mm;
    let written: Vec<_> = drawing.labels.iter().filter(|label| label.at.x < drawing.lo.x + 0.6).collect();
    assert!(written.iter().all(|label| width(&label.text, label.height_mm) <= drawing.size().x - 0.5));
    assert!(width(&words, written[0].height_mm) > drawing.size().x, "the twin: in one line it were wider");
    let said = written.iter().map(|label| label.text.as_str()).collect::<Vec<_>>().join(" ");
    assert!(said.contains(words.trim_end()), "no word is lost: {said}");
}

#[test]
fn hatching_covers_what_is_inside_both_and_nothing_else() {
    let (found, _) = found();
    let bounds = found.cut.bounds().expect("contours");
    let step = 0.01;
    let lines = hatch_lines(&found.cut, bounds, step);
    let area: f64 = lines.iter().map(|[a, b]| a.distance(*b) * step).sum();
    let whole: f64 = found.between.columns.overlap.iter().map(crate::exact::section::Column::area_mm2).sum();
    assert!((area - whole).abs() < 0.02 * whole + 1e-3, "{area} {whole}");
}
