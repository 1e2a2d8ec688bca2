//! Whether two triangles meet, decided without any of the program's code and by another theorem: where the program
//! looks for an edge that pierces the other triangle, this looks for a plane between the two.
//!
//! Two convex compact sets are apart exactly if a plane parts them strictly, and its normal can be taken from the faces
//! of their difference body. Which directions these are depends on that body's dimension:
//! 3: products of two edges; 2 (all edges in one plane): that plane's normal and, within it, the edges' normals;
//! 1 (all edges along one line): that line, and across it; 0: two points.
//! Signs are reckoned in doubles with a bound on the error, and where that cannot tell, exactly.
use super::number::{Exact, Number, Rounded};
use glam::DVec3;

type Triangle = [DVec3; 3];

/// From a point to a point.
type Step = (DVec3, DVec3);

#[derive(Clone, Copy)]
enum Axis {
    Along(Step),
    /// `a x b`
    Product(Step, Step),
    /// `(a x b) x c`
    Double(Step, Step, Step),
}

fn step<N: Number>((from, to): Step) -> [N; 3] {
    [N::difference(to.x, from.x), N::difference(to.y, from.y), N::difference(to.z, from.z)]
}

fn cross<N: Number>(a: &[N; 3], b: &[N; 3]) -> [N; 3] {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j].times(&b[k]).minus(&a[k].times(&b[j]))
    })
}

fn dot<N: Number>(a: &[N; 3], b: &[N; 3]) -> N {
    a[0].times(&b[0]).plus(&a[1].times(&b[1])).plus(&a[2].times(&b[2]))
}

impl Axis {
    fn value<N: Number>(&self) -> [N; 3] {
        match *self {
            Self::Along(a) => step(a),
            Self::Product(a, b) => cross(&step(a), &step(b)),
            Self::Double(a, b, c) => cross(&cross::<N>(&step(a), &step(b)), &step(c)),
        }
    }

    fn is_zero(&self) -> bool {
        let zero = |value: &[Option<i8>; 3]| value.iter().all(|sign| *sign == Some(0));
        let rounded = self.value::<Rounded>().map(|x| x.sign());
        !rounded.iter().any(|sign| sign.is_some_and(|s| s != 0)) && zero(&self.value::<Exact>().map(|x| x.sign()))
    }

    /// The sign of the way from `p` to `q` along this.
    fn sign(&self, rounded: &[Rounded; 3], p: DVec3, q: DVec3) -> i8 {
        let exactly = || dot(&self.value::<Exact>(), &step((p, q))).sign();
        dot(rounded, &step((p, q))).sign().or_else(exactly).expect("exact numbers have a sign")
    }

    /// Whether all of `b` lies strictly on one side of all of `a`.
    fn parts(&self, a: &Triangle, b: &Triangle) -> bool {
        let rounded = self.value();
        let mut signs = a.iter().flat_map(|p| b.iter().map(|q| (*p, *q))).map(|(p, q)| self.sign(&rounded, p, q));
        let first = signs.next().unwrap_or(0);
        first != 0 && signs.all(|sign| sign == first)
    }
}

/// Whether two closed triangles have a point in common.
pub fn triangles_meet(a: &Triangle, b: &Triangle) -> bool {
    let edges = |t: &Triangle| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])];
    let (ea, eb) = (edges(a), edges(b));
    let mut products = vec![Axis::Product(ea[0], ea[1]), Axis::Product(eb[0], eb[1])];
    products.extend(ea.iter().flat_map(|e| eb.iter().map(|f| Axis::Product(*e, *f))));
    if products.iter().any(|axis| axis.parts(a, b)) {
        return false;
    }
    let all = [ea, eb].concat();
    let pairs = (0..6).flat_map(|i| (i + 1..6).map(move |j| (i, j)));
    let spanned = pairs.map(|(i, j)| (all[i], all[j])).find(|(e, f)| !Axis::Product(*e, *f).is_zero());
    let Some((e, f)) = spanned else { return flat_meet(a, b, &all) };
    let normal = Axis::Product(e, f);
    let rounded = normal.value();
    if all.iter().any(|(from, to)| normal.sign(&rounded, *from, *to) != 0) {
        return true;
    }
    !(normal.parts(a, b) || all.iter().any(|edge| Axis::Double(e, f, *edge).parts(a, b)))
}

/// All edges along one line, or none at all.
fn flat_meet(a: &Triangle, b: &Triangle, edges: &[Step]) -> bool {
    let Some(line) = edges.iter().find(|(from, to)| from != to) else { return a[0] == b[0] };
    !(Axis::Along(*line).parts(a, b) || Axis::Double(*line, (a[0], b[0]), *line).parts(a, b))
}

#[test]
fn both_decisions_are_the_same_on_flat_touching_and_empty_triangles() {
    use super::chance::Random;
    let mut random = Random::new(61);
    let (mut n_meeting, mut n_wrong) = (0, 0);
    const N: usize = 20_000;
    for round in 0..N {
        let size = [2, 3, 4, 9][round % 4];
        // A tenth is no double: the corners are not quite where whole numbers would be, in one plane only by chance.
        let scale = [1.0, 0.1][round / 4 % 2];
        let mut some =
            || std::array::from_fn(|_| DVec3::from(std::array::from_fn(|_| random.below(size) as f64)) * scale);
        let (a, b): (Triangle, Triangle) = (some(), some());
        let meet = triangles_meet(&a, &b);
        assert_eq!(meet, occluscope::exact::triangles_meet(&a, &b), "{a:?} {b:?}");
        n_meeting += usize::from(meet);
        // The twin: one corner moved by next to nothing.
        let mut moved = a;
        moved[0] += DVec3::new(1e-15, 2e-15, 3e-15);
        n_wrong += usize::from(meet != occluscope::exact::triangles_meet(&moved, &b));
    }
    assert!((N / 6..N * 5 / 6).contains(&n_meeting) && n_wrong > N / 100, "{n_meeting} {n_wrong}");
}
