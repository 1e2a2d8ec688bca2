use super::super::test_support::{Random, sample, soup};
use super::*;
use crate::base::{Progress, Rigid};

/// Every triangle in exactly one leaf, every box around its triangles and its children.
fn check(bvh: &Bvh, mesh: &TriMesh) -> Result<(), String> {
    let mut seen = vec![0; mesh.triangles.len()];
    let mut reached = 0;
    let mut open = vec![(0_u32, Vec::new())];
    while let Some((node, above)) = open.pop() {
        reached += 1;
        let mut boxes: Vec<NodeBox> = above;
        boxes.push(*bvh.node_box(node));
        let link = bvh.link(node);
        if !link.is_leaf() {
            open.push((link.first, boxes.clone()));
            open.push((link.first + 1, boxes));
            continue;
        }
        for place in link.triangles() {
            let id = bvh.triangle_id(place) as usize;
            seen[id] += 1;
            if mesh.corners(id) != bvh.corners_f32(place) {
                return Err(format!("triangle {id} has other corners"));
            }
            for p in mesh.corners(id).map(|p| p.as_dvec3()) {
                let outside = |b: &NodeBox| {
                    let (centre, half) = (Vec3::from(b.centre).as_dvec3(), Vec3::from(b.half).as_dvec3());
                    (p - centre).abs().cmpgt(half).any()
                };
                if boxes.iter().any(outside) {
                    return Err(format!("triangle {id} sticks out"));
                }
            }
        }
    }
    if reached != bvh.n_nodes() || seen.iter().any(|n| *n != 1) {
        return Err(format!("{reached} of {} nodes, {seen:?}", bvh.n_nodes()));
    }
    Ok(())
}

fn built(mesh: &TriMesh, threads: usize) -> Bvh {
    Bvh::on_threads(mesh, threads, &Progress::default()).expect("nobody cancels")
}

#[test]
fn every_triangle_is_in_one_leaf_and_in_all_boxes_above() {
    let mut random = Random::new(1);
    let mut meshes = vec![TriMesh::clone(&sample().upper.mesh)];
    meshes.extend([1, 2, 5, 100, 3000].map(|n| soup(&mut random, n, 0.7)));
    // All the same triangle; a line of points at all scales.
    let mut same = soup(&mut random, 1, 1.0);
    same.triangles = vec![[0, 1, 2]; 100];
    meshes.push(same);
    let positions: Vec<Vec3> = (0..250).map(|i| Vec3::X * 2.0_f32.powi(i / 2 - 60)).collect();
    let triangles = (0..250).map(|i| [i, i, i]).collect();
    meshes.push(TriMesh { positions, triangles, n_scanned: 250, colors: None });
    for mesh in &meshes {
        check(&Bvh::new(mesh), mesh).expect("a sound tree");
        check(&built(mesh, 1), mesh).expect("a sound tree");
        check(&built(mesh, 7), mesh).expect("a sound tree");
    }
    assert!(Bvh::new(&TriMesh::default()).is_empty());
}

#[test]
fn the_tree_does_not_depend_on_chance() {
    let mesh = &sample().lower.mesh;
    let (a, b) = (built(mesh, 4), built(mesh, 4));
    assert_eq!((a.boxes, a.links, a.triangle_ids), (b.boxes, b.links, b.triangle_ids));
}

#[test]
fn moved_vertices_are_taken_over_and_a_forgotten_one_is_noticed() {
    let mut mesh = TriMesh::clone(&sample().lower.mesh);
    let mut bvh = Bvh::new(&mesh);
    let turn = Rigid::from_six([1.0, 2.0, 3.0, 20.0, 30.0, 40.0]);
    mesh.positions.iter_mut().for_each(|p| *p = turn.transform_point(p.as_dvec3()).as_vec3());
    assert!(bvh.refit(&mesh));
    check(&bvh, &mesh).expect("a sound tree");
    mesh.positions[1000].y += 0.01;
    assert!(check(&bvh, &mesh).is_err());
    mesh.triangles.pop();
    assert!(!bvh.refit(&mesh));
}

#[test]
fn a_tree_that_is_no_longer_wanted_is_not_built() {
    let progress = Progress::default();
    assert!(Bvh::build(&sample().upper.mesh, &progress).is_ok());
    progress.cancel();
    assert!(Bvh::build(&sample().upper.mesh, &progress).is_err());
    assert!(Bvh::build(&TriMesh::default(), &progress).is_ok(), "nothing to do is done");
}
