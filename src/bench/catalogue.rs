//! Every scene of the bench by name, at three sizes.
use super::{PaperScene, Published, Scene, TeethPose, jaws};
use crate::base::Progress;
use crate::jaw::prepare::PrepareError;

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// What the documents quote.
    Standard,
    /// The same scenes with fewer points on the curves.
    Quick,
    /// Everything so small that it says nothing about speed: for tests.
    Smallest,
}

/// Scenes that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// The paper's fig. 3 and table 1.
    Paper,
    /// The paper's fig. 5.
    Teeth,
    /// Time against polygons.
    Polygons,
    /// Time against pixels.
    Pixels,
    /// Whole arches.
    Jaws,
}

impl Family {
    pub const ALL: [Self; 5] = [Self::Paper, Self::Teeth, Self::Polygons, Self::Pixels, Self::Jaws];

    pub fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Teeth => "teeth",
            Self::Polygons => "polygons",
            Self::Pixels => "pixels",
            Self::Jaws => "jaws",
        }
    }
}

/// How a scene is made.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Recipe {
    Paper { scene: PaperScene, n_polygons: usize },
    Teeth { pose: TeethPose, cell_mm: f32 },
    Arches { cell_mm: f32 },
}

/// A scene before it is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneSpec {
    pub name: &'static str,
    pub family: Family,
    /// Longer side of the map, pixels.
    pub resolution: u32,
    recipe: Recipe,
}

impl SceneSpec {
    /// # Errors
    /// Cancelling; the scenes themselves can all be prepared.
    pub fn make(&self, progress: &Progress) -> Result<Scene, PrepareError> {
        match self.recipe {
            Recipe::Paper { scene, n_polygons } => {
                progress.at(0.0)?;
                Ok(scene.make(n_polygons))
            }
            Recipe::Teeth { pose, cell_mm } => jaws::teeth(pose, cell_mm, progress),
            Recipe::Arches { cell_mm } => jaws::arches(cell_mm, progress),
        }
    }

    /// What the 1995 paper measured of this scene.
    pub fn published(&self) -> Vec<Published> {
        match (self.family, self.recipe) {
            (Family::Paper, Recipe::Paper { scene, .. }) => scene.published().to_vec(),
            (Family::Teeth, Recipe::Teeth { pose, .. }) => pose.published().to_vec(),
            _ => Vec::new(),
        }
    }

    fn paper(name: &'static str, family: Family, resolution: u32, scene: PaperScene, n_polygons: usize) -> Self {
        Self { name, family, resolution, recipe: Recipe::Paper { scene, n_polygons } }
    }
}

/// Longer side of the map where it is not the map that is varied: the paper's frame buffer.
const RESOLUTION: u32 = 512;
/// Polygons where it is not they that are varied.
const PIXELS_POLYGONS: usize = 200_000;
/// Both curves are of the scene in which one body is pi-convex: every pixel of it is decided by two passes.
const CURVE_SCENE: PaperScene = PaperScene::ConvexAndConcave;

/// All scenes in the order of measuring.
pub fn catalogue(size: Size) -> Vec<SceneSpec> {
    let smallest = size == Size::Smallest;
    let resolution = if smallest { 96 } else { RESOLUTION };
    let mut specs = Vec::new();
    let n_polygons = if smallest { 4_000 } else { 160_000 };
    let scenes = [
        ("paper-a", PaperScene::ConvexAndConcave),
        ("paper-b", PaperScene::TwoConvex),
        ("paper-c", PaperScene::TwoConcave),
    ];
    specs.extend(scenes.map(|(name, scene)| SceneSpec::paper(name, Family::Paper, resolution, scene, n_polygons)));
    let poses = [
        ("teeth-a", TeethPose::Apart),
        ("teeth-b", TeethPose::JustColliding),
        ("teeth-c", TeethPose::Deep),
        ("teeth-d", TeethPose::DeepAside),
    ];
    let cell_mm = if smallest { 0.9 } else { TEETH_CELL_MM };
    let poses = if size == Size::Quick { &poses[1..3] } else { &poses };
    specs.extend(poses.iter().map(|&(name, pose)| SceneSpec {
        name,
        family: Family::Teeth,
        resolution,
        recipe: Recipe::Teeth { pose, cell_mm },
    }));
    let curve = |name, family, resolution, n| SceneSpec::paper(name, family, resolution, CURVE_SCENE, n);
    specs.extend(polygons(size).iter().map(|(name, n)| curve(name, Family::Polygons, resolution, *n)));
    let n_polygons = if smallest { 4_000 } else { PIXELS_POLYGONS };
    specs.extend(pixels(size).iter().map(|(name, side)| curve(name, Family::Pixels, *side, n_polygons)));
    specs.extend(arches(size).iter().map(|(name, cell_mm)| SceneSpec {
        name,
        family: Family::Jaws,
        resolution,
        recipe: Recipe::Arches { cell_mm: *cell_mm },
    }));
    specs
}

/// Gives five teeth of 110,000 triangles.
const TEETH_CELL_MM: f32 = 0.206;

fn polygons(size: Size) -> &'static [(&'static str, usize)] {
    match size {
        Size::Standard => &[
            ("polygons-10k", 10_000),
            ("polygons-20k", 20_000),
            ("polygons-50k", 50_000),
            ("polygons-100k", 100_000),
            ("polygons-200k", 200_000),
            ("polygons-500k", 500_000),
            ("polygons-1m", 1_000_000),
            ("polygons-2m", 2_000_000),
        ],
        Size::Quick => &[("polygons-10k", 10_000), ("polygons-50k", 50_000), ("polygons-200k", 200_000)],
        Size::Smallest => &[("polygons-1k", 1_000), ("polygons-4k", 4_000)],
    }
}

fn pixels(size: Size) -> &'static [(&'static str, u32)] {
    match size {
        Size::Standard => &[
            ("pixels-128", 128),
            ("pixels-256", 256),
            ("pixels-512", 512),
            ("pixels-1024", 1024),
            ("pixels-2048", 2048),
        ],
        Size::Quick => &[("pixels-128", 128), ("pixels-512", 512), ("pixels-1024", 1024)],
        Size::Smallest => &[("pixels-64", 64), ("pixels-128", 128)],
    }
}

/// Triangles of each jaw, and the size of cell that gives them.
fn arches(size: Size) -> &'static [(&'static str, f32)] {
    match size {
        Size::Standard => &[("jaws-55k", 0.46), ("jaws-200k", 0.242), ("jaws-500k", 0.153)],
        Size::Quick => &[("jaws-55k", 0.46)],
        Size::Smallest => &[("jaws-8k", 1.2)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_has_a_name_of_its_own_and_its_family() {
        for size in [Size::Standard, Size::Quick, Size::Smallest] {
            let specs = catalogue(size);
            for (i, spec) in specs.iter().enumerate() {
                assert!(spec.name.starts_with(spec.family.name()), "{}", spec.name);
                assert!(specs[..i].iter().all(|other| other.name != spec.name), "{}", spec.name);
            }
            assert!(size == Size::Quick || specs.len() >= 12);
            assert!(Family::ALL.iter().all(|family| specs.iter().any(|spec| spec.family == *family)));
        }
    }
}
