//! Calm colours, dark and light, and type sizes.
use super::text;
use egui::style::ScrollAnimation;
use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, TextStyle, Theme, Visuals};

/// Colours that egui's own visuals have no place for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colors {
    pub background: [u8; 3],
    pub heading: Color32,
    pub text: Color32,
    pub weak: Color32,
    pub accent: Color32,
    pub interfering: Color32,
    pub touching: Color32,
    pub apart: Color32,
    pub undecided: Color32,
    pub card: Color32,
    pub line: Color32,
    /// Behind text that lies over the picture.
    pub glass: Color32,
    /// The jaws in drawings of the method.
    pub upper: Color32,
    pub lower: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const DARK: Colors = Colors {
    background: [0x2a, 0x2f, 0x35],
    heading: rgb(0x93_9d_a8),
    text: rgb(0xe4_e8_ec),
    weak: rgb(0xb2_ba_c3),
    accent: rgb(0x5f_b3_c4),
    interfering: rgb(0xf0_6a_5d),
    touching: rgb(0xf2_b9_4b),
    apart: rgb(0x7c_b7_e6),
    undecided: rgb(0xc6_a9_e8),
    card: rgb(0x26_2b_30),
    line: rgb(0x3a_41_48),
    glass: Color32::from_rgba_premultiplied(22, 25, 29, 215),
    upper: rgb(0xe6_d9_b8),
    lower: rgb(0x7f_ac_d0),
};

const LIGHT: Colors = Colors {
    background: [0xd9, 0xde, 0xe3],
    heading: rgb(0x5a_65_70),
    text: rgb(0x1d_23_29),
    weak: rgb(0x52_5b_65),
    accent: rgb(0x0f_76_8c),
    interfering: rgb(0xb8_2a_20),
    touching: rgb(0x9a_62_00),
    apart: rgb(0x1f_66_a8),
    undecided: rgb(0x6b_42_a8),
    card: rgb(0xff_ff_ff),
    line: rgb(0xcf_d5_da),
    glass: Color32::from_rgba_premultiplied(225, 227, 229, 228),
    upper: rgb(0xc9_9c_45),
    lower: rgb(0x3f_78_ac),
};

/// How far a work is (0 to 1), as a filled track.
pub fn bar_ui(ui: &egui::Ui, track: egui::Rect, fraction: f64) {
    let colors = colors(ui.ctx());
    let radius = 0.5 * track.height();
    ui.painter().rect_filled(track, radius, colors.line);
    let done = track.with_max_x(track.left() + track.width() * fraction.clamp(0.0, 1.0) as f32);
    ui.painter().rect_filled(done, radius, colors.accent);
}

/// The colours of the theme in use.
pub fn colors(ctx: &egui::Context) -> &'static Colors {
    colors_of(ctx.theme())
}

pub fn colors_of(theme: Theme) -> &'static Colors {
    match theme {
        Theme::Dark => &DARK,
        Theme::Light => &LIGHT,
    }
}

/// Numbers that stand in columns: egui's proportional font has digits of one width, so only a size is needed.
pub fn figures() -> TextStyle {
    TextStyle::Name("figures".into())
}

/// The verdict.
pub fn verdict() -> TextStyle {
    TextStyle::Name("verdict".into())
}

/// Gives both themes of egui our colours and sizes.
pub fn install(ctx: &egui::Context) {
    for theme in [Theme::Dark, Theme::Light] {
        let colors = colors_of(theme);
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals(theme, colors);
            let size = |points: f32| FontId::new(points, FontFamily::Proportional);
            style.text_styles = [
                (TextStyle::Small, size(11.0)),
                (TextStyle::Body, size(13.0)),
                (TextStyle::Button, size(13.0)),
                (TextStyle::Heading, size(15.0)),
                (TextStyle::Monospace, FontId::new(12.0, FontFamily::Monospace)),
                (figures(), size(13.0)),
                (verdict(), size(21.0)),
            ]
            .into();
            style.spacing.item_spacing = egui::vec2(6.0, 5.0);
            style.spacing.button_padding = egui::vec2(8.0, 3.0);
            style.spacing.interact_size.y = 22.0;
            style.spacing.tooltip_width = 340.0;
            style.spacing.menu_margin = Margin::same(6);
            style.interaction.selectable_labels = false;
            style.number_formatter = egui::style::NumberFormatter::new(|x, decimals| {
                text::shown(&egui::emath::format_with_decimals_in_range(x, decimals))
            });
            style.interaction.tooltip_delay = 0.35;
        });
    }
    ctx.options_mut(|o| {
        o.zoom_with_keyboard = false;
        o.quit_shortcuts.clear();
        o.input_options.max_click_duration = LONGEST_CLICK_S;
    });
}

/// A press that is held longer is no click, s. By the time of frames: on a slow machine there may be most of a second between the one
/// that hears of the press and the one that hears of its end, and egui's own 0.8 s made a quick click none.
const LONGEST_CLICK_S: f64 = 2.0;

fn visuals(theme: Theme, colors: &Colors) -> Visuals {
    let mut v = match theme {
        Theme::Dark => Visuals::dark(),
        Theme::Light => Visuals::light(),
    };
    let (panel, button, hover, field) = match theme {
        Theme::Dark => (rgb(0x1d_21_25), rgb(0x33_3a_41), rgb(0x40_49_52), rgb(0x14_17_1a)),
        Theme::Light => (rgb(0xf3_f5_f7), rgb(0xe2_e6_ea), rgb(0xd3_da_e0), rgb(0xff_ff_ff)),
    };
    let radius = CornerRadius::same(4);
    v.panel_fill = panel;
    v.window_fill = panel;
    v.extreme_bg_color = field;
    v.faint_bg_color = colors.card;
    v.window_stroke = Stroke::new(1.0, colors.line);
    v.override_text_color = None;
    v.weak_text_color = Some(colors.weak);
    v.warn_fg_color = colors.touching;
    v.error_fg_color = colors.interfering;
    v.hyperlink_color = colors.accent;
    v.selection.bg_fill = colors.accent.gamma_multiply(if theme == Theme::Dark { 0.45 } else { 0.30 });
    v.selection.stroke = Stroke::new(1.0, colors.text);
    v.window_corner_radius = CornerRadius::same(8);
    v.menu_corner_radius = CornerRadius::same(6);
    // A blink is a frame of the whole window, twice a second, for as long as a field is open.
    v.text_cursor.blink = false;
    v.slider_trailing_fill = true;
    for (w, fill) in [
        (&mut v.widgets.noninteractive, panel),
        (&mut v.widgets.inactive, button),
        (&mut v.widgets.hovered, hover),
        (&mut v.widgets.active, hover),
        (&mut v.widgets.open, hover),
    ] {
        w.corner_radius = radius;
        w.bg_fill = fill;
        w.weak_bg_fill = fill;
        w.bg_stroke = Stroke::NONE;
        w.fg_stroke = Stroke::new(1.0, colors.text);
        w.expansion = 0.0;
    }
    v.widgets.noninteractive.bg_stroke = Stroke::new(1.0, colors.line);
    v.widgets.hovered.bg_stroke = Stroke::new(1.0, colors.accent.gamma_multiply(0.6));
    v.widgets.active.bg_stroke = Stroke::new(1.0, colors.accent);
    v
}

/// How long things take to come and go, seconds.
const FADE_S: f32 = 1.0 / 12.0;

/// With less motion nothing fades or slides: it is there, or gone.
pub fn move_less(ctx: &egui::Context, less: bool) {
    let wanted = if less { 0.0 } else { FADE_S };
    if ctx.global_style().animation_time != wanted {
        ctx.all_styles_mut(|style| {
            style.animation_time = wanted;
            style.scroll_animation = if less { ScrollAnimation::none() } else { ScrollAnimation::default() };
        });
    }
}

#[cfg(test)]
mod contrast_tests;
