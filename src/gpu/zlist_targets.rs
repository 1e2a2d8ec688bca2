//! Textures and buffers of the z-lists. They grow and never shrink; the entries are bounded.
use super::layout::{ZWindow, figure, z_found, z_plan};
use super::pass::z_list_offsets::BLOCK;
use super::targets::{ITEM_FORMAT, MAP_FORMAT, N_REDUCE_GROUPS, WINDING_FORMAT, texture};
use wgpu::{BufferUsages, Device, TextureUsages};

/// Bytes of an entry: depth; jaw, facing and triangle.
pub const ENTRY_BYTES: u64 = 8;
/// Pairs that one run of the pairs pass may offer: 8 MiB.
pub const MOST_PAIRS: u32 = 1 << 20;

pub struct ZTargets {
    pub cols: u32,
    pub rows: u32,
    /// Not written to: a drawing pass needs a target.
    pub idle: wgpu::TextureView,
    /// Faces of each pixel; while they are appended, the places still free.
    pub counts: wgpu::Buffer,
    pub offsets: wgpu::Buffer,
    pub blocks: wgpu::Buffer,
    /// [`z_plan`].
    pub plan: wgpu::Buffer,
    pub windows: wgpu::Buffer,
    pub states: wgpu::Buffer,
    pub map: wgpu::Texture,
    pub map_view: wgpu::TextureView,
    pub triangles: wgpu::Texture,
    pub triangles_view: wgpu::TextureView,
    pub reduce_rows: wgpu::Buffer,
    pub figures: wgpu::Buffer,
}

impl ZTargets {
    pub fn new(device: &Device, cols: u32, rows: u32) -> Self {
        let n_pixels = u64::from(cols) * u64::from(rows);
        let storage = |label: &str, words: u64| storage(device, label, words * 4, BufferUsages::empty());
        let output = |label: &str, format| {
            let usage = TextureUsages::STORAGE_BINDING | TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_SRC;
            texture(device, label, cols, rows, format, usage)
        };
        let idle = texture(device, "z-list: idle", cols, rows, WINDING_FORMAT, TextureUsages::RENDER_ATTACHMENT);
        let map = output("z-list: map", MAP_FORMAT);
        let triangles = output("z-list: triangles", ITEM_FORMAT);
        Self {
            cols,
            rows,
            idle: idle.create_view(&Default::default()),
            counts: storage("z-list: counts", n_pixels),
            offsets: storage("z-list: offsets", n_pixels + 1),
            blocks: storage("z-list: blocks", n_pixels.div_ceil(u64::from(BLOCK))),
            plan: storage("z-list: plan", z_plan::HEADER / 4),
            windows: self::storage(
                device,
                "z-list: windows",
                z_plan::ROUNDS_AT_ONCE * z_plan::STRIDE,
                BufferUsages::UNIFORM,
            ),
            states: storage("z-list: states", n_pixels),
            map_view: map.create_view(&Default::default()),
            map,
            triangles_view: triangles.create_view(&Default::default()),
            triangles,
            reduce_rows: storage("z-list: reduce rows", u64::from(N_REDUCE_GROUPS) * figure::COUNT as u64),
            figures: storage("z-list: figures", figure::COUNT as u64),
        }
    }

    /// Whether a map of this size fits.
    pub fn holds(&self, [cols, rows]: [u32; 2]) -> bool {
        cols <= self.cols && rows <= self.rows
    }
}

/// What the lists themselves need.
pub struct ZLists {
    pub entries: wgpu::Buffer,
    /// [`z_found`] and a bit for every triangle.
    pub found: wgpu::Buffer,
    /// Number offered, an unused word, then the pairs.
    pub pairs: wgpu::Buffer,
    /// Part of a round's pixels, for the pairs.
    pub pair_window: wgpu::Buffer,
}

impl ZLists {
    pub fn new(device: &Device, n_entries: u64, n_triangles: [u32; 2], n_pairs: u32) -> Self {
        let storage = |label: &str, bytes: u64| storage(device, label, bytes, BufferUsages::empty());
        Self {
            entries: storage("z-list: entries", n_entries * ENTRY_BYTES),
            found: storage("z-list: found", found_words(n_triangles) as u64 * 4),
            pairs: storage("z-list: pairs", u64::from(n_pairs + 1) * 8),
            pair_window: device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("z-list: pair window"),
                size: size_of::<ZWindow>() as u64,
                usage: BufferUsages::UNIFORM | BufferUsages::COPY_DST,
                mapped_at_creation: false,
            }),
        }
    }

    pub fn n_entries(&self) -> u64 {
        self.entries.size() / ENTRY_BYTES
    }
}

/// Words of the buffer of found faces.
pub fn found_words(n_triangles: [u32; 2]) -> usize {
    z_found::FIRST_BITS + n_triangles.map(|n| n.div_ceil(32) as usize).iter().sum::<usize>()
}

/// The upper and the lower triangles whose bits are set, ascending.
pub fn faces_of_bits(found: &[u32], n_triangles: [u32; 2]) -> [Vec<u32>; 2] {
    let words = found.get(z_found::FIRST_BITS..).unwrap_or_default();
    let (upper, lower) = words.split_at(words.len().min(n_triangles[0].div_ceil(32) as usize));
    let set = |words: &[u32], n: u32| {
        let all = words.iter().enumerate().filter(|(_, w)| **w != 0);
        let of_word = |(i, word): (usize, &u32)| {
            let word = *word;
            (0..32u32).filter(move |bit| word >> bit & 1 == 1).map(move |bit| i as u32 * 32 + bit)
        };
        all.flat_map(of_word).filter(|t| *t < n).collect()
    };
    [set(upper, n_triangles[0]), set(lower, n_triangles[1])]
}

fn storage(device: &Device, label: &str, bytes: u64, more: BufferUsages) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: bytes.max(16),
        usage: BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC | more,
        mapped_at_creation: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_sorted_triangles_of_either_jaw() {
        let n = [40, 33];
        let mut found = vec![0; found_words(n)];
        assert_eq!(found.len(), z_found::FIRST_BITS + 4);
        for word in [0, 1, 2, 3] {
            found[z_found::FIRST_BITS + word] = 1 | 1 << 7;
        }
        assert_eq!(faces_of_bits(&found, n), [vec![0, 7, 32, 39], vec![0, 7, 32]]);
        found[z_found::FIRST_BITS] = 0;
        assert_eq!(faces_of_bits(&found, n)[0], [32, 39]);
    }
}
