//! Jaws before and after for people and as CSV.
use super::{ChangesRecord, ContactsRecord, JawRecord, PlaceRecord};
use crate::export::DISCLAIMER;
use crate::export::comparison::PairRecord;
use crate::jaw::teeth::said_pair;
use std::fmt;
use std::io::{self, Write};

/// Places that are printed; CSV and JSON have all.
const SHOWN: usize = 12;

impl ChangesRecord {
    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut out);
        out
    }

    fn write_text(&self, out: &mut String) -> fmt::Result {
        use fmt::Write;
        if let Some(reason) = &self.reason {
            writeln!(out, "Not compared: {reason}")?;
        }
        if let Some(jaws) = &self.jaws {
            jaw_text("Upper", &jaws.upper, out)?;
            jaw_text("Lower", &jaws.lower, out)?;
        }
        if let Some(bite) = &self.bite {
            writeln!(
                out,
                "The bite afterwards: the lower jaw lies {:.3} mm and {:.3} degrees from where it was",
                bite.moved_mm, bite.turned_deg
            )?;
        }
        let trimmed = [&self.before, &self.after].map(|side| side.asked.trimmed_area_mm2);
        if trimmed != [0.0; 2] {
            let [before, after] = trimmed;
            writeln!(out, "Trimmed, and so not counted: {before:.1} mm² before, {after:.1} mm² after")?;
        }
        if let Some(contacts) = &self.contacts {
            contacts_text(contacts, out)?;
        }
        writeln!(out, "{}", DISCLAIMER.say())
    }

    /// One line a changed place.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn write_csv(&self, out: impl Write) -> io::Result<()> {
        let mut table = csv::Writer::from_writer(out);
        let names = ["jaw", "tooth", "max_mm", "area_mm2", "volume_mm3", "x", "y", "z"];
        table.write_record(names).map_err(io::Error::other)?;
        let jaws = self.jaws.iter().flat_map(|jaws| [("upper", &jaws.upper), ("lower", &jaws.lower)]);
        for (name, place) in jaws.flat_map(|(name, jaw)| jaw.places.iter().map(move |place| (name, place))) {
            let PlaceRecord { tooth, max_mm, area_mm2, volume_mm3, place: [x, y, z] } = *place;
            let numbers = [max_mm, area_mm2, volume_mm3, x, y, z].map(|x| x.to_string());
            let tooth = tooth.map_or(String::new(), |number| number.to_string());
            table.write_record([name.to_owned(), tooth].into_iter().chain(numbers)).map_err(io::Error::other)?;
        }
        table.flush()
    }
}

fn jaw_text(name: &str, jaw: &JawRecord, out: &mut String) -> fmt::Result {
    use fmt::Write;
    writeln!(
        out,
        "{name} jaw: {:.0} % of the teeth unchanged to {:.4} mm RMS; {:.0} mm² compared, changed is what lies more than {:.3} mm elsewhere",
        100.0 * jaw.share,
        jaw.rms_mm,
        jaw.compared_mm2,
        jaw.limit_mm
    )?;
    for (what, sum) in [("added", jaw.added), ("ground", jaw.ground)] {
        match sum.area_mm2 > 0.0 {
            true => writeln!(
                out,
                "  {what}: at most {:+.3} mm, {:.2} mm², {:.3} mm³",
                sum.max_mm, sum.area_mm2, sum.volume_mm3
            )?,
            false => writeln!(out, "  {what}: nothing")?,
        }
    }
    for place in jaw.places.iter().take(SHOWN) {
        let tooth = place.tooth.map_or("no tooth".into(), |tooth| format!("tooth {tooth}"));
        writeln!(out, "    {tooth:<9} {:+.3} mm on {:>7.2} mm²", place.max_mm, place.area_mm2)?;
    }
    match jaw.places.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "    and {more} smaller places (--csv, --json)"),
    }
}

fn contacts_text(contacts: &ContactsRecord, out: &mut String) -> fmt::Result {
    use fmt::Write;
    writeln!(
        out,
        "Contact within {} mm, mm² before and after ({}); the scatter that is published of bites says what can be detected",
        contacts.threshold_mm, contacts.verdict
    )?;
    writeln!(out, "  {:<9} {:>8} {:>8} {:>9} {:>8} {:>8}", "pair", "before", "after", "change", "SDC95", "SDC95*")?;
    let whole = std::iter::once(("all".to_owned(), &contacts.whole));
    let name = |pair: &PairRecord| said_pair([pair.upper, pair.lower], "/", pair.sure.of_each());
    let pairs = contacts.pairs.iter().map(|pair| (name(pair), &pair.row));
    for (name, row) in whole.chain(pairs) {
        let [before, after] = [row.in_bites[0], row.in_bites[1]];
        let word = if after.change == "none" { "" } else { after.change };
        let sure = if after.sure { "!" } else { "" };
        writeln!(
            out,
            "  {name:<9} {:>8.2} {:>8.2} {:>+9.2} {:>8.2} {:>8.2} {word}{sure}",
            before.area_mm2, after.area_mm2, after.difference_mm2, row.sdc95_mm2, row.sdc95_all_mm2
        )?;
    }
    writeln!(
        out,
        "  beyond SDC95 of the pair a change is told, ! also beyond SDC95*, with all pairs looked at together"
    )
}
