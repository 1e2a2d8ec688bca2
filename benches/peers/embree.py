#!/usr/bin/env python3
"""A live frame's analysis against Embree's ray map alone, on the same meshes and the same pixels, in turn.

    python3 benches/peers/embree.py UPPER LOWER [--pose TX,TY,TZ,RX,RY,RZ]... [--executions native,raster] [--rounds 5]

Needs Python 3 with `pip install open3d numpy`, and `cargo build --release` done before. For the bench only: the project
itself needs neither. Each round runs `occluscope analyze --time` once for each execution (a process of its own: the lower jaw
is moved before every frame; figures, verdict, gap map and areas at eight thresholds), then casts the rays of the same pixel
centres through both jaws with Open3D's scene (Embree, all processors): one hit of each jaw, no layers, no verdict, no areas.
The first execution's process also times contact by closest gap, in motion and at rest (`--time`), beside the same rays.
The meshes are those that the engine used (`--dump-prepared`). Medians of the rounds' medians, and their ratio; with several
poses (`--pose` again and again) each has its own line, with the pixels that the order of the layers decided, and the worst ratio
of each execution comes last.
"""
import argparse, json, pathlib, statistics, subprocess, tempfile, time

import numpy as np
import open3d as o3d

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "target/release/occluscope"


def analyze(args, pose, *more):
    command = [PROGRAM, "analyze", str(args.upper), str(args.lower), f"--pose={pose}", "--patches", "1", "--json", "-", *more]
    if args.direction != "auto":
        command.append(f"--direction={args.direction}")
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def scene_of(path):
    mesh = o3d.t.geometry.TriangleMesh.from_legacy(o3d.io.read_triangle_mesh(str(path)))
    scene = o3d.t.geometry.RaycastingScene()
    scene.add_triangles(mesh)
    return scene, len(mesh.triangle.indices)


def rays_of(projection, depth, sign):
    p = {k: np.array(projection[k]) for k in ("origin", "u", "v", "direction")}
    col, row = np.meshgrid(np.arange(projection["cols"]) + 0.5, np.arange(projection["rows"]) + 0.5)
    at = p["origin"] + col[..., None] * projection["u_mm"] * p["u"] + row[..., None] * projection["v_mm"] * p["v"]
    rays = np.zeros((*col.shape, 6), np.float32)
    rays[..., :3], rays[..., 3:] = at + depth * p["direction"], sign * p["direction"]
    return o3d.core.Tensor(rays.reshape(-1, 6))


def measure(args, pose, executions):
    """Prints one pose's lines; the ratio to Embree of each execution and of contact in motion and at rest."""
    with tempfile.TemporaryDirectory() as folder:
        found = analyze(args, pose, "--execution", executions[0], "--dump-prepared", folder)
        scenes = [scene_of(pathlib.Path(folder) / f"{jaw}.stl") for jaw in ("upper", "lower")]
    projection = found["projection"]
    # The upper jaw's last surface from behind, the lower jaw's first from before.
    rays = [rays_of(projection, 200.0, -1.0), rays_of(projection, -200.0, 1.0)]
    ours, embree, contact = {e: [] for e in executions}, [], {"contact_frame": [], "contact_rest": []}
    for _ in range(args.rounds):
        for execution in executions:
            timed = analyze(args, pose, "--execution", execution, "--time", str(args.frames))
            ours[execution].append(timed["timing_ms"]["frame"])
            if execution == executions[0]:
                for what, times in contact.items():
                    times.append(timed["timing_ms"][what])
        times = []
        for _ in range(args.frames // 4 + 2):
            begun = time.perf_counter()
            for (scene, _), those in zip(scenes, rays):
                scene.cast_rays(those)
            times.append((time.perf_counter() - begun) * 1e3)
        embree.append(statistics.median(times[1:]))
    peer = statistics.median(embree)
    size = " + ".join(str(n) for _, n in scenes)
    ordered = found["pixels"]["solved_layer_order"]
    print(f"{size} triangles, {projection['cols']} x {projection['rows']} pixels, {found['verdict']}, pose {pose}, "
          f"{ordered} pixels by the order of layers")
    print(f"Embree, rays alone: {peer:.1f} ms ({min(embree):.1f} to {max(embree):.1f})")
    ours.update(contact)
    for execution, times in ours.items():
        ms = statistics.median(times)
        print(f"{execution}: {ms:.1f} ms ({min(times):.1f} to {max(times):.1f}), {ms / peer:.2f} x Embree", flush=True)
    return {execution: statistics.median(times) / peer for execution, times in ours.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("upper"), parser.add_argument("lower")
    parser.add_argument("--pose", action="append")
    parser.add_argument("--direction", default="auto", help="of the projection, as analyze takes it")
    parser.add_argument("--executions", default="native,raster")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--frames", type=int, default=40)
    args = parser.parse_args()
    executions, poses = args.executions.split(","), args.pose or ["0,0,0,0,0,0"]
    ratios = [measure(args, pose, executions) for pose in poses]
    if len(poses) > 1:
        worst = (f"{execution} {max(r[execution] for r in ratios):.2f}" for execution in ratios[0])
        print("worst x Embree: " + ", ".join(worst))


if __name__ == "__main__":
    main()
