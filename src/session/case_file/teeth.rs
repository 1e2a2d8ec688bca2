//! The teeth of a case as they stand in `case.json`: every tooth with its number, and which triangles of the prepared scans are
//! its. A scan that is prepared otherwise has its teeth looked for anew.
use crate::base::json::RawJson;
use crate::export::regions::RegionsRecord;
use crate::jaw::{JawPair, Teeth};

/// `None` of a case whose teeth are not known.
pub fn to_json(teeth: &Teeth, pair: &JawPair) -> Option<RawJson> {
    let text = serde_json::to_string(&RegionsRecord::of(teeth, pair)?).ok()?;
    Some(RawJson::new(&text))
}

/// `None` where it is of other triangles, or of no form that this program knows.
pub fn from_json(text: &RawJson, pair: &JawPair) -> Option<Teeth> {
    text.read::<RegionsRecord>()?.teeth(pair)
}

#[cfg(test)]
mod tests {
    use super::super::tests::pair;
    use super::*;
    use crate::jaw::{Fdi, JawTeeth, ToothRegion, ToothSource};
    use std::sync::Arc;

    #[test]
    fn teeth_come_back_for_the_same_triangles_alone() {
        let pair = pair();
        let regions = vec![
            ToothRegion { fdi: Fdi::new(16), confidence: 0.7, source: ToothSource::Split },
            ToothRegion { fdi: None, confidence: 1.0, source: ToothSource::Hand },
        ];
        let of = |n: usize| Arc::new((0..n).map(|t| (t / 5 % 3) as u8).collect());
        let upper = JawTeeth { of_triangle: of(pair.upper.mesh.triangles.len()), regions };
        let teeth = Teeth { upper, lower: JawTeeth::default() };
        let text = to_json(&teeth, &pair).expect("there are teeth");
        assert_eq!(from_json(&text, &pair), Some(teeth));
        assert_eq!(to_json(&Teeth::default(), &pair), None);
        let mut other = (*pair).clone();
        std::sync::Arc::make_mut(&mut other.upper.mesh).positions[0].x += 0.01;
        assert_eq!(from_json(&text, &other), None, "the twin: a vertex has moved");
        assert_eq!(from_json(&RawJson::new(r#"{ "16": 3 }"#), &pair), None);
        let mut longer: serde_json::Value = text.read().expect("JSON");
        longer["upper"]["triangles"][0][1] = u32::MAX.into();
        assert_eq!(from_json(&RawJson::new(&longer.to_string()), &pair), None, "more triangles than there are");
    }
}
