//! The card of comparisons, below the pictures.
use super::compare_bites::bites_ui;
use super::compare_earlier::earlier_ui;
use super::compare_parts::{part, wish};
use super::vertical::vertical_ui;
use crate::app::state::compare::{CompareTab, CompareWish};
use crate::app::state::{Desk, Open, Pane};
use crate::app::widgets::glass::glass_text;
use crate::app::widgets::section::title_ui;
use crate::app::widgets::{text, theme};
use crate::base::words::say;
use egui::{Align, Align2, Button, Layout, Rect, RichText, Stroke, Ui, pos2, vec2};

/// Of its first row, points.
const HEAD: f32 = 24.0;

/// At the lower end of all that there is for pictures and cards.
pub fn place(all: Rect) -> Rect {
    let high = (0.34 * all.height()).clamp(220.0, 340.0).min(0.5 * all.height());
    all.with_min_y(all.bottom() - high)
}

pub fn compare_ui(ui: &mut Ui, desk: &Desk, card: Rect) {
    let Some(open) = &desk.open else { return };
    ui.painter().rect_filled(card, 0.0, ui.visuals().panel_fill);
    ui.painter().hline(card.x_range(), card.top(), Stroke::new(1.0, theme::colors(ui.ctx()).line));
    let inner = card.shrink2(vec2(10.0, 4.0));
    let mut head = part(ui, inner.with_max_y(inner.top() + HEAD), "head");
    head_ui(&mut head, desk, open);
    let below = inner.with_min_y(inner.top() + HEAD);
    match open.compare.tab {
        CompareTab::Bites => bites_ui(ui, (desk, open), below),
        CompareTab::Earlier => earlier_ui(ui, (desk, open), below),
        CompareTab::Vertical => vertical_ui(ui, (desk, open), below),
    }
}

fn head_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let now = open.compare.tab;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        title_ui(ui, say!("compare-title")).on_hover_text(say!("compare-hint"));
        ui.add_space(4.0);
        for (tab, name, hint) in [
            (CompareTab::Bites, say!("compare-tab-bites"), say!("compare-tab-bites-hint")),
            (CompareTab::Earlier, say!("compare-tab-earlier"), say!("compare-tab-earlier-hint")),
            (CompareTab::Vertical, say!("compare-tab-vertical"), say!("compare-tab-vertical-hint")),
        ] {
            let button = ui.add(Button::selectable(now == tab, RichText::new(name).small())).on_hover_text(hint);
            if button.clicked() && now != tab {
                wish(desk, CompareWish::Tab(tab));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let close = ui.add(Button::new("×").small()).accessible_name(say!("compare-close"));
            if close.on_hover_text(say!("compare-close")).clicked() {
                wish(desk, CompareWish::Toggle);
            }
        });
    });
}

/// What the badge of the bite says while the card is open.
pub fn badge_words(open: &Open) -> String {
    match (open.compare.tab, open.compare.vertical.at_mm()) {
        (CompareTab::Bites, _) => {
            let bites = &open.compare.bites;
            say!("compare-badge", seen = bites.words(&open.session, bites.shown()))
        }
        (CompareTab::Earlier, _) => say!("compare-badge-earlier").into(),
        (CompareTab::Vertical, Some(mm)) => say!("vertical-badge", mm = text::plain(mm, 2)),
        (CompareTab::Vertical, None) => say!("vertical-badge-bite").into(),
    }
}

/// Which bite the picture beside shows; that of the first stands in its badge.
pub fn compared_ui(ui: &Ui, open: &Open, (pane, rect): (Pane, Rect)) {
    if pane == Pane::Other {
        let bites = &open.compare.bites;
        let words = bites.words(&open.session, bites.not_shown());
        let at = pos2(rect.left() + 12.0, rect.top() + 12.0);
        glass_text(ui, at, Align2::LEFT_TOP, &words, 13.0);
    }
}
