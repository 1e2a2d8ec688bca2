//! Whose window it is, for the system: the icon, and the name under which the desktop knows the program.
use winit::window::{Icon, WindowAttributes};

/// The name of the desktop file, without its ending: windows that carry it are shown under its name and icon.
#[cfg(all(unix, not(target_os = "macos")))]
pub const DESKTOP_ID: &str = "org.occluscope.Occluscope";

const PICTURE: &[u8] = include_bytes!("../../../assets/icons/64.png");

/// `None` never stops the program: a window without an icon is a window.
pub fn icon() -> Option<Icon> {
    let picture = image::load_from_memory_with_format(PICTURE, image::ImageFormat::Png).ok()?.into_rgba8();
    let (width, height) = picture.dimensions();
    Icon::from_rgba(picture.into_raw(), width, height).ok()
}

/// Application id on Wayland, WM_CLASS on X11.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn named(attributes: WindowAttributes) -> WindowAttributes {
    use winit::platform::{wayland::WindowAttributesExtWayland, x11::WindowAttributesExtX11};
    let attributes = WindowAttributesExtWayland::with_name(attributes, DESKTOP_ID, "occluscope");
    WindowAttributesExtX11::with_name(attributes, DESKTOP_ID, "occluscope")
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
pub fn named(attributes: WindowAttributes) -> WindowAttributes {
    attributes
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_icon_can_be_shown() {
        assert!(super::icon().is_some());
    }
}
