//! A field in which a rigid transform is pasted or typed, and from which it is copied.
use crate::base::Rigid;
use crate::base::rigid::RigidError;
use crate::base::rigid_text::{self, RigidTextError};
use crate::base::words::{decimal, say};
use egui::{Button, FontId, RichText, TextEdit, Ui};

/// What is in it.
#[derive(Clone, Debug, Default)]
pub struct TransformField {
    /// `None` as long as nothing has been typed: the transform that holds now.
    text: Option<String>,
}

/// Around the field.
pub struct TransformWords<'a> {
    /// What the transform is, for who hears the screen read aloud.
    pub of: &'a str,
    /// What its coordinates are.
    pub hint: &'a str,
    /// On the button that takes it.
    pub take: &'a str,
}

impl TransformField {
    /// `now` stands in it until something is typed. `told`: what a transform would do, said below it, or why it cannot be taken. Gives a
    /// transform that was taken.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        words: &TransformWords,
        now: &Rigid,
        told: impl Fn(&Rigid) -> Result<String, String>,
    ) -> Option<Rigid> {
        let mut text = self.text.clone().unwrap_or_else(|| rigid_text::write(now));
        let field = TextEdit::multiline(&mut text)
            .desired_rows(4)
            .desired_width(f32::INFINITY)
            .font(FontId::proportional(10.0));
        let field = ui.add(field.clip_text(true)).accessible_name(words.of);
        if field.on_hover_text(words.hint).changed() {
            self.text = Some(text.clone());
        }
        let typed = rigid_text::read(&text).map_err(|error| error_words(&error));
        let judged = typed.and_then(|rigid| told(&rigid).map(|told| (rigid, told)));
        if self.text.is_some() {
            let label = match &judged {
                Ok((_, told)) => RichText::new(told).small().weak(),
                Err(why) => RichText::new(why).small().color(ui.visuals().error_fg_color),
            };
            ui.label(label);
        }
        let is_new = self.text.is_some() && judged.is_ok();
        let taken = ui.horizontal(|ui| {
            let taken = ui.add_enabled(is_new, Button::new(RichText::new(words.take).small())).clicked();
            if ui.add(Button::new(RichText::new(say!("transform-copy")).small())).clicked() {
                ui.ctx().copy_text(rigid_text::write(now));
            }
            if self.text.is_some() && ui.add(Button::new(RichText::new(say!("transform-back")).small())).clicked() {
                self.text = None;
            }
            taken
        });
        let (rigid, _) = judged.ok().filter(|_| taken.inner)?;
        self.text = None;
        Some(rigid)
    }
}

fn error_words(error: &RigidTextError) -> String {
    match error {
        RigidTextError::NoNumber(part) => say!("transform-no-number", part = part),
        RigidTextError::Count(n) => say!("transform-count", n = n),
        RigidTextError::Matrix(RigidError::NotFinite) => say!("transform-no-number", part = "∞"),
        RigidTextError::Matrix(RigidError::NotAffine) => say!("transform-last-row").into(),
        RigidTextError::Matrix(RigidError::NotRigid(off)) => say!("transform-not-rigid", off = decimal(*off, 4)),
    }
}
