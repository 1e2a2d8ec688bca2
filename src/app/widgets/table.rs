//! Rows of right-aligned figures beside their names.
use super::theme;
use egui::{Align, Color32, Layout, Rect, Response, RichText, Sense, Ui, UiBuilder, Vec2, pos2, vec2};

/// Points.
const ROW_HEIGHT: f32 = 17.0;

/// Widths of the columns; the first holds the names.
pub struct Table {
    widths: Vec<f32>,
    id: &'static str,
}

/// One figure of a row.
pub struct Cell {
    text: String,
    dim: bool,
    small: bool,
    color: Option<Color32>,
}

impl Cell {
    /// `dim`: it belongs to an earlier pose.
    pub fn figure(text: impl Into<String>, dim: bool) -> Self {
        Self { text: text.into(), dim, small: false, color: None }
    }

    /// A word in a figure's place.
    pub fn word(text: impl Into<String>, dim: bool) -> Self {
        Self { small: true, ..Self::figure(text, dim) }
    }

    pub fn colored(self, color: Color32) -> Self {
        Self { color: Some(color), ..self }
    }
}

impl Table {
    /// `parts` of the width that there is.
    pub fn new(ui: &Ui, id: &'static str, parts: &[f32]) -> Self {
        let full = ui.available_width();
        Self { widths: parts.iter().map(|p| p * full).collect(), id }
    }

    pub fn head_ui(&self, ui: &mut Ui, heads: &[&str]) {
        let name = RichText::new(heads[0]).small().weak();
        let cells = heads[1..].iter().map(|h| RichText::new(*h).small().weak());
        self.cells_ui(ui, name, cells.collect());
    }

    /// `strong`: the row that the others lead up to.
    pub fn row_ui(&self, ui: &mut Ui, name: &str, strong: bool, cells: &[Cell]) -> Response {
        let colors = theme::colors(ui.ctx());
        let name = RichText::new(name).small();
        let name = if strong { name.strong().color(colors.accent) } else { name };
        let text = |cell: &Cell| {
            let color = if cell.dim { colors.weak } else { cell.color.unwrap_or(colors.text) };
            let text = RichText::new(&cell.text).color(color);
            let text = if cell.small { text.small() } else { text.text_style(theme::figures()) };
            if strong { text.strong() } else { text }
        };
        self.cells_ui(ui, name, cells.iter().map(text).collect())
    }

    /// Where in a row something so large stands at the end of the name's column.
    pub fn mark(&self, row: Rect, size: Vec2) -> Rect {
        let name = self.widths.first().copied().unwrap_or_default();
        Rect::from_center_size(pos2(row.left() + name - 0.5 * size.x, row.center().y), size)
    }

    /// All rows have the same height, so that nothing moves when a figure changes.
    fn cells_ui(&self, ui: &mut Ui, name: RichText, cells: Vec<RichText>) -> Response {
        let width = self.widths.iter().sum();
        ui.spacing_mut().item_spacing.y = 1.0;
        let (rect, response) = ui.allocate_exact_size(vec2(width, ROW_HEIGHT), Sense::hover());
        let mut x = rect.left();
        for (i, text) in std::iter::once(name).chain(cells).enumerate() {
            let Some(width) = self.widths.get(i) else { break };
            let place = Rect::from_min_size(pos2(x, rect.top()), vec2(*width, ROW_HEIGHT));
            x += width;
            let layout = match i {
                0 => Layout::left_to_right(Align::Center),
                _ => Layout::right_to_left(Align::Center),
            };
            let mut cell = ui.new_child(UiBuilder::new().max_rect(place).layout(layout).id_salt((self.id, i)));
            cell.add(egui::Label::new(text).extend());
        }
        response
    }
}
