//! The exact engine against parry3d (single precision, same run, same flags, alternately), on jaws of 55,000, 200,000
//! and 500,000 triangles each.
//!
//! `cargo bench -p occluscope-benches --bench exact` measures everything; `cargo bench -p occluscope-benches --bench exact -- 200k` or `-- pairs` a part. The table
//! at the end has medians and their ratio. `OCCLUSCOPE_BENCH_JAWS=UPPER.stl,LOWER.stl` measures files instead.
//! `cargo bench -p occluscope-benches --bench exact -- octree` (with files or a size) holds the octree against the trees.
//! `OCCLUSCOPE_BENCH_WRITE=FOLDER` measures nothing and writes the jaws as binary STL, the lower one closed 0.3 mm beyond the
//! first contact.
mod jaws;
mod octree;
mod peer;
mod table;

use criterion::{Criterion, SamplingMode};
use jaws::Jaws;
use occluscope::exact::{Bvh, Hint, Sides, intersecting_pairs, signed_nearest, smallest_distance, surfaces_meet};
use std::hint::black_box;
use std::time::Duration;
use table::Table;

/// The closest-gap field is asked for up to here.
const GAP_MM: f64 = 2.0;
const SIZES: [usize; 3] = [55_000, 200_000, 500_000];

fn main() {
    if let Some(folder) = std::env::var_os("OCCLUSCOPE_BENCH_WRITE") {
        return SIZES.iter().for_each(|n| Jaws::synthetic(*n).write(folder.as_ref()));
    }
    let mut criterion = Criterion::default()
        .sample_size(15)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1500))
        .without_plots()
        .configure_from_args();
    let mut table = Table::default();
    if let Some(jaws) = Jaws::from_files() {
        measure(&mut criterion, &mut table, &jaws);
    } else {
        let filter: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
        let named = |n: usize| filter.iter().any(|f| f.contains(&format!("{}k", n / 1000)));
        let any_named = SIZES.iter().any(|n| named(*n));
        for n in SIZES.into_iter().filter(|n| !any_named || named(*n)) {
            measure(&mut criterion, &mut table, &Jaws::synthetic(n));
        }
    }
    criterion.final_summary();
    table.print();
}

fn measure(criterion: &mut Criterion, table: &mut Table, jaws: &Jaws) {
    if std::env::args().any(|a| a == "octree") {
        return octree::measure(jaws);
    }
    let mut group = criterion.benchmark_group(&jaws.name);
    group.sampling_mode(SamplingMode::Flat);
    let mut row = table.rows(&jaws.name, &mut group);
    let (deep, apart) = (jaws.closed_by(0.3), jaws.closed_by(-2.0));
    let (peer_deep, peer_apart) = (peer::pose(&deep), peer::pose(&apart));
    let (upper, lower) = (Bvh::new(&jaws.upper), Bvh::new(&jaws.lower));
    let (peer_upper, peer_lower) = (peer::tree(&jaws.upper, false), peer::tree(&jaws.lower, false));
    println!(
        "{} and {} triangles, first contact at z = {:.6} mm, {} pairs at +0.3 mm (peer: {})",
        upper.n_triangles(),
        lower.n_triangles(),
        jaws.contact_mm,
        intersecting_pairs(&upper, &lower, &deep).len(),
        peer::pairs(&peer_upper, &peer_lower, &peer_deep).len()
    );
    row.add(
        "build both trees",
        || (Bvh::new(black_box(&jaws.upper)), Bvh::new(&jaws.lower)),
        || (peer::tree(black_box(&jaws.upper), false), peer::tree(&jaws.lower, false)),
    );
    row.add(
        "boolean",
        || surfaces_meet(&upper, &lower, black_box(&deep)),
        || peer::boolean(&peer_upper, &peer_lower, black_box(&peer_deep)),
    );
    row.add(
        "all pairs",
        || intersecting_pairs(&upper, &lower, black_box(&deep)),
        || peer::pairs(&peer_upper, &peer_lower, black_box(&peer_deep)),
    );
    row.add(
        "smallest distance",
        || smallest_distance(&upper, &lower, black_box(&apart), None),
        || peer::distance(&peer_upper, &peer_lower, black_box(&peer_apart)),
    );
    let zone = jaws.zone(&deep);
    println!("{} vertices in the zone", zone.len());
    let opened = jaws::opened(&jaws.upper);
    let open = Bvh::new(&opened);
    let (peer_closed, peer_open) = (peer::tree(&jaws.upper, true), peer::tree(&opened, true));
    let (closed_sides, open_sides) = (Sides::new(&upper, true), Sides::new(&open, false));
    for (name, bvh, sides, peer_tree) in [
        ("signed nearest", &upper, &closed_sides, &peer_closed),
        ("signed nearest, open", &open, &open_sides, &peer_open),
    ] {
        let ask = |hints: &mut [Hint]| signed_nearest(bvh, sides, black_box(&zone), f64::INFINITY, hints);
        let ask_peer = || peer::signed_nearest(peer_tree, black_box(&zone));
        let mut hints = vec![Hint::NONE; zone.len()];
        row.add(
            name,
            || {
                hints.fill(Hint::NONE);
                ask(&mut hints)
            },
            ask_peer,
        );
        let got = ask(&mut hints);
        let inside = |signed: &mut dyn Iterator<Item = f64>| signed.filter(|d| *d < 0.0).count();
        println!(
            "    {} inside (peer: {})",
            inside(&mut got.iter().flatten().map(|s| s.signed_mm)),
            inside(&mut ask_peer().into_iter().map(f64::from))
        );
        row.add(&format!("{name}, warm"), || ask(&mut hints), ask_peer);
    }
    let zones = [zone, jaws.upper_zone(&deep)];
    let lower_sides = Sides::new(&lower, true);
    let trees = [(&upper, &closed_sides), (&lower, &lower_sides)];
    let peer_trees = [&peer_closed, &peer::tree(&jaws.lower, true)];
    let within = || {
        [0, 1].map(|i| {
            let mut hints = vec![Hint::NONE; zones[i].len()];
            signed_nearest(trees[i].0, trees[i].1, black_box(&zones[i]), GAP_MM, &mut hints)
        })
    };
    let peer_within = || [0, 1].map(|i| peer::signed_within(peer_trees[i], black_box(&zones[i]), GAP_MM as f32));
    row.add("closest gap within 2 mm, both jaws", within, peer_within);
    let n_ours = within().iter().flatten().flatten().count();
    let n_peer = peer_within().iter().flatten().flatten().count();
    println!("    {n_ours} of {} within 2 mm (peer: {n_peer})", zones.iter().map(Vec::len).sum::<usize>());
}
