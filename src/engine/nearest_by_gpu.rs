//! The nearest triangles of both jaws' vertices by the walk of engine `bvh-gpu`: contact by closest gap then has nothing to search
//! at a vertex ([`crate::exact::known_nearest`]).
use crate::base::Rigid;
use crate::exact::{BvhEngine, Hint, KnownNearest};
use crate::gpu::{Context, ForestObject, GpuError, Interference, InterferenceSettings};
use crate::jaw::JawSide;
use crate::mesh::balanced_order;

/// One pair of jaws on a GPU.
pub struct NearestByGpu {
    gpu: Interference,
    adapter: String,
    /// Of the triangles in the order that the GPU has them, the upper jaw's first, the place in the tree of their jaw.
    in_trees: Vec<Hint>,
    n_upper_vertices: usize,
}

impl NearestByGpu {
    /// # Errors
    /// [`GpuError::MeshTooLarge`], or [`GpuError::EmptyMesh`].
    pub fn new(context: &Context, exact: &BvhEngine) -> Result<Self, GpuError> {
        let (upper, lower) = exact.meshes();
        let orders = [upper, lower].map(balanced_order);
        let objects = [(upper, &orders[0]), (lower, &orders[1])].map(|(mesh, order)| ForestObject { mesh, order });
        let gpu = Interference::new(context, &objects, InterferenceSettings::default())?;
        let in_tree = |side: JawSide, order: &[u32]| {
            let places = exact.bvh(side).places();
            order.iter().map(|triangle| Hint(places[*triangle as usize])).collect::<Vec<_>>()
        };
        let in_trees = [in_tree(JawSide::Upper, &orders[0]), in_tree(JawSide::Lower, &orders[1])].concat();
        let (adapter, n_upper_vertices) = (context.adapter_name.to_string(), upper.positions.len());
        Ok(Self { gpu, adapter, in_trees, n_upper_vertices })
    }

    /// For people.
    pub fn adapter(&self) -> &str {
        &self.adapter
    }

    /// The nearest triangle of the other jaw for every vertex that is at most so far from it.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn find(&mut self, upper_from_lower: &Rigid, within_mm: f64) -> Result<KnownNearest, GpuError> {
        let found = self.gpu.nearest_places(&[Rigid::IDENTITY, *upper_from_lower], within_mm)?;
        let hint = |place: &u32| self.in_trees.get(*place as usize).copied().unwrap_or(Hint::NONE);
        let (upper, lower) = found.places.split_at(self.n_upper_vertices);
        let hints = [upper, lower].map(|places| places.iter().map(hint).collect());
        Ok(KnownNearest { hints, error_mm: found.error_mm })
    }

    /// The search itself.
    pub fn gpu(&self) -> &Interference {
        &self.gpu
    }
}
