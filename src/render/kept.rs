//! Meshes ready to be drawn as bytes, to be kept between runs on this machine, and back. Bytes are not trusted.
use super::display_mesh::DisplayMesh;
use super::display_vertex::DisplayVertex;
use super::levels::Level;
use super::scene::DisplayPair;
use crate::base::sections::{Sections, write_json, write_list};
use crate::mesh::clusters::Cluster;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

#[derive(Serialize, Deserialize)]
struct Head {
    n_scanned_indices: u32,
    has_colors: bool,
    n_levels: usize,
}

impl DisplayPair {
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_json(out, &self.closed)?;
        write_mesh(out, &self.upper)?;
        write_mesh(out, &self.lower)
    }

    /// `None` when the bytes are not those of meshes that can be drawn.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut sections = Sections::new(bytes);
        let closed = sections.json()?;
        let (upper, lower) = (read_mesh(&mut sections)?, read_mesh(&mut sections)?);
        sections.is_at_end().then_some(Self { upper, lower, closed })
    }
}

fn write_mesh(out: &mut dyn Write, mesh: &DisplayMesh) -> io::Result<()> {
    let DisplayMesh { vertices, indices, n_scanned_indices, has_colors, outline, clusters, box_corners, .. } = mesh;
    let DisplayMesh { inside_out, levels, .. } = mesh;
    let (n_scanned_indices, has_colors, n_levels) = (*n_scanned_indices, *has_colors, levels.len());
    write_json(out, &Head { n_scanned_indices, has_colors, n_levels })?;
    write_list(out, vertices)?;
    write_list(out, indices)?;
    write_list(out, outline)?;
    write_list(out, clusters)?;
    write_list(out, box_corners)?;
    write_list(out, inside_out)?;
    for level in levels {
        write_list(out, &[level.n_scanned_indices])?;
        write_list(out, &[level.error_mm])?;
        write_list(out, &level.indices)?;
        write_list(out, &level.clusters)?;
        write_list(out, &level.inside_out)?;
    }
    Ok(())
}

fn read_mesh(sections: &mut Sections) -> Option<DisplayMesh> {
    let Head { n_scanned_indices, has_colors, n_levels } = sections.json()?;
    let vertices: Vec<DisplayVertex> = sections.list()?;
    let indices = sections.list()?;
    let (outline, clusters, box_corners) = (sections.list()?, sections.list()?, sections.list()?);
    let inside_out = flags(sections)?;
    let fine =
        |indices: &[u32], n_scanned, clusters: &[Cluster]| are_drawable(indices, n_scanned, clusters, vertices.len());
    let mut levels = Vec::new();
    for _ in 0..n_levels {
        let ([n_scanned_indices], [error_mm]) = (sections.array()?, sections.array::<f32, 1>()?);
        let (indices, clusters, inside_out) = (sections.list()?, sections.list()?, flags(sections)?);
        let level = Level { error_mm, n_scanned_indices, indices, clusters, inside_out };
        let is_fine = error_mm.is_finite() && fine(&level.indices, n_scanned_indices, &level.clusters);
        levels.push(is_fine.then_some(level)?);
    }
    fine(&indices, n_scanned_indices, &clusters).then_some(())?;
    Some(DisplayMesh {
        vertices,
        indices,
        n_scanned_indices,
        has_colors,
        outline,
        clusters,
        box_corners,
        inside_out,
        levels,
    })
}

fn flags(sections: &mut Sections) -> Option<Vec<bool>> {
    Some(sections.list::<u8>()?.into_iter().map(|flag| flag != 0).collect())
}

/// Whole triangles of vertices that are there, and runs of triangles that are there.
fn are_drawable(indices: &[u32], n_scanned: u32, clusters: &[Cluster], n_vertices: usize) -> bool {
    let n_triangles = indices.len() as u64 / 3;
    indices.len().is_multiple_of(3)
        && n_scanned.is_multiple_of(3)
        && n_scanned as usize <= indices.len()
        && indices.iter().all(|&i| (i as usize) < n_vertices)
        && clusters.iter().all(|c| u64::from(c.first) + u64::from(c.n_triangles) <= n_triangles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{TriMesh, shapes};

    fn display() -> DisplayPair {
        let mesh = |mut mesh: TriMesh| {
            mesh.n_scanned -= 10;
            DisplayMesh::new(&mesh)
        };
        let pair =
            DisplayPair { upper: mesh(shapes::sphere(40, 5.0)), lower: mesh(shapes::patch(30)), closed: [true, false] };
        assert!(!pair.upper.levels.is_empty(), "levels are read as well");
        DisplayPair { upper: DisplayMesh { inside_out: vec![false, true], ..pair.upper }, ..pair }
    }

    fn bytes(display: &DisplayPair) -> Vec<u8> {
        let mut bytes = Vec::new();
        display.write(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn meshes_come_back_bit_for_bit_and_cut_ones_do_not() {
        let before = display();
        let whole = bytes(&before);
        let after = DisplayPair::read(&whole).unwrap();
        assert_eq!(format!("{after:?}"), format!("{before:?}"));
        assert_eq!(bytes(&after), whole);
        for n in (0..whole.len()).step_by(997).chain([whole.len() - 1]) {
            assert!(DisplayPair::read(&whole[..n]).is_none(), "cut to {n}");
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        type Spoil = fn(&mut DisplayMesh);
        let spoils: [Spoil; 7] = [
            |m| m.indices[5] = m.vertices.len() as u32,
            |m| m.indices.truncate(4),
            |m| m.n_scanned_indices = m.indices.len() as u32 + 3,
            |m| m.clusters[1].n_triangles = u32::MAX,
            |m| m.levels[0].indices[2] = u32::MAX,
            |m| m.levels[0].clusters[0].first = 1 << 30,
            |m| m.levels[0].error_mm = f32::NAN,
        ];
        for (i, spoil) in spoils.into_iter().enumerate() {
            let mut spoilt = display();
            spoil(&mut spoilt.upper);
            assert!(DisplayPair::read(&bytes(&spoilt)).is_none(), "{i}");
        }
    }
}
