//! Label files: which tooth each vertex (or face) of a scan belongs to, as JSON in the manner of Teeth3DS.
use super::JawGuess;
use serde::Deserialize;

/// The labels of one scan, in the order of its file's vertices or faces; 0 is gum. What the numbers mean is not told here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    pub values: Vec<u8>,
    /// The jaw that the file names.
    pub jaw: Option<JawGuess>,
}

/// Why a file gives no labels. The file's name is not in it; a face puts it in front.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabelsError {
    #[error("this is no JSON (line {line}, column {column}); give a label file, {{\"labels\": [one number a vertex]}}")]
    NotJson { line: usize, column: usize },
    #[error("it has no list \"labels\"; give a label file, {{\"labels\": [one number a vertex]}}")]
    NoLabels,
    #[error("what stands at line {line}, column {column} is no label; labels are whole numbers from 0 (gum) to 255")]
    BadLabel { line: usize, column: usize },
    #[error("its list \"labels\" is empty; one number a vertex of the scan is needed")]
    Empty,
}

#[derive(Deserialize)]
struct LabelFile {
    labels: Option<Vec<u8>>,
}

/// What of another file tells that it was meant to be one. Nothing of it is kept.
#[derive(Deserialize)]
struct HasLabels {
    labels: Option<serde::de::IgnoredAny>,
}

/// The jaw that it names, if it names one; whatever else stands there names none.
#[derive(Deserialize)]
struct NamedJaw {
    jaw: Option<String>,
}

/// Reads a label file from its bytes.
///
/// # Errors
/// [`LabelsError`], one sentence; [`LabelsError::NoLabels`] for JSON that is something else.
pub fn read_labels(bytes: &[u8]) -> Result<Labels, LabelsError> {
    let file: LabelFile = serde_json::from_slice(bytes).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        if !error.is_data() {
            return LabelsError::NotJson { line, column };
        }
        // JSON, but not of this shape: is it another kind of file, or are its labels wrong?
        let has_labels = serde_json::from_slice::<HasLabels>(bytes).is_ok_and(|file| file.labels.is_some());
        if has_labels { LabelsError::BadLabel { line, column } } else { LabelsError::NoLabels }
    })?;
    let values = file.labels.ok_or(LabelsError::NoLabels)?;
    if values.is_empty() {
        return Err(LabelsError::Empty);
    }
    let named = serde_json::from_slice::<NamedJaw>(bytes).ok().and_then(|file| file.jaw);
    Ok(Labels { values, jaw: named.and_then(|name| super::side_from_name(&name)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn labels_are_read_and_nothing_else() {
        let read = |text: &str| read_labels(text.as_bytes());
        let labels =
            read(r#"{"id_patient": "x", "jaw": "upper", "labels": [0, 17, 18], "instances": [0, 1, 2]}"#).unwrap();
        assert_eq!(labels, Labels { values: vec![0, 17, 18], jaw: Some(JawGuess::Upper) });
        for unnamed in [r#"{"labels": [1]}"#, r#"{"labels": [1], "jaw": null}"#, r#"{"labels": [1], "jaw": [{"": 0}]}"#]
        {
            assert_eq!(read(unnamed), Ok(Labels { values: vec![1], jaw: None }), "{unnamed}");
        }
        for bad in [
            r#"{"labels": [1, 300]}"#,
            r#"{"labels": [1.5]}"#,
            r#"{"labels": [-1]}"#,
            r#"{"labels": ["1"]}"#,
            r#"{"labels": 3}"#,
        ] {
            assert!(matches!(read(bad), Err(LabelsError::BadLabel { line: 1, .. })), "{bad}: {:?}", read(bad));
        }
        for other in [r#"{"schema": "occluscope/analysis/1"}"#, r#"{"labels": null}"#, "[1, 2]", "7"] {
            assert_eq!(read(other), Err(LabelsError::NoLabels), "{other}");
        }
        assert_eq!(read(r#"{"labels": []}"#), Err(LabelsError::Empty));
        for broken in ["", "{", r#"{"labels": [1, 2"#, "solid x"] {
            assert!(matches!(read(broken), Err(LabelsError::NotJson { .. })), "{broken}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(values in proptest::collection::vec(any::<u8>(), 1..400)) {
            let text = serde_json::json!({ "labels": values }).to_string();
            prop_assert_eq!(read_labels(text.as_bytes()).unwrap().values, values);
            // Cut short anywhere it is no label file.
            let cut = text.len() / 2;
            prop_assert!(read_labels(&text.as_bytes()[..cut]).is_err());
        }

        #[test]
        fn no_bytes_are_too_much(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            if let Ok(labels) = read_labels(&bytes) {
                prop_assert!(!labels.values.is_empty());
            }
        }
    }
}
