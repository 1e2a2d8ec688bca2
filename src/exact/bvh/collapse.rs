//! Of a tree with two children a node one with four: which nodes of the narrow tree stay, so that the surface of all that stay (how often a
//! search comes by) is least, by dynamic programming from the leaves upwards (Ylitie, Karras and Laine 2017, sect. 3.1).
use super::node::{Link, NodeBox};

/// Children of a wide node.
pub const WIDE: usize = 4;

/// What a block of triangles takes, as against a node.
const BLOCK: f32 = 1.5;

/// For each node of the narrow tree the best way to stand for it.
pub struct Collapse<'a> {
    links: &'a [Link],
    /// As `n + 1` nodes: how many of them stand for its left child. 0: it is as well with one fewer; for `n = 0` (it stays itself) how many of its
    /// [`WIDE`] children are of the left.
    left: Vec<[u8; WIDE]>,
}

impl<'a> Collapse<'a> {
    pub fn new(boxes: &[NodeBox], links: &'a [Link]) -> Self {
        let mut left = vec![[0; WIDE]; links.len()];
        // What is below a node costs, when at most so many nodes stand for it.
        let mut costs = vec![[0.0; WIDE]; links.len()];
        // Children stand after their parents.
        for (node, link) in links.iter().enumerate().rev() {
            let half = boxes[node].half;
            let surface = half.x * half.y + half.y * half.z + half.z * half.x;
            if link.is_leaf() {
                costs[node] = [BLOCK * surface; WIDE];
                continue;
            }
            let [of_left, of_right]: [[f32; WIDE]; 2] = [0, 1].map(|i| costs[link.first as usize + i]);
            // `n` nodes, both children together: the cheapest, and how many are the left one's.
            let shared = |n: usize| {
                let ways = (1..n).map(|k| (of_left[k - 1] + of_right[n - k - 1], k as u8));
                ways.fold((f32::INFINITY, 1), |best, way| if way.0 < best.0 { way } else { best })
            };
            let (below, of_wide) = shared(WIDE);
            (costs[node][0], left[node][0]) = (surface + below, of_wide);
            for n in 2..=WIDE {
                let (cost, k) = shared(n);
                let fewer = costs[node][n - 2];
                (costs[node][n - 1], left[node][n - 1]) = if cost < fewer { (cost, k) } else { (fewer, 0) };
            }
        }
        Self { links, left }
    }

    /// The children of a wide node that stands for this one: up to four, and how many. A leaf is its own (only a root can be one here).
    pub fn children(&self, node: u32) -> ([u32; WIDE], usize) {
        let mut children = ([node; WIDE], 0);
        if self.links[node as usize].is_leaf() {
            return (children.0, 1);
        }
        self.share(node, (self.left[node as usize][0] as usize, WIDE), &mut children);
        children
    }

    /// Of `n` nodes that stand for one, so many stand for its left child.
    fn share(&self, node: u32, (of_left, n): (usize, usize), into: &mut ([u32; WIDE], usize)) {
        let first = self.links[node as usize].first;
        self.stand_for(first, of_left, into);
        self.stand_for(first + 1, n - of_left, into);
    }

    fn stand_for(&self, node: u32, most: usize, into: &mut ([u32; WIDE], usize)) {
        let left = &self.left[node as usize];
        // A leaf has nothing to share out.
        match (2..=most).rev().find(|n| left[n - 1] > 0) {
            Some(n) => self.share(node, (left[n - 1] as usize, n), into),
            None => {
                into.0[into.1] = node;
                into.1 += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_support::Random;
    use super::*;
    use glam::Vec3A;

    /// A narrow tree of cubes in no particular order of size.
    fn tree(n_leaves: usize, random: &mut Random) -> (Vec<NodeBox>, Vec<Link>) {
        let mut links = vec![Link { first: 0, count: 1 }];
        while links.len() < 2 * n_leaves - 1 {
            let leaves: Vec<usize> = (0..links.len()).filter(|i| links[*i].is_leaf()).collect();
            let parted = leaves[random.below(leaves.len() as u64) as usize];
            links[parted] = Link { first: links.len() as u32, count: 0 };
            links.extend([Link { first: 0, count: 1 }; 2]);
        }
        let cube = |_: &Link| NodeBox { centre: Vec3A::ZERO, half: Vec3A::splat(1.1 + random.unit() as f32) };
        (links.iter().map(cube).collect(), links)
    }

    struct All<'a>(&'a [NodeBox], &'a [Link]);

    impl All<'_> {
        fn surface(&self, node: u32) -> f32 {
            let half = self.0[node as usize].half;
            3.0 * half.x * half.x
        }

        /// Every way to let up to so many nodes stand for one.
        fn ways(&self, node: u32, most: usize) -> Vec<Vec<u32>> {
            let mut ways = vec![vec![node]];
            let link = self.1[node as usize];
            for k in 1..if link.is_leaf() { 1 } else { most } {
                for left in self.ways(link.first, k) {
                    for right in self.ways(link.first + 1, most - k) {
                        ways.push([left.clone(), right].concat());
                    }
                }
            }
            ways
        }

        /// What a node costs with all that is below it, its children chosen by a rule.
        fn cost(&self, node: u32, children: &dyn Fn(u32) -> Vec<Vec<u32>>) -> f32 {
            if self.1[node as usize].is_leaf() {
                return BLOCK * self.surface(node);
            }
            let below = |way: Vec<u32>| way.iter().map(|child| self.cost(*child, children)).sum::<f32>();
            self.surface(node) + children(node).into_iter().map(below).fold(f32::INFINITY, f32::min)
        }
    }

    #[test]
    fn no_other_choice_of_nodes_costs_less() {
        let mut random = Random::new(41);
        let mut n_dearer = 0;
        for k in 0..60 {
            let (boxes, links) = tree(2 + k % 8, &mut random);
            let (all, collapse) = (All(&boxes, &links), Collapse::new(&boxes, &links));
            let chosen = |node: u32| {
                let (children, n) = collapse.children(node);
                vec![children[..n].to_vec()]
            };
            let every = |node: u32| {
                let mut ways = all.ways(node, WIDE);
                ways.retain(|way| *way != [node]);
                ways
            };
            let (least, cost) = (all.cost(0, &every), all.cost(0, &chosen));
            assert!((cost - least).abs() < 1e-4 * least, "{cost} is not {least}");
            // The twin: both children of the narrow tree, as they are.
            let narrow = |node: u32| vec![vec![links[node as usize].first, links[node as usize].first + 1]];
            n_dearer += usize::from(all.cost(0, &narrow) > 1.001 * least);
        }
        assert!(n_dearer > 30, "{n_dearer}");
    }

    #[test]
    fn a_root_that_is_a_leaf_is_its_own_child() {
        let (boxes, links) = tree(1, &mut Random::new(1));
        assert_eq!(Collapse::new(&boxes, &links).children(0), ([0; 4], 1));
    }
}
