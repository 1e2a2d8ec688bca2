use super::*;

fn read(text: &str) -> anyhow::Result<Manifest> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.csv");
    std::fs::write(&path, text).unwrap();
    Manifest::read(&path)
}

#[test]
fn rows_are_what_the_columns_say_whatever_parts_them() {
    for by in [",", ";", "\t"] {
        let text = String::from(
            "\u{feff}case_id,upper,lower,case,pose,unit,group,age\nb,u.stl,l.stl,,\"1,0,0,0,0,2\",mm,g,44\na,,,a.occ,,,,\n",
        );
        // Poses have commas of their own.
        let quoted = "\"1,0,0,0,0,2\"";
        let text = text.replace(quoted, "POSE").replace(',', by).replace("POSE", quoted);
        let manifest = read(&text).unwrap();
        let [b, a] = &manifest.rows[..] else { panic!("two rows") };
        assert_eq!((&*b.id, b.line, &*b.named[0], &*b.others[0]), ("b", 2, "g", "44"), "{by}");
        assert_eq!(
            (&b.scans, b.unit),
            (&Scans::Pair("u.stl".into(), "l.stl".into()), Some(crate::base::LengthUnit::Millimetre))
        );
        assert_eq!(b.pose, Pose::Six("1,0,0,0,0,2".into()));
        assert_eq!((&a.scans, &a.pose), (&Scans::Case("a.occ".into()), &Pose::Own));
        assert_eq!((manifest.sorted, manifest.others), (vec![1, 0], vec!["age".to_owned()]));
    }
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    for (text, wanted) in [
        ("", "empty"),
        ("id,upper,lower\n1,u,l\n", "no column case_id"),
        ("case_id,upper\n1,u\n", "neither columns upper and lower"),
        ("case_id,upper,lower\n", "no row"),
        ("case_id,case,case\n1,a,b\n", "two columns \"case\""),
        ("case_id,case,\n1,a,b\n", "column 3 has no name"),
        ("case_id,case,status\n1,a,b\n", "a column \"status\" itself"),
        ("case_id,case,area_upper_mm2_at_0.3\n1,a,b\n", "itself"),
        ("case_id,case\n1,a\n2\n", "line 3 has 1 fields and not 2"),
        ("case_id,case\n1,a\n,b\n", "line 3: it has no case_id"),
        ("case_id,case\nHans Maier,a\n", "line 2: case_id \"Hans Maier\""),
        ("case_id,case\n1,a\n2,b\n1,c\n", "lines 2 and 4 have the same case_id \"1\""),
        ("case_id,upper,lower\n1,u,\n", "line 2: it names an upper scan and no lower one"),
        ("case_id,upper,lower,case\n1,u,l,c\n", "names scans and a case"),
        ("case_id,upper,lower\n1,,\n", "names no scans"),
        ("case_id,case,pose\n1,a,\"1,2\"\n", "6 numbers"),
        ("case_id,case,pose,pose_file\n1,a,\"0,0,0,0,0,0\",p.json\n", "a pose and a pose_file"),
        ("case_id,case,unit\n1,a,cm\n", "unit \"cm\""),
        ("case_id,case,teeth_upper\n1,a,t.json\n", "labels belong to scans"),
        ("case_id,case,photo\n1,a,maier.JPG\n", "looks like a file's name"),
        ("case_id,upper,lower,note\n1,m/maier.scan,l,of maier.scan\n", "looks like a file's name"),
    ] {
        let said = format!("{:#}", read(text).expect_err(text));
        assert!(said.contains(wanted) && said.contains("m.csv"), "{text:?}: {said}");
    }
    let long = format!("case_id,case,x\n1,a,{}\n", "x".repeat(LONGEST_FIELD + 1));
    assert!(format!("{:#}", read(&long).unwrap_err()).contains("longer than"));
}
