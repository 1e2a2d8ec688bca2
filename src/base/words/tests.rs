use super::*;
use crate::base::{Job, both, on_threads};
use std::sync::Arc;

#[test]
fn a_thread_speaks_english_until_it_is_told_otherwise() {
    assert_eq!(say!("top-open"), "Open…");
    {
        let _german = speak(Language::German);
        assert_eq!(say!("top-open"), "Öffnen…");
        assert_eq!(in_english(|| say!("top-open")), "Open…");
        assert_eq!(say!("top-open"), "Öffnen…");
        let _french = speak(Language::French);
        assert_eq!(phrase!("top-open").say(), "Ouvrir…");
    }
    assert_eq!(say!("top-open"), "Open…");
    change_to(Language::Spanish);
    assert_eq!((in_force(), say!("top-open")), (Language::Spanish, "Abrir…"));
}

#[test]
fn who_works_for_a_thread_speaks_its_language() {
    let _german = speak(Language::German);
    let job = Job::once("words", Arc::new(|| ()), |_| in_force());
    let answer = std::iter::repeat_with(|| job.poll()).find_map(|answer| answer.ok().flatten());
    assert_eq!(answer, Some(Language::German));
    assert_eq!(on_threads(2, in_force), [Language::German; 2]);
    assert_eq!(both(in_force, in_force), (Language::German, Language::German));
    let theirs = std::thread::spawn(in_force).join().unwrap();
    assert_eq!(theirs, Language::English, "the twin: a thread that nobody sent");
}

#[test]
fn sentences_choose_their_form() {
    let places = |n: usize| say!("report-headline-places", n = n);
    assert_eq!([0, 1, 2].map(places), ["0 places", "1 place", "2 places"]);
    let hide = || say!("case-hide", side = "upper", key = "U");
    assert_eq!(hide(), "Hide the upper jaw (U)");
    let _french = speak(Language::French);
    assert_eq!([0, 1, 2].map(places), ["0 endroit", "1 endroit", "2 endroits"], "French has none in the singular");
    assert_eq!(hide(), "Masquer le maxillaire (U)");
}

#[test]
fn figures_and_dates_are_of_the_language() {
    let time = jiff::civil::date(2026, 11, 4).at(14, 3, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).unwrap();
    let all = |language| {
        let _language = speak(language);
        [decimal(-0.126, 2), number(0.5), day_and_time(&time), as_read("1.25 2.5").into_owned()]
    };
    assert_eq!(all(Language::English), ["-0.13", "0.5", "2026-11-04 14:03", "1.25 2.5"]);
    assert_eq!(all(Language::German), ["-0,13", "0,5", "04.11.2026 14:03", "1,25 2,5"]);
    assert_eq!(all(Language::French)[2], "04/11/2026 14:03");
    assert_eq!(["0,5", " 0.5 ", "−1,25", "1 000,5"].map(typed), [Some(0.5), Some(0.5), Some(-1.25), Some(1000.5)]);
    assert_eq!(["", "1,2,3", "inf", "half"].map(typed), [None; 4]);
}

#[test]
fn locales_name_languages() {
    let of = Language::of_locale;
    assert_eq!(["de", "de_CH.UTF-8", "DE-at"].map(of), [Some(Language::German); 3]);
    assert_eq!(["fr_FR@euro", "es"].map(of), [Some(Language::French), Some(Language::Spanish)]);
    assert_eq!(["C", "POSIX", "", "ja_JP", "den"].map(of), [None; 5]);
    for language in Language::ALL {
        assert_eq!(of(language.code()), Some(language));
    }
}

/// What is not there says its key; no catalogue lacks one (`tests/words/`).
#[test]
fn an_unknown_key_is_seen() {
    assert_eq!(say_key("of no catalogue"), "of no catalogue");
    assert_eq!(say_with("of no catalogue", &[]), "of no catalogue");
}
