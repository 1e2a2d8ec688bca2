use crate::harness::{self, held_against, real_pair, sample};
use glam::{DVec2, DVec3};
use occluscope::base::Rigid;
use occluscope::engine::open_stencil;
use occluscope::exact::BvhEngine;
use occluscope::field::*;
#[test]
#[ignore]
fn dbg() {
    let list = [
        (
            "sample",
            [
                -0.21152859708979338,
                0.03603337872398704,
                0.7131876877145018,
                2.633099939845552,
                -2.786396088022915,
                1.4932019064477111,
            ],
            DVec3::new(-0.2253924339049175, -0.9140888013776609, -0.3371051971334296),
        ),
        (
            "case-1-full-resolution",
            [
                0.4148987887277331,
                0.8770373100203148,
                -0.7088719179768834,
                -0.5085351236130501,
                0.12225937860693058,
                -0.26840828291199603,
            ],
            DVec3::new(0.5030415720564242, -0.4805103759018581, 0.7183724350458167),
        ),
        (
            "case-2-tight-contact",
            [
                0.7510112954330241,
                0.185013219750763,
                -0.11469547794824664,
                2.4888951390903142,
                0.7201217109471021,
                -0.536778370248872,
            ],
            DVec3::new(0.014809183542238327, 0.35884012321568554, 0.9332815513302317),
        ),
    ];
    for (name, six, d) in list {
        let pair = if name == "sample" { sample() } else { real_pair(name).unwrap() };
        let q = Question {
            upper_from_lower: Rigid::from_six(six),
            direction: Some(d.normalize()),
            resolution: 256,
            ..Question::default()
        };
        let field = open_stencil(harness::context(), &pair).unwrap().analyze(&q).unwrap().field.unwrap();
        let exact = BvhEngine::new(&pair);
        let (got, truth) = held_against(&exact, &q, &field);
        println!("{name} {got:?}");
        let Some([c, r]) = got.example else { continue };
        let i = (r * field.projection.cols + c) as usize;
        println!(
            "  raster {:?} {} u {} l {} tri {} {}",
            field.class[i],
            field.gap_mm[i],
            field.upper_depth_mm[i],
            field.lower_depth_mm[i],
            field.upper_triangle[i],
            field.lower_triangle[i]
        );
        let t = &truth.field;
        println!(
            "  exact {:?} {} u {} l {} tri {} {} {:?}",
            t.class[i],
            t.gap_mm[i],
            t.upper_depth_mm[i],
            t.lower_depth_mm[i],
            t.upper_triangle[i],
            t.lower_triangle[i],
            truth.near_edge[i]
        );
        println!("  nearby {:?} pitch {}", exact.nearby(&q, &field.projection, i), field.projection.u_mm);
        for (mesh, pose, ts) in [
            (&pair.upper.mesh, Rigid::IDENTITY, [field.upper_triangle[i], t.upper_triangle[i]]),
            (&pair.lower.mesh, q.upper_from_lower, [field.lower_triangle[i], t.lower_triangle[i]]),
        ] {
            for tri in ts {
                if tri == NO_TRIANGLE {
                    continue;
                }
                let see = mesh
                    .corners(tri as usize)
                    .map(|p| field.projection.map_from_world(pose.transform_point(p.as_dvec3())));
                let rel: Vec<_> =
                    see.iter().map(|(p, z)| (*p - DVec2::new(c as f64 + 0.5, r as f64 + 0.5), *z)).collect();
                let (a, b, cc) = (rel[0], rel[1], rel[2]);
                let n = DVec3::new(b.0.x - a.0.x, b.0.y - a.0.y, b.1 - a.1).cross(DVec3::new(
                    cc.0.x - a.0.x,
                    cc.0.y - a.0.y,
                    cc.1 - a.1,
                ));
                println!("   tri {tri} {rel:?} slope/px {:?}", (n.x / n.z, n.y / n.z));
            }
        }
    }
}
