//! A scene with one canvas: for whoever draws a single picture at a time.
use super::canvas::Canvas;
use super::scene::{Hit, Scene};
use super::{Picture, SceneView};
use crate::gpu::{Context, FrameMaps, GpuError};
use std::ops::{Deref, DerefMut};

/// Draws both jaws into a texture of its own. What is said of the jaws is said to its [`Scene`].
pub struct SceneRenderer {
    context: Context,
    scene: Scene,
    canvas: Canvas,
}

impl Deref for SceneRenderer {
    type Target = Scene;

    fn deref(&self) -> &Scene {
        &self.scene
    }
}

impl DerefMut for SceneRenderer {
    fn deref_mut(&mut self) -> &mut Scene {
        &mut self.scene
    }
}

impl SceneRenderer {
    pub fn new(context: &Context) -> Self {
        let scene = Scene::new(context);
        Self { canvas: scene.canvas(), scene, context: context.clone() }
    }

    /// What is drawn on.
    pub fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    /// Encodes the picture: [`Scene::render`].
    pub fn render(&mut self, encoder: &mut wgpu::CommandEncoder, view: &SceneView, maps: Option<&FrameMaps>) {
        self.scene.render(&mut self.canvas, encoder, view, maps);
    }

    /// What is at a pixel of the last submitted picture; waits for the GPU.
    pub fn pick(&self, x: u32, y: u32) -> Option<Hit> {
        self.scene.pick(&self.canvas, x, y)
    }

    /// The same without waiting: [`Scene::request_hover`].
    pub fn request_hover(&mut self, x: u32, y: u32) -> bool {
        self.scene.request_hover(&mut self.canvas, x, y)
    }

    /// `Some` once for each request: what was there, if anything.
    pub fn poll_hover(&mut self) -> Option<Option<Hit>> {
        self.scene.poll_hover(&mut self.canvas)
    }

    /// The last submitted picture; waits for the GPU.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn read_picture(&self) -> Result<Picture, GpuError> {
        self.canvas.read_picture(&self.context)
    }
}
