//! Small pictures in panels. Each is on the GPU once, as long as it is the same.
use egui::{ColorImage, Context, Id, TextureHandle, TextureOptions};
use std::sync::Arc;

type Known = (Arc<ColorImage>, TextureHandle);

/// The texture of a picture that is known by a key.
pub fn texture_of(context: &Context, key: &str, image: &Arc<ColorImage>) -> TextureHandle {
    let id = Id::unique(("small picture", key));
    let known = context.data(|d| d.get_temp::<Known>(id));
    if let Some((_, texture)) = known.filter(|(shown, _)| Arc::ptr_eq(shown, image)) {
        return texture;
    }
    let texture = context.load_texture(key, image.clone(), TextureOptions::LINEAR);
    context.data_mut(|d| d.insert_temp(id, (image.clone(), texture.clone())));
    texture
}

/// There is another GPU, which has none of them.
pub fn forget(context: &Context) {
    context.data_mut(|d| d.remove_by_type::<Known>());
}
