//! Whether the person has asked their computer for less motion, where it can be read: the desktop's settings on X11 (XSETTINGS,
//! "Gtk/EnableAnimations", which GNOME and others publish). Elsewhere winit does not tell, and nothing is asked for.

#[cfg(target_os = "linux")]
pub fn is_asked_for() -> bool {
    settings().and_then(|bytes| number(&bytes, "Gtk/EnableAnimations")) == Some(0)
}

#[cfg(not(target_os = "linux"))]
pub fn is_asked_for() -> bool {
    false
}

/// What the settings' manager of the screen has written; `None` without one, or without an X11 screen.
#[cfg(target_os = "linux")]
fn settings() -> Option<Vec<u8>> {
    use x11rb::connection::Connection;
    use x11rb::protocol::xproto::ConnectionExt;
    /// More is not read, in units of four bytes.
    const MOST: u32 = 1 << 16;
    let (connection, screen) = x11rb::connect(None).ok()?;
    connection.setup().roots.get(screen)?;
    let atom = |name: &str| Some(connection.intern_atom(true, name.as_bytes()).ok()?.reply().ok()?.atom);
    let (manager, property) = (atom(&format!("_XSETTINGS_S{screen}"))?, atom("_XSETTINGS_SETTINGS")?);
    let owner = connection.get_selection_owner(manager).ok()?.reply().ok()?.owner;
    let found = connection.get_property(false, owner, property, property, 0, MOST).ok()?.reply().ok()?;
    Some(found.value)
}

/// A whole number among settings as the XSETTINGS protocol writes them; `None` where there is none, or the bytes are no settings.
#[cfg(target_os = "linux")]
fn number(bytes: &[u8], wanted: &str) -> Option<i32> {
    let is_little = *bytes.first()? == 0;
    let two = |at: usize| {
        let pair = bytes.get(at..at + 2)?.try_into().ok()?;
        Some(usize::from(if is_little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }))
    };
    let four = |at: usize| {
        let four = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(if is_little { i32::from_le_bytes(four) } else { i32::from_be_bytes(four) })
    };
    let padded = |n: usize| n.div_ceil(4) * 4;
    let mut at = 12;
    for _ in 0..four(8)? {
        let (kind, length) = (*bytes.get(at)?, two(at + 2)?);
        let name = bytes.get(at + 4..at + 4 + length)?;
        // After the name the number of its last change.
        let value = at + 4 + padded(length) + 4;
        if name == wanted.as_bytes() && kind == 0 {
            return four(value);
        }
        at = match kind {
            0 => value + 4,
            1 => value + 4 + padded(usize::try_from(four(value)?).ok()?),
            _ => value + 8,
        };
    }
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn setting(name: &str, kind: u8, value: &[u8]) -> Vec<u8> {
        let mut bytes = vec![kind, 0];
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend(name.bytes().chain(std::iter::repeat_n(0, name.len().div_ceil(4) * 4 - name.len())));
        bytes.extend(7_u32.to_le_bytes());
        bytes.extend(value);
        bytes
    }

    fn settings(all: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = vec![0; 8];
        bytes.extend((all.len() as u32).to_le_bytes());
        all.iter().for_each(|one| bytes.extend(one));
        bytes
    }

    #[test]
    fn a_setting_is_found_among_others_and_broken_ones_are_none() {
        let word = setting("Net/ThemeName", 1, &[3, 0, 0, 0, b'A', b'd', b'w', 0]);
        let color = setting("Gtk/Color", 2, &[0; 8]);
        let of = |value: i32| setting("Gtk/EnableAnimations", 0, &value.to_le_bytes());
        let all = settings(&[word.clone(), color.clone(), of(0)]);
        assert_eq!(number(&all, "Gtk/EnableAnimations"), Some(0));
        assert_eq!(number(&settings(&[word, of(1), color]), "Gtk/EnableAnimations"), Some(1), "the twin");
        assert_eq!(number(&all, "Gtk/Other"), None);
        for n in 0..all.len() {
            assert_eq!(number(&all[..n], "Gtk/EnableAnimations"), None, "cut to {n}");
        }
    }
}
