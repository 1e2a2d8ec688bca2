//! Both jaws as 3MF, millimetres, in the coordinates of the upper scan, coloured by the closest gap: what printers and CAD programs open.
//! A package of three parts (3MF core specification 1.3) with the colours of its materials extension 1.2.
use super::overlay::Scale;
use super::painted::PaintedJaw;
use std::collections::HashMap;
use std::io::{self, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>
"#;
const RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>
"#;
/// The colours' own number among the resources.
const COLORS: u32 = 1;

/// # Errors
/// What `out` reports.
pub fn write_3mf(jaws: &[PaintedJaw; 2], scale: Scale, out: impl Write) -> io::Result<()> {
    let mut package = ZipWriter::new_stream(out);
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).large_file(true);
    for (name, text) in [("[Content_Types].xml", TYPES), ("_rels/.rels", RELATIONS)] {
        package.start_file(name, options)?;
        package.write_all(text.as_bytes())?;
    }
    package.start_file("3D/3dmodel.model", options)?;
    write_model(jaws, scale, &mut io::BufWriter::new(&mut package))?;
    package.finish()?.flush()
}

fn write_model(jaws: &[PaintedJaw; 2], scale: Scale, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        r#"<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02">
<metadata name="Application">{}</metadata>
<resources>"#,
        super::program_text()
    )?;
    let (colors, of_corners) = colors(jaws, scale);
    writeln!(out, r#"<m:colorgroup id="{COLORS}">"#)?;
    for [r, g, b] in colors {
        writeln!(out, r##"<m:color color="#{r:02X}{g:02X}{b:02X}FF"/>"##)?;
    }
    writeln!(out, "</m:colorgroup>")?;
    for (id, (name, (jaw, colors))) in
        (COLORS + 1..).zip(["Upper jaw", "Lower jaw"].iter().zip(jaws.iter().zip(&of_corners)))
    {
        writeln!(out, r#"<object id="{id}" type="model" name="{name}"><mesh><vertices>"#)?;
        for p in &jaw.positions {
            writeln!(out, r#"<vertex x="{}" y="{}" z="{}"/>"#, p.x, p.y, p.z)?;
        }
        writeln!(out, "</vertices><triangles>")?;
        for [a, b, c] in &jaw.triangles {
            let [p1, p2, p3] = [a, b, c].map(|corner| colors[*corner as usize]);
            writeln!(out, r#"<triangle v1="{a}" v2="{b}" v3="{c}" pid="{COLORS}" p1="{p1}" p2="{p2}" p3="{p3}"/>"#)?;
        }
        writeln!(out, "</triangles></mesh></object>")?;
    }
    let items = (COLORS + 1..=COLORS + 2).map(|id| format!(r#"<item objectid="{id}"/>"#)).collect::<String>();
    writeln!(out, "</resources>\n<build>{items}</build>\n</model>")?;
    out.flush()
}

/// The colours that occur, each once, and which of them every corner of both jaws has.
fn colors(jaws: &[PaintedJaw; 2], scale: Scale) -> (Vec<[u8; 3]>, [Vec<usize>; 2]) {
    let (mut all, mut known) = (Vec::new(), HashMap::new());
    let mut place = |gap: &f32| {
        let color = scale.palette.color(*gap, scale.threshold_mm, scale.range_mm);
        *known.entry(color).or_insert_with(|| {
            all.push(color);
            all.len() - 1
        })
    };
    let of_corners = jaws.each_ref().map(|jaw| jaw.gaps_mm.iter().map(&mut place).collect());
    (all, of_corners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Palette;
    use glam::Vec3;
    use std::io::{Cursor, Read};

    #[test]
    fn a_package_has_its_parts_and_every_corner_a_colour_that_is_there() {
        let jaw = PaintedJaw {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::new(0.0, 1.5, -2.0)],
            triangles: vec![[0, 1, 2]],
            gaps_mm: vec![-0.1, f32::NAN, -0.1],
            n_trimmed: 0,
        };
        let scale = Scale { palette: Palette::Default, threshold_mm: 0.1, range_mm: 2.0 };
        let mut bytes = Cursor::new(Vec::new());
        write_3mf(&[jaw.clone(), jaw], scale, &mut bytes).expect("written");
        let mut package = zip::ZipArchive::new(bytes).expect("a package");
        let mut part = |name: &str| {
            let mut text = String::new();
            package.by_name(name).expect("there").read_to_string(&mut text).expect("text");
            text
        };
        assert!(
            part("[Content_Types].xml").contains("3dmanufacturing")
                && part("_rels/.rels").contains("/3D/3dmodel.model")
        );
        let model = part("3D/3dmodel.model");
        assert_eq!(model.matches("<m:color ").count(), 2, "two colours, each once");
        assert_eq!((model.matches("<vertex ").count(), model.matches("<triangle ").count()), (6, 2));
        assert!(model.contains(r#"<vertex x="0" y="1.5" z="-2"/>"#));
        assert!(model.contains(r#"v1="0" v2="1" v3="2" pid="1" p1="0" p2="1" p3="0""#), "{model}");
    }
}
