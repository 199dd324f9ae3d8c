//! What attackers try first.

/// Bases of the passwords most often found in leaks, here and elsewhere; digits and signs around them do not help.
const WORDS: [&str; 96] = [
    "password",
    "passw0rd",
    "p@ssw0rd",
    "p@ssword",
    "pass",
    "passwd",
    "admin",
    "adm1n",
    "administrator",
    "root",
    "test",
    "guest",
    "user",
    "system",
    "manager",
    "master",
    "super",
    "superman",
    "batman",
    "welcome",
    "login",
    "letmein",
    "qwerty",
    "qwertyuiop",
    "qwert",
    "qwer",
    "asdf",
    "asdfgh",
    "asdfghjkl",
    "zxcv",
    "zxcvbn",
    "zxcvbnm",
    "qazwsx",
    "qazwsxedc",
    "qweasd",
    "qweasdzxc",
    "qwe",
    "asd",
    "zxc",
    "qaz",
    "wsx",
    "abc",
    "abcd",
    "abcdef",
    "abcdefg",
    "abcdefgh",
    "aaa",
    "iloveyou",
    "loveyou",
    "love",
    "woaini",
    "woaiwojia",
    "woaima",
    "wo",
    "aini",
    "hello",
    "monkey",
    "dragon",
    "sunshine",
    "princess",
    "football",
    "baseball",
    "shadow",
    "michael",
    "jordan",
    "killer",
    "trustno",
    "secret",
    "changeme",
    "default",
    "server",
    "oracle",
    "mysql",
    "postgres",
    "redis",
    "linux",
    "windows",
    "company",
    "office",
    "finance",
    "loan",
    "daikuan",
    "jinrong",
    "caiwu",
    "zhanggui",
    "ruoyi",
    "zhongguo",
    "china",
    "beijing",
    "shanghai",
    "guangzhou",
    "shenzhen",
    "huawei",
    "taobao",
    "alibaba",
    "tencent",
];
/// Rows people run their finger along.
const RUNS: [&str; 9] = [
    "01234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "!qaz@wsx#edc$rfv",
    "1qaz@wsx#edc$rfv",
    "!@#$%^&*()",
];
const SHORTEST_RUN: usize = 4;

/// Whether a password (in lower case) is a common word with decoration, one repeated piece, or runs along the keyboard.
pub fn is_common(lower: &str) -> bool {
    let word = lower.trim_matches(|c: char| !c.is_alphabetic());
    let letters: String = lower.chars().filter(|c| c.is_alphanumeric()).collect();
    let unmasked: String = word.chars().map(unmask).collect();
    WORDS
        .iter()
        .any(|common| [word, &letters, &unmasked].contains(common))
        || word.is_empty() && is_weak_number(lower)
        || is_repetition(lower)
        || is_all_runs(lower)
}

fn unmask(c: char) -> char {
    match c {
        '@' | '4' => 'a',
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '$' | '5' => 's',
        other => other,
    }
}

/// Digits alone, such as birthdays and phone numbers, however decorated.
fn is_weak_number(lower: &str) -> bool {
    lower.chars().filter(char::is_ascii_digit).count() * 2 > lower.chars().count()
}

fn is_repetition(lower: &str) -> bool {
    let chars: Vec<char> = lower.chars().collect();
    (1..=chars.len() / 2).any(|length| chars.chunks(length).all(|piece| chars.starts_with(piece)))
}

/// The password is cut into the longest runs; it is weak when nearly all of it is runs.
fn is_all_runs(lower: &str) -> bool {
    let chars: Vec<char> = lower.chars().collect();
    let mut at = 0;
    let mut outside = 0;
    while at < chars.len() {
        let longest = (SHORTEST_RUN..=chars.len() - at)
            .rev()
            .find(|length| chars.get(at..at + length).is_some_and(is_run));
        if let Some(length) = longest {
            at += length;
        } else {
            outside += 1;
            at += 1;
        }
    }
    outside <= chars.len() / 4
}

fn is_run(piece: &[char]) -> bool {
    let forward: String = piece.iter().collect();
    let backward: String = piece.iter().rev().collect();
    RUNS.iter()
        .any(|run| run.contains(&forward) || run.contains(&backward))
}
