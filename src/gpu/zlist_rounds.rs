//! One frame of the z-lists: counted, then round by round filled, sorted and read, in bounded memory. The CPU learns how
//! many rounds there are; which pixels they hold, the GPU plans by its prefix sums.
use super::device::{Context, GpuError};
use super::jaw_pair::JawPairGpu;
use super::layout::{ZWindow, figure, z_found, z_plan};
use super::pass::z_list_pairs::Offer;
use super::readback::{self, Readback};
use super::timing::Timer;
use super::zlist_pipeline::{ZFrame, ZGroups, ZPasses};
use super::zlist_targets::{ENTRY_BYTES, MOST_PAIRS, ZLists, ZTargets, found_words};
use crate::field::figures::RawFigures;
use std::ops::Range;

/// Rounds that are handed to the GPU at once.
const ROUNDS_A_SUBMISSION: usize = 16;

/// The passes with all that they work in.
pub struct ZRounds {
    pub context: Context,
    pub passes: ZPasses,
    pub most_entries: u32,
    pub most_pairs: u32,
    pub targets: Option<ZTargets>,
    /// Groups for the current targets and this generation of meshes.
    groups: Option<(u64, ZGroups)>,
    pub lists: Option<ZLists>,
}

/// What is drawn: the jaws, the map's size, the corners of either jaw that the map can show.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub pair: &'a JawPairGpu,
    pub size: [u32; 2],
    pub ranges: &'a [Vec<Range<u32>>; 2],
}

/// What the counting told.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    next_pixel: u32,
    n_entries: u32,
    /// Lists that no round can hold.
    pub n_too_long: u32,
}

/// What the reduction and the scan told.
pub struct Reduced {
    pub raw: RawFigures,
    /// Lists that were not filled as they were counted, those too long among them.
    pub n_not_whole: u32,
    /// Longest list of a pixel that both jaws cover.
    pub longest: u32,
    pub passes_ms: Vec<(&'static str, f64)>,
}

impl ZRounds {
    pub fn new(context: &Context, most_entries: u32, most_pairs: u32) -> Self {
        let allowed = context.device.limits().max_storage_buffer_binding_size / ENTRY_BYTES;
        Self {
            context: context.clone(),
            passes: ZPasses::new(context),
            most_entries: most_entries.clamp(1, u32::try_from(allowed).unwrap_or(u32::MAX)),
            most_pairs: most_pairs.clamp(1, MOST_PAIRS),
            targets: None,
            groups: None,
            lists: None,
        }
    }

    /// Targets that hold a map of this size.
    ///
    /// # Errors
    /// When the memory does not hold them.
    pub fn prepare_targets(&mut self, pair: &JawPairGpu, size: [u32; 2]) -> Result<(), GpuError> {
        if !self.targets.as_ref().is_some_and(|t| t.holds(size)) {
            let had = self.targets.as_ref().map_or([0, 0], |t| [t.cols, t.rows]);
            let size = [size[0].max(had[0]), size[1].max(had[1])];
            self.targets = Some(self.context.make_for_map(size, |device| ZTargets::new(device, size[0], size[1]))?);
            self.groups = None;
        }
        if let Some(targets) = &self.targets
            && self.groups.as_ref().is_none_or(|(generation, _)| *generation != pair.generation)
        {
            self.groups = Some((pair.generation, self.passes.groups(&self.context, targets, pair)));
        }
        Ok(())
    }

    /// Room for as many entries as are needed, and no more than is allowed.
    pub fn prepare_lists(&mut self, pair: &JawPairGpu, counted: Counted) {
        let needed = u64::from(counted.n_entries.min(self.most_entries));
        let n = n_triangles(pair);
        let words = found_words(n) as u64;
        let fits = |l: &ZLists| l.n_entries() >= needed && l.found.size() >= words * 4;
        if !self.lists.as_ref().is_some_and(fits) {
            let room = needed.next_power_of_two().min(u64::from(self.most_entries));
            self.lists = Some(ZLists::new(&self.context.device, room, n, self.most_pairs));
        }
    }

    fn frame_of<'a>(&'a self, scene: Scene<'a>) -> Result<ZFrame<'a>, GpuError> {
        let (Some(targets), Some((_, groups))) = (&self.targets, &self.groups) else {
            return Err(GpuError::Lost("the targets were not made".into()));
        };
        let Scene { pair, size, ranges } = scene;
        Ok(ZFrame { pair, targets, groups, size, ranges })
    }

    /// Counts, places, plans; what was planned is read back.
    ///
    /// # Errors
    /// More faces than can be numbered; a lost GPU.
    pub fn count(&self, scene: Scene<'_>, timer: &mut Timer) -> Result<(Counted, Vec<ZWindow>), GpuError> {
        let (frame, size) = (self.frame_of(scene)?, scene.size);
        let mut encoder = self.begin("z-list: count");
        self.passes.encode_counts(&mut encoder, frame, timer);
        let (counted, windows) = self.read_plan(encoder)?;
        if counted.n_entries == z_plan::TOO_MANY {
            return Err(GpuError::MapTooLarge {
                adapter: self.context.adapter_name.to_string(),
                resolution: size[0].max(size[1]),
                allowed: size[0].max(size[1]) / 2,
            });
        }
        Ok((counted, windows))
    }

    fn read_plan(&self, encoder: wgpu::CommandEncoder) -> Result<(Counted, Vec<ZWindow>), GpuError> {
        let Some(t) = &self.targets else { return Err(GpuError::Lost("the targets were not made".into())) };
        let windows_bytes = z_plan::ROUNDS_AT_ONCE * z_plan::STRIDE;
        let read = self.read(&[(&t.plan, z_plan::HEADER), (&t.windows, windows_bytes)], encoder)?;
        let [next_pixel, n_rounds, n_entries, n_too_long] = [0, 1, 2, 3].map(|i| read[0][i]);
        let strides = read[1].chunks(z_plan::STRIDE as usize / 4).take(n_rounds as usize);
        let windows = strides
            .map(|w| ZWindow { first_pixel: w[0], end_pixel: w[1], first_entry: w[2], n_entries: w[3] })
            .collect();
        Ok((Counted { next_pixel, n_entries, n_too_long }, windows))
    }

    /// All rounds, those that were planned and those that follow. Says how many offered pairs there was no room for: more
    /// than the buffer holds in one pixel alone.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn run(
        &self,
        scene: Scene<'_>,
        (mut counted, mut windows): (Counted, Vec<ZWindow>),
        mut pairs: Option<&mut Vec<[u32; 2]>>,
        timer: &mut Timer,
    ) -> Result<u32, GpuError> {
        let mut n_lost = 0;
        let frame = self.frame_of(scene)?;
        let Some(lists) = &self.lists else { return Err(GpuError::Lost("the lists were not made".into())) };
        let mut encoder = self.begin("z-list: rounds");
        encoder.clear_buffer(&lists.found, 0, None);
        loop {
            for (i, window) in windows.iter().enumerate() {
                let here = (i as u64, *window);
                self.passes.encode_round((&self.context, &mut encoder), frame, lists, here, timer);
                if pairs.is_some() || (i + 1) % ROUNDS_A_SUBMISSION == 0 {
                    self.context.queue.submit([encoder.finish()]);
                    encoder = self.begin("z-list: rounds");
                }
                if let Some(pairs) = pairs.as_deref_mut() {
                    n_lost += self.collect_pairs(Offer::Near, (frame, lists), *window, timer, pairs)?;
                }
            }
            if counted.next_pixel >= frame.n_pixels() || windows.is_empty() {
                break;
            }
            self.passes.encode_plan(&mut encoder, frame, timer);
            (counted, windows) = self.read_plan(encoder)?;
            encoder = self.begin("z-list: rounds");
        }
        self.context.queue.submit([encoder.finish()]);
        if let Some(pairs) = pairs {
            let whole = ZWindow { end_pixel: frame.n_pixels(), ..ZWindow::default() };
            n_lost += self.collect_pairs(Offer::Borders, (frame, lists), whole, timer, pairs)?;
        }
        Ok(n_lost)
    }

    /// The pairs that the lists of one round, or the map, offer; where they are more than there is room for, half the
    /// pixels at a time. Says how many of a single pixel had no room.
    fn collect_pairs(
        &self,
        offer: Offer,
        (frame, lists): (ZFrame<'_>, &ZLists),
        window: ZWindow,
        timer: &Timer,
        pairs: &mut Vec<[u32; 2]>,
    ) -> Result<u32, GpuError> {
        let mut n_lost = 0;
        let mut due = vec![window];
        while let Some(part) = due.pop() {
            self.context.queue.write_buffer(&lists.pair_window, 0, bytemuck::bytes_of(&part));
            let mut encoder = self.begin("z-list: pairs");
            let n_pixels = part.end_pixel - part.first_pixel;
            self.passes.encode_pairs((&self.context, &mut encoder), offer, (frame, lists), n_pixels, timer);
            let offered = self.read(&[(&lists.pairs, 8)], encoder)?[0][0];
            if offered > self.most_pairs && n_pixels > 1 {
                let middle = part.first_pixel + n_pixels / 2;
                due.extend([ZWindow { end_pixel: middle, ..part }, ZWindow { first_pixel: middle, ..part }]);
            } else if offered > 0 {
                let bytes = 8 + u64::from(offered.min(self.most_pairs)) * 8;
                let read = self.read(&[(&lists.pairs, bytes)], self.begin("z-list: read pairs"))?;
                pairs.extend(read[0][2..].as_chunks::<2>().0);
                n_lost += offered.saturating_sub(self.most_pairs);
            }
        }
        Ok(n_lost)
    }

    /// Reduces the map; figures, lists that are not whole, the longest list where both jaws are, times.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn figures(&self, scene: Scene<'_>, timer: &mut Timer) -> Result<Reduced, GpuError> {
        let frame = self.frame_of(scene)?;
        let Some(lists) = &self.lists else { return Err(GpuError::Lost("the lists were not made".into())) };
        let mut encoder = self.begin("z-list: figures");
        self.passes.encode_figures(&mut encoder, frame, timer);
        let figure_bytes = figure::COUNT as u64 * 4;
        let found_bytes = z_found::FIRST_BITS as u64 * 4;
        let mut readback = Readback::new(&self.context.device, figure_bytes + found_bytes + Timer::BYTES);
        encoder.copy_buffer_to_buffer(&frame.targets.figures, 0, readback.buffer(), 0, figure_bytes);
        encoder.copy_buffer_to_buffer(&lists.found, 0, readback.buffer(), figure_bytes, found_bytes);
        let names = timer.resolve(&mut encoder, readback.buffer(), figure_bytes + found_bytes);
        self.context.queue.submit([encoder.finish()]);
        readback.request();
        readback::wait(&self.context, &[&readback])?;
        let bytes = readback.take().ok_or_else(|| GpuError::Lost("the figures did not arrive".into()))?;
        let (numbers, rest) = bytes.split_at(figure_bytes as usize);
        let (found, times) = rest.split_at(found_bytes as usize);
        let found: Vec<u32> = bytemuck::pod_collect_to_vec(found);
        Ok(Reduced {
            raw: RawFigures::from_bytes(numbers),
            n_not_whole: found[z_found::NOT_WHOLE],
            longest: found[z_found::LONGEST],
            passes_ms: timer.read(&names, times),
        })
    }

    /// An encoder.
    pub fn begin(&self, label: &str) -> wgpu::CommandEncoder {
        self.context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some(label) })
    }

    /// Submits what was encoded and reads the beginnings of some buffers, as words.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn read(
        &self,
        buffers: &[(&wgpu::Buffer, u64)],
        mut encoder: wgpu::CommandEncoder,
    ) -> Result<Vec<Vec<u32>>, GpuError> {
        let copy = |(buffer, bytes): &(&wgpu::Buffer, u64)| {
            let readback = Readback::new(&self.context.device, *bytes);
            encoder.copy_buffer_to_buffer(buffer, 0, readback.buffer(), 0, *bytes);
            readback
        };
        let mut readbacks: Vec<_> = buffers.iter().map(copy).collect();
        self.context.queue.submit([encoder.finish()]);
        readbacks.iter_mut().for_each(Readback::request);
        readback::wait(&self.context, &readbacks.iter().collect::<Vec<_>>())?;
        let words = |r: Readback| r.take().map(|bytes| bytemuck::pod_collect_to_vec(&bytes));
        let lost = || GpuError::Lost("the lists did not arrive".into());
        readbacks.into_iter().map(|r| words(r).ok_or_else(lost)).collect()
    }
}

/// Triangles of the upper and the lower jaw.
pub fn n_triangles(pair: &JawPairGpu) -> [u32; 2] {
    [pair.upper.n_triangles, pair.lower.n_triangles]
}
