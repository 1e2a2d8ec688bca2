//! What the program is made of, for programs that look up known faults: CycloneDX 1.5, JSON.
use occluscope_third_party::list::{self, Listed};
use serde_json::{Value, json};
use std::fs;

/// Of all systems that packages are made for. The same bytes from the same list.
///
/// # Errors
/// When there is no list of crates, in words.
pub fn of_program() -> Result<String, String> {
    let path = occluscope_third_party::crates_path();
    let text = fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
    let crates = list::read(&text).map_err(|line| format!("{}: not a line of the list: {line}", path.display()))?;
    let components: Vec<Value> = crates.iter().filter(|c| !c.systems.is_empty()).map(component).collect();
    let program = json!({
        "bom-ref": "occluscope", "type": "application", "name": "occluscope", "version": env!("CARGO_PKG_VERSION"),
        "licenses": [{ "expression": "MIT OR Apache-2.0" }],
    });
    let bom = json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": { "component": program },
        "components": components,
    });
    serde_json::to_string_pretty(&bom).map(|text| text + "\n").map_err(|why| why.to_string())
}

fn component(krate: &Listed) -> Value {
    let purl = format!("pkg:cargo/{}@{}", krate.name, krate.version.replace('+', "%2B"));
    let systems = krate.systems.iter().map(|system| json!({ "name": "occluscope:system", "value": system }));
    json!({
        "bom-ref": purl, "type": "library", "name": krate.name, "version": krate.version, "purl": purl,
        "hashes": [{ "alg": "SHA-256", "content": krate.checksum }],
        "licenses": [{ "expression": krate.licence.replace('/', " OR ") }],
        "properties": systems.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_part_of_the_program_is_listed_and_nothing_else() {
        let bom: Value = serde_json::from_str(&of_program().expect("a list")).expect("JSON");
        let names: Vec<_> =
            bom["components"].as_array().expect("a list").iter().filter_map(|c| c["name"].as_str()).collect();
        for there in ["wgpu", "egui", "blake3", "clap"] {
            assert!(names.contains(&there), "{there}");
        }
        for test_only in ["criterion", "proptest", "parry3d-f64"] {
            assert!(!names.contains(&test_only), "{test_only}");
        }
    }
}
