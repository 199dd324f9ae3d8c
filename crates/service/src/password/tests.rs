use rand::SeedableRng;
use rand::rngs::StdRng;

use super::*;

fn rng() -> StdRng {
    StdRng::seed_from_u64(42)
}

fn hasher() -> Hasher {
    Hasher::new(Cost::CHEAP, &mut rng()).unwrap()
}

#[test]
fn a_hash_names_its_parameters_and_verifies() {
    let hasher = Hasher::new(Cost::PRODUCTION, &mut rng()).unwrap();
    let stored = hasher.hash("正确的密码 Horse9", &mut rng()).unwrap();
    assert!(
        stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
        "{stored}"
    );
    assert!(hasher.verify("正确的密码 Horse9", Some(&stored)));
    assert!(!hasher.verify("正确的密码 horse9", Some(&stored)));
    assert!(
        hasher.verify("正确的密码 Horse9", Some(&stored)),
        "verification does not depend on the hasher's own cost"
    );
    assert!(self::hasher().verify("正确的密码 Horse9", Some(&stored)));
}

#[test]
fn the_same_password_is_salted_anew() {
    let (hasher, mut rng) = (hasher(), rng());
    assert_ne!(
        hasher.hash("a", &mut rng).unwrap(),
        hasher.hash("a", &mut rng).unwrap()
    );
}

#[test]
fn unknown_names_and_broken_hashes_say_no() {
    let hasher = hasher();
    for stored in [
        None,
        Some(""),
        Some("123456"),
        Some("$argon2id$v=19$m=8,t=1,p=1$junk"),
        Some("$1$md5$hash"),
    ] {
        assert!(!hasher.verify("x", stored), "{stored:?}");
    }
    let stored = hasher.hash("", &mut rng()).unwrap();
    assert!(!hasher.verify("x", Some(&stored)));
    let long = "x".repeat(MAX_CHARS + 1);
    let stored = hasher.hash(&long, &mut rng()).unwrap();
    assert!(
        !hasher.verify(&long, Some(&stored)),
        "nobody has a password of that length"
    );
}

/// The work is told by algorithm, parameters and lengths: the same for both.
#[test]
fn an_unknown_name_is_as_much_work_as_a_wrong_password() {
    let cost = Cost {
        memory_kib: 512,
        passes: 2,
        lanes: 1,
    };
    let hasher = Hasher::new(cost, &mut rng()).unwrap();
    let stored = hasher.hash("right", &mut rng()).unwrap();
    let work = |stored: Option<&str>| {
        let (hash, is_stored) = hasher.against(stored).unwrap();
        let text = hash.to_string();
        let mut parts: Vec<&str> = text.split('$').collect();
        let lengths = (parts.pop().unwrap().len(), parts.pop().unwrap().len());
        (parts.join("$"), lengths, is_stored)
    };
    let (how, lengths, is_stored) = work(Some(&stored));
    assert!(how.contains("m=512,t=2,p=1") && is_stored, "{how}");
    for unknown in [None, Some("junk")] {
        assert_eq!(work(unknown), (how.clone(), lengths, false));
        assert!(!hasher.verify("wrong", unknown));
    }
    assert!(!hasher.verify("wrong", Some(&stored)));
}

#[test]
fn the_dengbao_policy_wants_three_kinds() {
    let check = |password| Policy::Dengbao.check(password, "lisi");
    for good in ["Tr3e-house", "绿水青山真Ab1", "xK4#mmzQ", "Correct horse 7"] {
        assert_eq!(check(good), Ok(()), "{good}");
    }
    for (bad, weakness) in [
        ("Ab1#xyz", Weakness::TooShort(8)),
        ("treehouse", Weakness::TooFewKinds),
        ("treehouse7", Weakness::TooFewKinds),
        ("Tr3e-LISI-house", Weakness::HasLoginName),
        ("Password123!", Weakness::Common),
        ("P@ssw0rd2026", Weakness::Common),
        ("Admin@123", Weakness::Common),
        ("Qwerty!2345", Weakness::Common),
        ("Zhanggui@2026", Weakness::Common),
        ("Abcd1234!", Weakness::Common),
        ("1qaz@WSX", Weakness::Common),
        ("Aa1!Aa1!Aa1!", Weakness::Common),
    ] {
        assert_eq!(check(bad), Err(weakness), "{bad}");
    }
    assert_eq!(check(&"aB3".repeat(60)), Err(Weakness::TooLong));
}

#[test]
fn the_asvs_policy_wants_length_and_no_kinds() {
    let check = |password| Policy::Asvs.check(password, "lisi");
    assert_eq!(check("correct horse battery"), Ok(()));
    assert_eq!(check("绿水青山就是金山银山真的"), Ok(()));
    assert_eq!(check("Tr3e-house"), Err(Weakness::TooShort(12)));
    for bad in [
        "123456789012",
        "aaaaaaaaaaaa",
        "qwertyuiopasdfgh",
        "passwordpassword",
        "password123456",
        "19900101199001011",
        "abcabcabcabc",
        "1qaz2wsx3edc4rfv",
        "987654321098",
    ] {
        assert_eq!(check(bad), Err(Weakness::Common), "{bad}");
    }
}

#[test]
fn a_short_login_name_forbids_nothing() {
    assert_eq!(Policy::Dengbao.check("Tr3e-house", "e"), Ok(()));
}

#[test]
fn policies_have_names() {
    assert_eq!(Policy::from_name("dengbao"), Some(Policy::Dengbao));
    assert_eq!(Policy::from_name("asvs"), Some(Policy::Asvs));
    assert_eq!(Policy::from_name("none"), None);
    assert_eq!(Weakness::TooShort(8).to_string(), "密码至少 8 位");
}

#[test]
fn generated_passwords_satisfy_both_policies_and_differ() {
    let mut rng = rng();
    let made: std::collections::HashSet<String> = (0..500).map(|_| generate(&mut rng)).collect();
    assert_eq!(made.len(), 500);
    for password in made {
        assert_eq!(password.len(), GENERATED_CHARS);
        assert_eq!(
            Policy::Dengbao.check(&password, "admin"),
            Ok(()),
            "{password}"
        );
        assert_eq!(Policy::Asvs.check(&password, "admin"), Ok(()), "{password}");
        assert!(
            !password.contains(['0', 'O', 'o', '1', 'I', 'l']),
            "{password}"
        );
    }
}
